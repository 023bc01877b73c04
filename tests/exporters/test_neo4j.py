"""What needs no server: the folder holds the graph, and nothing that a paper says reaches a script."""

import re
import subprocess

import pytest
from hypothesis import given, settings

from kg.errors import SchemaError, StoreError
from kg.exporters import neo4j
from kg.exporters.neo4j_tables import node_tables, relationship_tables
from kg.graph import edges, make, nodes
from kg.records import Concept
from kg.schema import SCHEMA
from tests.strategies import HOSTILE, graphs, kitchen_sink

SCRIPTS = ("import.sh", "load.cypher", "constraints.cypher", "README.md")


def _content(graph):
    return list(nodes(graph)), list(edges(graph))


def _concept(name, **fields):
    return Concept(id="c", kind="Model", name=name, kind_votes=(("Model", 1),), **fields)


@settings(max_examples=25, deadline=None)
@given(graphs())
def test_what_is_written_is_read_back_equal(tmp_path_factory, graph):
    folder = tmp_path_factory.mktemp("neo4j") / "out"
    neo4j.write(graph, folder)
    assert _content(neo4j.read_graph(folder)) == _content(graph)


def test_all_evidence_and_every_kind_come_back(tmp_path):
    graph = kitchen_sink()
    neo4j.write(graph, tmp_path / "out")
    assert _content(neo4j.read_graph(tmp_path / "out")) == _content(graph)
    assert any(len(edge.evidence) > 1 for edge in edges(graph))


def test_the_scripts_are_the_same_whatever_the_papers_say(tmp_path):
    neo4j.write(kitchen_sink(), tmp_path / "hostile")
    neo4j.write(make([], []), tmp_path / "empty")
    for name in SCRIPTS:
        hostile = (tmp_path / "hostile" / name).read_text(encoding="utf-8")
        # What may differ: whether a table has rows in files of their own for backslashes.
        hostile = re.sub(r",[\w-]+\.backslash\.csv", "", hostile)
        hostile = re.sub(r"LOAD CSV WITH HEADERS FROM 'file:///[\w-]+\.escaped\.csv'[^;]*;\n\n", "", hostile)
        assert hostile == (tmp_path / "empty" / name).read_text(encoding="utf-8")


def test_every_kind_and_type_has_a_table(tmp_path):
    neo4j.write(make([], []), tmp_path / "out")
    found = {path.stem for path in (tmp_path / "out").glob("*.csv")}
    assert found == {table.name for table in (*node_tables(), *relationship_tables())}
    assert {f"nodes-{kind.name.lower()}" for kind in SCHEMA.kinds} <= found
    assert {f"edges-{t.name.lower()}" for t in SCHEMA.edge_types} <= found


@pytest.mark.parametrize("name", ["ends with \\", r"a\"b", r"a\\b"])
def test_rows_that_the_two_ways_read_differently_stand_apart(tmp_path, name):
    neo4j.write(make([_concept(name)], []), tmp_path / "out")
    assert (tmp_path / "out" / "nodes-model.csv").read_text().count("\n") == 1
    assert name.replace('"', '""') in (tmp_path / "out" / "nodes-model.backslash.csv").read_text()
    assert "\\" not in (tmp_path / "out" / "nodes-model.escaped.csv").read_text()


def test_latex_alone_makes_no_extra_files(tmp_path):
    neo4j.write(make([_concept(r"\emph{x} \u0041")], []), tmp_path / "out")
    assert not list((tmp_path / "out").glob("*.backslash.csv"))


def test_a_list_element_with_the_separator_is_refused_and_nothing_is_left(tmp_path):
    with pytest.raises(SchemaError, match=r"nodes-model: aliases 'a\\x1fb' holds U\+001F"):
        neo4j.write(make([_concept("x", aliases=("a\x1fb",))], []), tmp_path / "out")
    assert not list(tmp_path.iterdir())


def test_without_text_no_abstract_and_no_sentence_is_in_any_file(tmp_path):
    graph = kitchen_sink()
    neo4j.write(graph, tmp_path / "out", include_text=False)
    everything = "".join(path.read_text(encoding="utf-8") for path in (tmp_path / "out").iterdir())
    assert "We use C++; " not in everything
    assert "59.7%" in everything
    read = neo4j.read_graph(tmp_path / "out")
    assert len(list(edges(read))) == len(list(edges(graph)))


def test_a_folder_of_others_is_refused_and_an_export_of_ours_replaced(tmp_path):
    neo4j.write(kitchen_sink(), tmp_path / "out")
    neo4j.write(make([], []), tmp_path / "out")
    assert not list(nodes(neo4j.read_graph(tmp_path / "out")))
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.tex").touch()
    with pytest.raises(StoreError, match="holds files that are not ours"):
        neo4j.write(make([], []), tmp_path / "mine")


def test_reading_a_folder_of_something_else_says_so(tmp_path):
    with pytest.raises(StoreError, match="name a folder that kg exported"):
        neo4j.read_graph(tmp_path)
    neo4j.write(make([], []), tmp_path / "out")
    (tmp_path / "out" / "nodes-mention.csv").write_text("a,b\n")
    with pytest.raises(StoreError, match=r"nodes-mention\.csv: columns a; this kg reads id:ID\(Mention\)"):
        neo4j.read_graph(tmp_path / "out")


def test_the_import_script_is_sound_shell_and_refuses_unknown_options(tmp_path):
    neo4j.write(make([], []), tmp_path / "out")
    script = tmp_path / "out" / "import.sh"
    assert subprocess.run(["sh", "-n", script], check=False).returncode == 0
    wrong = subprocess.run(["sh", script, "--metnions"], capture_output=True, text=True, check=False)
    assert (wrong.returncode, wrong.stderr) == (
        2,
        "import.sh: --metnions: no such option; there are --mentions and --name NAME\n",
    )


def test_hostile_strings_hold_a_backslash_hazard():
    """Else the tests above would say nothing about it."""
    assert any("\\" in text for text in HOSTILE)
