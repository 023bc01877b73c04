"""Rows from the store into the database, in batches that are each safe to repeat.

The store streams, and while the server works on one batch the next is being made, so two are in memory at most
for each label and type.
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from kg.errors import ServerError
from kg.loader import statements
from kg.properties import labels, of_node, of_relationship
from kg.propertygraph import MENTION, OURS, Relationship, of_mention
from kg.records import Edge
from kg.schema import SCHEMA
from kg.server import Connection, OutOfMemoryError, Written
from kg.store import Store

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
    statement: str
    rows: list[Any]
    of_nodes: bool


def write_graph(
    connection: Connection, store: Store, *, mentions: bool, progress: Callable[[str, int, int], None]
) -> tuple[Changes, Changes]:
    """Make and update all nodes, then all relationships, of the store's graph; return what changed of each."""
    counts = store.counts()
    n_nodes = counts["papers"] + counts["concepts"] + counts["results"]
    nodes, none = _write(connection, _node_batches(store), lambda done: progress("nodes", done, n_nodes))
    n_rows = counts["edges"] + (counts["evidence"] if mentions else 0)
    batches = _edge_batches(store, mentions=mentions)
    of_mentions, edges = _write(connection, batches, lambda done: progress("relationships", done, n_rows))
    return nodes + of_mentions, none + edges


def _write(connection: Connection, batches: Iterable[_Batch], done: Callable[[int], None]) -> tuple[Changes, Changes]:
    """Send the batches in their order, one being made while one is under way; return changes of nodes and edges."""
    nodes, relationships, n_done = Changes(), Changes(), 0
    done(0)

    def take(batch: _Batch, future: Future[list[Written]]) -> None:
        nonlocal nodes, relationships, n_done
        for written in future.result():
            updated = Changes(updated=written.value)
            nodes += Changes(created=written.n_nodes_created) + (updated if batch.of_nodes else Changes())
            relationships += Changes(created=written.n_relationships_created)
            relationships += Changes() if batch.of_nodes else updated
        n_done += len(batch.rows)
        done(n_done)

    with ThreadPoolExecutor(max_workers=1) as pool:
        pending: list[tuple[_Batch, Future[list[Written]]]] = []
        for batch in batches:
            pending.append((batch, pool.submit(_send, connection, batch.statement, batch.rows)))
            if len(pending) > 1:
                take(*pending.pop(0))
        for item in pending:
            take(*item)
    return nodes, relationships


def _send(connection: Connection, statement: str, rows: list[Any]) -> list[Written]:
    """Send rows in one transaction; if that is too big for the server's memory, in halves."""
    try:
        return [connection.write(statement, rows)]
    except OutOfMemoryError as error:
        if len(rows) == 1:
            raise ServerError(
                f"{connection.at.uri}: the server is out of memory; give it more (server.memory.heap.max_size), "
                "then run again: the load goes on where it stopped"
            ) from error
        middle = len(rows) // 2
        return [*_send(connection, statement, rows[:middle]), *_send(connection, statement, rows[middle:])]


def _node_batches(store: Store) -> Iterator[_Batch]:
    sorted_rows = ((labels(node), {**of_node(node), OURS.name: True}) for node in store.nodes())
    for node_labels, rows in _batched(sorted_rows, lambda _labels: _N_NODES):
        yield _Batch(statement=statements.merge_nodes(node_labels), rows=rows, of_nodes=True)


def _edge_batches(store: Store, *, mentions: bool) -> Iterator[_Batch]:
    rows = _edge_rows(store, mentions=mentions)
    size_by_type = {MENTION: _N_MENTIONS}
    for relationship, batch in _batched(rows, lambda key: size_by_type.get(key.type, _N_RELATIONSHIPS)):
        if relationship.type == MENTION:
            yield _Batch(statement=statements.merge_mentions(relationship.target), rows=batch, of_nodes=True)
        else:
            yield _Batch(statement=statements.merge_relationships(relationship), rows=batch, of_nodes=False)


def _edge_rows(store: Store, *, mentions: bool) -> Iterator[tuple[Relationship, list[Any]]]:
    declared = {t.name: Relationship(type=t.name, source=t.source, target=t.target) for t in SCHEMA.edge_types}
    of_target = {t.name: Relationship(type=MENTION, source=t.source, target=t.target) for t in SCHEMA.edge_types}
    for edge in store.edges():
        yield declared[edge.type], [edge.source, edge.target, of_relationship(edge)]
        if mentions:
            for row in _mention_rows(edge):
                yield of_target[edge.type], row


def _mention_rows(edge: Edge) -> Iterator[list[Any]]:
    for rank in range(len(edge.evidence)):
        yield [edge.source, edge.target, {**of_mention(edge, rank), OURS.name: True}]


def _batched(rows: Iterable[tuple[Any, Any]], size: Callable[[Any], int]) -> Iterator[tuple[Any, list[Any]]]:
    """Yield (key, rows) with at most `size(key)` rows, as they fill up; what is left comes last."""
    waiting: dict[Any, list[Any]] = {}
    for key, row in rows:
        batch = waiting.setdefault(key, [])
        batch.append(row)
        if len(batch) >= size(key):
            yield key, waiting.pop(key)
    yield from waiting.items()
