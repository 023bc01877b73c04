import json
import tracemalloc

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kg.readers import read
from kg.readers.jsonl import read_papers
from tests.readers.samples import FIRST, HOSTILE, JSONL, SECOND

_texts = st.text(st.characters(codec="utf-8", exclude_characters="\x00\x1f")) | st.sampled_from(HOSTILE)


def test_each_line_is_a_paper_with_its_fields(read_with):
    papers, omissions = read_with("jsonl", JSONL)
    assert [(p.id, p.title, p.text, p.source) for p in papers] == [
        ("q1", "QuietPrune", FIRST, "1"),
        ("q2", "WebMemo", SECOND, "2"),
    ]
    assert (papers[0].year, papers[0].authors) == (2031, ("Ann Lee",))
    assert (papers[1].venue, papers[1].keywords) == ("ICML", ("agents", "memory"))
    assert omissions == []


def test_bad_lines_are_reported_by_number_and_the_rest_read(read_with):
    lines = ["{broken", '["a"]', "", '"We propose."', '{"title": "T"}', '{"abstract": "We."} x', "{" * 100_000, JSONL]
    papers, omissions = read_with("jsonl", "\n".join(lines))
    assert [p.source for p in papers] == ["8", "9"]
    assert [where for where, _ in omissions] == ["1", "2", "4", "5", "6", "7"]
    reasons = [reason.split(":")[0].split(";")[0] for _, reason in omissions]
    assert reasons == ["not JSON", "not an object", "not an object", "no abstract", "not JSON", "not JSON"]


def test_a_number_too_long_for_python_is_reported_not_raised(read_with):
    papers, omissions = read_with("jsonl", '{"abstract": "We.", "year": ' + "1" * 5000 + "}\n" + JSONL)
    assert len(papers) == 2
    assert omissions[0][0] == "1"


def test_half_of_a_surrogate_pair_is_reported_and_a_whole_pair_read(read_with):
    papers, omissions = read_with("jsonl", '{"abstract": "We \\ud83d."}\n{"abstract": "We \\ud83d\\ude00."}\n')
    assert [p.text for p in papers] == ["We 😀."]
    assert omissions == [("1", "the abstract holds U+D83D (half of a surrogate pair), which can't be stored")]


@given(st.lists(st.tuples(_texts.filter(str.strip), _texts), max_size=5))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_written_papers_are_read_back_equal(tmp_path, papers):
    path = tmp_path / "list.jsonl"
    records = [{"abstract": f"We {text}.", "title": title} for text, title in papers]
    path.write_text("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in records), encoding="utf-8")
    read = list(read_papers(path, pytest.fail))
    assert [(p.text, p.title) for p in read] == [(r["abstract"], " ".join(r["title"].split())) for r in records]


def test_memory_does_not_grow_with_the_file(tmp_path):
    n_papers = 5_000
    path = tmp_path / "list.jsonl"
    with path.open("w") as file:
        file.writelines(json.dumps({"id": n, "abstract": FIRST * 5}) + "\n" for n in range(n_papers))
    assert path.stat().st_size > 4e6
    tracemalloc.start()
    try:
        assert sum(1 for _ in read_papers(path, pytest.fail)) == n_papers
        assert tracemalloc.get_traced_memory()[1] < 0.5e6
    finally:
        tracemalloc.stop()


def test_a_line_longer_than_what_is_looked_at_does_not_make_a_list_one_document(tmp_path):
    path = tmp_path / "works.json"
    record = {"abstract": FIRST, "authors": [f"Ann Lee {n}" for n in range(9000)]}
    path.write_text("".join(json.dumps({"id": n, **record}) + "\n" for n in "ab"))

    assert [paper.id for paper in read(path)] == ["a", "b"]
