"""Schema to ontology: classes for kinds, object properties for edge types, datatype properties for the rest."""

from rdflib import Graph, Literal, URIRef

from kg import vocabulary
from kg.schema import SCHEMA, EdgeType, Property, predicate
from kg.vocabulary import DATATYPES, FAMILY_CLASSES, KG, Owner, expand

_OWNER_CLASSES: dict[str, str] = {**FAMILY_CLASSES, "Edge": "rdf:Statement", "Evidence": "kg:Evidence"}
_TITLE = "Papers and what they propose, use, compare and measure"
_ABOUT = "Derived from kg/schema.py: the kinds, edge types and properties of the graphs that kg makes."
_CONCEPT = "One thing that papers speak of, across all papers: of one of the kinds below."
_EVIDENCE = "A place in a paper that speaks for a statement: where it is, its sentence, and what found it."
_FAMILIES = {
    "kg:Concept": ("Concept", _CONCEPT, "skos:Concept"),
    "kg:Evidence": ("Evidence", _EVIDENCE, "oa:SpecificResource"),
}
_LINKS = {
    "kg:evidence": ("evidence", "A place in the paper that speaks for this statement.", "kg:Evidence"),
    "kg:best_evidence": ("best evidence", "The place that speaks most clearly for this statement.", "kg:Evidence"),
    "kg:author_list": ("author list", "The authors of the paper in order.", "rdf:Seq"),
}


def ontology() -> Graph:
    """Return the ontology of the schema as an rdflib graph without blank nodes."""
    graph = Graph()
    _describe(graph, KG, "owl:Ontology", _TITLE, _ABOUT)
    for curie, (label, doc, above) in _FAMILIES.items():
        _describe(graph, expand(curie), "owl:Class", label, doc)
        _add(graph, expand(curie), "rdfs:subClassOf", above)
    for kind in SCHEMA.kinds:
        _describe(graph, KG + kind.name, "owl:Class", kind.name, kind.doc)
        for curie in (*(["kg:Concept"] if kind.family == "Concept" else []), *kind.also):
            _add(graph, KG + kind.name, "rdfs:subClassOf", curie)
    for edge_type in SCHEMA.edge_types:
        _edge_type(graph, edge_type)
    for curie, (label, doc, target) in _LINKS.items():
        _describe(graph, expand(curie), "owl:ObjectProperty", label, doc)
        _add(graph, expand(curie), "rdfs:range", target)
    for owner in vocabulary.owners():
        for declared in vocabulary.properties(owner):
            _property(graph, owner, declared)
    return graph


def _edge_type(graph: Graph, edge_type: EdgeType) -> None:
    iri = expand(vocabulary.edge_curie(edge_type.name))
    _describe(graph, iri, "owl:ObjectProperty", predicate(edge_type.name), edge_type.doc)
    _add(graph, iri, "rdfs:domain", FAMILY_CLASSES[edge_type.source])
    _add(graph, iri, "rdfs:range", FAMILY_CLASSES[edge_type.target])
    for curie in edge_type.below:
        _add(graph, iri, "rdfs:subPropertyOf", curie)
    if edge_type.symmetric:
        _add(graph, iri, "rdf:type", "owl:SymmetricProperty")
    if edge_type.kinds:
        allowed = f"In the paper the target is a {' or '.join(edge_type.kinds)}."
        graph.add((URIRef(iri), URIRef(expand("skos:scopeNote")), Literal(allowed)))


def _property(graph: Graph, owner: Owner, declared: Property) -> None:
    """Declare a property of ours; those of other vocabularies are declared there.

    A property that two owners share has no domain, which would make every subject both.
    """
    curie = vocabulary.property_curie(owner, declared.name)
    if not curie.startswith("kg:"):
        return
    linked = vocabulary.is_link(owner, declared.name)
    shared = [o for o in vocabulary.owners() for p in vocabulary.properties(o)
              if vocabulary.property_curie(o, p.name) == curie]  # fmt: skip
    if owner == shared[0]:
        sort = "owl:ObjectProperty" if linked else "owl:DatatypeProperty"
        _describe(graph, expand(curie), sort, declared.name.replace("_", " "), declared.doc)
    _add(graph, expand(curie), "rdfs:range", "kg:Paper" if linked else DATATYPES[declared.type])
    if len(shared) == 1:
        _add(graph, expand(curie), "rdfs:domain", _OWNER_CLASSES[owner])


def _describe(graph: Graph, iri: str, sort: str, label: str, doc: str) -> None:
    _add(graph, iri, "rdf:type", sort)
    graph.add((URIRef(iri), URIRef(expand("rdfs:label")), Literal(label, lang="en")))
    graph.add((URIRef(iri), URIRef(expand("rdfs:comment")), Literal(doc, lang="en")))
    if iri != KG:
        graph.add((URIRef(iri), URIRef(expand("rdfs:isDefinedBy")), URIRef(KG)))


def _add(graph: Graph, iri: str, predicate_curie: str, target: str) -> None:
    graph.add((URIRef(iri), URIRef(expand(predicate_curie)), URIRef(expand(target))))
