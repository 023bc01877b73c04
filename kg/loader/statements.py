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
)
from kg.schema import SCHEMA

LABELS = (*SCHEMA.node_properties, MENTION)
"""The labels under which ids are unique, the marker's left out."""
_ALL_LABELS = "|".join(dict.fromkeys((*LABELS, *SCHEMA.kind_names, MARKER)))

BEGIN = (
    f"MERGE (g:{MARKER} {{id: '{MARKER_ID}'}}) "
    f"ON CREATE SET g.name = $name, g.version = $version, g.{OURS.name} = true "
    "WITH g WHERE g.name = $name SET g.state = 'loading', g.load = $token RETURN count(g)"
)
FINISH = (
    f"MATCH (g:{MARKER} {{id: '{MARKER_ID}'}}) WHERE g.name = $name AND g.load = $token "
    "SET g.version = $version, g.state = 'complete', g.load = null RETURN count(g)"
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
    UNWIND $rows AS row MERGE (n:Paper {id: row.id}) ON CREATE SET n = row
    WITH n, row WHERE properties(n) <> row SET n = row RETURN count(n)
    """
    first, *more = labels
    kind = "".join(f":{label}" for label in more)
    others = "".join(f":{other}" for other in SCHEMA.concept_kinds if more and other not in more)
    set_kind, no_kind, no_others = (f", n{kind}", f" OR NOT n{kind}", f"REMOVE n{others} ") if more else ("", "", "")
    return Statements(
        create=f"UNWIND $rows AS row CREATE (n:{':'.join(labels)}) SET n = row RETURN 0 * count(n)",
        differing=f"{_AT} OPTIONAL MATCH (n:{first} {{id: row.id}})\n"
        f"WITH at, row, n WHERE n IS NULL OR properties(n) <> row{no_kind} RETURN at",
        merge=f"UNWIND $rows AS row MERGE (n:{first} {{id: row.id}}) ON CREATE SET n = row{set_kind}\n"
        f"WITH n, row WHERE properties(n) <> row{no_kind} {no_others}SET n = row{set_kind} RETURN count(n)",
    )


def of_relationships(relationship: Relationship) -> Statements:
    """Return the statements for relationships of one type; a row is id, id, properties."""
    ends = _ends(relationship.source, relationship.target)
    arrow = f"(a)-[r:{relationship.type}]->(b)"
    return Statements(
        create=f"UNWIND $rows AS row {ends}\nCREATE {arrow} SET r = row[2] RETURN 0 * count(r)",
        differing=f"{_AT} {ends}\n"
        f"OPTIONAL MATCH {arrow} WITH at, row, r WHERE r IS NULL OR properties(r) <> row[2] RETURN at",
        merge=f"UNWIND $rows AS row {ends}\nMERGE {arrow} ON CREATE SET r = row[2]\n"
        "WITH r, row WHERE properties(r) <> row[2] SET r = row[2] RETURN count(r)",
    )


def of_mentions(target: str) -> Statements:
    """Return the statements for Mention nodes between a paper and a target; a row is id, id, properties."""
    ends = _ends("Paper", target)
    return Statements(
        create=f"UNWIND $rows AS row {ends}\n"
        f"CREATE (a)-[:{HAS_MENTION}]->(m:{MENTION})-[:{REFERS_TO}]->(b) SET m = row[2] RETURN 0 * count(m)",
        differing=f"{_AT} OPTIONAL MATCH (m:{MENTION} {{id: row[2].id}})\n"
        f"WHERE EXISTS {{ (:Paper {{id: row[0]}})-[:{HAS_MENTION}]->(m) }} "
        f"AND EXISTS {{ (m)-[:{REFERS_TO}]->(:{target} {{id: row[1]}}) }}\n"
        "WITH at, row, m WHERE m IS NULL OR properties(m) <> row[2] RETURN at",
        merge=f"UNWIND $rows AS row {ends}\nMERGE (m:{MENTION} {{id: row[2].id}}) ON CREATE SET m = row[2]\n"
        f"MERGE (a)-[:{HAS_MENTION}]->(m) MERGE (m)-[:{REFERS_TO}]->(b)\n"
        "WITH m, row WHERE properties(m) <> row[2] SET m = row[2] RETURN count(m)",
    )


def count_nodes(label: str) -> str:
    """Return the statement that counts nodes by the server's own statistics, at no cost."""
    return f"MATCH (n:{label}) RETURN count(n)"


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


def count_relationships(edge_type: str) -> str:
    """Return the statement that counts relationships by the server's own statistics, at no cost."""
    return f"MATCH ()-[r:{edge_type}]->() RETURN count(r)"


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


_AT = "UNWIND range(0, size($rows) - 1) AS at WITH at, $rows[at] AS row"


def _ends(source: str, target: str) -> str:
    return f"MATCH (a:{source} {{id: row[0]}}) MATCH (b:{target} {{id: row[1]}})"


def _between(relationship: Relationship) -> str:
    return (
        f"MATCH (a:{relationship.source})-[r:{relationship.type}]->(b:{relationship.target}) "
        f"WHERE a.{OURS.name} AND b.{OURS.name}"
    )
