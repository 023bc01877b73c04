"""The shipped queries: twins agree, and their rows are right."""

import itertools

import pytest

from kg.errors import KgError, NameNotFoundError, QueryError
from kg.querying import library_folder, queries, query
from kg.querying.guards import check
from kg.querying.headers import read_header
from kg.querying.library import LANGUAGE_BY_SUFFIX, find_script
from kg.querying.scanning import parameter_names
from kg.store import open_store

LIBRARY = queries()
NAMES = [question.name for question in LIBRARY]
FILES = sorted(path for path in library_folder().iterdir() if path.suffix in LANGUAGE_BY_SUFFIX)


def cases(question, papers, concepts):
    """Yield arguments that a question could be given: each paper or concept, odd texts, limits off the default."""
    values = {"paper": papers, "concept": concepts, "text": ["learn", "LLAMA", "'", "é", ""]}
    needed = [parameter for parameter in question.parameters if parameter.default is None]
    for chosen in itertools.product(*(values[parameter.type] for parameter in needed)):
        yield {parameter.name: value for parameter, value in zip(needed, chosen, strict=True)}
    optional = {"kind": "Method", "year": 2026, "limit": 3, "minimum": 2, "most": 2}
    first = {parameter.name: values[parameter.type][0] for parameter in needed}
    for parameter in question.parameters:
        if parameter.default is not None:
            yield {**first, parameter.name: optional[parameter.name]}


def both(folder, name, given):
    cypher, sparql = (query(folder, name, given, engine=engine) for engine in ("kglite", "oxigraph"))
    assert cypher == sparql, given
    return cypher


def rows(folder, name, *columns, **given):
    """The rows of both twins, cut to some columns."""
    found = both(folder, name, given)
    return [tuple(row[column] for column in columns) for row in found.to_dicts()]


@pytest.mark.parametrize("question", LIBRARY, ids=NAMES)
def test_twins_give_equal_rows_under_the_columns_of_the_header_for_all_that_can_be_asked(question, made):
    with open_store(made) as store:
        papers, concepts = [p.id for p in store.papers()], [c.id for c in store.concepts()]
    for given in cases(question, papers, concepts):
        assert both(made, question.name, given).columns == question.columns


@pytest.mark.parametrize("folder", ["gold", "extracted"])
def test_twins_give_equal_rows_on_the_seeds(folder, request):
    folder = request.getfixturevalue(folder)
    with open_store(folder) as store:
        papers = [paper.id for paper in store.papers()][::10]
        most = sorted(store.concepts(), key=lambda c: -sum(n for _, n in c.kind_votes))
    found = 0
    for question in LIBRARY:
        for given in cases(question, papers, [concept.id for concept in most[:6]]):
            found += len(both(folder, question.name, given).rows)
    assert found > 100


def test_there_are_twins_under_every_name():
    assert {question.languages for question in LIBRARY} == {("cypher", "sparql")}


@pytest.mark.parametrize("name", NAMES)
def test_twins_say_the_same_of_themselves(name):
    cypher, sparql = (find_script(name, language).header for language in ("cypher", "sparql"))
    assert cypher == sparql
    assert cypher.question.endswith(("?", "."))
    assert cypher.columns


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_library_query_uses_each_parameter_that_it_declares_and_no_other(path):
    text = path.read_text(encoding="utf-8")
    declared = {parameter.name for parameter in read_header(text, where=path.name).parameters}
    assert set(parameter_names(text, LANGUAGE_BY_SUFFIX[path.suffix])) == declared


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_library_query_only_reads_and_is_ordered(path):
    text = path.read_text(encoding="utf-8")
    check(text, LANGUAGE_BY_SUFFIX[path.suffix], where=path.name)
    assert "ORDER BY" in text


# Right answers, from the seeds' annotation, by hand.


def test_two_seed_papers_evaluate_on_mmlu(gold):
    assert rows(gold, "papers-evaluating-on", "paper", concept="MMLU") == [("seed-0010",), ("seed-0012",)]


def test_with_mmlu_arc_comes_twice_and_four_others_once(gold):
    found = rows(gold, "evaluated-together-with", "name", "n_papers", concept="MMLU")
    assert sorted((name.lower(), n_papers) for name, n_papers in found) == [
        ("arc", 2),
        ("arithmetic", 1),
        ("bbq", 1),
        ("indirect object identification", 1),
        ("truthfulqa", 1),
    ]


def test_softmax_attention_is_compared_with_by_the_paper_that_proposes_hypermlp_and_hyperglu(gold):
    found = rows(gold, "compared-with", "paper", "proposal_name", concept="softmax-attention")
    assert sorted(found) == [("seed-0006", "HyperGLU"), ("seed-0006", "HyperMLP")]


def test_one_pair_of_seed_papers_shares_arc_and_mmlu(gold):
    assert rows(gold, "pairs-sharing-benchmarks", "paper", "other", "n_shared") == [("seed-0010", "seed-0012", 2)]
    assert rows(gold, "papers-sharing-benchmark", "paper", "name", paper="seed-0010") == [
        ("seed-0012", "ARC"),
        ("seed-0012", "MMLU"),
    ]


def test_three_seed_papers_work_on_reinforcement_learning_one_of_which_only_says_rl(gold):
    found = rows(gold, "papers-addressing", "paper", concept="reinforcement learning")
    assert sorted(found) == [("seed-0013",), ("seed-0014",), ("seed-0026",)]


