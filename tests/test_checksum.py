"""A checksum is of what a graph holds: any field changes it, order and place don't."""

from dataclasses import fields, replace

import pytest
from hypothesis import given, settings

from kg.building import open_graph
from kg.checksum import checksum
from kg.graph import edges, nodes
from kg.store import open_store
from tests.samples import HOSTILE, small_graph_records
from tests.strategies import graphs, kitchen_sink_records

NODES, EDGES = kitchen_sink_records()


@pytest.mark.parametrize("record", [*{type(r): r for r in (*NODES, *EDGES)}.values(), EDGES[0].evidence[0]])
def test_every_field_of_every_record_counts(record):
    for field in fields(record):
        value = getattr(record, field.name)
        other = "!" if isinstance(value, str) else () if value else None if value is not None else 7
        changed = replace(record, **{field.name: other})
        if record is EDGES[0].evidence[0]:
            changed, whole = replace(EDGES[0], evidence=(changed, *EDGES[0].evidence[1:])), EDGES[0]
        else:
            whole = record
        assert checksum([changed]) != checksum([whole]), field.name


def test_words_do_not_move_between_fields_or_records():
    nodes, edges = small_graph_records()
    sums = {checksum([*(replace(n, id=a) for n in nodes[:1]), *edges]) for a in (*HOSTILE, "a", "a,b")}
    assert len(sums) == len({*HOSTILE, "a", "a,b"})
    assert checksum([*NODES, NODES[0]]) != checksum(NODES)


@settings(max_examples=30, deadline=None)
@given(graphs())
def test_a_folder_and_the_graph_that_it_is_opened_as_have_the_same(tmp_path_factory, graph):
    folder = tmp_path_factory.mktemp("any") / "g"
    with open_store(folder, create=True) as store:
        store.replace_graph(reversed(list(nodes(graph))), reversed(list(edges(graph))), run={"kg": "1"})
        assert store.run() == {"kg": "1"}
    opened = open_graph(folder)
    with open_store(folder) as store:
        assert store.checksum() == checksum([*nodes(graph), *edges(graph)])
        assert store.checksum() == checksum([*nodes(opened), *edges(opened)])


def test_a_folder_of_an_earlier_kg_is_summed_when_asked(tmp_path):
    with open_store(tmp_path / "g", create=True) as store:
        store.replace_graph(NODES, EDGES)
        store._db.execute("DELETE FROM run")
        assert store.checksum() == checksum([*NODES, *EDGES])
