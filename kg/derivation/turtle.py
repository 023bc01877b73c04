"""An rdflib graph as Turtle that reads well and never changes: everything sorted, no blank nodes."""

import re
from itertools import groupby

from rdflib import Graph, Literal, URIRef
from rdflib.namespace import RDF, XSD
from rdflib.term import Node

from kg.errors import SchemaError
from kg.vocabulary import PREFIXES

SHAPES = PREFIXES["kg"] + "shapes#"

_CONTROL = re.compile("[\\x00-\\x09\\x0b-\\x1f\\x7f]")


def to_turtle(graph: Graph) -> str:
    """Return a graph as Turtle: prefixes used, then each subject by IRI, `a` first; SchemaError for blank nodes.

    >>> graph = Graph()
    >>> _ = graph.add((URIRef(PREFIXES["kg"] + "Model"), RDF.type, URIRef(PREFIXES["owl"] + "Class")))
    >>> print(to_turtle(graph))
    @prefix kg: <https://kg.example/schema/> .
    @prefix owl: <http://www.w3.org/2002/07/owl#> .
    <BLANKLINE>
    kg:Model a owl:Class .
    <BLANKLINE>
    """
    used: set[str] = set()
    blocks = [
        _block(subject, sorted(triples, key=_order), used)
        for subject, triples in groupby(sorted(graph, key=lambda triple: str(triple[0])), key=lambda triple: triple[0])
    ]
    namespaces = PREFIXES | {"shape": SHAPES}
    head = "".join(f"@prefix {prefix}: <{namespaces[prefix]}> .\n" for prefix in sorted(used))
    return head + "".join(f"\n{block}" for block in blocks)


def _order(triple: tuple[Node, Node, Node]) -> tuple[bool, str, str]:
    _, predicate, value = triple
    return predicate != RDF.type, str(predicate), str(value)


def _block(subject: Node, triples: list[tuple[Node, Node, Node]], used: set[str]) -> str:
    lines = []
    for predicate, group in groupby(triples, key=lambda triple: triple[1]):
        verb = "a" if predicate == RDF.type else _shown(predicate, used)
        lines.append(f"{verb} {', '.join(_shown(value, used) for _, _, value in group)}")
    return f"{_shown(subject, used)} " + " ;\n    ".join(lines) + " .\n"


def _shown(term: Node, used: set[str]) -> str:
    if not isinstance(term, URIRef):
        return _literal(term, used)
    for prefix, namespace in {"shape": SHAPES, **PREFIXES}.items():
        local = str(term).removeprefix(namespace)
        if str(term).startswith(namespace) and local.replace("-", "").replace("_", "").isalnum():
            used.add(prefix)
            return f"{prefix}:{local}"
    return term.n3()


def _literal(term: Node, used: set[str]) -> str:
    if not isinstance(term, Literal):
        raise SchemaError(f"{term.n3()}: a blank node; mint an IRI, so that the file is the same every time")
    if term.datatype in {XSD.integer, XSD.decimal, XSD.boolean}:
        return str(term)
    text = _CONTROL.sub(lambda match: f"\\u{ord(match.group()):04X}", Literal(str(term), lang=term.language).n3())
    return text if term.datatype is None else f"{text}^^{_shown(term.datatype, used)}"
