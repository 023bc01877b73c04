"""Records to the properties that the schema declares: the one flattening that all outputs share.

Values are str, int, float, bool or list[str]; a property without a value is left out.
"""

from typing import Any

from kg.graph import family
from kg.records import Concept, Edge, Evidence, Node
from kg.schema import SCHEMA, Property

Value = str | int | float | bool | list[str]

# What of the best evidence a relationship carries.
BEST = ("field", "start", "end", "surface", "sentence", "said_by", "role_by", "cue")


def of_node(node: Node) -> dict[str, Value]:
    """Return the properties of a node in the schema's order.

    >>> of_node(Concept(id="imagenet", kind="Dataset", name="ImageNet", kind_votes=(("Dataset", 2),)))
    {'id': 'imagenet', 'kind': 'Dataset', 'name': 'ImageNet', 'kind_votes': ['Dataset:2'], 'mentioned': True,
     'n_papers': 2}
    """
    values: dict[str, Any] = {}
    if isinstance(node, Concept):
        values["kind_votes"] = [f"{kind}:{count}" for kind, count in node.kind_votes]
        values["n_papers"] = sum(count for _, count in node.kind_votes)
    return _declared(SCHEMA.node_properties[family(node)], node, values)


def of_edge(edge: Edge) -> dict[str, Value]:
    """Return the properties of an edge, its evidence left to `of_evidence`."""
    return _declared(SCHEMA.edge_properties, edge, {"n_evidence": len(edge.evidence)})


def of_evidence(evidence: Evidence) -> dict[str, Value]:
    """Return the properties of one piece of evidence."""
    return _declared(SCHEMA.evidence_properties, evidence, {})


def of_relationship(edge: Edge) -> dict[str, Value]:
    """Return the properties of an edge in a property graph: its own and, flattened, its best evidence.

    The edge's confidence stands; the evidence's paper and offset of the sentence are left out.

    >>> from kg.records import Evidence
    >>> seen = Evidence(paper="p1", field="text", start=3, end=11, surface="ImageNet", sentence="On ImageNet.",
    ...     sentence_start=0, said_by="tagger", confidence=0.9)
    >>> of_relationship(Edge(source="p1", type="USES", target="imagenet", confidence=0.8, evidence=(seen,)))
    {'confidence': 0.8, 'n_evidence': 1, 'field': 'text', 'start': 3, 'end': 11, 'surface': 'ImageNet',
     'sentence': 'On ImageNet.', 'said_by': 'tagger'}
    """
    best = of_evidence(edge.evidence[0]) if edge.evidence else {}
    return of_edge(edge) | {name: best[name] for name in BEST if name in best}


def labels(node: Node) -> tuple[str, ...]:
    """Return the labels of a node, the family first and, for a concept, its kind; from the schema alone.

    >>> labels(Concept(id="imagenet", kind="Dataset", name="ImageNet"))
    ('Concept', 'Dataset')
    """
    if isinstance(node, Concept):
        return ("Concept", SCHEMA.kind(node.kind).name)
    return (family(node),)


def _declared(properties: tuple[Property, ...], record: object, values: dict[str, Any]) -> dict[str, Value]:
    result: dict[str, Value] = {}
    for declared in properties:
        value = values[declared.name] if declared.name in values else getattr(record, declared.name)
        if isinstance(value, tuple):
            value = list(value)
        if declared.required or (value is not None and value not in ("", [])):
            result[declared.name] = value
    return result
