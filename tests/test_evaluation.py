import json
from pathlib import Path

import pytest

from kg.errors import ReadError
from kg.evaluation import compare, evaluate

GOLD = Path(__file__).parents[1] / "seeds" / "gold.jsonl"


def write(path, *records):
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def test_the_pipeline_is_run_if_no_output_is_given(tmp_path):
    lines = GOLD.read_text(encoding="utf-8").splitlines()[:3]
    path = tmp_path / "gold.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    found = evaluate(path)
    assert found.n_papers == 3
    assert 0 < found.scores["entity"].hits <= found.scores["entity"].support


def test_a_given_output_is_scored_instead(tmp_path):
    found = evaluate(GOLD, GOLD)
    assert found.scores["role"].f1 == 1.0
    assert all(name.is_right for name in found.coined)


def test_each_name_that_an_abstract_coins_is_listed_with_what_became_of_it():
    gold = {"a": {"text": "We propose FeMAM and a kernel.", "entities": [
        {"type": "Method", "name": "FeMAM", "mentions": ["FeMAM"], "role": "proposes"},
        {"type": "Method", "name": "kernel", "mentions": ["kernel"], "role": "proposes"}]}}  # fmt: skip
    found = {"a": {"entities": [{"type": "Model", "name": "FeMAM", "mentions": ["FeMAM"], "role": "proposes"}]}}
    (coined,) = compare(gold, found).coined
    assert (coined.name, coined.kind, coined.found_kind, coined.is_right) == ("FeMAM", "Method", "Model", False)


def test_data_and_tables_hold_the_same_figures():
    found = evaluate(GOLD, GOLD)
    data = json.loads(json.dumps(found.to_data()))
    measures, kinds, coined = found.tables()
    for name, precision, _, _, support in measures.rows:
        assert data[name]["p"] == pytest.approx(precision / 100, abs=1e-3)
        assert data[name]["support"] == support
    assert sum(row[-1] for row in kinds.rows) == 0
    assert len(coined.rows) == len(data["coined"])
    assert all(len(row) == len(table.columns) for table in found.tables() for row in table.rows)


def test_output_of_other_abstracts_is_refused(tmp_path):
    path = write(tmp_path / "out.jsonl", {"key": "other", "entities": []})
    with pytest.raises(ReadError, match="none of the keys"):
        evaluate(GOLD, path)


def test_output_without_entities_is_refused_with_its_line(tmp_path):
    path = write(tmp_path / "out.jsonl", {"key": "seed-0000", "entities": []}, {"key": "seed-0001"})
    with pytest.raises(ReadError, match=r"out\.jsonl:2: no entities"):
        evaluate(GOLD, path)
