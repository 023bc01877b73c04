"""The small matrices that read the encoder's rows: kinds of spans, roles, sameness, parts of results."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from kg.extraction.neural.chain import LabelChain
from kg.extraction.neural.labels import FIELDS, KINDS, KINDS_BY_ROLE, ROLES, n_labels
from kg.extraction.neural.layout import HEADS, MAX_SPAN_WORDS, POINTER_WIDTH, SPAN_WIDTH

Floats = NDArray[np.float32]
Span = tuple[int, int]
_NEVER = -1e4
_SHAPES = {
    "chain.steps": (n_labels(len(KINDS)),) * 2,
    "value_chain.steps": (n_labels(1),) * 2,
    "span_length": (MAX_SPAN_WORDS, SPAN_WIDTH),
    "span_out.weight": (len(KINDS) + 1, SPAN_WIDTH),
    "span_out.bias": (len(KINDS) + 1,),
    "role_out.bias": (len(ROLES),),
    "alias_scale": (2,),
    "pointer_out.bias": (len(FIELDS) * 2 * POINTER_WIDTH,),
    "pointer_null": (len(FIELDS), 2),
}
"""Of the arrays whose shapes do not depend on the encoder's width."""


class Heads:
    """Trained matrices by name, and what is computed with them; all on the words of one text.

    Raises KeyError or ValueError if one is missing or of another shape.
    """

    def __init__(self, arrays: Mapping[str, Floats]) -> None:
        self.arrays = dict(arrays)
        for name, shape in _SHAPES.items():
            if arrays[name].shape != shape:
                raise ValueError(f"{name} has the shape {arrays[name].shape} instead of {shape}")
        self.chain = LabelChain.from_scores(arrays["chain.steps"], len(KINDS))
        self.value_chain = LabelChain.from_scores(arrays["value_chain.steps"], 1)
        allowed = [[kind in KINDS_BY_ROLE[role] for role in ROLES] for kind in KINDS]
        self.role_cost = np.where(np.array(allowed), 0, _NEVER).astype(np.float32)

    def kind_shares(self, columns: Floats, spans: Sequence[Span]) -> Floats:
        """Probability of each kind, and last of none, for spans (first and last word)."""
        if not spans:
            return np.zeros((0, len(KINDS) + 1), np.float32)
        first, last = np.array(spans).T
        lengths = np.minimum(last - first, MAX_SPAN_WORDS - 1)
        hidden = (
            columns[first, HEADS["span_first"]]
            + columns[last, HEADS["span_last"]]
            + _means(columns[:, HEADS["span_mean"]], first, last)
            + self.arrays["span_length"][lengths]
        )
        return softmax(self._linear("span_out", np.maximum(hidden, 0)))

    def role_shares(
        self, columns: Floats, summary: Floats, groups: Sequence[Sequence[Span]], kinds: Sequence[int]
    ) -> Floats:
        """Probability of each role for entities with these mentions (one or more each) and kinds: a row an entity."""
        if not groups:
            return np.zeros((0, len(ROLES)), np.float32)
        first, last = np.array([span for spans in groups for span in spans]).T
        mentions = np.maximum(
            columns[first, HEADS["role_first"]]
            + columns[last, HEADS["role_last"]]
            + _means(columns[:, HEADS["role_mean"]], first, last),
            0,
        )
        counts = np.array([len(spans) for spans in groups])
        begins = np.cumsum(counts) - counts
        text = self._linear("role_text", summary)
        parts = [
            np.add.reduceat(mentions, begins, axis=0) / counts[:, None],
            np.maximum.reduceat(mentions, begins, axis=0),
            np.broadcast_to(text, (len(groups), len(text))),
            self.arrays["role_kind"][list(kinds)],
            np.array([entity_places(spans, len(columns)) for spans in groups]),
        ]
        hidden = np.maximum(self._linear("role_hidden", np.concatenate(parts, axis=1)), 0)
        return softmax(self._linear("role_out", hidden) + self.role_cost[list(kinds)])

    def likeness(self, columns: Floats, spans: Sequence[Span]) -> Floats:
        """Probability, for each pair of spans, that both speak of one entity."""
        first, last = np.array(spans).T
        vectors = _means(columns[:, HEADS["alias"]], first, last)
        vectors = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
        scale, shift = self.arrays["alias_scale"]
        return np.asarray(1 / (1 + np.exp(-(vectors @ vectors.T * scale + shift))), np.float32)

    def pointers(self, states: Floats, columns: Floats, value: Span) -> Floats:
        """Log probabilities (field, side, word or nothing) of where a value's metric and so on stand."""
        ends = np.concatenate([states[value[0]], states[value[1]]])
        hidden = np.tanh(self._linear("pointer_hidden", ends))
        queries = self._linear("pointer_out", hidden).reshape(len(FIELDS), 2, POINTER_WIDTH)
        keys = np.stack([columns[:, HEADS["pointer_first"]], columns[:, HEADS["pointer_last"]]])
        scores = np.einsum("fsd,swd->fsw", queries, keys) / POINTER_WIDTH**0.5
        scores = np.concatenate([scores, self.arrays["pointer_null"][..., None]], axis=2)
        return np.asarray(np.log(softmax(scores) + 1e-12), np.float32)

    def _linear(self, name: str, inputs: Floats) -> Floats:
        return np.asarray(inputs @ self.arrays[name + ".weight"].T + self.arrays[name + ".bias"], np.float32)


def softmax(scores: Floats) -> Floats:
    """Shares along the last axis."""
    powers = np.exp(scores - scores.max(-1, keepdims=True))
    return np.asarray(powers / powers.sum(-1, keepdims=True), np.float32)


def entity_places(spans: Sequence[Span], n_words: int) -> tuple[float, float, float, float]:
    """Where an entity stands: first, last and mean place of its spans, log of their count."""
    places = [begin / n_words for begin, _ in spans]
    return min(places), max(places), sum(places) / len(places), float(np.log(len(places)))


def _means(rows: Floats, first: NDArray[np.int64], last: NDArray[np.int64]) -> Floats:
    """Mean row of each stretch of words."""
    sums = np.zeros((len(rows) + 1, rows.shape[1]), np.float64)
    np.cumsum(rows, axis=0, out=sums[1:])
    return np.asarray((sums[last + 1] - sums[first]) / (last - first + 1)[:, None], np.float32)
