"""A load that is cut short, and servers that refuse: the next load completes it, and one line says what to do."""

import os
import signal
import subprocess
import sys
import traceback

import pytest

from kg.errors import ServerError
from kg.graph import make
from kg.loader import Changes, load, unload, writing
from kg.querying import query
from kg.records import Concept, Edge, Evidence, Paper
from kg.server import login
from tests.neo4j.conftest import store_graph
from tests.neo4j.test_load import assert_holds

pytestmark = pytest.mark.server

N_PAPERS = 400
SMALL = {"_N_NODES": 50, "_N_RELATIONSHIPS": 100, "_N_MENTIONS": 100}
"""Batches small enough that a small graph has many."""

LOADER = f"""
import sys
from kg.loader import load, writing
for name, size in {SMALL!r}.items():
    setattr(writing, name, size)
load(sys.argv[1], mentions=True, progress=lambda *step: print(*step, flush=True))
"""


def wide_graph():
    """Papers that all use the same few concepts, three edges each."""
    concepts = [Concept(id=f"c{at}", kind="Method", name=f"C{at}", kind_votes=(("Method", 1),)) for at in range(5)]
    papers = [Paper(id=f"p{at}", text=f"We use C0 to C4 in {at}.", label=f"p{at}") for at in range(N_PAPERS)]
    edges = []
    for at, paper in enumerate(papers):
        for type_, number in (("USES", at % 5), ("COMPARES_TO", (at + 1) % 5), ("MENTIONS", (at + 2) % 5)):
            found = Evidence(
                paper=paper.id,
                field="text",
                start=0,
                end=2,
                surface="We",
                sentence=paper.text,
                sentence_start=0,
                said_by="test",
            )
            edges.append(Edge(source=paper.id, type=type_, target=f"c{number}", kind="Method", evidence=(found,)))
    return make([*concepts, *papers], edges)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return store_graph(wide_graph(), tmp_path_factory.mktemp("wide") / "wide")


def assert_completed(database, folder):
    """After an interruption: the next load makes the database right, and the one after that has nothing to do."""
    load(folder, mentions=True)
    assert_holds(database, wide_graph())
    assert database.value("MATCH (:Paper)-[:HAS_MENTION]->(m:Mention)-[:REFERS_TO]->() RETURN count(m)") == 3 * N_PAPERS
    assert database.value("MATCH (m:Mention) RETURN count(m)") == 3 * N_PAPERS
    report = load(folder, mentions=True)
    assert (report.nodes, report.relationships) == (Changes(), Changes())


@pytest.mark.parametrize(("step", "n_done"), [("nodes", 100), ("relationships", 400)])
def test_a_killed_loader_is_completed_by_the_next_load(database, folder, step, n_done):
    loader = subprocess.Popen([sys.executable, "-c", LOADER, folder], stdout=subprocess.PIPE, text=True)
    for line in loader.stdout:
        at, done, _ = line.split()
        if at == step and int(done) >= n_done:
            break
    loader.send_signal(signal.SIGKILL)
    assert loader.wait() == -signal.SIGKILL
    assert database.rows("MATCH (g:KgGraph) RETURN g.state") == [("loading",)]
    assert database.value("MATCH (m:Mention) RETURN count(m)") < 3 * N_PAPERS
    assert_completed(database, folder)


@pytest.mark.parametrize("end", ["kill", "stop"])
def test_a_server_that_restarts_in_mid_load_ends_up_complete(assembled, own, folder, monkeypatch, end):
    for name, size in SMALL.items():
        monkeypatch.setattr(writing, name, size)
    restarted = []

    def restart(step, n_done, _n_all):
        if step == "relationships" and n_done >= 400 and not restarted:
            restarted.append(n_done)
            getattr(assembled, end)()
            assembled.start()

    message = "run again"
    try:
        load(folder, mentions=True, progress=restart)
    except ServerError as error:  # the driver tries again for a minute; a slow machine takes longer to start
        message = str(error)
    assert restarted
    assert "run again" in message
    assert_completed(own, folder)


def test_an_interrupted_unload_is_completed_by_the_next(database, folder, monkeypatch):
    load(folder)

    class StoppedError(Exception):
        pass

    def stop(_step, n_done, _n_all):
        if n_done:
            raise StoppedError

    with pytest.raises(StoppedError):
        unload(folder, progress=stop)
    unload(folder)
    assert database.value("MATCH (n) RETURN count(n)") == 0


def test_two_loads_at_once_are_told_apart(database, folder):
    """The second one takes the marker; the first says at its end that it was not alone."""
    inner = []

    def load_another(step, _n_done, _n_all):
        if step == "removing" and not inner:
            inner.append(True)
            load(folder)

    with pytest.raises(ServerError, match="another load was at work"):
        load(folder, progress=load_another)
    assert_completed(database, folder)


