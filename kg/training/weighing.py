"""Fitting how much each sign of a kind counts: multinomial logistic regression with a ridge, by Newton's steps."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kg.extraction.neural.drafting import Draft
from kg.extraction.neural.evidence import NEUTRAL, Weighing
from kg.extraction.neural.labels import KINDS
from kg.text import fold

Floats = NDArray[np.float64]
_N_STEPS = 50
_TINY = 1e-4


def weighing_of(drafted: Iterable[tuple[Mapping[str, Any], Sequence[Draft]]]) -> Weighing:
    """Return the weighing fitted on annotation records and what was drafted for each with `NEUTRAL`."""
    inputs: list[Floats] = []
    kinds: list[int] = []
    for record, drafts in drafted:
        kind_by_form = {fold(m): e["type"] for e in reversed(record["entities"]) for m in e["mentions"]}
        for draft in drafts:
            kind = next((kind_by_form[f] for s in draft.traits.surfaces if (f := fold(s)) in kind_by_form), None)
            if kind is not None:
                inputs.append(_rows(draft))
                kinds.append(KINDS.index(kind))
    return fit_weighing(np.stack(inputs), np.array(kinds)) if inputs else NEUTRAL


def fit_weighing(inputs: Floats, kinds: NDArray[np.int64], *, ridge: float = 1.0) -> Weighing:
    """Return the weighing that makes the kinds likeliest, held near the neutral one.

    `inputs` has for each case a row of log shares and a row for each sign, with a column for each kind.
    """
    start = np.array([1.0, *np.zeros(inputs.shape[1] - 1)])
    weights = start.copy()
    right = inputs[np.arange(len(kinds)), :, kinds]
    for _ in range(_N_STEPS):
        scores = np.einsum("f,nfk->nk", weights, inputs)
        shares = np.exp(scores - scores.max(1, keepdims=True))
        shares /= shares.sum(1, keepdims=True)
        means = np.einsum("nk,nfk->nf", shares, inputs)
        slope = (means - right).sum(0) + ridge * (weights - start)
        curve = np.einsum("nk,nfk,ngk->fg", shares, inputs, inputs) - means.T @ means + ridge * np.eye(len(weights))
        step = np.linalg.solve(curve, slope)
        weights -= step
        if np.abs(step).max() < 1e-8:
            break
    return Weighing(trust=float(weights[0]), weights=weights[1:])


def _rows(draft: Draft) -> Floats:
    shares = np.array(draft.traits.kind_shares, np.float64)
    return np.vstack([np.log(np.maximum(shares / shares.sum(), _TINY)), draft.signs])
