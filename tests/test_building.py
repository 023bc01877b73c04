import dataclasses
import json
import re
import shutil
import sqlite3
import subprocess
import sys

import pytest

import kg
from kg import graph
from kg.errors import ReadError, StoreError
from kg.extraction import RULES
from kg.records import Paper
from kg.store import FILE, open_store
from kg.text import digest
from tests.conftest import SEEDS

NO_VIEW = kg.BuildOptions(view=False, workers=1)
# Where many abstracts are read and any reading does, the quick one.
BY_RULES = kg.BuildOptions(view=False, workers=1, model=RULES)


def exported(folder, tmp_path):
    path = tmp_path / "out.jsonl"
    kg.export(folder, "jsonl", path)
    return path.read_bytes()


def seed_abstracts():
    return [paper.text for paper in kg.read(sorted(SEEDS.glob("*.txt")))]


def write_list(path, texts):
    path.write_text("".join(json.dumps({"id": f"p{n}", "abstract": text}) + "\n" for n, text in enumerate(texts)))
    return path


def test_the_seed_lists_become_thirty_papers_with_evidence_on_every_edge(seeds_folder):
    made = kg.open(seeds_folder)
    papers = [node for node in graph.nodes(made) if isinstance(node, Paper)]

    assert len(papers) == 30
    assert all(paper.label for paper in papers)
    for edge in graph.edges(made):
        assert edge.evidence or edge.type in {"ON", "BY", "OF", "VARIANT_OF", "BROADER"}
    assert (seeds_folder / "view.html").stat().st_size > 100_000


def test_the_annotation_beside_the_lists_is_passed_over_and_reported(seeds_folder):
    report = [json.loads(line) for line in (seeds_folder / "report.jsonl").open(encoding="utf-8")]

    assert [line for line in report if "gold.jsonl" in line["where"]]


def test_annotated_abstracts_become_the_graph_that_they_say(gold_folder):
    edges = list(graph.edges(kg.open(gold_folder)))
    said = {(e.source, e.type, e.target) for e in edges}

    assert ("seed-0000", "PROPOSES", "federated-multi-level-additive-modeling") in said
    assert ("seed-0002", "EVALUATES_ON", "mimic-iii") in said
    assert ("seed-0000", "ADDRESSES", "federated-learning") in said
    assert {ev.said_by for e in edges for ev in e.evidence} == {"annotation"}


def test_the_same_lists_in_any_order_by_any_number_of_workers_give_the_same_bytes(tmp_path):
    lists = sorted(SEEDS.glob("*.txt"))
    kg.build(lists, tmp_path / "a", options=kg.BuildOptions(workers=1))
    kg.build(lists[::-1], tmp_path / "b", options=kg.BuildOptions(workers=2))

    assert exported(tmp_path / "a", tmp_path) == exported(tmp_path / "b", tmp_path)
    assert (tmp_path / "a" / "view.html").read_bytes() == (tmp_path / "b" / "view.html").read_bytes()


def test_a_second_build_reuses_what_was_extracted(tmp_path):
    path = write_list(tmp_path / "list.jsonl", seed_abstracts()[:3])
    kg.build(path, tmp_path / "g", options=NO_VIEW)
    database = sqlite3.connect(tmp_path / "g" / FILE)
    with database:
        database.execute("UPDATE extractions SET record = '{}', digest = ?", (digest("{}"),))
    database.close()

    assert not list(graph.edges(kg.build(path, tmp_path / "g", options=NO_VIEW)))


def test_a_build_that_was_stopped_keeps_what_it_extracted_and_the_old_graph(tmp_path):
    old = write_list(tmp_path / "old.jsonl", seed_abstracts()[:1])
    kg.build(old, tmp_path / "g", options=BY_RULES)
    before = exported(tmp_path / "g", tmp_path)
    texts = [f"{text} Variant {n}." for n in range(5) for text in seed_abstracts()]
    new = write_list(tmp_path / "new.jsonl", texts)

    def stop(step, done, total):
        if step == "extracting" and done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        kg.build(new, tmp_path / "g", options=BY_RULES, progress=stop)
    assert exported(tmp_path / "g", tmp_path) == before
    ready = []
    kg.build(new, tmp_path / "g", options=BY_RULES, progress=lambda step, done, _: ready.append((step, done)))
    assert ready[1][0] == "extracting"
    assert ready[1][1] > 0


def test_a_build_that_was_killed_goes_on_and_gives_the_same_graph(tmp_path):
    path = write_list(tmp_path / "list.jsonl", [f"{text} Variant {n}." for n in range(5) for text in seed_abstracts()])
    words = [sys.executable, "-m", "kg", "build", str(path), "-o", str(tmp_path / "g"), "--workers", "1"]
    words += ["--model", "rules"]
    process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
    for line in process.stderr:
        if re.match(r"extracting [1-9]", line):
            break
    process.kill()
    process.wait()
    process.stderr.close()
    with open_store(tmp_path / "g") as store:
        assert store.counts()["papers"] == 0
    done = []
    kg.build(path, tmp_path / "g", options=BY_RULES, progress=lambda step, n, _: done.append((step, n)))
    kg.build(path, tmp_path / "whole", options=BY_RULES)

    assert next(n for step, n in done if step == "extracting") > 0
    assert exported(tmp_path / "g", tmp_path) == exported(tmp_path / "whole", tmp_path)


