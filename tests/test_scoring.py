import json
from pathlib import Path

import pytest

from kg.evaluation import compare
from kg.scoring import Score, form, is_named, match

# The figures were computed once, on these records, by the scorer that came with the annotated corpus.
CASE = json.loads((Path(__file__).parent / "cases" / "scoring.json").read_text(encoding="utf-8"))
GOLD = {record["key"]: record for record in CASE["gold"]}
PREDICTED = {record["key"]: record for record in CASE["predicted"]}


def test_all_measures_are_those_of_the_corpus_scorer():
    scores = compare(GOLD, PREDICTED).scores
    assert scores.keys() == CASE["scores"].keys()
    for name, (precision, recall, f1, support) in CASE["scores"].items():
        score = scores[name]
        found = (score.precision, score.recall, score.f1, score.support)
        assert found == pytest.approx((precision, recall, f1, support)), name


def test_the_gold_against_itself_is_perfect_in_all_it_holds():
    scores = compare(GOLD, GOLD).scores
    assert all(score.f1 == 1.0 for score in scores.values() if score.support)


def test_nothing_predicted_scores_nothing_and_misses_all():
    scores = compare(GOLD, {}).scores
    assert all(score.hits == score.spurious == 0 for score in scores.values())
    assert scores["entity"].missed == sum(len(record["entities"]) for record in GOLD.values())


def test_a_score_without_any_counts_is_zero_not_a_fault():
    assert (Score().precision, Score().recall, Score().f1) == (0.0, 0.0, 0.0)


def test_letter_case_outer_marks_and_plural_make_no_difference():
    assert form("(LLMs)") == form("llm")
    assert form("loss") == "loss"
    assert form("C++") != form("C")


@pytest.mark.parametrize(
    ("mentions", "named"),
    [(["FeMAM"], True), (["GSM8K"], True), (["Transformers"], False), (["query circuits"], False)],
)
def test_a_name_proper_has_a_capital_or_a_digit_inside(mentions, named):
    assert is_named({"mentions": mentions}) is named


def test_an_entity_is_matched_once():
    one = {"type": "Model", "role": "uses", "mentions": ["BERT"]}
    assert match([one, one], [one]) == [(0, 0)]


def test_kinds_taken_for_each_other_are_counted():
    confusion = compare(GOLD, PREDICTED).confusion
    assert confusion["Dataset", "Benchmark"] == 1
    assert confusion["spurious", "Task"] == 1
    assert confusion["Method", "missed"] == 1
