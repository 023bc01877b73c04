"""The names of the schema in RDF: namespaces, and one curie for each kind, edge type and property.

By rule: a kind is `kg:Model`, an edge type `kg:evaluatesOn`, a property `kg:said_by`, unless a well-known
vocabulary has a term of the very same meaning (`skos:prefLabel`); a property whose name an edge type has
already taken ends in `_text` (`kg:on_text` is the wording, `kg:on` the link). The ontology, the shapes,
the JSON-LD context, the exporters and the queries all take their names from here.
"""

from functools import cache
from typing import Any, Literal

from kg.schema import SCHEMA, Family, Property, predicate

Owner = Family | Literal["Edge", "Evidence"]

KG = "https://kg.example/schema/"
"""The namespace of our own terms."""

BASE = "https://kg.example/id/"
"""The namespace of the data, unless a caller names another."""

PREFIXES = {
    "kg": KG,
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
    "owl": "http://www.w3.org/2002/07/owl#",
    "sh": "http://www.w3.org/ns/shacl#",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "dc": "http://purl.org/dc/elements/1.1/",
    "dcterms": "http://purl.org/dc/terms/",
    "dcat": "http://www.w3.org/ns/dcat#",
    "void": "http://rdfs.org/ns/void#",
    "prov": "http://www.w3.org/ns/prov#",
    "oa": "http://www.w3.org/ns/oa#",
    "schema": "https://schema.org/",
    "fabio": "http://purl.org/spar/fabio/",
    "mls": "http://www.w3.org/ns/mls#",
    "fair4ml": "https://w3id.org/fair4ml/",
}

DATATYPES = {
    "string": "xsd:string",
    "integer": "xsd:integer",
    "float": "xsd:decimal",
    "boolean": "xsd:boolean",
    "strings": "xsd:string",
}

_STANDARD: dict[tuple[Owner, str], str] = {
    ("Paper", "id"): "dcterms:identifier",
    ("Paper", "label"): "rdfs:label",
    ("Paper", "title"): "dcterms:title",
    ("Paper", "text"): "dcterms:abstract",
    ("Paper", "authors"): "dc:creator",
    ("Paper", "url"): "schema:url",
    ("Paper", "keywords"): "schema:keywords",
    ("Concept", "id"): "dcterms:identifier",
    ("Concept", "name"): "skos:prefLabel",
    ("Concept", "aliases"): "skos:altLabel",
    ("Result", "id"): "dcterms:identifier",
    ("Evidence", "start"): "oa:start",
    ("Evidence", "end"): "oa:end",
    ("Evidence", "surface"): "oa:exact",
}
SELECTOR = ("start", "end", "surface")
"""The properties of evidence that stand on its `oa:hasSelector`."""

FAMILY_CLASSES = {"Paper": "kg:Paper", "Concept": "kg:Concept", "Result": "kg:Result"}


def expand(curie: str) -> str:
    """Return the IRI of a curie; KeyError if its prefix is not in PREFIXES.

    >>> expand("kg:evaluatesOn")
    'https://kg.example/schema/evaluatesOn'
    """
    prefix, _, local = curie.partition(":")
    return PREFIXES[prefix] + local


def edge_curie(edge_type: str) -> str:
    """Return the predicate of an edge type; KeyError if the schema has no such type.

    >>> edge_curie("COMPARES_TO")
    'kg:comparesTo'
    """
    return f"kg:{predicate(SCHEMA.edge_type(edge_type).name)}"


def property_curie(owner: Owner, name: str) -> str:
    """Return the predicate of a property of a family of nodes, of edges or of evidence.

    >>> property_curie("Concept", "name"), property_curie("Result", "on"), property_curie("Evidence", "said_by")
    ('skos:prefLabel', 'kg:on_text', 'kg:said_by')
    """
    return _STANDARD.get((owner, name)) or f"kg:{term(name)}"


def properties(owner: Owner) -> tuple[Property, ...]:
    """Return the properties that the schema declares for a family of nodes, for edges or for evidence."""
    match owner:
        case "Edge":
            return SCHEMA.edge_properties
        case "Evidence":
            return SCHEMA.evidence_properties
        case _:
            return SCHEMA.node_properties[owner]


def owners() -> tuple[Owner, ...]:
    """Return all that has properties: the families of nodes, edges, evidence."""
    return ("Paper", "Concept", "Result", "Edge", "Evidence")


def is_link(owner: Owner, name: str) -> bool:
    """Say whether a property names another node by id, and so is a link in RDF."""
    return name == "paper" and owner in {"Result", "Evidence"}


@cache
def _predicates() -> frozenset[str]:
    return frozenset(predicate(edge_type.name) for edge_type in SCHEMA.edge_types)


def context() -> dict[str, Any]:
    """Return the JSON-LD context (without its `@context` wrapper): prefixes, then a term for each name.

    >>> context()["evaluatesOn"]
    {'@id': 'kg:evaluatesOn', '@type': '@id'}
    """
    terms: dict[str, Any] = dict(PREFIXES)
    terms |= {k.name: f"kg:{k.name}" for k in SCHEMA.kinds} | {"Concept": "kg:Concept", "Evidence": "kg:Evidence"}
    for edge_type in SCHEMA.edge_types:
        terms[predicate(edge_type.name)] = {"@id": edge_curie(edge_type.name), "@type": "@id"}
    for owner in owners():
        for declared in properties(owner):
            terms[term(declared.name)] = _term_definition(owner, declared)
    terms["evidence"] = {"@id": "kg:evidence", "@type": "@id"}
    terms["best_evidence"] = {"@id": "kg:best_evidence", "@type": "@id"}
    return terms


def term(name: str) -> str:
    """Return the JSON-LD term of a property: its own name, with `_text` where an edge type has that name.

    >>> term("name"), term("on")
    ('name', 'on_text')
    """
    return f"{name}_text" if name in _predicates() else name


def _term_definition(owner: Owner, declared: Property) -> dict[str, str]:
    definition = {"@id": property_curie(owner, declared.name)}
    if is_link(owner, declared.name):
        definition["@type"] = "@id"
    elif declared.type not in {"string", "strings"}:  # a plain string is xsd:string already
        definition["@type"] = DATATYPES[declared.type]
    return definition | ({"@container": "@set"} if declared.type == "strings" else {})
