import json
from pathlib import Path

import pytest

from kg.concept_evaluation import b_cubed, evaluate_concepts, pair_f1
from kg.errors import ReadError

GOLD = Path(__file__).parents[1] / "seeds" / "gold.jsonl"


def lines(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_the_seeds_resolve_as_annotated(tmp_path):
    concepts = lines(
        tmp_path / "concepts.jsonl",
        [{"name": "ARC", "members": [["seed-0010", "ARC"], ["seed-0012", "ARC"]]},
         {"name": "behavior cloning", "members": [["seed-0008", "behavior cloning"], ["seed-0018", "BC"]]}],
    )  # fmt: skip
    traps = lines(tmp_path / "traps.jsonl", [[["seed-0026", "reward model"], ["seed-0009", "preference model"], "two"]])
    scores = evaluate_concepts([GOLD], concepts, traps)
    assert scores["traps_apart"] == scores["n_traps"] == 1
    assert scores["merged_traps"] == []
    assert scores["b3_recall"] > 0.99


def test_a_member_that_nobody_annotated_is_refused_with_its_place(tmp_path):
    concepts = lines(tmp_path / "concepts.jsonl", [{"name": "x", "members": [["seed-0000", "no such entity"]]}])
    with pytest.raises(ReadError, match=r"concepts\.jsonl:1: .*no such entity"):
        evaluate_concepts([GOLD], concepts)


def test_the_largest_group_left_out_no_longer_counts():
    found = {("p", "a"): 1, ("q", "a"): 1, ("r", "b"): 2, ("s", "b"): 3}
    wanted = {("p", "a"): 1, ("q", "a"): 1, ("r", "b"): 2, ("s", "b"): 2}
    assert pair_f1(found, wanted) == pytest.approx(2 / 3)
    assert pair_f1(found, {k: v for k, v in wanted.items() if v != 1}) == 0.0


def test_everything_in_one_group_has_full_recall():
    wanted = {(str(n), "a"): n for n in range(4)}
    assert b_cubed(dict.fromkeys(wanted, 0), wanted)[:2] == (0.25, 1.0)
