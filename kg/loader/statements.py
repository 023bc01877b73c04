"""The Cypher statements of the loader: made of the schema's labels, types and names alone, all else is `$rows`.

All but `create` are safe to repeat: what is there and equal is left alone, so a repetition writes nothing.
"""

from dataclasses import dataclass

from kg.propertygraph import (
    HAS_MENTION,
    MARKER,
    MARKER_ID,
    MENTION,
    OURS,
    REFERS_TO,
    Relationship,
    indexes,
    relationships,
)
from kg.schema import SCHEMA

LABELS = (*SCHEMA.node_properties, MENTION)
"""The labels under which ids are unique, the marker's left out."""
_ALL_LABELS = "|".join(dict.fromkeys((*LABELS, *SCHEMA.kind_names, MARKER)))

BEGIN = (
    f"MERGE (g:{MARKER} {{id: '{MARKER_ID}'}}) "
    f"ON CREATE SET g.name = $name, g.version = $version, g.{OURS.name} = true "
    "WITH g WHERE g.name = $name SET g.state = 'loading', g.load = $token, g.checksum = null RETURN count(g)"
)
FINISH = (
    f"MATCH (g:{MARKER} {{id: '{MARKER_ID}'}}) WHERE g.name = $name AND g.load = $token "
    "SET g.version = $version, g.state = 'complete', g.load = null, g.checksum = $checksum RETURN count(g)"
)
MARKERS = f"MATCH (g:{MARKER}) WHERE g.{OURS.name} RETURN g.name"
OTHERS = (
    f"MATCH (n:{_ALL_LABELS}) WHERE n.{OURS.name} IS NULL "
    "UNWIND labels(n) AS label RETURN label, count(*) AS n_nodes ORDER BY n_nodes DESC, label LIMIT 100"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Statements:
    """How one sort of rows gets in.

    `create` makes them where the graph is new, the fastest way, and is not safe to repeat. `differing` only reads:
    it lists the places in `$rows` of what is absent or not equal. `merge` makes or updates, and counts updates.
    """

    create: str
    differing: str
    merge: str


def of_nodes(labels: tuple[str, ...]) -> Statements:
    """Return the statements for nodes with these labels; a row is the properties.

    >>> print(of_nodes(("Paper",)).merge)
    UNWIND $rows AS row
    MERGE (x:Paper {id: row.id}) ON CREATE SET x = row
    WITH x, row WHERE properties(x) <> row SET x = row RETURN count(x)
    """
    found, made = f"(x:{labels[0]} {{id: row.id}})", f"(x:{':'.join(labels)})"
    return _statements(found=found, made=made, properties="row", kind=labels[1] if labels[1:] else None)


def of_relationships(relationship: Relationship) -> Statements:
    """Return the statements for relationships of one type; a row is id, id, properties."""
    arrow = f"(a)-[x:{relationship.type}]->(b)"
    return _statements(found=arrow, made=arrow, ends=_ends(relationship.source, relationship.target))


def of_mentions(target: str) -> Statements:
    """Return the statements for Mention nodes between a paper and a target; a row is id, id, properties."""
    return _statements(
        found=f"(x:{MENTION} {{id: row[2].id}})",
        made=f"(a)-[:{HAS_MENTION}]->(x:{MENTION})-[:{REFERS_TO}]->(b)",
        ends=_ends("Paper", target),
        links=(f"(a)-[:{HAS_MENTION}]->(x)", f"(x)-[:{REFERS_TO}]->(b)"),
    )


def count_nodes(label: str) -> str:
    """Return the statement that counts nodes by the server's own statistics, at no cost."""
    return f"MATCH (n:{label}) RETURN count(n)"


def count_all() -> str:
    """Return the statement that counts, as cheaply, the nodes of each label and the relationships of each type."""
    # With the name beside it, `count` would go through them one by one.
    nodes = (f"MATCH (x:{label}) WITH count(x) AS n RETURN '{label}' AS what, n" for label in LABELS)
    edges = (f"MATCH ()-[x:{r.type}]->() WITH count(x) AS n RETURN '{r.type}' AS what, n" for r in relationships())
    return "\nUNION ALL ".join((*nodes, *edges))


def node_ids(label: str) -> str:
    """Return the statement that lists the ids of our nodes."""
    return f"MATCH (n:{label}) WHERE n.{OURS.name} RETURN n.id"


def delete_nodes(label: str) -> str:
    """Return the statement that removes our nodes by id and counts the relationships of others that go with them."""
    return f"UNWIND $rows AS id MATCH (n:{label} {{id: id}}) WHERE n.{OURS.name}\n{_DETACH}"


def delete_some(label: str) -> str:
    """Return the statement that removes at most `$n_most` of our nodes."""
    return f"MATCH (n:{label}) WHERE n.{OURS.name} WITH n LIMIT $n_most\n{_DETACH}"


_DETACH = (
    f"OPTIONAL MATCH (n)-[r]-(other) WHERE other.{OURS.name} IS NULL WITH n, count(r) AS n_severed\n"
    "DETACH DELETE n RETURN sum(n_severed)"
)


def relationship_ends(relationship: Relationship) -> str:
    """Return the statement that lists our relationships: the ids of the ends and their own."""
    return f"{_between(relationship)} RETURN a.id, b.id, elementId(r)"


def count_our_relationships(relationship: Relationship) -> str:
    """Return the statement that counts the relationships of a type between nodes of ours."""
    return f"{_between(relationship)} RETURN count(r)"


def doubled_relationships(relationship: Relationship) -> str:
    """Return the statement that lists what stands more than once between the same two nodes, the first left out."""
    return (
        f"{_between(relationship)} WITH a, b, collect(elementId(r)) AS ids WHERE size(ids) > 1 "
        "UNWIND tail(ids) AS id RETURN id"
    )


def delete_relationships(edge_type: str) -> str:
    """Return the statement that removes relationships by their own ids."""
    return f"UNWIND $rows AS id MATCH ()-[r:{edge_type}]->() WHERE elementId(r) = id DELETE r RETURN count(*)"


MENTION_PLACES = (
    f"MATCH (p:Paper)-[:{HAS_MENTION}]->(m:{MENTION})-[:{REFERS_TO}]->(t) WHERE m.{OURS.name} "
    "RETURN m.id, p.id, t.id, m.type, m.rank"
)
LOOSE_MENTIONS = (
    f"MATCH (m:{MENTION}) WHERE m.{OURS.name} AND "
    f"(NOT EXISTS {{ (m)<-[:{HAS_MENTION}]-() }} OR NOT EXISTS {{ (m)-[:{REFERS_TO}]->() }}) RETURN m.id"
)


def drops() -> tuple[str, ...]:
    """Return the statements that remove our constraints and indexes."""
    return tuple(
        f"DROP {'CONSTRAINT' if index.type == 'UNIQUE' else 'INDEX'} {index.name} IF EXISTS" for index in indexes()
    )


def _statements(
    *,
    found: str,
    made: str,
    properties: str = "row[2]",
    kind: str | None = None,
    ends: str = "",
    links: tuple[str, ...] = (),
) -> Statements:
    """Return the statements for `x`, a node or relationship.

    `found` is the pattern that finds it and `made` the one that makes it, between the nodes that `ends` matches and
    with `links` to them. With `kind` it has that label and none of the other kinds'.
    """
    rows, differs = f"UNWIND $rows AS row{ends}", f"properties(x) <> {properties}"
    set_kind = drop_others = hung = ""
    if kind:
        others = [other for other in SCHEMA.concept_kinds if other != kind]
        differs += f" OR NOT x:{kind} OR x:{'|'.join(others)}"
        set_kind, drop_others = f", x:{kind}", f" REMOVE x:{':'.join(others)}"
    if links:
        hung = f" WHERE {' AND '.join(f'EXISTS {{ {link} }}' for link in links)}"
    return Statements(
        create=f"{rows}\nCREATE {made} SET x = {properties} RETURN 0 * count(x)",
        differing=f"UNWIND range(0, size($rows) - 1) AS at WITH at, $rows[at] AS row{ends}\n"
        f"OPTIONAL MATCH {found}{hung}\nWITH at, row, x WHERE x IS NULL OR {differs} RETURN at",
        merge=f"{rows}\n"
        f"MERGE {found} ON CREATE SET x = {properties}{set_kind}{''.join(f' MERGE {link}' for link in links)}\n"
        f"WITH x, row WHERE {differs} SET x = {properties}{set_kind}{drop_others} RETURN count(x)",
    )


def _ends(source: str, target: str) -> str:
    return f" MATCH (a:{source} {{id: row[0]}}) MATCH (b:{target} {{id: row[1]}})"


def _between(relationship: Relationship) -> str:
    return (
        f"MATCH (a:{relationship.source})-[r:{relationship.type}]->(b:{relationship.target}) "
        f"WHERE a.{OURS.name} AND b.{OURS.name}"
    )
