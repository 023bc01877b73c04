import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.readers.fields import to_paper
from kg.readers.inverted_index import to_text
from tests.readers.samples import FIRST


def _inverted(text):
    places = {}
    for at, word in enumerate(text.split()):
        places.setdefault(word, []).append(at)
    return places


@given(st.text())
def test_a_text_comes_back_from_its_index_but_for_layout(text):
    assert to_text(_inverted(text)) == " ".join(text.split())


@pytest.mark.parametrize("write", [json.dumps, repr, lambda index: {"IndexLength": 40, "InvertedIndex": index}])
def test_an_index_is_read_as_tables_and_older_exports_hold_it(write):
    paper = to_paper({"abstract_inverted_index": write(_inverted(FIRST))}, "1", [].append)
    assert paper.text == FIRST


def test_words_cut_from_an_index_leave_the_others_in_order():
    assert to_text({"We": [0], "heads": [10**12]}) == "We heads"


@pytest.mark.parametrize(
    ("index", "reason"),
    [
        ({"We": 0}, "not words with their places; it must be like"),
        ({"We": [True]}, "not words with their places"),
        (["We"], "not words with their places"),
        ("{'We': [0", "not words with their places"),
        ("[" * 100_000, "not words with their places"),
        ({"We": [0], "They": [0]}, "has two words at place 0, 'They' and 'We'"),
    ],
)
def test_a_malformed_index_is_reported(index, reason):
    omissions = []
    assert to_paper({"abstract_inverted_index": index}, "1", omissions.append) is None
    assert reason in omissions[0].reason


def test_an_abstract_wins_over_its_index():
    assert to_paper({"abstract": "a", "abstract_inverted_index": {"b": [0]}}, "1", [].append).text == "a"
    assert to_paper({"abstract": None, "abstract_inverted_index": {"b": [0]}}, "1", [].append).text == "b"