def test_the_sentence_shown_is_the_one_that_names_the_benchmark(gold):
    ((sentence,),) = rows(gold, "papers-evaluating-on", "sentence", concept="gsm8k")
    assert sentence == "Thoughtbubbles achieves competitive GSM8K results using half of the baseline's token budget."


# Right answers, from the graph made by hand.


def test_papers_that_took_a_benchmark_for_another_kind_are_not_lost(made):
    found = rows(made, "papers-evaluating-on", "paper", "kind", "year", "confidence", concept="GLUE")
    assert found == [("p1", "Benchmark", 2026, 0.9), ("p3", "Dataset", 2026, 0.9), ("p2", "Benchmark", 2025, 0.5)]


def test_a_paper_that_proposes_nothing_has_one_row_among_those_that_compare(made):
    assert rows(made, "compared-with", "paper", "proposal", concept="alpha") == [("p3", None)]
    assert rows(made, "compared-with", "paper", "proposal", concept="sgd") == [("p1", "alpha"), ("p2", "beta")]


def test_proposals_for_a_task_can_be_of_one_year(made):
    given = {"concept": "federated learning"}
    assert rows(made, "proposals-for-task", "proposal", year=2026, **given) == [("alpha",)]
    assert rows(made, "proposals-for-task", "proposal", year=2025, **given) == []
    assert rows(made, "proposals-for-task", "proposal", **given) == [("alpha",)]


def test_a_task_is_worked_on_by_those_who_work_on_a_special_case(made):
    assert rows(made, "papers-addressing", "paper", concept="learning") == [("p2",)]
    assert rows(made, "papers-addressing-broadly", "paper", "task", concept="learning") == [
        ("p1", "federated-learning"),
        ("p2", "learning"),
    ]


def test_a_family_reaches_five_steps_down(made):
    members = rows(made, "family-members", "concept", concept="llama")
    assert members == [("llama",), *((f"llama-{n}",) for n in range(5))]
    assert rows(made, "papers-on-family", "paper", "type", "concept", concept="llama") == [
        ("p2", "USES", "llama-0"),
        ("p3", "USES", "llama-4"),
    ]


def test_a_cycle_of_broader_concepts_ends_and_leaves_the_concept_itself_out(made):
    assert rows(made, "broader-concepts", "concept", concept="a-cycle") == [("b-cycle",)]
    assert rows(made, "narrower-concepts", "concept", concept="a-cycle") == [("b-cycle",)]


def test_a_number_is_found_by_what_it_was_measured_on_by_its_metric_and_by_whose_it_is(made):
    columns = ("paper", "value", "low", "unit", "dataset", "whose")
    expected = ("p1", "2.5%", 2.5, "%", "GLUE", "Alpha")
    assert rows(made, "results-on", *columns, concept="glue") == [expected]
    assert rows(made, "results-of", *columns, concept="alpha") == [expected]
    assert rows(made, "results-by-metric", *columns, concept="accuracy") == [
        expected,
        ("p2", "many", None, None, None, None),
    ]


def test_top_concepts_leave_out_what_no_paper_names_and_count_papers(made):
    assert rows(made, "top-concepts", "concept", "n_papers", limit=2) == [("glue", 5), ("sgd", 2)]
    named = rows(made, "top-concepts", "concept", kind="Model", limit=50)
    assert ("llama",) not in named
    assert ("beta",) in named


def test_a_concept_is_found_by_part_of_any_spelling_in_any_letter_case(made):
    assert rows(made, "concepts-named", "concept", text="language UNDER") == [("glue",)]
    assert rows(made, "concepts-named", "concept", text="}) DETACH DELETE") == [("}) DETACH DELETE n //",)]


def test_evidence_shows_the_words_the_cue_and_who_said_so(made):
    assert both(made, "evidence-for", {"paper": "Alpha", "concept": "alpha"}).to_dicts() == [
        {
            "type": "PROPOSES",
            "kind": "Method",
            "confidence": 0.875,
            "n_evidence": 1,
            "field": "text",
            "start": 0,
            "stop": 5,
            "surface": "We pr",
            "sentence": "We propose Alpha. It beats SGD on GLUE by 2.5%.",
            "cue": "We propose",
            "said_by": "test",
            "role_by": "cue",
        }
    ]


def test_years_are_counted_in_order(made):
    assert rows(made, "concept-by-year", "year", "n_papers", concept="glue") == [(2025, 1), (2026, 2)]


# Finding a query.


def test_an_unknown_name_lists_the_nearest():
    with pytest.raises(NameNotFoundError, match="papers-evaluating: no such query; the nearest: papers-evaluating-on"):
        find_script("papers-evaluating", None)


def test_a_file_is_found_by_its_path_and_a_missing_one_says_so(tmp_path):
    file = tmp_path / "mine.cypher"
    file.write_text("// Parameter paper: paper\nMATCH (p:Paper {id: $paper}) RETURN p.id AS id\n")
    assert find_script(str(file), None).header.parameters[0].type == "paper"
    with pytest.raises(QueryError, match=r"other\.rq: can't be read \(No such file or directory\)"):
        find_script(str(tmp_path / "other.rq"), None)
    (tmp_path / "bad.rq").write_bytes(b"\xff")
    with pytest.raises(QueryError, match="not UTF-8 at byte 0"):
        find_script(str(tmp_path / "bad.rq"), None)


@pytest.mark.parametrize("text", ["", "  ", "hello world", "42", "../../etc/passwd"])
def test_what_is_no_query_is_refused_with_what_there_is(text):
    with pytest.raises(KgError, match="kg queries"):
        find_script(text, None)
