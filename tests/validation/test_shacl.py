"""The published shapes and the validator agree: both accept what is whole, both object to each breach."""

from dataclasses import replace

import pyoxigraph
import pyshacl
import pytest
import rdflib
from rdflib.namespace import RDF, SH

from kg.derivation.constraints import CONSTRAINTS
from kg.derivation.shapes import shapes
from kg.errors import SchemaError
from kg.exporters import rdf
from kg.graph import Graph, make
from kg.schema import SCHEMA
from kg.validation import validate_shacl
from kg.validation.shacl import _records, _short, problems_of_rdf
from tests.breakages import breakages, whole
from tests.strategies import kitchen_sink

BROKEN = breakages()
STORED = [edge_type for edge_type in SCHEMA.edge_types if edge_type.stored]


def ntriples(triples) -> bytes:
    return pyoxigraph.serialize(triples, format=pyoxigraph.RdfFormat.N_TRIPLES)


def objected() -> set[str]:
    """Return the names of the broken graphs that RDF refuses or the shapes object to, all checked in one run."""
    found, names_by_place, everything = set(), {}, []
    for name, graph in BROKEN.items():
        try:
            triples = list(of(graph))
        except SchemaError:
            found.add(name)
            continue
        everything += triples
        for triple in triples:
            for term in (triple.subject, triple.object):
                if isinstance(term, pyoxigraph.NamedNode):
                    names_by_place.setdefault(_short(rdflib.URIRef(term.value)), set()).add(name)
    for edge_type in STORED:
        everything += rdf.triples(*whole(edge_type, mark=f"whole-{edge_type.name}-"))
    for problem in problems_of_rdf(ntriples(everything)):
        assert "whole-" not in problem.where, problem
        names = names_by_place[problem.where.partition(", ")[0]]
        if len(names) == 1:  # a place that several broken graphs share proves nothing about any of them
            found |= names
    return found


def test_the_shapes_object_to_every_breach_that_the_validator_objects_to():
    assert sorted(set(BROKEN) - objected()) == []


def test_the_shapes_accept_the_kitchen_sink():
    assert validate_shacl(kitchen_sink()) == ()


def test_the_shapes_accept_an_export_without_text():
    graph = kitchen_sink()
    assert problems_of_rdf(ntriples(rdf.of_graph(graph, include_text=False))) == ()


def test_a_graph_that_rdf_cannot_say_is_a_problem():
    nodes_, edges_ = whole(STORED[0])
    (problem,) = validate_shacl(make([*nodes_, replace(nodes_[1], id="x", kind="Toy")], edges_))
    assert "Toy" in problem.what


@pytest.mark.parametrize(
    "name", ["USES to a Task", "USES evidence start moved by 1", "USES without evidence", "two roles"]
)
def test_the_constraints_mean_to_pyshacl_what_they_mean_to_us(name):
    """They are published for SHACL processors; ours runs them by pyoxigraph for speed."""
    data = rdflib.Graph().parse(data=ntriples(of(BROKEN[name])), format="nt")
    _, report, _ = pyshacl.validate(data, shacl_graph=only_constraints())
    by_pyshacl = {
        _short(report.value(result, SH.focusNode)) for result in report.subjects(RDF.type, SH.ValidationResult)
    }
    messages = {constraint.message for constraint in CONSTRAINTS}
    by_us = {p.where for p in problems_of_rdf(ntriples(of(BROKEN[name]))) if p.allowed in messages}
    assert by_pyshacl == by_us != set()


def of(graph: Graph):
    return rdf.triples(*_records(graph))


def only_constraints() -> rdflib.Graph:
    found = shapes()
    found.remove((None, SH.property, None))
    for end in [*found.subjects(SH.targetObjectsOf), *found.subjects(SH.targetSubjectsOf)]:
        found.remove((end, None, None))
    return found
