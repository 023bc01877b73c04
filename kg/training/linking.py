"""Fitting the linker of values to metrics: a softmax over strings near a value, by gradient with momentum."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kg.extraction.neural.candidates import Candidate
from kg.extraction.neural.encoded import Encoded
from kg.extraction.neural.heads import Heads, Span
from kg.extraction.neural.linking import N_LINK_FEATURES, Linker, link_features, strings_near
from kg.extraction.neural.reported import find_values, scene_of
from kg.text import fold

Floats = NDArray[np.float64]
Case = tuple[Floats, NDArray[np.bool_]]
_N_STEPS = 600
_PACE, _MOMENTUM = 0.3, 0.9


def link_cases(
    record: Mapping[str, Any], encoded: Encoded, heads: Heads, mentions: Mapping[Span, Candidate]
) -> Iterable[Case]:
    """Yield, for each found value that is annotated, the features of the strings near it and which are right."""
    text, words = record["text"], encoded.words
    values = find_values(encoded, heads)
    scene = scene_of(encoded, list(values), mentions)

    def surface(span: Span) -> str:
        return str(text[words[span[0]].start : words[span[1]].end])

    for value in values:
        wanted = {fold(r["metric"]) for r in record.get("results", []) if r["value"] == surface(value)}
        logs = heads.pointers(encoded.states, encoded.columns, value)[0]
        strings = strings_near(scene, logs, value)
        is_right = np.array([fold(surface(string)) in wanted for string in strings], bool)
        if is_right.any():
            yield np.stack([link_features(scene, logs, value, string) for string in strings]).astype(float), is_right


def fit_linker(cases: Sequence[Case], *, ridge: float = 0.002) -> Linker:
    """Return the linker that makes the right strings likeliest; without cases, one that trusts the pointers."""
    weights = np.zeros(N_LINK_FEATURES)
    weights[:2] = 0.5
    if not cases:
        return Linker(weights=weights)
    rows = np.concatenate([features for features, _ in cases])
    is_right = np.concatenate([right for _, right in cases]).astype(float)
    begins = np.cumsum([0, *(len(right) for _, right in cases)])[:-1]
    owner = np.repeat(np.arange(len(cases)), [len(right) for _, right in cases])
    means, spreads = rows.mean(0), rows.std(0) + 1e-6
    inputs = (rows - means) / spreads
    weights *= spreads
    speed = np.zeros_like(weights)
    for _ in range(_N_STEPS):
        scores = inputs @ weights
        shares = np.exp(scores - np.maximum.reduceat(scores, begins)[owner])
        wanted = shares * is_right
        shares /= np.add.reduceat(shares, begins)[owner]
        wanted /= np.add.reduceat(wanted, begins)[owner]
        speed = _MOMENTUM * speed + ridge * weights + inputs.T @ (shares - wanted) / len(cases)
        weights = weights - _PACE * speed
    return Linker(weights=weights / spreads)
