"""The query library on a server: the same rows as the embedded engines give."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

import kg
from kg.errors import QueryError
from kg.graph import make
from kg.loader import load, unload
from kg.querying import queries, query
from kg.querying.engines import Limits
from kg.querying.neo4j_backend import open_neo4j
from kg.store import open_store
from tests.neo4j.conftest import store_graph
from tests.querying.graphs import EDGES, NODES
from tests.querying.test_library import cases
from tests.samples import HOSTILE

pytestmark = pytest.mark.server

GRAPH = make(NODES, EDGES)
N_EVIDENCE = sum(len(edge.evidence) for edge in EDGES)
CONCEPTS = ["alpha", "glue", "mmlu", "sgd", "accuracy", "learning", "a-cycle", "llama", "llama-1", *HOSTILE[::5]]


@pytest.fixture(scope="module")
def asked(shared, tmp_path_factory):
    """The folder and the database with its graph, all evidence too; tests that take `folder` alone only read."""
    folder = store_graph(GRAPH, tmp_path_factory.mktemp("asked") / "made")
    with pytest.MonkeyPatch.context() as patch:
        for name, value in shared.environment.items():
            patch.setenv(name, value)
        shared.wipe(schema=False)
        load(folder, mentions=True)
        shared.rows("CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()")
        yield folder, shared


@pytest.fixture
def folder(asked):
    return asked[0]


@pytest.fixture
def database(asked):
    """The database with the graph, which is put back after the test."""
    yield asked[1]
    load(asked[0], mentions=True)


def test_every_library_query_gives_the_rows_of_the_embedded_engines(folder):
    with open_store(folder) as store:
        papers = [paper.id for paper in store.papers()]
    n_rows = 0
    for question in queries():
        for given in cases(question, papers, CONCEPTS):
            found = query(folder, question.name, given, engine="neo4j")
            assert found == query(folder, question.name, given, engine="kglite"), (question.name, given)
            assert found == query(folder, question.name, given, engine="oxigraph"), (question.name, given)
            n_rows += len(found.rows)
    assert n_rows > 100


def test_a_query_of_ones_own_gets_parameters_lists_and_whole_nodes(folder):
    found = query(
        folder,
        "MATCH (c:Concept {id: $c})<-[r]-(p:Paper {id: 'p2'}) "
        "RETURN c, r, c.aliases AS aliases, date('2026-01-02') AS d",
        {"c": "glue"},
        engine="neo4j",
    )
    ((concept, relationship, aliases, date),) = found.rows
    assert concept["type"] == "Concept"
    assert concept["name"] == "GLUE"
    assert "kg" not in concept
    assert relationship["type"] == "EVALUATES_ON"
    assert aliases == ("GLUE benchmark", "General Language Understanding Evaluation")
    assert date == "2026-01-02"


def examples():
    """The queries that the pages show: everything in Cypher that reads."""
    root = Path(kg.__file__).parents[1]
    page = (root / "schema" / "README.md").read_text(encoding="utf-8").partition("## In Neo4j")[2]
    blocks = re.findall(r"```cypher\n(.+?)```", page.partition("\n## ")[0], re.DOTALL)
    docs = (root / "docs" / "neo4j.md").read_text(encoding="utf-8")
    blocks += [
        re.sub("(?m)^    ", "", block)
        for block in re.findall(r"(?:^    (?:MATCH|CALL).*\n(?:    .+\n)*)", docs, re.MULTILINE)
    ]
    return [block for block in blocks if not block.startswith("CREATE")]


def test_every_example_of_the_documentation_runs_and_finds_something(asked):
    """In a fitting graph, that is."""
    assert len(examples()) >= 10
    for example in examples():
        assert asked[1].rows(example), example


def test_the_constraints_that_the_page_shows_are_there_after_a_load(asked):
    page = (Path(kg.__file__).parents[1] / "schema" / "README.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"^CREATE (?:CONSTRAINT|(?:FULLTEXT )?INDEX) (\w+)", page, re.MULTILINE))
    found = {name for (name,) in asked[1].rows("SHOW INDEXES YIELD name, state WHERE state = 'ONLINE' RETURN name")}
    assert len(shown) == 7
    assert shown <= found


def test_the_full_text_index_answers_to_names_and_aliases(folder):
    text = (
        "CALL db.index.fulltext.queryNodes('kg_concept_names', $words) YIELD node, score "
        "RETURN node.id AS concept, score ORDER BY score DESC, concept"
    )
    found = query(folder, text, {"words": "language understanding"}, engine="neo4j")
    assert found.rows[0][0] == "glue"
    with pytest.raises(QueryError, match="ParseException"):
        query(folder, text, {"words": 'AND "'}, engine="neo4j")


def test_rows_above_the_most_are_cut(folder):
    found = query(folder, "MATCH (n:Concept) RETURN n.id AS id ORDER BY id", engine="neo4j", max_rows=3)
    assert (len(found.rows), found.truncated) == (3, True)


def test_a_query_that_takes_too_long_is_ended(folder):
    slow = "UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b WITH a, b WHERE a * b = -1 RETURN count(*) AS n"
    with pytest.raises(QueryError, match="not done after 1 s"):
        query(folder, slow, engine="neo4j", timeout=1)


def test_a_fault_is_one_line_and_names_the_query(folder):
    with pytest.raises(QueryError) as caught:
        query(folder, "MATCH (p:Paper) RETURN p.id + missing", engine="neo4j")
    assert "Variable `missing` not defined" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_server_must_hold_the_graph_of_the_folder_as_it_is_now(folder, database, tmp_path):
    text = "MATCH (p:Paper) RETURN p.id AS paper"
    for other in (make(NODES[:2], []), make(NODES, [*EDGES[1:], replace(EDGES[0], confidence=0.001)])):
        rebuilt = store_graph(other, tmp_path / "rebuilt")
        with pytest.raises(QueryError, match=r"holds 'made', which is another graph or an older one; run `kg load"):
            query(rebuilt, text, engine="neo4j")
    database.rows("MATCH (g:KgGraph) SET g.state = 'loading'")
    with pytest.raises(QueryError, match="the load of 'made' did not come to its end; run `kg load"):
        query(folder, text, engine="neo4j")
    unload(folder)
    with pytest.raises(QueryError, match="holds no graph; run `kg load"):
        query(folder, text, engine="neo4j")


@pytest.mark.parametrize("value", [*HOSTILE, "C++", "'}) DETACH DELETE n //", "`", "$text", "\\u0027", "🦙"])
def test_a_parameter_is_a_value_whatever_it_holds(asked, value):
    folder, database = asked
    text = "MATCH (p:Paper {id: 'p2'}) RETURN $value AS value"
    assert query(folder, text, {"value": value}, engine="neo4j").rows == ((value,),)
    query(folder, "concepts-named", {"text": value}, engine="neo4j")
    assert database.value("MATCH (n) WHERE n.kg AND NOT n:KgGraph RETURN count(n)") == len(NODES) + N_EVIDENCE


def test_nothing_can_be_written_even_past_the_guard(folder, database):
    """`query` refuses it first; were it deceived, the transaction is read-only still."""
    with pytest.raises(QueryError, match=r"(?i)writing in read access mode"):
        open_neo4j(folder).run("CREATE (n:Paper) RETURN 1 AS one", {}, Limits())
    assert database.value("MATCH (n:Paper) RETURN count(n)") == 4
