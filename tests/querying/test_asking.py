"""From a question to rows: parameters, engines, limits, caches."""

import socket
import subprocess
import sys
import threading

import pytest

from kg.errors import NameNotFoundError, QueryError, StoreError
from kg.querying import query
from kg.records import Concept
from tests.querying.conftest import keep
from tests.querying.graphs import CONCEPTS, EDGES, NODES, PAPERS
from tests.samples import HOSTILE

ON = "papers-evaluating-on"
NAMES = {"cypher": "MATCH (c:Concept) RETURN c.id AS id ORDER BY id", "sparql": """
    PREFIX dcterms: <http://purl.org/dc/terms/> PREFIX kg: <https://kg.example/schema/>
    SELECT ?id { ?c a kg:Concept ; dcterms:identifier ?id } ORDER BY ?id"""}  # fmt: skip


def test_a_parameter_too_many_or_too_few_says_what_the_query_takes(made):
    with pytest.raises(QueryError, match=r"papers-evaluating-on: needs concept; it takes concept \(concept\)"):
        query(made, ON)
    with pytest.raises(
        QueryError, match=r"top-concepts: has no parameter top; it takes kind \(kind, any unless given\)"
    ):
        query(made, "top-concepts", {"top": 3})


def test_a_concept_that_is_not_there_or_is_several_is_said(made, tmp_path):
    with pytest.raises(NameNotFoundError, match="no concept of this name"):
        query(made, ON, {"concept": "nothing like it"})
    twins = [Concept(id=f"dp-{n}", kind="Method", name="DP") for n in "ab"]
    keep(tmp_path / "g", twins, [])
    with pytest.raises(NameNotFoundError, match="2 concepts have this name"):
        query(tmp_path / "g", ON, {"concept": "DP"})


@pytest.mark.parametrize("value", ["-1", "ten", 1.5, True, -3, 2**63, None])
def test_a_number_is_a_whole_one_from_0(made, value):
    with pytest.raises(QueryError, match=r"limit is .*; it takes a whole number from 0"):
        query(made, "top-concepts", {"limit": value})


def test_a_number_may_come_as_text_and_a_kind_in_any_letter_case(made):
    assert query(made, "top-concepts", {"limit": "2", "kind": "model"}).rows[0][2] == "Model"
    with pytest.raises(QueryError, match="kind is 'Thing'; the kinds are Method, Model"):
        query(made, "top-concepts", {"kind": "Thing"})


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("engine", ["kglite", "oxigraph"])
def test_no_name_breaks_out_of_its_parameter(made, name, engine):
    found = query(made, "relations-of-concept", {"concept": name}, engine=engine).to_dicts()
    assert [(row["type"], row["paper"]) for row in found] == [("USES", 'p"4`')]
    named = query(made, "concepts-named", {"text": name, "limit": 50}, engine=engine).to_dicts()
    assert name in [row["name"] for row in named]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_text_reaches_the_engine_of_a_query_without_header_as_it_is(made, name):
    assert query(made, "RETURN $x AS x", {"x": name}).rows == ((name,),)
    assert query(made, "SELECT ?x { BIND($y AS ?x) }", {"y": name}).rows == ((name,),)


def test_undeclared_parameters_must_stand_in_the_query(made):
    with pytest.raises(QueryError, match=r"query: has no parameter b; it names \$a"):
        query(made, "RETURN $a AS a", {"b": 1})


def test_the_engine_must_speak_the_language(made):
    with pytest.raises(QueryError, match="query: is cypher; oxigraph speaks sparql"):
        query(made, "RETURN 1 AS n", engine="oxigraph")
    with pytest.raises(QueryError, match=r"sqlite: no such engine; there are kglite .*oxigraph"):
        query(made, ON, engine="sqlite")


def test_every_form_of_answer_comes_as_rows(made):
    assert query(made, "ASK { ?s ?p ?o }").rows == ((True,),)
    made_triples = query(made, "CONSTRUCT { <x:a> <x:b> ?c } WHERE { VALUES ?c { 1 2.5 true } }")
    assert made_triples.columns == ("subject", "predicate", "object")
    assert [row[2] for row in made_triples.rows] == [1, 2.5, True]
    (whole,) = query(made, "MATCH (p:Paper {id: 'p2'})-[r:USES]->(c) RETURN p, r, [c.id, 1] AS list").rows
    assert (whole[0]["id"], whole[1]["type"], whole[2]) == ("p2", "USES", ("llama-0", 1))


def test_a_paper_without_title_has_none(made):
    assert query(made, "MATCH (p:Paper) WHERE p.title IS NULL RETURN p.id AS id ORDER BY id").rows == (
        ('p"4`',),
        ("p2",),
    )


