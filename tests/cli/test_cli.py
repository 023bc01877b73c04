import csv
import io
import json
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from kg.cli import main
from tests.conftest import SEEDS


@pytest.fixture
def run():
    def invoke(*arguments, code=0):
        result = CliRunner().invoke(main, [str(argument) for argument in arguments])
        assert result.exit_code == code, result.output
        return result

    return invoke


def test_every_command_has_help_that_says_what_it_does(run):
    for name, command in main.commands.items():
        assert len((command.help or "").split()) >= 5, name
        assert "Usage: " in run(name, "--help").stdout


def test_help_loads_no_heavy_library():
    heavy = ("spacy", "networkx", "rdflib", "neo4j", "pyvis", "rich", "numpy")
    code = f"import sys, kg.cli; print([m for m in {heavy} if m in sys.modules])"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert shown.stdout.strip() == "[]"


def test_an_error_is_one_line_on_standard_error_and_exit_1(run, tmp_path):
    result = run("stats", tmp_path, code=1)

    assert result.stdout == ""
    assert result.stderr.startswith("kg: ")
    assert result.stderr.count("\n") == 1
    assert "kg build" in result.stderr


@pytest.mark.parametrize(("name", "command"), main.commands.items())
def test_an_empty_path_is_refused_wherever_a_command_takes_a_path(name, command):
    paths = [parameter for parameter in command.params if isinstance(parameter.type, click.Path)]
    assert paths or name in {"queries", "formats", "unload"}
    for parameter in paths:
        with pytest.raises(click.BadParameter, match="an empty path; name a file or folder"):
            parameter.type.convert("", parameter, None)


@pytest.mark.parametrize("command", ["papers", "extract", "build"])
def test_lists_without_a_single_paper_are_an_error_with_the_first_reason_and_its_place(run, tmp_path, command):
    path = tmp_path / "x.jsonl"
    path.write_text('{"title": "A"}\n{"title": "B"}\n')
    result = run(command, path, *(("-o", tmp_path / "g") if command == "build" else ()), code=1)

    last = result.stderr.splitlines()[-1]
    assert last.startswith(f"kg: {path}: no paper could be read; 2 passed over, the first: x.jsonl:1: no abstract")
    assert not (tmp_path / "g").exists()


def test_a_file_name_with_control_characters_cannot_write_to_the_terminal(run, tmp_path):
    result = run("papers", tmp_path / "a\x1b[31m\nb.txt", code=1)

    assert "\x1b" not in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_locale_that_cannot_write_a_character_gets_its_escape(gold_folder):
    words = [sys.executable, "-m", "kg", "query", str(gold_folder), "RETURN 'naïve 🤗' AS name", "--engine", "kglite"]
    environment = {"PATH": "/usr/bin:/bin", "PYTHONIOENCODING": "ascii:strict"}
    done = subprocess.run(words, capture_output=True, env=environment, check=False)

    assert done.returncode == 0, done.stderr
    assert rb"na\xefve \U0001f917" in done.stdout


def test_rows_come_as_table_json_json_lines_and_csv(run, gold_folder):
    table = run("explain", gold_folder, "PRIMO", "MIMIC-III").stdout
    as_json = json.loads(run("explain", gold_folder, "PRIMO", "MIMIC-III", "--json").stdout)
    lines = run("explain", gold_folder, "PRIMO", "MIMIC-III", "--jsonl").stdout.splitlines()
    rows = list(csv.DictReader(io.StringIO(run("explain", gold_folder, "PRIMO", "MIMIC-III", "--csv").stdout)))

    assert "[MIMIC-III]" in table
    assert [json.loads(line) for line in lines] == as_json
    assert rows[0]["sentence"] == as_json[0]["sentence"]
    run("explain", gold_folder, "PRIMO", "MIMIC-III", "--json", "--csv", code=2)


def test_a_build_prints_a_summary_and_the_path_of_the_view(run, tmp_path):
    result = run("build", SEEDS, "-o", tmp_path / "g")

    assert "papers" in result.stdout
    assert str(tmp_path / "g" / "view.html") in result.stderr
    assert "report.jsonl" in result.stderr


def test_papers_shows_what_was_read_and_what_was_passed_over(run):
    result = run("papers", SEEDS, "--jsonl")

    assert len(result.stdout.splitlines()) == 30
    assert "30 papers" in result.stderr
    assert "gold.jsonl" in result.stderr


def test_extract_prints_one_record_an_abstract_whose_spans_fit(run):
    records = [json.loads(line) for line in run("extract", SEEDS).stdout.splitlines()]
    texts = {
        json.loads(line)["id"]: json.loads(line)["text"] for line in run("papers", SEEDS, "--jsonl").stdout.splitlines()
    }

    assert len(records) == 30
    for record in records:
        for entity in record["entities"]:
            surfaces = {texts[record["key"]][start:end] for start, end in entity["spans"]}
            assert surfaces == set(entity["mentions"])
            assert 0 <= entity["confidence"] <= 1


