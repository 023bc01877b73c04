"""The exporter's folder in a real server: by `neo4j-admin`, by LOAD CSV, and equal to what `kg load` makes."""

import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from neo4j.exceptions import ClientError

from kg.exporters import neo4j
from kg.graph import make
from kg.loader import Changes, load
from kg.records import Concept, Paper
from tests.neo4j.conftest import store_graph
from tests.strategies import HOSTILE, graphs, kitchen_sink, texts

pytestmark = pytest.mark.server

SINK_AND_BACKSLASHES = ("ends with \\", 'back\\"slash', "\\\\", '"', '""', "\x1a", "\x1ab\\\\", "a\x00b")


def hostile_graph(strings):
    """A concept and a paper a string, which stands in every property that takes text."""
    concepts = [
        Concept(id=f"c{at}", kind="Task", name=text or "-", aliases=(text, "x"), kind_votes=(("Task", 1),))
        for at, text in enumerate(strings)
    ]
    papers = [
        Paper(id=f"p{at}{text}", text=text, title=text, label=text, authors=("x", text), venue=text)
        for at, text in enumerate(strings)
    ]
    return make([*concepts, *papers], [])


def load_csv(server, database, graph):
    """Run the folder's Cypher script as cypher-shell would."""
    folder = server.imports / "export"
    neo4j.write(graph, folder)
    for path in folder.glob("*.csv"):
        path.replace(server.imports / path.name)
    for statement in (folder / "load.cypher").read_text(encoding="utf-8").split(";\n\n"):
        if statement.strip():
            with database.driver.session() as session:
                session.run(statement).consume()
    for path in server.imports.glob("*.csv"):
        path.unlink()


def bulk_import(server, database, graph, folder: Path, *options: str):
    """Run the folder's import script with the server's own tool, then start the server on what it made."""
    neo4j.write(graph, folder)
    server.stop()
    try:
        done = subprocess.run(
            ["sh", folder / "import.sh", *options],
            env={"NEO4J_ADMIN": str(server.admin_script()), "PATH": "/usr/bin:/bin:/usr/local/bin"},
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
    finally:
        server.start()
    assert done.returncode == 0, done.stdout + done.stderr
    statements = (folder / "constraints.cypher").read_text(encoding="utf-8").split(";\n")
    for statement in filter(str.strip, statements):
        database.rows(statement)


@pytest.fixture(scope="module")
def everything():
    """The kitchen sink, and strings with all that CSV and its readers may trip over."""
    sink = kitchen_sink()
    more = hostile_graph([*SINK_AND_BACKSLASHES, *HOSTILE])
    both = make([], [])
    both.update(sink)
    both.update(more)
    return both


def test_load_bulk_import_and_load_csv_give_one_database(assembled, own, everything, tmp_path):
    folder = store_graph(everything, tmp_path / "g")
    load(folder, name="kg", mentions=True)
    loaded = own.content()
    own.wipe(schema=False)
    load_csv(assembled, own, everything)
    assert own.content() == loaded
    assert load(folder, name="kg", mentions=True).nodes == Changes()
    bulk_import(assembled, own, everything, tmp_path / "export", "--mentions")
    assert own.content() == loaded
    report = load(folder, name="kg", mentions=True)
    assert (report.nodes, report.relationships) == (Changes(), Changes())


def test_without_options_the_import_leaves_the_mentions_out_and_takes_a_name(assembled, own, tmp_path):
    name = 'o"n\\e & /two'
    load(store_graph(kitchen_sink(), tmp_path / "g"), name=name)
    loaded = own.content()
    bulk_import(assembled, own, kitchen_sink(), tmp_path / "export", "--name", name)
    assert own.content() == loaded


@settings(
    max_examples=1,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(st.lists(texts(max_size=30), min_size=150, max_size=200))
def test_hostile_strings_come_back_equal_through_the_import_tool(assembled, own, tmp_path_factory, strings):
    """One example is two hundred strings: each costs a start of the server."""
    folder = tmp_path_factory.mktemp("hostile")
    graph = hostile_graph(strings)
    bulk_import(assembled, own, graph, folder / "export")
    assert_reads_back(own, strings)
    assert load(store_graph(graph, folder / "g"), name="kg").nodes == Changes()


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(texts(max_size=30), max_size=40))
def test_hostile_strings_come_back_equal_through_the_loader(database, tmp_path_factory, strings):
    load(store_graph(hostile_graph(strings), tmp_path_factory.mktemp("hostile")), name="kg")
    assert_reads_back(database, strings)


@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(graphs())
def test_load_csv_and_the_loader_agree_on_any_graph(assembled, own, tmp_path_factory, graph):
    own.wipe(schema=False)
    load_csv(assembled, own, graph)
    report = load(store_graph(graph, tmp_path_factory.mktemp("any")), name="kg", mentions=True)
    assert (report.nodes, report.relationships) == (Changes(), Changes())


def assert_reads_back(database, strings):
    found = database.rows("MATCH (p:Paper) RETURN p.id, p.text, p.title, p.label, p.authors, p.venue")
    # A property without a value is left out; label and text always stand.
    wanted = [(f"p{at}{t}", t, t or None, t, ["x", t], t or None) for at, t in enumerate(strings)]
    assert sorted(found, key=lambda row: row[0]) == sorted(wanted, key=lambda row: row[0])
    found = database.rows("MATCH (c:Task) RETURN c.id, c.name, c.aliases")
    wanted = [(f"c{at}", t or "-", [t, "x"]) for at, t in enumerate(strings)]
    assert sorted(found) == sorted(wanted)


def test_the_cypher_script_stops_before_a_database_that_holds_something_else(assembled, own, tmp_path):
    own.rows("CREATE (:Paper {id: 'theirs'})")
    with pytest.raises(ClientError, match="1 nodes that kg did not write have its labels"):
        load_csv(assembled, own, kitchen_sink())
    assert own.value("MATCH (n) RETURN count(n)") == 1
    own.wipe(schema=False)
    load(store_graph(make([], []), tmp_path / "other"))
    with pytest.raises(ClientError, match="already exists with label `KgGraph`"):
        load_csv(assembled, own, kitchen_sink())
    assert own.value("MATCH (n) RETURN count(n)") == 1
