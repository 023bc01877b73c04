"""How a graph stands in a property graph such as Neo4j: labels, relationship types, typed properties, constraints.

Shared by the loader, the CSV exporter and the derivation of constraints, so that both ways into a server give
one database. Every name here comes from the schema or is a constant of this module: text from a paper is
never a label, a type or a part of a statement.

Beside the schema's nodes there are `Mention` nodes, one a piece of evidence (on request), and one marker node
that names the graph. Every node of ours carries the property `kg: true`, by which it is told from others'.
"""

import json
from dataclasses import dataclass

from kg.properties import BEST, Value, of_evidence
from kg.records import Edge
from kg.schema import SCHEMA, Property
from kg.text import digest

MARKER = "KgGraph"
MARKER_ID = "kg"
MENTION = "Mention"
HAS_MENTION = "HAS_MENTION"
REFERS_TO = "REFERS_TO"
OURS = Property(name="kg", type="boolean", doc="True on every node that kg wrote.", required=True)

_MARKER_COLUMNS = (
    Property(name="id", type="string", doc=f"Always '{MARKER_ID}': one database holds one graph.", required=True),
    Property(name="name", type="string", doc="The name of the graph.", required=True),
    Property(name="version", type="string", doc="The version of kg that wrote it.", required=True),
    Property(
        name="state",
        type="string",
        doc="Whether the last load came to its end.",
        required=True,
        allowed=("loading", "complete"),
    ),
    Property(name="checksum", type="string", doc="The checksum of the graph's records, once it is complete."),
)
_MENTION_COLUMNS = (
    Property(name="id", type="string", doc="A hash of the edge and the rank.", required=True),
    Property(name="type", type="string", doc="The type of the edge that it speaks for.", required=True),
    Property(name="rank", type="integer", doc="Its place among the evidence of the edge; 0 is best.", required=True),
    *SCHEMA.evidence_properties,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Relationship:
    """One type of relationship between two labels."""

    type: str
    source: str
    target: str


def node_labels() -> tuple[tuple[str, ...], ...]:
    """Return the labels of each sort of node of the schema; the first is the one that ids are unique under.

    >>> node_labels()[:3]
    (('Paper',), ('Concept', 'Method'), ('Concept', 'Model'))
    """
    return tuple(("Concept", kind.name) if kind.family == "Concept" else (kind.name,) for kind in SCHEMA.kinds)


def node_columns(label: str) -> tuple[Property, ...]:
    """Return the properties of nodes by their first label, `id` first and the mark of ours last.

    >>> [column.name for column in node_columns("KgGraph")]
    ['id', 'name', 'version', 'state', 'checksum', 'kg']
    """
    declared = {str(family): columns for family, columns in SCHEMA.node_properties.items()}
    declared |= {MENTION: _MENTION_COLUMNS, MARKER: _MARKER_COLUMNS}
    return (*declared[label], OURS)


def relationships() -> tuple[Relationship, ...]:
    """Return the edge types with the labels of their ends.

    >>> relationships()[0]
    Relationship(type='PROPOSES', source='Paper', target='Concept')
    """
    return tuple(Relationship(type=t.name, source=t.source, target=t.target) for t in SCHEMA.edge_types)


def mention_relationships() -> tuple[Relationship, ...]:
    """Return how a Mention node hangs between its paper and what it mentions."""
    targets = sorted({t.target for t in SCHEMA.edge_types if t.evidence})
    refers = (Relationship(type=REFERS_TO, source=MENTION, target=target) for target in targets)
    return (Relationship(type=HAS_MENTION, source="Paper", target=MENTION), *refers)


def relationship_columns() -> tuple[Property, ...]:
    """Return the properties of a relationship, as `kg.properties.of_relationship` fills them."""
    best = {declared.name: declared for declared in SCHEMA.evidence_properties}
    return (*SCHEMA.edge_properties, *(best[name] for name in BEST))


def of_mention(edge: Edge, rank: int) -> dict[str, Value]:
    """Return the properties of the Mention node of one piece of an edge's evidence, the mark of ours left out."""
    place = json.dumps([edge.source, edge.type, edge.target, rank], ensure_ascii=False)
    return {"id": digest(place, length=24), "type": edge.type, "rank": rank, **of_evidence(edge.evidence[rank])}


@dataclass(frozen=True, slots=True, kw_only=True)
class Index:
    """A uniqueness constraint ("UNIQUE") or an index ("RANGE", "FULLTEXT") on properties of a label."""

    name: str
    type: str
    label: str
    properties: tuple[str, ...]


def indexes() -> tuple[Index, ...]:
    """Return the constraints and indexes that every database with a graph of ours has, constraints first.

    >>> indexes()[0]
    Index(name='kg_paper_id', type='UNIQUE', label='Paper', properties=('id',))
    """
    labels = (*SCHEMA.node_properties, MENTION, MARKER)
    return (
        *(Index(name=f"kg_{label.lower()}_id", type="UNIQUE", label=label, properties=("id",)) for label in labels),
        Index(name="kg_concept_name", type="RANGE", label="Concept", properties=("name",)),
        Index(name="kg_concept_names", type="FULLTEXT", label="Concept", properties=("name", "aliases")),
    )


def constraints() -> tuple[str, ...]:
    """Return the statements that make the constraints and indexes; each does nothing if its own is there.

    >>> constraints()[0]
    'CREATE CONSTRAINT kg_paper_id IF NOT EXISTS FOR (n:Paper) REQUIRE n.id IS UNIQUE'
    """
    return tuple(map(_statement, indexes()))


def _statement(index: Index) -> str:
    properties = ", ".join(f"n.{name}" for name in index.properties)
    match index.type:
        case "UNIQUE":
            return f"CREATE CONSTRAINT {index.name} IF NOT EXISTS FOR (n:{index.label}) REQUIRE {properties} IS UNIQUE"
        case "FULLTEXT":
            return f"CREATE FULLTEXT INDEX {index.name} IF NOT EXISTS FOR (n:{index.label}) ON EACH [{properties}]"
    return f"CREATE INDEX {index.name} IF NOT EXISTS FOR (n:{index.label}) ON ({properties})"
