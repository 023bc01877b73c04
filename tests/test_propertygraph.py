"""The property graph has a place for all that records hold, and no place for a paper's words outside properties."""

import re

from kg.graph import edges, nodes
from kg.properties import labels, of_node, of_relationship
from kg.propertygraph import (
    HAS_MENTION,
    MENTION,
    REFERS_TO,
    constraints,
    mention_relationships,
    node_columns,
    node_labels,
    of_mention,
    relationship_columns,
    relationships,
)
from kg.schema import SCHEMA
from tests.strategies import kitchen_sink


def test_labels_and_types_are_those_of_the_schema():
    assert {label for found in node_labels() for label in found} == {*SCHEMA.kind_names, "Concept"}
    assert [r.type for r in relationships()] == [t.name for t in SCHEMA.edge_types]
    assert {labels(node) for node in nodes(kitchen_sink())} == set(node_labels())


def test_every_property_of_a_record_has_a_column_of_its_type():
    types = {"string": str, "integer": int, "float": (int, float), "boolean": bool, "strings": list}
    for node in nodes(kitchen_sink()):
        columns = {column.name: types[column.type] for column in node_columns(labels(node)[0])}
        assert all(isinstance(value, columns[name]) for name, value in of_node(node).items())
    columns = {column.name: types[column.type] for column in relationship_columns()}
    for edge in edges(kitchen_sink()):
        assert all(isinstance(value, columns[name]) for name, value in of_relationship(edge).items())


def test_each_piece_of_evidence_has_a_mention_of_its_own_between_known_ends():
    found = [of_mention(edge, rank) for edge in edges(kitchen_sink()) for rank in range(len(edge.evidence))]
    assert len({mention["id"] for mention in found}) == len(found) > 0
    columns = {column.name for column in node_columns(MENTION)}
    assert all(set(mention) <= columns for mention in found)
    assert {(r.type, r.source, r.target) for r in mention_relationships()} == {
        (HAS_MENTION, "Paper", MENTION),
        (REFERS_TO, MENTION, "Concept"),
        (REFERS_TO, MENTION, "Result"),
    }


def test_the_id_of_a_mention_depends_on_its_edge_and_rank_alone():
    edge = next(edge for edge in edges(kitchen_sink()) if edge.evidence)
    assert of_mention(edge, 0)["id"] == of_mention(edge, 0)["id"]
    assert re.fullmatch(r"[0-9a-f]{24}", of_mention(edge, 0)["id"])


def test_every_constraint_and_index_may_be_made_twice():
    assert all(" IF NOT EXISTS FOR (n:" in statement for statement in constraints())
    assert len(constraints()) == len({statement.split(" IF ")[0] for statement in constraints()})