@pytest.mark.parametrize("text", list(NAMES.values()), ids=list(NAMES))
def test_rows_above_the_most_are_cut_and_said(made, text):
    cut = query(made, text, max_rows=3)
    assert (len(cut.rows), cut.truncated) == (3, True)
    assert not query(made, text).truncated


@pytest.mark.parametrize(
    "text",
    [
        "UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b WITH a, b WHERE a * b = 7 RETURN count(*) AS n",
        "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i FILTER(?a != ?f && ?i != ?d) }",
    ],
)
def test_a_query_that_takes_too_long_is_ended(made, text):
    with pytest.raises(QueryError, match=r"query: not done after 0\.2 s"):
        query(made, text, timeout=0.2)


@pytest.mark.parametrize("text", ["MATCH (p:Paper RETURN p", "SELECT ?x { ?x }", "RETURN 1/0 AS x", "RETURN $x AS x"])
def test_a_fault_in_a_query_is_one_line(made, text):
    with pytest.raises(QueryError, match=r"^query: .+") as caught:
        query(made, text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", list(NAMES.values()), ids=list(NAMES))
def test_a_rebuilt_graph_never_answers_from_the_old_cache(tmp_path, text):
    folder = tmp_path / "g"
    keep(folder, [CONCEPTS[0]], [])
    assert query(folder, text).rows == ((CONCEPTS[0].id,),)
    keep(folder, [CONCEPTS[1]], [])
    assert query(folder, text).rows == ((CONCEPTS[1].id,),)
    assert len(list((folder / "cache").iterdir())) == 1


@pytest.mark.parametrize(("text", "stem"), [(NAMES["cypher"], "kglite"), (NAMES["sparql"], "oxigraph")])
def test_a_second_process_answers_from_the_cache_and_a_damaged_cache_is_made_anew(tmp_path, text, stem):
    folder = tmp_path / "g"
    keep(folder, NODES, EDGES)
    program = "import sys, kg; print(len(kg.query(sys.argv[1], sys.argv[2]).rows))"

    def run():
        done = subprocess.run(
            [sys.executable, "-c", program, str(folder), text], capture_output=True, text=True, check=True
        )
        assert done.stderr == ""
        return int(done.stdout)

    assert run() == len(CONCEPTS)
    (kept,) = (folder / "cache").glob(f"{stem}-*")
    before = kept.stat().st_mtime_ns
    assert run() == len(CONCEPTS)
    assert kept.stat().st_mtime_ns == before or stem == "oxigraph"
    for file in kept.rglob("*"):
        if file.is_file():
            file.write_bytes(b"damaged")
    assert run() == len(CONCEPTS)


def test_where_no_cache_can_be_kept_an_engine_works_in_memory(tmp_path):
    keep(tmp_path / "g", NODES, EDGES)
    (tmp_path / "g" / "cache").write_text("in the way")
    for text in NAMES.values():
        assert len(query(tmp_path / "g", text).rows) == len(CONCEPTS)


def test_a_folder_without_a_graph_is_refused(tmp_path):
    for text in (*NAMES.values(), ON):
        with pytest.raises((StoreError, QueryError), match=r"holds no graph|needs concept"):
            query(tmp_path, text)


def test_an_empty_graph_has_no_rows(tmp_path):
    keep(tmp_path / "g", [], [])
    for text in (*NAMES.values(), "top-concepts"):
        assert query(tmp_path / "g", text).rows == ()
    keep(tmp_path / "h", PAPERS, [])
    assert query(tmp_path / "h", "top-concepts", engine="oxigraph").rows == ()


def test_unknown_labels_give_no_rows_and_no_word_on_standard_error(made, capfd):
    assert query(made, "MATCH (n:Nothing)-[:NOWHERE]->(m) RETURN n.none AS none").rows == ()
    assert capfd.readouterr() == ("", "")


def test_no_query_reaches_a_file_or_another_server(made, tmp_path):
    secret = tmp_path / "secret.csv"
    secret.write_text("secret")
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        listener.settimeout(0.5)
        port = listener.getsockname()[1]
        reached = []
        thread = threading.Thread(target=lambda: reached.extend(_accepted(listener)))
        thread.start()
        for text in (
            f"LOAD CSV FROM '{secret}' AS row RETURN row",
            f"SELECT * {{ SERVICE <http://127.0.0.1:{port}/> {{ ?s ?p ?o }} }}",
        ):
            with pytest.raises(QueryError):
                query(made, text)
        thread.join()
    assert reached == []


def _accepted(listener):
    try:
        yield listener.accept()
    except TimeoutError:
        return
