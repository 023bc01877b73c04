"""What the database holds and the folder does not: found by counting first, listed only where counts differ."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from kg.errors import ServerError
from kg.loader import statements
from kg.loader.writing import NO_CHANGES, Changes
from kg.progress import Progress
from kg.propertygraph import MARKER, MENTION, Relationship, relationships
from kg.server import Connection
from kg.store import Store

_TABLE_BY_LABEL = {"Paper": "papers", "Result": "results", "Concept": "concepts"}
"""In the order of removal: papers go first, so that the relationships of a much-named concept go bit by bit."""
_N_NODES = 500
_N_RELATIONSHIPS = 5_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Swept:
    """What was removed; `severed` counts the relationships of others that hung on removed nodes."""

    nodes: Changes = NO_CHANGES
    relationships: Changes = NO_CHANGES
    severed: int = 0

    def __add__(self, other: "Swept") -> "Swept":
        """Return the sum of both."""
        return Swept(
            nodes=self.nodes + other.nodes,
            relationships=self.relationships + other.relationships,
            severed=self.severed + other.severed,
        )


def remove_gone(connection: Connection, store: Store, *, mentions: bool) -> Swept:
    """Remove our nodes and relationships that the store's graph doesn't have; ServerError if any is missing."""
    counts, n_by_type = store.counts(), store.edge_types()
    found = dict(connection.rows(statements.count_all()))
    swept = Swept()
    for label, table in _TABLE_BY_LABEL.items():
        if found[label] != counts[table]:
            swept += _delete(connection, label, _gone_nodes(connection, store, label, table))
            _verify(connection, _count(connection, statements.count_nodes(label)), counts[table], label)
    swept += _sweep_mentions(connection, store, counts["evidence"] if mentions else 0)
    for relationship in relationships():
        n_expected = n_by_type.get(relationship.type, 0)
        if swept.nodes.removed or found[relationship.type] != n_expected:
            swept += _sweep_relationships(connection, store, relationship, n_expected)
    return swept


def remove_all(connection: Connection, *, progress: Progress) -> Swept:
    """Remove every node of ours, the marker last, so that an interrupted removal can be taken up again."""
    swept = Swept()
    for label in (MENTION, *_TABLE_BY_LABEL, MARKER):
        while True:
            written = connection.write(statements.delete_some(label), [], n_most=_N_NODES)
            swept += Swept(
                nodes=Changes(removed=written.n_nodes_deleted),
                relationships=Changes(removed=written.n_relationships_deleted),
                severed=written.value,
            )
            progress("removing", swept.nodes.removed, 0)
            if not written.n_nodes_deleted:
                break
    return swept


def _gone_nodes(connection: Connection, store: Store, label: str, table: str) -> Iterator[str]:
    for (id_,) in connection.stream(statements.node_ids(label)):
        if store.lacks_node(table, id_):
            yield id_


def _sweep_mentions(connection: Connection, store: Store, n_expected: int) -> Swept:
    if _count(connection, statements.count_nodes(MENTION)) == n_expected:
        return Swept()
    if n_expected == 0:
        return _delete(connection, MENTION, (id_ for (id_,) in connection.stream(statements.node_ids(MENTION))))
    swept = _delete(connection, MENTION, (id_ for (id_,) in connection.stream(statements.LOOSE_MENTIONS)))
    swept += _delete(connection, MENTION, _gone_mentions(connection, store))
    _verify(connection, _count(connection, statements.count_nodes(MENTION)), n_expected, MENTION)
    return swept


def _gone_mentions(connection: Connection, store: Store) -> Iterator[str]:
    for id_, source, target, edge_type, rank in connection.stream(statements.MENTION_PLACES):
        n_evidence = store.n_evidence(source, target, edge_type)
        if n_evidence is None or rank >= n_evidence:
            yield id_


def _sweep_relationships(connection: Connection, store: Store, relationship: Relationship, n_expected: int) -> Swept:
    if _count(connection, statements.count_our_relationships(relationship)) == n_expected:
        return Swept()  # the others are of others
    delete = statements.delete_relationships(relationship.type)
    swept = _delete_relationships(connection, delete, _gone_relationships(connection, store, relationship))
    doubled = (id_ for (id_,) in connection.rows(statements.doubled_relationships(relationship)))
    swept += _delete_relationships(connection, delete, doubled)
    n_left = _count(connection, statements.count_our_relationships(relationship))
    _verify(connection, n_left, n_expected, relationship.type)
    return swept


def _gone_relationships(connection: Connection, store: Store, relationship: Relationship) -> Iterator[str]:
    for source, target, id_ in connection.stream(statements.relationship_ends(relationship)):
        if store.n_evidence(source, target, relationship.type) is None:
            yield id_


def _delete(connection: Connection, label: str, ids: Iterable[str]) -> Swept:
    swept = Swept()
    for batch in _chunks(ids, _N_NODES):
        written = connection.write(statements.delete_nodes(label), batch)
        swept += Swept(
            nodes=Changes(removed=written.n_nodes_deleted),
            relationships=Changes(removed=written.n_relationships_deleted),
            severed=written.value,
        )
    return swept


def _delete_relationships(connection: Connection, statement: str, ids: Iterable[str]) -> Swept:
    n_removed = sum(
        connection.write(statement, batch).n_relationships_deleted for batch in _chunks(ids, _N_RELATIONSHIPS)
    )
    return Swept(relationships=Changes(removed=n_removed))


def _chunks(items: Iterable[str], size: int) -> Iterator[list[str]]:
    iterator = iter(items)
    while batch := list(islice(iterator, size)):
        yield batch


def _count(connection: Connection, statement: str) -> int:
    return int(connection.rows(statement)[0][0])


def _verify(connection: Connection, n_found: int, n_expected: int, what: str) -> None:
    if n_found != n_expected:
        raise ServerError(
            f"{connection.at.uri}: {n_found} {what} after the load where the graph has {n_expected}; "
            "something else writes into this database: stop it and load again"
        )
