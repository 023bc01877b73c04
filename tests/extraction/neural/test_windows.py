"""Windows: every word is read exactly once, however long the text."""

from hypothesis import given, settings
from hypothesis import strategies as st

from kg.extraction.neural.windows import MAX_SUBWORDS, make_windows
from kg.extraction.neural.words import split_words


def _tokenize(word: str) -> tuple[int, ...]:
    """Stand for a vocabulary: a subword for every three letters, none for a few odd words."""
    return () if word == "\u0000" else tuple(1000 + ord(char) % 97 for char in word[::3])


def test_an_empty_text_has_no_window() -> None:
    assert make_windows(split_words("A title"), [], _tokenize) == []


def test_a_short_text_is_one_window_with_its_title_before_it() -> None:
    (window,) = make_windows(split_words("A title"), split_words("One text"), _tokenize)
    assert window.ids[0] == 101
    assert window.ids.count(102) == 2
    assert (window.keep_from, window.keep_to) == (0, 2)
    assert window.types[:4] == [1, 1, 1, 1]


def test_a_word_without_subwords_still_has_a_place() -> None:
    (window,) = make_windows([], split_words("a \u0000 b"), _tokenize)
    assert len(window.firsts) == 3


def test_a_word_longer_than_a_window_is_still_read() -> None:
    windows = make_windows([], split_words("short " + "x" * 6000 + " end"), _tokenize)
    assert [i for w in windows for i in range(w.keep_from, w.keep_to)] == [0, 1, 2]
    assert all(len(window.ids) <= MAX_SUBWORDS for window in windows)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.text("ab1-\u00e9", min_size=1, max_size=30), max_size=900), st.booleans())
def test_windows_fit_and_share_out_all_words(parts: list[str], has_title: bool) -> None:
    words = split_words(" ".join(parts))
    title = split_words("Some title " * 60) if has_title else []
    windows = make_windows(title, words, _tokenize)
    assert [i for w in windows for i in range(w.keep_from, w.keep_to)] == list(range(len(words)))
    for window in windows:
        assert len(window.ids) == len(window.shapes) == len(window.types) <= MAX_SUBWORDS
        assert window.first_word <= window.keep_from
        assert window.keep_to <= window.first_word + len(window.firsts)
        assert all(0 < first < len(window.ids) - 1 for first in window.firsts)
