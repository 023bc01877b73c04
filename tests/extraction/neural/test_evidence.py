"""Evidence: nouns that name a kind, and what speaks for a role."""

import numpy as np
import pytest

from kg.extraction.neural.evidence import KIND_SIGNS, kind_signs
from kg.extraction.neural.labels import KINDS, ROLES
from kg.extraction.neural.role_evidence import ROLE_SIGNS, role_signs, titled
from kg.extraction.neural.words import split_words
from kg.sentences import split_sentences


def _place(text: str, name: str) -> tuple[int, int]:
    words = split_words(text)
    start = text.index(name)
    inside = [n for n, word in enumerate(words) if start <= word.start < start + len(name)]
    return inside[0], inside[-1]


def _kinds(text: str, name: str, title: str = "") -> dict[str, str]:
    signs = kind_signs(split_words(text), [_place(text, name)], [name], title)
    return {KIND_SIGNS[row]: KINDS[int(signs[row].argmax())] for row in np.flatnonzero(signs.sum(1))}


@pytest.mark.parametrize(
    ("text", "name", "sign", "kind"),
    [
        ("We use the Qux benchmark.", "Qux", "after", "Benchmark"),
        ("a Dual Dynamic (DD) model for", "DD", "after", "Model"),
        (r"the \textbf{Qux} framework", "Qux", "after", "Method"),
        ("a dataset called Qux", "Qux", "before", "Dataset"),
        ("Qux, a large transformer for code", "Qux", "apposition", "Model"),
        ("Qux, a dual-agent architecture that pairs", "Qux", "apposition", "Method"),
        ("on Qux-Bench", "Qux-Bench", "ending", "Benchmark"),
        ("with QuxNet", "QuxNet", "ending", "Model"),
    ],
)
def test_nouns_speak_for_a_kind(text: str, name: str, sign: str, kind: str) -> None:
    assert _kinds(text, name)[sign] == kind


def test_no_noun_says_nothing() -> None:
    assert _kinds("We use Qux here.", "Qux") == {}
    assert _kinds("Qux. A model is used.", "Qux") == {}
    assert "ending" not in _kinds("the net", "net")


def test_the_title_says_what_it_introduces() -> None:
    assert _kinds("Qux works.", "Qux", "Qux: A Benchmark for Reading") == {"title": "Benchmark"}


def _roles(text: str, name: str, *, may_rival: bool = True) -> set[tuple[str, str]]:
    signs = role_signs(text, split_words(text), split_sentences(text), [_place(text, name)], may_rival=may_rival)
    return {
        (ROLE_SIGNS[row], ROLES[column])
        for row, column in zip(*np.nonzero(signs), strict=True)
        if ROLE_SIGNS[row] not in {"early", "late"}
    }


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("Our method outperforms Qux by far.", "outperforms"),
        ("It is fast compared with Qux.", "compared-with"),
        ("It beats the Qux baseline.", "baseline"),
        ("Unlike us, existing Qux fails.", "prior"),
    ],
)
def test_contrasts_speak_for_a_rival(text: str, sign: str) -> None:
    assert (sign, "compares_to") in _roles(text, "Qux")


def test_only_what_may_be_a_rival_is_looked_up_for_contrasts() -> None:
    assert _roles("Our method outperforms Qux by far.", "Qux", may_rival=False) == set()


def test_a_possessive_speaks_for_proposing() -> None:
    assert _roles("Tests show that our Qux wins.", "Qux") == {("our", "proposes")}


def test_what_the_title_names_is_no_background() -> None:
    signs = titled(np.zeros((len(ROLE_SIGNS), len(ROLES)), np.float32), ["Qux"], "On qux and more")
    spoken = {ROLES[column] for column in np.flatnonzero(signs[ROLE_SIGNS.index("title")])}
    assert spoken == set(ROLES) - {"mentions", "compares_to"}
    assert not titled(np.zeros_like(signs), ["Qux"], "").any()
