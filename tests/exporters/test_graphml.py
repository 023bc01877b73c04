"""GraphML is read by other libraries with typed attributes; what XML cannot hold is marked."""

import json

import networkx as nx

from kg.exporters import graphml
from kg.graph import edges, make, nodes
from kg.records import Concept, Paper
from tests.strategies import kitchen_sink


def read(graph, tmp_path) -> nx.MultiDiGraph:
    graphml.write(graph, tmp_path / "export.graphml")
    return nx.read_graphml(tmp_path / "export.graphml", force_multigraph=True)


def test_networkx_reads_every_node_and_edge(tmp_path):
    graph = kitchen_sink()
    found = read(graph, tmp_path)
    assert found.number_of_nodes() == graph.number_of_nodes()
    assert sorted(data["label"] for _, _, data in found.edges(data=True)) == sorted(e.type for e in edges(graph))
    assert {data["id"] for _, data in found.nodes(data=True)} >= {n.id for n in nodes(graph) if n.id.isprintable()}


def test_attributes_have_their_types(tmp_path):
    concept = Concept(id="c", kind="Task", name="c", kind_votes=(("Task", 3),), mentioned=False)
    data = read(make([concept], []), tmp_path).nodes["concept:c"]
    assert (data["n_papers"], data["mentioned"], data["kind"]) == (3, False, "Task")


def test_evidence_and_lists_are_json(tmp_path):
    found = read(kitchen_sink(), tmp_path)
    texts = [data["evidence"] for _, _, data in found.edges(data=True) if data["n_evidence"]]
    assert all(json.loads(text)[0]["surface"] for text in texts)


def test_control_characters_become_the_replacement_character(tmp_path):
    paper = Paper(id="p", label="a\x01b\x0bc\r\nd\te\ufffe", text="t")
    data = read(make([paper], []), tmp_path).nodes["paper:p"]
    assert data["label"] == "a\ufffdb\ufffdc\r\nd\te\ufffd"


def test_line_breaks_of_old_macs_survive(tmp_path):
    assert read(make([Paper(id="p", label="a\rb", text="t")], []), tmp_path).nodes["paper:p"]["label"] == "a\rb"
