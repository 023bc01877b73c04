"""Candidates: the best set of spans without overlap; long forms with what they hold and what holds them."""

import numpy as np
import pytest

from kg.extraction.neural.candidates import Candidate, choose, join_definitions
from kg.extraction.neural.labels import KINDS


def _shares(*any_shares: float) -> np.ndarray:
    rows = np.zeros((len(any_shares), len(KINDS) + 1), np.float32)
    rows[:, 0], rows[:, -1] = any_shares, 1 - np.array(any_shares)
    return rows


def _candidates(*spans: tuple[int, int, float]) -> list[Candidate]:
    return [Candidate(first, last, _shares(share)[0]) for first, last, share in spans]


@pytest.mark.parametrize(
    ("spans", "chosen"),
    [
        ([(0, 1, 0.7), (1, 4, 0.9), (3, 5, 0.6), (7, 7, 0.2)], [(0, 1), (3, 5)]),
        ([(0, 1, 0.6), (1, 4, 0.95), (3, 5, 0.5)], [(1, 4)]),
        ([(2, 2, 0.3), (2, 3, 0.2)], [(2, 2)]),
        ([], []),
    ],
)
def test_the_likeliest_set_without_overlap_is_chosen(
    spans: list[tuple[int, int, float]], chosen: list[tuple[int, int]]
) -> None:
    assert [candidate[:2] for candidate in choose(_candidates(*spans), 0.25)] == chosen


# "key-value (KV) cache": words 0 to 2, bracket, 4, bracket, 6.
LONG, SHORT, WHOLE = (0, 2), (4, 4), (0, 6)


def test_long_form_and_short_form_share_the_surer_ones_share() -> None:
    shares = _shares(0.8, 0.2, 0.6)
    join_definitions(shares, [LONG, SHORT, (1, 2)], [(LONG, SHORT)])
    assert 1 - shares[:, -1] == pytest.approx([0.8, 0.8, 0.0], abs=1e-5)


def test_a_likely_whole_takes_both_in() -> None:
    shares = _shares(0.8, 0.7, 0.6)
    join_definitions(shares, [LONG, SHORT, WHOLE], [(LONG, SHORT)])
    assert 1 - shares[:, -1] == pytest.approx([0.0, 0.0, 0.6], abs=1e-5)


def test_an_unlikely_whole_does_not() -> None:
    shares = _shares(0.8, 0.7, 0.4)
    join_definitions(shares, [LONG, SHORT, WHOLE], [(LONG, SHORT)])
    assert 1 - shares[:, -1] == pytest.approx([0.8, 0.8, 0.4], abs=1e-5)
