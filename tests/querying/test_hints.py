"""What is said where a question has no answer."""

import shlex

import pytest
from click.testing import CliRunner

from kg.cli import main
from kg.querying import query


@pytest.mark.parametrize("engine", ["kglite", "oxigraph"])
def test_no_rows_about_a_concept_say_which_relations_it_has_and_what_shows_them(made, engine):
    rows = query(made, "papers-evaluating-on", {"concept": "accuracy"}, engine=engine)
    assert rows.rows == ()
    assert rows.hint == f"accuracy has MEASURES 1: `kg query {made} relations-of-concept concept=accuracy`"


def test_the_relations_are_listed_strongest_first_with_their_numbers(made):
    hint = query(made, "papers-addressing", {"concept": "SGD"}).hint
    assert hint.startswith("sgd has COMPARES_TO 2: ")
    assert query(made, "papers-addressing", {"concept": "GLUE"}).hint.startswith("glue has EVALUATES_ON ")


def test_a_family_that_no_paper_names_is_asked_for_its_members(made):
    hint = query(made, "relations-of-concept", {"concept": "Llama"}).hint
    assert hint == f"no paper names llama, only its family: `kg query {made} family-members concept=llama`"


def test_no_rows_about_a_paper_say_which_relations_it_has(made):
    hint = query(made, "papers-sharing-benchmark", {"paper": 'p"4`'}).hint
    [command] = hint.split(": `")[1:]
    assert shlex.split(command.removesuffix("`"))[-2:] == ["relations-of-paper", 'paper=p"4`']
    assert query(made, "evidence-for", {"paper": "p1", "concept": "mmlu"}).hint.count("kg query") == 2


def test_where_there_are_rows_or_no_concept_is_asked_about_nothing_is_said(made):
    assert query(made, "papers-evaluating-on", {"concept": "GLUE"}).hint == ""
    assert query(made, "MATCH (c:Concept {id: $x}) RETURN c.name", {"x": "none"}).hint == ""


def test_the_command_that_is_hinted_at_finds_rows(made):
    def run(*words):
        return CliRunner().invoke(main, ["query", *words, "--jsonl"])

    said = run(str(made), "papers-evaluating-on", "concept=accuracy").stderr.splitlines()[-1]
    command = said.partition("`")[2].removesuffix("`")
    assert run(*shlex.split(command)[2:]).stdout
