"""Rows from the store into the database, in batches; a batch that failed or was cut short can be sent again.

The store streams; two sessions work side by side and one more batch waits, beside one being filled for each label
and type. Making what is new and comparing are safe side by side: the server takes the locks of a CREATE in one
order. Those of a MERGE it takes in the order of the rows, so that two could block each other: one goes at a time.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from threading import Lock
from typing import Any

from kg.loader.statements import Statements, of_mentions, of_nodes, of_relationships
from kg.progress import Progress
from kg.properties import labels, of_node, of_relationship
from kg.propertygraph import MENTION, OURS, Relationship, of_mention, relationships
from kg.server import Connection, OutOfMemoryError, Written
from kg.store import Store

_N_SESSIONS = 2
_N_NODES = 1_000
_N_RELATIONSHIPS = 5_000
_N_MENTIONS = 2_500


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """How many nodes or relationships were created, updated and removed.

    >>> Changes(created=1) + Changes(created=2, removed=3)
    Changes(created=3, updated=0, removed=3)
    """

    created: int = 0
    updated: int = 0
    removed: int = 0

    def __add__(self, other: "Changes") -> "Changes":
        """Return the sum of both."""
        return Changes(
            created=self.created + other.created,
            updated=self.updated + other.updated,
            removed=self.removed + other.removed,
        )


NO_CHANGES = Changes()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Batch:
    statements: Statements
    rows: list[Any]
    of_nodes: bool


def write_graph(
    connection: Connection, store: Store, *, fresh: bool, mentions: bool, progress: Progress
) -> tuple[Changes, Changes]:
    """Make and update all nodes, then all relationships, of the store's graph; return what changed of each.

    `fresh` says that the database holds nothing of ours: then nothing is compared.
    """
    counts = store.counts()
    n_nodes = counts["papers"] + counts["concepts"] + counts["results"]
    n_rows = counts["edges"] + (counts["evidence"] if mentions else 0)
    send = partial(_send, connection, Lock(), fresh=fresh)
    nodes, none = _write(send, _node_batches(store), lambda done: progress("nodes", done, n_nodes))
    batches = _edge_batches(store, mentions=mentions)
    of_mentions, edges = _write(send, batches, lambda done: progress("relationships", done, n_rows))
    return nodes + of_mentions, none + edges


def _write(
    send: Callable[[Statements, list[Any]], list[Written]], batches: Iterable[_Batch], done: Callable[[int], None]
) -> tuple[Changes, Changes]:
    """Send the batches in their order, one being made while others are under way; return changes of nodes and edges."""
    nodes, relationships, n_done = NO_CHANGES, NO_CHANGES, 0
    done(0)
    with closing(_sent(send, batches)) as sent:
        for batch, written in sent:
            updated = Changes(updated=sum(w.value for w in written))
            nodes += Changes(created=sum(w.n_nodes_created for w in written))
            nodes += updated if batch.of_nodes else NO_CHANGES
            relationships += Changes(created=sum(w.n_relationships_created for w in written))
            relationships += NO_CHANGES if batch.of_nodes else updated
            n_done += len(batch.rows)
            done(n_done)
    return nodes, relationships


def _sent(
    send: Callable[[Statements, list[Any]], list[Written]], batches: Iterable[_Batch]
) -> Generator[tuple[_Batch, list[Written]], None, None]:
    pool = ThreadPoolExecutor(max_workers=_N_SESSIONS)
    under_way: deque[tuple[_Batch, Future[list[Written]]]] = deque()
    try:
        for batch in batches:
            under_way.append((batch, pool.submit(send, batch.statements, batch.rows)))
            if len(under_way) > _N_SESSIONS:  # one more waits, so that no session does
                first, future = under_way.popleft()
                yield first, future.result()
        for batch, future in under_way:
            yield batch, future.result()
    finally:
        pool.shutdown(cancel_futures=True)


def _send(
    connection: Connection, one_at_a_time: Lock, statements: Statements, rows: list[Any], *, fresh: bool
) -> list[Written]:
    """Bring rows in; if that is too big for the server's memory, in halves."""
    try:
        if fresh:
            written = connection.write_once(statements.create, rows)
            if written is not None:
                return [written]
        else:
            rows = [rows[at] for (at,) in connection.rows(statements.differing, rows=rows)]
        with one_at_a_time:
            return [connection.write(statements.merge, rows)] if rows else []
    except OutOfMemoryError:
        if len(rows) == 1:
            raise
        middle = len(rows) // 2
        send = partial(_send, connection, one_at_a_time, statements, fresh=fresh)
        return [*send(rows[:middle]), *send(rows[middle:])]


def _node_batches(store: Store) -> Iterator[_Batch]:
    rows = ((labels(node), {**of_node(node), OURS.name: True}) for node in store.nodes())
    for node_labels, batch in _batched(rows, lambda _labels: _N_NODES):
        yield _Batch(statements=of_nodes(node_labels), rows=batch, of_nodes=True)


def _edge_batches(store: Store, *, mentions: bool) -> Iterator[_Batch]:
    def size(relationship: Relationship) -> int:
        return _N_MENTIONS if relationship.type == MENTION else _N_RELATIONSHIPS

    for relationship, batch in _batched(_edge_rows(store, mentions=mentions), size):
        if relationship.type == MENTION:
            yield _Batch(statements=of_mentions(relationship.target), rows=batch, of_nodes=True)
        else:
            yield _Batch(statements=of_relationships(relationship), rows=batch, of_nodes=False)


def _edge_rows(store: Store, *, mentions: bool) -> Iterator[tuple[Relationship, list[Any]]]:
    """Yield the row of each edge and, on request, of each of its Mention nodes, after what it is a row of."""
    by_type = {relationship.type: relationship for relationship in relationships()}
    mention_by_type = {name: replace(relationship, type=MENTION) for name, relationship in by_type.items()}
    for edge in store.edges():
        yield by_type[edge.type], [edge.source, edge.target, of_relationship(edge)]
        for rank in range(len(edge.evidence) if mentions else 0):
            row = [edge.source, edge.target, {**of_mention(edge, rank), OURS.name: True}]
            yield mention_by_type[edge.type], row


def _batched(rows: Iterable[tuple[Any, Any]], size: Callable[[Any], int]) -> Iterator[tuple[Any, list[Any]]]:
    """Yield (key, rows) with at most `size(key)` rows, as they fill up; what is left comes last."""
    waiting: dict[Any, list[Any]] = {}
    for key, row in rows:
        batch = waiting.setdefault(key, [])
        batch.append(row)
        if len(batch) >= size(key):
            yield key, waiting.pop(key)
    yield from waiting.items()
