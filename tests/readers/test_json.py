import pytest

from kg.errors import ReadError
from tests.readers.samples import FIRST, SAMPLES, SECOND


@pytest.mark.parametrize("sample", SAMPLES["json"][:-1])
def test_an_array_is_read_alone_or_wrapped_in_any_layout(read_with, sample):
    papers, omissions = read_with("json", sample)
    assert [(p.id, p.text, p.source) for p in papers] == [("q1", FIRST, "record 1"), ("q2", SECOND, "record 2")]
    assert omissions == []


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
        ('{"a": [{"x": 1}], "b": [{"x": 2}]}', r"list: several arrays of objects \(a, b\); leave the one"),
        ('"We propose."', "list: JSON, but no array of objects"),
    ],
)
def test_what_is_no_list_is_refused_in_one_line(read_with, content, message):
    with pytest.raises(ReadError, match=message) as caught:
        read_with("json", content)
    assert "\n" not in str(caught.value)
