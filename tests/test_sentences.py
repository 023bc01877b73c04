import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.sentences import MAX_SENTENCE, sentence_at, shown_around, split_sentences


def pieces(text):
    return [text[start:end] for start, end in split_sentences(text)]


def test_a_full_stop_before_a_capital_ends_a_sentence():
    assert pieces("We propose FeMAM. It wins! Why? Because.") == ["We propose FeMAM.", "It wins!", "Why?", "Because."]


@pytest.mark.parametrize(
    "text",
    [
        "We use models (e.g. BERT) and tasks (i.e. NER).",
        "This follows Smith et al. in spirit.",
        "Accuracy rises by 1.5% vs. GPT-4.",
        "See Fig. 3 for C++ and Crohn's disease.",
        "Work by J. Smith is extended.",
    ],
)
def test_an_abbreviation_ends_no_sentence(text):
    assert pieces(text) == [text]


def test_markup_and_brackets_that_close_after_the_stop_stay_with_the_sentence():
    assert pieces(r"It is \emph{fast.} **X** follows (so we think.) Then $\sim$5\% remain.") == [
        r"It is \emph{fast.}",
        "**X** follows (so we think.)",
        r"Then $\sim$5\% remain.",
    ]


def test_a_blank_line_parts_sentences_without_a_stop():
    assert pieces("A heading\n\nThe text") == ["A heading", "The text"]


@pytest.mark.parametrize("blank", ["", " ", "\n\t\n", "\u2028"])
def test_blank_text_has_no_sentences(blank):
    assert split_sentences(blank) == []


@given(st.text(alphabet=st.sampled_from("ab AB.!?\n(){}$\\\"'é🙂\u2028。"), max_size=80))
def test_sentences_cover_all_but_white_space_in_order_without_overlap(text):
    spans = split_sentences(text)
    assert all(start < end for start, end in spans)
    assert all(end <= start for (_, end), (start, _) in itertools.pairwise(spans))
    covered = {place for start, end in spans for place in range(start, end)}
    assert all(char.isspace() for place, char in enumerate(text) if place not in covered)


def test_a_span_across_a_cut_gets_both_sentences():
    text = "One A. Two B."
    assert sentence_at([(0, 6), (7, 13)], 4, 10) == (0, len(text))


def test_quotes_and_stops_without_end_are_read_in_one_pass() -> None:
    # With two ways to read "''" this took longer than the universe is old, and dots alone a minute.
    for text in ("We use it." + "'" * 400 + "x", "We use it" + "." * 50_000 + "x"):
        assert split_sentences(text) == [(0, len(text))]
    assert len(split_sentences("It is ``good.'' We use it.")) == 2


@given(st.text(alphabet="ab \n", min_size=1, max_size=60), st.data())
def test_what_is_shown_of_a_sentence_holds_the_words_asked_for_and_no_more_than_the_sentence(words, data):
    text = words * data.draw(st.integers(1, 400))
    first, last = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    start, end = sorted(data.draw(st.tuples(*[st.integers(first, last)] * 2)))
    shown = shown_around(text, (first, last), start, end)
    assert first <= shown[0] <= start <= end <= shown[1] <= last
    assert shown == (first, last) or shown[1] - shown[0] <= max(MAX_SENTENCE, end - start)


def test_a_sentence_that_is_shown_in_part_is_cut_between_words():
    text = "Alpha Beta Gamma " * 1000
    start, end = shown_around(text, (0, len(text)), 8500, 8505)
    assert text[start - 1] == text[end] == " "
