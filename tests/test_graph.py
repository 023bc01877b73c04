import random

import pytest

from kg import graph
from kg.records import Concept, Edge, Paper, ReportedResult
from tests.samples import small_graph_records


def test_records_come_out_as_they_went_in():
    nodes, edges = small_graph_records()
    made = graph.make(nodes, edges)

    assert sorted(graph.nodes(made), key=repr) == sorted(nodes, key=repr)
    assert list(graph.edges(made)) == edges


def test_order_of_records_does_not_matter():
    nodes = [Concept(id=name, kind="Task", name=name) for name in "bca"]
    edges = [Edge(source=a, type="BROADER", target=b) for a in "abc" for b in "abc" if a != b]
    expected = list(graph.edges(graph.make(nodes, edges)))
    random.Random(0).shuffle(edges)

    assert list(graph.edges(graph.make(nodes[::-1], edges))) == expected
    assert [e.source for e in expected] == sorted(e.source for e in edges)


def test_a_paper_and_a_concept_of_one_id_are_two_nodes():
    made = graph.make(
        [
            Paper(id="x", text="t"),
            Concept(id="x", kind="Task", name="x"),
            ReportedResult(id="x", paper="x", value="1", metric="m"),
        ],
        [Edge(source="x", type="ADDRESSES", target="x")],
    )

    assert set(made) == {"paper:x", "concept:x", "result:x"}
    assert list(made.edges(keys=True)) == [("paper:x", "concept:x", "ADDRESSES")]


def test_an_unknown_edge_type_is_refused():
    with pytest.raises(KeyError, match="LIKES"):
        graph.make([], [Edge(source="a", type="LIKES", target="b")])
