"""The validator accepts every whole graph and objects to every breach of the schema."""

import pytest
from hypothesis import HealthCheck, given, settings

from kg.graph import make
from kg.records import Concept, Edge
from kg.schema import SCHEMA
from kg.validation import Problem, validate
from tests.breakages import breakages, whole
from tests.strategies import graphs, kitchen_sink

BROKEN = breakages()


def test_the_kitchen_sink_is_whole():
    assert validate(kitchen_sink()) == ()


def test_the_empty_graph_is_whole():
    assert validate(make([], [])) == ()


@pytest.mark.parametrize("edge_type", [t for t in SCHEMA.edge_types if t.stored], ids=lambda t: t.name)
def test_the_graph_that_each_breakage_starts_from_is_whole(edge_type):
    assert validate(make(*whole(edge_type))) == ()


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(graph=graphs())
def test_every_graph_that_the_schema_allows_is_whole(graph):
    assert validate(graph) == ()


@pytest.mark.parametrize("name", BROKEN)
def test_every_breach_is_a_problem(name):
    problems = validate(BROKEN[name])
    assert problems
    for problem in problems:
        assert problem.where
        assert problem.what
        assert problem.allowed


def test_problems_do_not_depend_on_the_order_of_the_graph():
    nodes = [Concept(id=name, kind="Toy", name="") for name in "cab"]
    edges = [Edge(source="a", type="BROADER", target=target) for target in "bc"]
    assert validate(make(nodes, edges)) == validate(make(reversed(nodes), reversed(edges)))


def test_a_problem_says_where_what_and_what_is_allowed():
    (problem,) = validate(make([Concept(id="imagenet", kind="Toy", name="ImageNet")], []))
    assert problem == Problem(
        where="concept:imagenet, kind",
        what="'Toy'",
        allowed="one of Method, Model, Dataset, Benchmark, Task, Metric",
    )


def test_a_node_or_edge_without_record_is_a_problem():
    graph = kitchen_sink()
    graph.add_edge("concept:Method", "concept:nowhere", key="BROADER")
    found = [str(problem) for problem in validate(graph)]
    assert [text.partition(":")[0] for text in found] == ["concept", "concept"]
    assert all("no record" in text for text in found)


def test_an_edge_under_another_key_than_its_type_is_a_problem():
    nodes, edges = whole(SCHEMA.edge_type("USES"))
    graph = make(nodes, [])
    graph.add_edge("paper:p", "concept:c", key="PROPOSES", record=edges[0])
    assert "holds the record of" in str(validate(graph)[0])


def test_an_unknown_edge_type_is_a_problem():
    nodes, _ = whole(SCHEMA.edge_type("USES"))
    graph = make(nodes, [])
    graph.add_edge("paper:p", "concept:c", key="`]->() DETACH", record=Edge(source="p", type="`]->()", target="c"))
    assert "one of PROPOSES" in str(validate(graph)[0])


def test_a_node_under_the_key_of_another_is_a_problem():
    graph = make([], [])
    graph.add_node("concept:a", record=Concept(id="b", kind="Task", name="b"))
    assert [problem.what for problem in validate(graph)] == ["holds the record of 'b'"]
