"""Schema to SHACL shapes: what the Python validator checks, said to RDF tools.

One node shape for each family of nodes, for statements (`rdf:Statement`), for evidence and for its place;
one for each end of each edge type; and rules that join several nodes as SPARQL constraints. Lists and shapes
have IRIs of their own: no blank nodes. Abstracts and sentences are not required, since an export may leave
them out; where they stand, they must fit the offsets.
"""

from collections.abc import Sequence

from rdflib import XSD, Graph, Literal, URIRef
from rdflib.term import Identifier

from kg import vocabulary
from kg.derivation.constraints import CONSTRAINTS
from kg.derivation.turtle import SHAPES
from kg.schema import SCHEMA, TEXT_PROPERTIES, Property, predicate
from kg.vocabulary import DATATYPES, FAMILY_CLASSES, SELECTOR, Owner, expand

_TARGETS: dict[str, tuple[str, Owner]] = {
    "Paper": ("kg:Paper", "Paper"),
    "Concept": ("kg:Concept", "Concept"),
    "Result": ("kg:Result", "Result"),
    "Statement": ("rdf:Statement", "Edge"),
    "Evidence": ("kg:Evidence", "Evidence"),
    "Place": ("oa:TextPositionSelector", "Evidence"),
}
_LEGAL = "^[^\u0000\u001f]*$"
_INTEGERS = (-(2**63), 2**63 - 1)


def shapes(*, constraints: bool = True) -> Graph:
    """Return the shapes of the schema as an rdflib graph without blank nodes, SPARQL constraints if wanted."""
    graph = Graph()
    for name, (target, owner) in _TARGETS.items():
        shape = _shape(name)
        _add(graph, shape, "rdf:type", _iri("sh:NodeShape"))
        _add(graph, shape, "sh:targetClass", _iri(target))
        for declared in vocabulary.properties(owner):
            if owner != "Evidence" or (declared.name in SELECTOR) == (name == "Place"):
                _property(graph, name, owner, declared)
    for edge_type in (t for t in SCHEMA.edge_types if t.stored):
        _end(graph, edge_type.name, "source", FAMILY_CLASSES[edge_type.source])
        _end(graph, edge_type.name, "target", FAMILY_CLASSES[edge_type.target])
    _statement(graph)
    _evidence(graph)
    _links(graph, "Concept", "skos:inScheme", lowest=1)
    _add(graph, _shape("Concept-name"), "sh:disjoint", _iri("skos:altLabel"))
    _add(graph, _shape("Result-low"), "sh:lessThanOrEquals", _iri("kg:high"))
    for constraint in CONSTRAINTS if constraints else ():
        node = _shape(f"{constraint.shape}-{constraint.name}")
        _add(graph, _shape(constraint.shape), "sh:sparql", node)
        _add(graph, node, "rdf:type", _iri("sh:SPARQLConstraint"))
        _add(graph, node, "sh:message", Literal(constraint.message))
        _add(graph, node, "sh:select", Literal(constraint.select()))
    return graph


def _property(graph: Graph, shape: str, owner: Owner, declared: Property) -> None:
    node = _path(graph, shape, declared.name, vocabulary.property_curie(owner, declared.name))
    _add(graph, node, "sh:description", Literal(declared.doc))
    if declared.required and declared.name not in TEXT_PROPERTIES:
        _add(graph, node, "sh:minCount", Literal(1))
    if declared.type != "strings":
        _add(graph, node, "sh:maxCount", Literal(1))
    if vocabulary.is_link(owner, declared.name):
        _add(graph, node, "sh:class", _iri("kg:Paper"))
        return
    _add(graph, node, "sh:datatype", _iri(DATATYPES[declared.type]))
    if declared.allowed:
        _in(graph, node, [Literal(value) for value in declared.allowed])
    elif declared.name == "kind_votes":
        pattern = f"^({'|'.join(SCHEMA.concept_kinds)}):[1-9][0-9]*$"
        _add(graph, node, "sh:pattern", Literal(pattern))
    elif declared.type in {"string", "strings"}:
        _add(graph, node, "sh:minLength", Literal(1))
        _add(graph, node, "sh:pattern", Literal(_LEGAL))
    _bounds(graph, node, declared)


