"""Words: what the model labels, with exact offsets."""

from hypothesis import given
from hypothesis import strategies as st

from kg.extraction.neural.words import split_words


def test_markup_never_sticks_to_a_name() -> None:
    words = [word.text for word in split_words(r"We use \emph{BERT} and **GPT-4o**, $\tau$-leaping.")]
    assert "BERT" in words
    assert "GPT" in words
    assert words.count("*") == 4


def test_underscore_parts_words_as_it_does_for_mentions() -> None:
    assert [word.text for word in split_words("snake_case")] == ["snake", "_", "case"]


def test_a_word_that_touches_the_last_one_has_another_shape() -> None:
    apart, glued = split_words("a -")[1], split_words("a-")[1]
    assert apart.text == glued.text == "-"
    assert apart.shape != glued.shape


def test_case_and_digits_tell_shapes_apart() -> None:
    shapes = [split_words(text)[0].shape for text in ("bert", "Bert", "BERT", "B", "DeBERTa", "gpt4", "GPT4", "4")]
    assert len(set(shapes)) == len(shapes)


@given(st.text())
def test_offsets_index_the_text_and_no_visible_character_is_lost(text: str) -> None:
    words = split_words(text)
    assert all(text[word.start : word.end] == word.text for word in words)
    assert "".join(word.text for word in words) == "".join(text.split())
