"""Shares of label sequences under the trained label chain: which spans a text is likely to have."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kg.extraction.neural.labels import BEGIN, END, INSIDE, SINGLE, label_of, may_end, may_follow, may_start, n_labels

Floats = NDArray[np.float32]
_TINY = np.float32(1e-30)


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelChain:
    """Factors of the steps between word labels, zero where a step is not allowed."""

    n_kinds: int
    steps: Floats
    starts: Floats
    ends: Floats

    @classmethod
    def from_scores(cls, scores: Floats, n_kinds: int) -> "LabelChain":
        """Return the chain of the trained step scores (logs), the rules of label order applied."""
        labels = range(n_labels(n_kinds))
        allowed = np.array([[may_follow(before, after) for after in labels] for before in labels])
        return cls(
            n_kinds=n_kinds,
            steps=np.where(allowed, np.exp(scores), 0).astype(np.float32),
            starts=np.array([may_start(label) for label in labels], np.float32),
            ends=np.array([may_end(label) for label in labels], np.float32),
        )

    def span_shares(self, emissions: Floats, max_words: int, least: float) -> dict[tuple[int, int, int], float]:
        """Return the probability of each span (first word, last word, kind) that has at least `least`.

        Forward and backward recursions scaled at each word; a span's share is the weight of all label
        sequences that hold it whole. Spans have at most `max_words` words.
        """
        if not len(emissions):
            return {}
        weights = np.exp(emissions - emissions.max(1, keepdims=True))
        before, after, scales = self._recursions(weights)
        weights = weights / scales[:, None]
        found: dict[tuple[int, int, int], float] = {}
        for kind in range(self.n_kinds):
            begin, inside, end, single = (label_of(kind, place) for place in (BEGIN, INSIDE, END, SINGLE))
            alone = before[:, single] * after[:, single]
            found |= {(int(i), int(i), kind): float(alone[i]) for i in np.flatnonzero(alone >= least)}
            opened = before[:, begin]
            closing = weights[:, end] * after[:, end]
            for first in np.flatnonzero(opened * after[:, begin] >= least).tolist():
                share = float(opened[first])
                label = begin
                for last in range(first + 1, min(first + max_words, len(weights))):
                    whole = share * float(self.steps[label, end] * closing[last])
                    if whole >= least:
                        found[first, last, kind] = whole
                    share *= float(self.steps[label, inside] * weights[last, inside])
                    label = inside
                    if share == 0:
                        break
        return found

    def _recursions(self, weights: Floats) -> tuple[Floats, Floats, Floats]:
        """Return forward and backward weights, whose product at a word are label shares, and the scales."""
        n_words = len(weights)
        before, after = np.empty_like(weights), np.empty_like(weights)
        scales = np.empty(n_words, np.float32)
        state = self.starts * weights[0]
        for word in range(n_words):
            if word:
                state = (state @ self.steps) * weights[word]
            scales[word] = max(state.sum(), _TINY)
            state = state / scales[word]
            before[word] = state
        state = self.ends / max(float(state @ self.ends), float(_TINY))
        for word in range(n_words - 1, -1, -1):
            after[word] = state
            state = self.steps @ (weights[word] * state / scales[word])
        return before, after, scales
