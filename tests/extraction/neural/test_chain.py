"""The label chain: shares of spans are those of all label sequences, counted one by one."""

from itertools import pairwise, product

import numpy as np
import pytest

from kg.extraction.neural.chain import LabelChain
from kg.extraction.neural.labels import labels_of, may_end, may_follow, may_start, n_labels


def _sequences(n_words: int, n_kinds: int) -> list[tuple[int, ...]]:
    labels = range(n_labels(n_kinds))
    return [
        sequence
        for sequence in product(labels, repeat=n_words)
        if may_start(sequence[0]) and may_end(sequence[-1]) and all(may_follow(a, b) for a, b in pairwise(sequence))
    ]


def test_span_shares_equal_the_sum_over_all_sequences() -> None:
    n_words, n_kinds = 4, 2
    rng = np.random.default_rng(3)
    emissions = rng.normal(size=(n_words, n_labels(n_kinds))).astype(np.float32)
    scores = rng.normal(size=(n_labels(n_kinds),) * 2).astype(np.float32)
    shares = LabelChain.from_scores(scores, n_kinds).span_shares(emissions, n_words, 0.0)

    weights = {}
    for sequence in _sequences(n_words, n_kinds):
        steps = sum(float(scores[a, b]) for a, b in pairwise(sequence))
        weights[sequence] = float(np.exp(steps + sum(float(emissions[i, y]) for i, y in enumerate(sequence))))
    total = sum(weights.values())
    for (first, last, kind), share in shares.items():
        wanted = labels_of([(first, last + 1, kind)], n_words)[first : last + 1]
        counted = sum(w for s, w in weights.items() if list(s[first : last + 1]) == wanted) / total
        assert share == pytest.approx(counted, abs=1e-5)
    assert len(shares) == n_kinds * n_words * (n_words + 1) // 2


def test_a_text_without_words_has_no_spans() -> None:
    chain = LabelChain.from_scores(np.zeros((5, 5), np.float32), 1)
    assert chain.span_shares(np.zeros((0, 5), np.float32), 5, 0.0) == {}


def test_extreme_scores_neither_overflow_nor_vanish() -> None:
    emissions = np.full((50, 5), -300, np.float32)
    emissions[:, 4] = 300
    shares = LabelChain.from_scores(np.zeros((5, 5), np.float32), 1).span_shares(emissions, 5, 0.5)
    assert sorted(shares) == [(i, i, 0) for i in range(50)]