def test_adding_keeps_the_papers_that_are_there_and_equals_one_build_of_all(tmp_path):
    one, two = sorted(SEEDS.glob("*.txt"))
    kg.build(one, tmp_path / "g", options=NO_VIEW)
    kg.build(two, tmp_path / "g", options=kg.BuildOptions(view=False, workers=1, add=True))
    kg.build([one, two], tmp_path / "whole", options=NO_VIEW)

    assert exported(tmp_path / "g", tmp_path) == exported(tmp_path / "whole", tmp_path)


def test_annotated_papers_stay_annotated_when_others_are_added(tmp_path, gold_folder):
    shutil.copytree(gold_folder, tmp_path / "g")
    path = write_list(tmp_path / "list.jsonl", ["We propose FooNet. It is evaluated on ImageNet."])
    kg.build(path, tmp_path / "g", options=kg.BuildOptions(view=False, add=True))
    edges = list(graph.edges(kg.open(tmp_path / "g")))

    assert {e.said_by for edge in edges if edge.source == "seed-0000" for e in edge.evidence} == {"annotation"}
    assert [edge for edge in edges if edge.source == "p0"]


def damage(folder):
    with sqlite3.connect(folder / FILE) as connection:
        connection.execute("UPDATE extractions SET record = replace(record, 'start', 'strat')")


def test_damaged_extractions_are_made_anew(tmp_path):
    path = write_list(tmp_path / "list.jsonl", ["We propose FooNet. It is evaluated on ImageNet."])
    kg.build(path, tmp_path / "g", options=BY_RULES)
    once = exported(tmp_path / "g", tmp_path)
    damage(tmp_path / "g")
    kg.build(path, tmp_path / "g", options=BY_RULES)
    assert exported(tmp_path / "g", tmp_path) == once


def test_a_damaged_annotation_is_not_replaced_in_silence_by_an_extraction(tmp_path):
    text = "We propose FooNet. It is evaluated on ImageNet."
    entity = {"type": "Model", "name": "FooNet", "mentions": ["FooNet"], "role": "proposes"}
    gold = tmp_path / "gold.jsonl"
    gold.write_text(json.dumps({"key": "a", "text": text, "entities": [entity]}) + "\n")
    kg.build(gold, tmp_path / "g", options=dataclasses.replace(BY_RULES, annotations=True))
    damage(tmp_path / "g")
    with pytest.raises(
        StoreError, match="the annotation of paper a is damaged or gone; build again from the annotated"
    ):
        kg.build(
            write_list(tmp_path / "list.jsonl", [text]), tmp_path / "g", options=dataclasses.replace(BY_RULES, add=True)
        )


@pytest.mark.parametrize("content", ["", "\n\n\n", "Title only\n", "\x00\x01\x02"])
def test_a_list_without_papers_is_an_error_and_makes_nothing(tmp_path, content):
    path = tmp_path / "list.txt"
    path.write_text(content)

    with pytest.raises(ReadError, match=r"list\.txt"):
        kg.build(path, tmp_path / "g")
    assert not (tmp_path / "g").exists()


def test_a_missing_list_and_a_foreign_folder_are_refused(tmp_path):
    with pytest.raises(ReadError, match=r"nothing\.txt"):
        kg.build(tmp_path / "nothing.txt", tmp_path / "g")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.tex").write_text("x")
    with pytest.raises(StoreError, match="not a graph"):
        kg.build(SEEDS, tmp_path / "mine")


def test_one_bad_record_is_reported_with_its_place_and_the_rest_is_done(tmp_path):
    path = write_list(tmp_path / "list.jsonl", seed_abstracts()[:2])
    path.write_text(path.read_text() + "{broken\n")
    kg.build(path, tmp_path / "g", options=NO_VIEW)
    report = (tmp_path / "g" / "report.jsonl").read_text()

    assert "list.jsonl:3" in report
    with open_store(tmp_path / "g") as store:
        assert store.counts()["papers"] == 2


def test_an_alias_file_that_is_not_there_is_refused_before_anything_is_made(tmp_path):
    path = write_list(tmp_path / "a.jsonl", seed_abstracts()[:1])
    with pytest.raises(ReadError, match="can't be read"):
        kg.build(path, tmp_path / "g", options=dataclasses.replace(BY_RULES, aliases=tmp_path / "names.tsv"))
    assert not (tmp_path / "g").exists()


def test_an_alias_line_without_effect_is_reported(tmp_path):
    path = write_list(tmp_path / "a.jsonl", seed_abstracts()[:1])
    (tmp_path / "names.tsv").write_text("same\tno such name\tno other\n")
    kg.build(path, tmp_path / "g", options=dataclasses.replace(BY_RULES, aliases=tmp_path / "names.tsv"))
    (line,) = (tmp_path / "g" / "report.jsonl").read_text().splitlines()
    assert json.loads(line)["where"] == f"{tmp_path / 'names.tsv'}:1"
