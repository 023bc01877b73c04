import sqlite3

import pytest

from kg.errors import StoreError
from kg.records import Concept, Edge, ReportedResult
from kg.store import FILE, open_store
from tests.samples import HOSTILE, small_graph_records


@pytest.mark.parametrize("name", HOSTILE)
def test_a_graph_is_read_back_as_it_was_written(tmp_path, name):
    nodes, edges = small_graph_records(name)
    with open_store(tmp_path / "g", create=True) as store:
        store.replace_graph(nodes, edges, run={"kg": name})
    with open_store(tmp_path / "g") as store:
        assert list(store.nodes()) == nodes
        assert list(store.edges()) == edges
        assert store.run() == {"kg": name}


def test_edges_of_one_end_are_found_with_their_evidence(tmp_path):
    nodes, edges = small_graph_records()
    other = Edge(source="p1", type="ADDRESSES", target="math")
    with open_store(tmp_path / "g", create=True) as store:
        store.replace_graph([*nodes, Concept(id="math", kind="Task", name="math")], [*edges, other])
        assert list(store.edges(target="gsm8k")) == edges
        assert list(store.edges(source="p1")) == [*edges, other]
        assert list(store.edges(source="p2")) == []


def test_a_graph_replaces_the_one_before(tmp_path):
    nodes, edges = small_graph_records()
    result = ReportedResult(id="r", paper="p1", value="1", metric="m", low=1.0)
    with open_store(tmp_path / "g", create=True) as store:
        store.replace_graph([*nodes, result], edges)
        store.replace_graph([result], [])
        assert list(store.nodes()) == [result]
        assert store.counts() == {"papers": 0, "concepts": 0, "results": 1, "edges": 0, "evidence": 0}


def test_a_failed_replacement_leaves_the_old_graph(tmp_path):
    nodes, edges = small_graph_records()

    def broken():
        yield nodes[0]
        raise RuntimeError("killed")

    with open_store(tmp_path / "g", create=True) as store:
        store.replace_graph(nodes, edges)
        with pytest.raises(RuntimeError):
            store.replace_graph(broken(), [])
        assert list(store.nodes()) == nodes


def test_extractions_stay_when_the_graph_is_replaced(tmp_path):
    with open_store(tmp_path / "g", create=True) as store:
        store.keep_extractions([("h", "{}")])
        store.replace_graph([], [])
        assert store.extraction("h") == "{}"
        assert store.extraction("other") is None


@pytest.mark.parametrize(
    ("content", "message"),
    [(None, "holds no graph"), (b"not a database, but long enough to be looked at", "not a readable graph")],
)
def test_a_folder_without_a_readable_graph_is_refused_in_one_line(tmp_path, content, message):
    if content is not None:
        (tmp_path / FILE).write_bytes(content)

    with pytest.raises(StoreError, match=message), open_store(tmp_path) as store:
        list(store.nodes())


def test_a_graph_of_another_version_is_refused(tmp_path):
    with open_store(tmp_path / "g", create=True):
        pass
    connection = sqlite3.connect(tmp_path / "g" / FILE)
    connection.execute("PRAGMA user_version = 99")
    connection.close()

    with pytest.raises(StoreError, match="version 99"), open_store(tmp_path / "g"):
        pass


def test_a_folder_of_the_users_own_files_is_not_written_into(tmp_path):
    (tmp_path / "thesis.tex").write_text("years of work")

    with pytest.raises(StoreError, match="not a graph"), open_store(tmp_path, create=True):
        pass
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


@pytest.mark.parametrize(
    "damage",
    [
        "record = substr(record, 1, 5)",
        "record = replace(record, '1', '2')",
        "record = NULL",
        "record = x'fffe00'",
        "digest = NULL",
    ],
)
def test_a_damaged_extraction_counts_as_none(tmp_path, damage):
    with open_store(tmp_path, create=True) as store:
        store.keep_extractions([("h", '{"start": 1}'), ("other", '{"start": 1}')])
    with sqlite3.connect(tmp_path / FILE) as connection:
        connection.execute(f"UPDATE extractions SET {damage} WHERE hash = 'h'")
    with open_store(tmp_path) as store:
        assert store.extraction("h") is None
        assert store.extraction("other") == '{"start": 1}'


@pytest.mark.parametrize(
    "damage", ["aliases = '['", "kind_votes = NULL", "former_ids = x'fffe'", "name = CAST(x'ff' AS TEXT)"]
)
def test_a_damaged_record_is_refused_with_the_file(tmp_path, damage):
    with open_store(tmp_path, create=True) as store:
        store.replace_graph([Concept(id="a", kind="Method", name="A")], [])
    with sqlite3.connect(tmp_path / FILE) as connection:
        connection.execute(f"UPDATE concepts SET {damage}")
    with (
        pytest.raises(StoreError, match=rf"{FILE}: not a readable graph .*; delete the file and build again"),
        open_store(tmp_path) as store,
    ):
        list(store.concepts())


def test_a_folder_that_another_build_writes_to_is_said_to_be_in_use(tmp_path, monkeypatch):
    with open_store(tmp_path, create=True):
        pass
    monkeypatch.setattr("kg.store.TIMEOUT", 0.01)
    with sqlite3.connect(tmp_path / FILE) as other:
        other.execute("BEGIN EXCLUSIVE")
        with (
            pytest.raises(StoreError, match="locked; another kg is at work on it; wait until it is done"),
            open_store(tmp_path, create=True) as store,
        ):
            store.keep_extractions([("h", "{}")])
