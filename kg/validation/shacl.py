"""The RDF of a graph against the published shapes.

pySHACL checks the shapes. The SPARQL constraints in them are run by pyoxigraph, once over all nodes: pySHACL
would parse each one anew for every node, which takes minutes for a dozen papers.
"""

import logging
from collections.abc import Iterator
from typing import Any

from pyoxigraph import QuerySolutions, RdfFormat, Store, serialize
from rdflib import Graph as RdfGraph
from rdflib import URIRef
from rdflib.namespace import RDF, SH

from kg.derivation.constraints import CONSTRAINTS
from kg.derivation.shapes import shapes
from kg.errors import MissingPartError, SchemaError
from kg.exporters import rdf
from kg.graph import Graph
from kg.records import Edge, Node
from kg.validation.problems import Problem
from kg.vocabulary import BASE, PREFIXES


def problems(graph: Graph) -> tuple[Problem, ...]:
    """Return what the shapes object to, sorted by place; a graph that RDF can't say at all is one problem."""
    try:
        text = serialize(rdf.triples(*_records(graph)), format=RdfFormat.N_TRIPLES)
    except SchemaError as error:
        return (Problem(where="graph", what=str(error), allowed="what RDF can say"),)
    assert text is not None
    return problems_of_rdf(text)


def _records(graph: Graph) -> tuple[list[Node], list[Edge]]:
    """Return the records that a graph has; a node without one is passed over: the shapes find it missing."""
    nodes = [graph.nodes[name]["record"] for name in sorted(graph) if "record" in graph.nodes[name]]
    edges = [graph.edges[ends].get("record") for ends in sorted(graph.edges(keys=True))]
    return nodes, [edge for edge in edges if edge is not None]


def problems_of_rdf(text: bytes) -> tuple[Problem, ...]:
    """Return what the shapes object to in N-Triples, sorted by place.

    Raises MissingPartError if pySHACL is not installed.
    """
    found = {*_of_shapes(RdfGraph().parse(data=text, format="nt")), *_of_constraints(text)}
    return tuple(sorted(found, key=lambda problem: (problem.where, problem.what, problem.allowed)))


def _of_shapes(data: RdfGraph) -> Iterator[Problem]:
    try:
        import pyshacl
    except ImportError as error:
        raise MissingPartError("pyshacl: not installed; `pip install -e '.[shacl]'`") from error
    logging.getLogger("pyshacl").setLevel(logging.ERROR)
    core = shapes(constraints=False)
    _, report, _ = pyshacl.validate(data, shacl_graph=core, inference="none", do_owl_imports=False)
    if not isinstance(report, RdfGraph):
        raise SchemaError(f"shapes.ttl: pySHACL can't use them ({report}); refresh them from the schema")
    for result in report.subjects(RDF.type, SH.ValidationResult):
        yield _problem(report, result)


def _of_constraints(text: bytes) -> Iterator[Problem]:
    store = Store()
    store.bulk_load(text, format=RdfFormat.N_TRIPLES)
    for constraint in CONSTRAINTS:
        rows = store.query(constraint.select())
        assert isinstance(rows, QuerySolutions)
        for row in rows:
            yield Problem(where=_short(URIRef(row["this"].value)), what="breaks a rule", allowed=constraint.message)


def _problem(report: RdfGraph, result: Any) -> Problem:
    where = _short(report.value(result, SH.focusNode))
    path = report.value(result, SH.resultPath)
    value = report.value(result, SH.value)
    messages = sorted(str(message) for message in report.objects(result, SH.resultMessage))
    return Problem(
        where=where if path is None else f"{where}, {_short(path)}",
        what="not allowed" if value is None or path is None else repr(_short(value)),
        allowed="; ".join(messages) or _short(report.value(result, SH.sourceShape)),
    )


def _short(term: Any) -> str:
    """Return a term as a reader knows it: data by kind and id, names by curie."""
    text = str(term)
    if not isinstance(term, URIRef):
        return text
    for prefix, namespace in {"": BASE, **{f"{prefix}:": namespace for prefix, namespace in PREFIXES.items()}}.items():
        if text.startswith(namespace):
            return prefix + text.removeprefix(namespace)
    return text
