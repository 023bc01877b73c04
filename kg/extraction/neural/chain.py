"""Shares of label sequences under the trained label chain: which spans a text is likely to have."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kg.extraction.neural.labels import BEGIN, END, INSIDE, SINGLE, label_of, may_end, may_follow, may_start, n_labels

Floats = NDArray[np.float32]
Floats64 = NDArray[np.float64]
_TINY = 1e-300
# A word multiplies the weights by e^-20 at the very worst: they are scaled back after so many.
_RUN = 16


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

        Forward and backward recursions; a span's share is the weight of all label sequences that hold it
        whole. Spans have at most `max_words` words.
        """
        if not len(emissions):
            return {}
        weights = np.exp(emissions - emissions.max(1, keepdims=True)).astype(np.float64)
        before, after, scales = self._recursions(weights)
        weights /= scales[:, None]
        steps = self.steps.tolist()
        found: dict[tuple[int, int, int], float] = {}
        for kind in range(self.n_kinds):
            begin, inside, end, single = (label_of(kind, place) for place in (BEGIN, INSIDE, END, SINGLE))
            alone = before[:, single] * after[:, single]
            found |= {(place, place, kind): float(alone[place]) for place in np.flatnonzero(alone >= least).tolist()}
            opened, going = before[:, begin].tolist(), weights[:, inside].tolist()
            closing = (weights[:, end] * after[:, end]).tolist()
            for first in np.flatnonzero(before[:, begin] * after[:, begin] >= least).tolist():
                share, label = opened[first], begin
                for last in range(first + 1, min(first + max_words, len(weights))):
                    whole = share * steps[label][end] * closing[last]
                    if whole >= least:
                        found[first, last, kind] = whole
                    share *= steps[label][inside] * going[last]
                    label = inside
                    if share == 0:
                        break
        return found

    def _recursions(self, weights: Floats64) -> tuple[Floats64, Floats64, Floats64]:
        """Return forward and backward weights, whose product at a word are label shares, and the words' scales.

        Both directions run side by side, as one product a word.
        """
        n_words, n = weights.shape
        steps = np.zeros((2 * n, 2 * n))
        steps[:n, :n], steps[n:, n:] = self.steps, self.steps.T
        both = np.concatenate([weights, weights[::-1]], axis=1)
        scales = np.ones(n_words)
        both[0] *= np.concatenate([self.starts, self.ends])
        state = both[0]
        for word in range(1, n_words):
            state = (state @ steps) * both[word]
            if word % _RUN == 0:
                scales[word] = max(state[:n].sum(), _TINY)
                state[:n] /= scales[word]
                state[n:] /= max(state[n:].sum(), _TINY)
            both[word] = state
        before = both[:, :n]
        after = np.empty_like(before)
        after[-1] = self.ends
        after[:-1] = both[::-1, n:][1:] @ self.steps.T
        after /= np.maximum((before * after).sum(1, keepdims=True), _TINY)
        return before, after, scales
