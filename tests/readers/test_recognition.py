import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import ReadError
from kg.readers.recognition import is_annotated, read_head, recognize
from kg.registry import READERS, get, names
from tests.readers.samples import CSV, FIRST, FOREIGN, JSON, JSONL, RECORDS, SAMPLES, SECOND, UNKNOWN

CASES = [(name, sample) for name, samples in SAMPLES.items() for sample in samples]


def _takers(head):
    return [name for name in names(READERS) if get(READERS, name).recognizes(head)]


def test_every_registered_form_has_samples_here():
    assert set(SAMPLES) == set(names(READERS))


@pytest.mark.parametrize(("name", "sample"), CASES)
def test_each_form_is_taken_by_its_reader_alone(name, sample):
    assert _takers(sample.lstrip("\ufeff")) == [name]


@pytest.mark.parametrize(("name", "sample"), CASES)
def test_a_long_list_is_recognized_from_its_beginning(name, sample):
    if name == "json":
        records = [{"id": str(n), "title": "T", "abstract": FIRST} for n in range(400)]
        document = records if sample.startswith("[") else {"results": records}
        sample = json.dumps(document, indent=2 if "\n" in sample else None)
    assert _takers((sample + f"\n\n{sample}" * 300)[:65_536].lstrip("\ufeff")) == [name]


@pytest.mark.parametrize("sample", [*FOREIGN.values(), *UNKNOWN])
def test_no_reader_takes_what_is_no_list(sample):
    assert _takers(sample) == []


_FRAGMENTS = (
    *(line for _, sample in CASES for line in sample.split("\n")),
    *FOREIGN.values(),
    *UNKNOWN,
    "",
    "",
    "",
    "{",
    "}",
    "[",
    "]",
)


@given(st.lists(st.sampled_from(_FRAGMENTS), max_size=12))
def test_no_mixture_of_forms_is_taken_by_two_readers(lines):
    assert len(_takers("\n".join(lines))) <= 1


@given(st.text())
def test_no_text_is_taken_by_two_readers(text):
    assert len(_takers(text)) <= 1


@pytest.mark.parametrize(("what", "sample"), FOREIGN.items())
def test_a_foreign_form_is_called_by_its_name(tmp_path, what, sample):
    path = tmp_path / "list.txt"
    path.write_text(sample)
    with pytest.raises(ReadError, match=what) as caught:
        recognize(path, read_head(path))
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith(f"{path}: ")


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"PK\x03\x04\x14\x00\x06\x00", "zip file"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old Excel"),
        (b"SQLite format 3\x00", "SQLite"),
        (bytes(range(256)) * 4, "not text in UTF-8"),
        ("模型剪枝会损害其校准。".encode("gbk"), "not text in UTF-8"),
        (FIRST.encode("utf-16-le"), "not text in UTF-8, nor in UTF-16 with a byte order mark"),
    ],
)
def test_a_binary_file_is_refused_with_what_it_is(tmp_path, content, what):
    path = tmp_path / "list"
    path.write_bytes(content)
    with pytest.raises(ReadError, match=what):
        recognize(path, read_head(path))


@pytest.mark.parametrize("content", ["", " \n\t\n", "\ufeff"])
def test_an_empty_file_is_refused(tmp_path, content):
    path = tmp_path / "list.txt"
    path.write_text(content)
    with pytest.raises(ReadError, match=r"list\.txt: empty; a list holds at least one abstract"):
        read_head(path)


def test_abstracts_a_line_without_blank_lines_are_refused_with_advice(tmp_path):
    path = tmp_path / "list.txt"
    path.write_text(f"{FIRST}\n{SECOND} It is free.\n" * 5)
    with pytest.raises(ReadError, match="put a blank line between"):
        recognize(path, read_head(path))


@pytest.mark.parametrize("wrap", [json.dumps, lambda r: json.dumps([r], indent=1), lambda r: json.dumps({"p": [r]})])
def test_records_with_entities_are_annotated(wrap):
    record = {
        "key": "a",
        "text": FIRST,
        "entities": [{"type": "Method", "mentions": ["QuietPrune"], "role": "proposes"}],
    }
    assert is_annotated(wrap(record))
    assert is_annotated(wrap({**record, "entities": []}))
    assert not is_annotated(wrap({**record, "entities": "many"}))


@pytest.mark.parametrize("sample", [JSONL, JSON, CSV, RECORDS, FIRST, '{"a": {"entities": []}}'])
def test_other_lists_are_not_annotated(sample):
    assert not is_annotated(sample)


def test_what_a_third_reader_takes_as_well_must_be_named(tmp_path, monkeypatch):
    path = tmp_path / "list.json"
    path.write_text(JSON)
    monkeypatch.setattr(get(READERS, "textlist"), "recognizes", lambda head: True)
    with pytest.raises(ReadError, match="may be json or textlist; say which with --format"):
        recognize(path, read_head(path))


def test_the_forms_are_listed_in_order():
    assert all(a < b for a, b in pairwise(names(READERS)))
