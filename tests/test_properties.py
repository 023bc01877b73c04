import dataclasses

from kg import properties
from kg.graph import family
from kg.records import Concept, Edge, Evidence, Paper, ReportedResult
from kg.schema import SCHEMA
from tests.samples import small_graph_records

_DERIVED = {"n_papers", "n_evidence"}


def test_the_schema_declares_every_field_of_the_records_and_no_other():
    for record, family_name in ((Paper, "Paper"), (Concept, "Concept"), (ReportedResult, "Result")):
        declared = {p.name for p in SCHEMA.node_properties[family_name]} - _DERIVED
        assert declared == {field.name for field in dataclasses.fields(record)}
    evidence = {p.name for p in SCHEMA.evidence_properties}
    assert evidence == {field.name for field in dataclasses.fields(Evidence)}
    edge = {p.name for p in SCHEMA.edge_properties} - _DERIVED
    assert edge == {f.name for f in dataclasses.fields(Edge)} - {"source", "type", "target", "evidence"}


def test_required_properties_are_always_there_and_empty_ones_left_out():
    nodes, _ = small_graph_records()
    paper = properties.of_node(nodes[0])

    assert set(paper) == {"id", "label", "text"}
    assert properties.of_node(Concept(id="a", kind="Task", name="a"))["n_papers"] == 0


def test_a_concept_counts_the_papers_that_voted():
    concept = Concept(id="fairness", kind="Metric", name="fairness", kind_votes=(("Metric", 3), ("Task", 2)))

    assert properties.of_node(concept)["kind_votes"] == ["Metric:3", "Task:2"]
    assert properties.of_node(concept)["n_papers"] == 5
    assert properties.labels(concept) == ("Concept", "Metric")
    assert family(concept) == "Concept"
