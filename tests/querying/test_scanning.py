"""Tokens cover the text, and comments go without moving anything."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.querying.scanning import parameter_names, scan, without_comments

SHREDS = st.lists(
    st.sampled_from(["'", '"', "`", "\\", "//", "/*", "*/", "#", "\n", "<", ">", "$x", "SET", " ", "é", "'''"])
)


@pytest.mark.parametrize("language", ["cypher", "sparql"])
@given(shreds=SHREDS)
def test_tokens_joined_are_the_text(language, shreds):
    text = "".join(shreds)
    assert "".join(token.text for token in scan(text, language)) == text


@pytest.mark.parametrize("language", ["cypher", "sparql"])
@given(shreds=SHREDS)
def test_taking_comments_out_keeps_every_place_and_is_done_once(language, shreds):
    text = "".join(shreds)
    bare = without_comments(text, language)
    assert len(bare) == len(text)
    assert without_comments(bare, language) == bare


def test_a_parameter_in_a_string_or_comment_or_iri_is_none():
    text = "# $a\nSELECT * { ?s <x:$b> '$c' . ?s ?p $d }"
    assert parameter_names(text, "sparql") == ("d",)
