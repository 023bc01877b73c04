import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import ReadError
from kg.readers.json_records import find_records, flattened
from tests.readers.samples import FIRST, JSON_BY_VENUE, OPENALEX, OPENREVIEW, SAMPLES, SECOND


@pytest.mark.parametrize("sample", [s for s in SAMPLES["json"][:-1] if s != JSON_BY_VENUE])
def test_papers_are_read_from_an_array_or_by_id_wrapped_as_services_do_in_any_layout(read_with, sample):
    papers, omissions = read_with("json", sample)
    assert [(p.id, p.text, p.source) for p in papers] == [("q1", FIRST, "record 1"), ("q2", SECOND, "record 2")]
    assert omissions == []


def test_arrays_of_papers_by_venue_or_year_are_all_read_if_there_is_nothing_else(read_with):
    papers, _ = read_with("json", JSON_BY_VENUE)
    assert [(p.id, p.source) for p in papers] == [("q1", "ICML record 1"), ("q2", "NeurIPS record 1")]


def test_openalex_gives_authors_venue_and_address(read_with):
    (paper, _), _ = read_with("json", OPENALEX)
    assert (paper.authors, paper.venue) == (("Ann Lee",), "Journal of Pruning")
    assert paper.url == "https://example.org/q1"


def test_openreview_gives_authors_and_no_address_without_its_server(read_with):
    papers, _ = read_with("json", OPENREVIEW)
    assert [(p.authors, p.url) for p in papers] == [(("Ann Lee",), "")] * 2


def test_a_paper_with_references_is_one_paper_and_not_its_references(read_with):
    record = {"id": "a", "abstract": FIRST, "references": [{"title": "T", "abstract": SECOND}]}
    assert [p.id for p in read_with("json", json.dumps(record))[0]] == ["a"]


def test_a_list_may_have_a_title_and_a_summary_of_its_own(read_with):
    document = {"title": "ICML", "summary": "Two papers.", "papers": [{"title": "T", "summary": FIRST}]}
    assert [p.text for p in read_with("json", json.dumps(document))[0]] == [FIRST]


def test_parts_of_a_text_are_no_papers(read_with):
    document = {"text": FIRST, "entities": [{"text": "QuietPrune", "start": 59}]}
    assert [p.text for p in read_with("json", json.dumps(document))[0]] == [FIRST]


def test_what_stands_among_papers_by_id_and_is_none_is_reported(read_with):
    papers, omissions = read_with("json", json.dumps({"a": {"abstract": FIRST}, "b": {"abstract": SECOND}, "n": 2}))
    assert [p.id for p in papers] == ["a", "b"]
    assert omissions == [("record 3", "not an object; a paper is one object")]


def test_an_id_of_its_own_wins_over_the_name_that_a_document_gives_a_paper(read_with):
    papers, _ = read_with(
        "json", json.dumps({"a": {"id": "x", "abstract": FIRST}, "b": {"doi": "d", "abstract": "We."}})
    )
    assert [p.id for p in papers] == ["x", "b"]


@given(st.recursive(st.none() | st.text(max_size=3), lambda x: st.lists(x) | st.dictionaries(st.sampled_from(
    ["title", "abstract", "text", "value", "content", "a"]), x), max_leaves=12))  # fmt: skip
def test_no_document_is_too_strange_to_look_for_papers(value):
    if isinstance(value, dict):
        assert all(isinstance(items, list) for items in find_records(value).values())
        assert isinstance(flattened(value), dict)


def test_an_object_alone_is_one_paper(read_with):
    papers, _ = read_with("json", SAMPLES["json"][-1])
    assert [p.id for p in papers] == ["q1"]


def test_bad_records_are_reported_by_place_and_the_rest_read(read_with):
    papers, omissions = read_with(
        "json", '["We.", {"abstract": "We a."}, null, {"abstract": ["We"]}, {"abstract": " "}]'
    )
    assert [p.source for p in papers] == ["record 2"]
    assert omissions == [
        ("record 1", "not an object; a paper is one object"),
        ("record 3", "not an object; a paper is one object"),
        ("record 4", "the abstract is an array; it must be a string"),
        ("record 5", "no abstract; a paper needs one (as 'abstract', 'text' or 'summary')"),
    ]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('[\n{"abstract": "We."},\n{]', r"list:3: not JSON \(.* at column 2\); mend it there"),
        ('{"id": 1}\n{"id": 2}', "list:2: not JSON .*; for an object a line use --format jsonl"),
        ("[" * 100_000, "list: JSON nested too deep"),
        ('[{"year": ' + "1" * 5000 + "}]", "list: not JSON"),
        ('{"a": [{"x": 1}]}', "list: JSON, but no array of papers, nor papers by their ids; put the papers in one"),
        (
            '{"a": [{"title": "T"}], "b": [{"title": "U"}], "n": 1}',
            r"list: several arrays of objects \(a, b\); leave the one",
        ),
        ('"We propose."', "list: JSON, but no array of papers"),
    ],
)
def test_what_is_no_list_is_refused_in_one_line(read_with, content, message):
    with pytest.raises(ReadError, match=message) as caught:
        read_with("json", content)
    assert "\n" not in str(caught.value)