def test_a_query_takes_parameters_and_refuses_malformed_ones(run, gold_folder):
    rows = json.loads(run("query", gold_folder, "papers-evaluating-on", "concept=MIMIC-III", "--json").stdout)

    assert [row["paper"] for row in rows] == ["seed-0002"]
    run("query", gold_folder, "papers-evaluating-on", "MIMIC-III", code=2)
    assert "no concept of this name" in run("query", gold_folder, "papers-evaluating-on", "concept=qqqq", code=1).stderr


def test_validate_passes_a_graph_that_kg_made(run, seeds_folder):
    assert "no problem" in run("validate", seeds_folder).stderr


def test_a_part_of_a_graph_is_drawn_beside_the_whole(run, seeds_folder, tmp_path):
    folder = shutil.copytree(seeds_folder, tmp_path / "graph")
    whole = Path(run("view", folder).stdout.strip())
    drawn = whole.read_bytes()
    part = Path(run("view", folder, "--around", "federated learning").stdout.strip())

    assert (whole, part) == (folder / "view.html", folder / "around.html")
    assert whole.read_bytes() == drawn != part.read_bytes()


def test_view_and_export_write_the_file_they_name(run, seeds_folder, tmp_path):
    assert run("view", seeds_folder, "--around", "federated learning", "-o", tmp_path / "v.html").stdout.strip() == str(
        tmp_path / "v.html"
    )
    run("export", seeds_folder, "--to", "ttl", "-o", tmp_path / "g.ttl")
    assert (tmp_path / "g.ttl").stat().st_size > 10_000
    assert "known: " in run("export", seeds_folder, "--to", "docx", "-o", tmp_path / "x", code=1).stderr


def test_lists_of_formats_and_queries_are_complete(run):
    formats = {(row["name"], row["direction"]) for row in json.loads(run("formats", "--json").stdout)}

    assert {("bib", "read"), ("csv", "read"), ("ttl", "write"), ("neo4j", "write"), ("html", "write")} <= formats
    assert len(json.loads(run("queries", "--json").stdout)) >= 6


def test_eval_scores_the_pipeline_and_a_given_output(run, tmp_path):
    gold = SEEDS / "gold.jsonl"
    perfect = json.loads(run("eval", gold, "--predicted", gold, "--json").stdout)
    pipeline = json.loads(run("eval", gold, "--json").stdout)

    assert perfect["entity"]["f1"] == 1
    assert 0.2 < pipeline["entity"]["f1"] < 1
    assert "entity" in run("eval", gold, "--predicted", gold).stdout


def test_merges_and_why_say_what_became_one_and_why(run, gold_folder):
    rows = json.loads(run("merges", gold_folder, "--json").stdout)
    one = run("why", gold_folder, "FL", "federated learning").stdout
    two = json.loads(run("why", gold_folder, "MMLU", "GSM8K", "--json").stdout)

    assert ("FL", "federated learning") in {(row["left"], row["right"]) for row in rows}
    assert one.startswith("one concept: federated-learning")
    assert (two["one"], bool(two["reasons"])) == (False, True)


def test_eval_scores_resolution(run, tmp_path):
    gold = SEEDS / "gold.jsonl"
    concepts, traps = tmp_path / "concepts.jsonl", tmp_path / "traps.jsonl"
    llm = [["seed-0004", "Large Language Models"], ["seed-0022", "large language model"]]
    concepts.write_text(json.dumps({"name": "LLM", "type": "Model", "members": llm}) + "\n")
    traps.write_text(json.dumps([["seed-0000", "FeMAM"], ["seed-0001", "HAMC"], "two methods"]) + "\n")
    scores = json.loads(run("eval", gold, "--concepts", concepts, "--traps", traps, "--json").stdout)["resolution"]

    assert 0.5 < scores["b3_f1"] <= 1
    assert scores["traps_apart"] == 1
    run("eval", gold, "--traps", traps, code=2)


def test_eval_scores_masked_acronyms(run, tmp_path):
    gold = tmp_path / "gold.jsonl"
    text = "We study graph neural networks (GNNs). GNNs are fast."
    entity = {
        "type": "Model",
        "name": "graph neural networks",
        "mentions": ["graph neural networks", "GNNs"],
        "role": "uses",
    }
    records = [{"key": f"p{n}", "text": f"{text} Case {n}.", "entities": [entity]} for n in range(3)]
    gold.write_text("".join(json.dumps(record) + "\n" for record in records))
    scores = json.loads(run("eval", gold, "--masked-acronyms", "--json").stdout)["masked_acronyms"]

    assert scores["n_cases"] == 3
    assert scores["right"] == 1