@pytest.mark.parametrize(
    ("uri", "message"),
    [
        ("bolt://127.0.0.1:1", "no Neo4j server answers there; start one"),
        ("bolt://no.such.host.invalid:7687", "no Neo4j server answers there; start one"),
        ("http://localhost:7474", "not the address of a server"),
        ("bolt://localhost:port", "write one like bolt://localhost:7687"),
        ("nonsense", "write one like bolt://localhost:7687"),
    ],
)
def test_a_wrong_address_is_one_line(folder, uri, message):
    with pytest.raises(ServerError) as caught:
        load(folder, uri)
    assert str(caught.value).startswith(f"{uri}: ")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_wrong_password_is_one_line_and_not_repeated(database, folder, monkeypatch):
    monkeypatch.setenv("KG_NEO4J_PASSWORD", "hunter2")
    with pytest.raises(ServerError, match=r"refuses user neo4j with this password; set KG_NEO4J_USER") as caught:
        load(folder)
    assert "hunter2" not in str(caught.value)
    monkeypatch.setenv("KG_NEO4J_PASSWORD", "")
    with pytest.raises(ServerError, match="refuses us without a password; set KG_NEO4J_USER and KG_NEO4J_PASSWORD"):
        load(folder)


@pytest.mark.parametrize(
    "uri", ["bolt://neo4j:hunter2@localhost:7687", "neo4j:hunter2@localhost", "bolt://hunter2@localhost"]
)
def test_a_password_in_the_address_is_refused_and_not_shown(folder, monkeypatch, uri):
    for asked in (uri, None):
        monkeypatch.setenv("KG_NEO4J_URI", uri)
        with pytest.raises(ServerError, match="holds a user or password; set KG_NEO4J_USER and KG_NEO4J_PASSWORD") as e:
            load(folder, asked)
        assert "hunter2" not in "".join(traceback.format_exception(e.value))


@pytest.mark.parametrize(
    ("uri", "password", "commands"),
    [
        (None, None, ("load", "query", "unload")),
        (None, "hunter2", ("load", "query")),  # a third wrong one would lock the server for a while
        ("bolt://127.0.0.1:1", "hunter2", ("load",)),
    ],
)
def test_no_output_of_a_command_holds_the_password(database, folder, uri, password, commands):
    """Right or wrong, with a server or without: neither rows nor message; and the message is one line."""
    more = {"query": ("top-concepts", "--engine", "neo4j")}
    given = {"KG_NEO4J_URI": uri or database.uri, **({"KG_NEO4J_PASSWORD": password} if password else {})}
    environment = {**os.environ, **database.environment, **given}
    for command in commands:
        line = [sys.executable, "-m", "kg", command, folder, *more.get(command, ())]
        done = subprocess.run(line, capture_output=True, text=True, env=environment, check=False)
        assert environment["KG_NEO4J_PASSWORD"] not in done.stdout + done.stderr
        assert (done.returncode == 0) == (password is None), done.stderr
        if password:
            *steps, message = done.stderr.splitlines()
            assert message.startswith(f"kg: {environment['KG_NEO4J_URI']}: ")
            assert not steps


def test_a_login_does_not_show_its_password(monkeypatch):
    monkeypatch.setenv("KG_NEO4J_PASSWORD", "hunter2")
    assert login("bolt://localhost").password == "hunter2"
    assert "hunter2" not in repr(login("bolt://localhost"))


def test_a_server_too_old_is_one_line(database, folder, monkeypatch):
    """No server so old is at hand: this one is, for a kg that needs a later one."""
    monkeypatch.setattr("kg.server.MIN_VERSION", (9999, 1))
    with pytest.raises(ServerError, match=r"^bolt://\S+: Neo4j \d+\.\d+\.\d+; kg needs 9999\.1 or later: use another"):
        load(folder)
    assert database.value("MATCH (n) RETURN count(n)") == 0


def test_a_database_that_is_not_there_is_one_line(database, folder, monkeypatch):
    monkeypatch.setenv("KG_NEO4J_DATABASE", "elsewhere")
    with pytest.raises(ServerError, match="holds no database elsewhere; name another"):
        load(folder)


def test_a_server_without_memory_and_a_read_only_database_say_so(another, folder):
    """A transaction too big is tried in halves, and one row too big is not tried again and again."""
    database = another({"dbms.memory.transaction.total.max": "16m", "db.memory.transaction.max": "2m"})
    load(folder, mentions=True)
    assert_completed(database, folder)
    huge = store_graph(make([Paper(id="huge", text="x" * 4_000_000, label="huge")], []), folder.parent / "huge")
    with pytest.raises(ServerError, match=r"the server is out of memory; give it more"):
        load(huge, name=folder.name)
    load(folder, mentions=True)
    with pytest.raises(ServerError, match=r"the server is out of memory; give it more"):
        query(folder, "UNWIND range(1, 1000000) AS n RETURN collect(n) AS all_of_them", engine="neo4j")
    before = database.content()
    database = another({"server.databases.default_to_read_only": "true"})
    with pytest.raises(ServerError, match="the database is read-only; make it writable"):
        load(folder)
    assert database.content() == before