def _bounds(graph: Graph, node: URIRef, declared: Property) -> None:
    if declared.name == "confidence":
        _add(graph, node, "sh:minInclusive", Literal("0.0", datatype=XSD.decimal))
        _add(graph, node, "sh:maxInclusive", Literal("1.0", datatype=XSD.decimal))
    elif declared.type == "integer":
        # Offsets and counts can't be negative; other integers are what a database can hold.
        lowest = _INTEGERS[0] if declared.name == "year" else 0
        _add(graph, node, "sh:minInclusive", Literal(lowest))
        _add(graph, node, "sh:maxInclusive", Literal(_INTEGERS[1]))


def _end(graph: Graph, edge_type: str, end: str, target: str) -> None:
    node = _shape(f"{predicate(edge_type)}-{end}")
    _add(graph, node, "rdf:type", _iri("sh:NodeShape"))
    way = "sh:targetSubjectsOf" if end == "source" else "sh:targetObjectsOf"
    _add(graph, node, way, _iri(vocabulary.edge_curie(edge_type)))
    _add(graph, node, "sh:class", _iri(target))


def _statement(graph: Graph) -> None:
    for name in ("subject", "predicate", "object"):
        _links(graph, "Statement", f"rdf:{name}", lowest=1, highest=1)
    stored = [_iri(vocabulary.edge_curie(t.name)) for t in SCHEMA.edge_types if t.stored]
    _in(graph, _shape("Statement-predicate"), stored)
    _add(graph, _shape("Statement-subject"), "sh:disjoint", _iri("rdf:object"))
    for name, highest in (("evidence", None), ("best_evidence", 1)):
        _links(graph, "Statement", f"kg:{name}", highest=highest)
        _add(graph, _shape(f"Statement-{name}"), "sh:class", _iri("kg:Evidence"))


def _evidence(graph: Graph) -> None:
    _links(graph, "Evidence", "oa:hasSource", lowest=1, highest=1)
    _links(graph, "Evidence", "oa:hasSelector", lowest=1, highest=1)
    _add(graph, _shape("Evidence-hasSelector"), "sh:class", _iri("oa:TextPositionSelector"))


def _links(graph: Graph, shape: str, curie: str, *, lowest: int = 0, highest: int | None = None) -> None:
    node = _path(graph, shape, curie.partition(":")[2], curie)
    _add(graph, node, "sh:nodeKind", _iri("sh:IRI"))
    if lowest:
        _add(graph, node, "sh:minCount", Literal(lowest))
    if highest is not None:
        _add(graph, node, "sh:maxCount", Literal(highest))


def _path(graph: Graph, shape: str, name: str, curie: str) -> URIRef:
    node = _shape(f"{shape}-{name}")
    _add(graph, _shape(shape), "sh:property", node)
    _add(graph, node, "rdf:type", _iri("sh:PropertyShape"))
    _add(graph, node, "sh:path", _iri(curie))
    return node


def _in(graph: Graph, node: URIRef, values: Sequence[URIRef | Literal]) -> None:
    """State the allowed values as a list whose cells have IRIs, as SHACL permits."""
    cells = [URIRef(f"{node}-in-{number}") for number, _ in enumerate(values, start=1)]
    _add(graph, node, "sh:in", cells[0])
    for cell, value, rest in zip(cells, values, [*cells[1:], _iri("rdf:nil")], strict=True):
        _add(graph, cell, "rdf:first", value)
        _add(graph, cell, "rdf:rest", rest)


def _shape(name: str) -> URIRef:
    return URIRef(SHAPES + name)


def _iri(curie: str) -> URIRef:
    return URIRef(expand(curie))


def _add(graph: Graph, subject: URIRef, curie: str, value: Identifier) -> None:
    graph.add((subject, _iri(curie), value))
