"""JSON Lines keeps everything, and says where a file is none of ours."""

import json

import pytest

from kg.errors import ReadError
from kg.exporters import jsonl
from tests.strategies import kitchen_sink


def test_a_line_is_a_record_and_papers_come_first(tmp_path):
    jsonl.write(kitchen_sink(), tmp_path / "export")
    with (tmp_path / "export").open(encoding="utf-8", newline="\n") as file:
        kinds = [json.loads(line)["record"] for line in file]
    assert list(dict.fromkeys(kinds)) == ["paper", "concept", "result", "edge"]


@pytest.mark.parametrize(
    "line",
    ["", "{", "[]", "7", "{}", '{"record": "toy"}', '{"record": "concept", "id": 7, "kind": "Task", "name": "a"}',
     '{"record": "edge", "source": "a", "type": "TOY", "target": "b"}'],
)  # fmt: skip
def test_what_is_not_a_record_is_refused_with_its_place(line, tmp_path):
    (tmp_path / "broken").write_text(f"{line}\n", encoding="utf-8")
    with pytest.raises(ReadError, match="broken"):
        jsonl.read_graph(tmp_path / "broken")
