"""Fitting the judge of entities: logistic regression with a ridge, by Newton's steps."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kg.extraction.neural.drafting import Draft
from kg.extraction.neural.judge import Judge, Traits, features
from kg.extraction.neural.labels import KINDS
from kg.text import fold

Floats = NDArray[np.float64]
_N_STEPS = 50


def judge_of(drafted: Iterable[tuple[dict[str, Any], Sequence[Draft]]]) -> Judge:
    """Return the judge fitted on annotation records and what was drafted for each."""
    rows: list[Floats] = []
    is_right: list[bool] = []
    for record, drafts in drafted:
        traits = [draft.traits for draft in drafts]
        rows += [features(one) for one in traits]
        is_right += outcomes(record["entities"], traits)
    return fit_judge(rows, is_right)


def outcomes(annotated: Sequence[dict[str, Any]], drafted: Sequence[Traits]) -> list[bool]:
    """Tell of each drafted entity whether it shares a surface and the kind with an annotated one, each taken once."""
    is_right = [False] * len(drafted)
    for entity in annotated:
        wanted = {fold(mention) for mention in entity["mentions"]}
        for number, traits in enumerate(drafted):
            if is_right[number] or KINDS[traits.kind] != entity["type"]:
                continue
            if wanted & {fold(surface) for surface in traits.surfaces}:
                is_right[number] = True
                break
    return is_right


def fit_judge(rows: Sequence[Floats], is_right: Sequence[bool], *, ridge: float = 3.0) -> Judge:
    """Return the judge that makes the outcomes likeliest, its weights (on features of unit spread) held small."""
    matrix = np.stack(rows)
    means, spreads = matrix.mean(0), matrix.std(0)
    spreads[spreads < 1e-9] = 1
    inputs = np.concatenate([(matrix - means) / spreads, np.ones((len(matrix), 1))], axis=1)
    wanted = np.array(is_right, np.float64)
    penalty = np.full(inputs.shape[1], ridge)
    penalty[-1] = 0
    weights = np.zeros(inputs.shape[1])
    for _ in range(_N_STEPS):
        shares = 1 / (1 + np.exp(-inputs @ weights))
        slope = inputs.T @ (shares - wanted) + penalty * weights
        curve = (inputs.T * (shares * (1 - shares))) @ inputs + np.diag(penalty + 1e-9)
        step = np.linalg.solve(curve, slope)
        weights -= step
        if np.abs(step).max() < 1e-8:
            break
    scaled = weights[:-1] / spreads
    return Judge(weights=scaled, shift=float(weights[-1] - means @ scaled))


def calibration_error(confidences: Sequence[float], is_right: Sequence[bool], *, n_bins: int = 10) -> float:
    """Return the expected calibration error over bins of equal width.

    >>> calibration_error([0.9] * 10, [True] * 9 + [False])
    0.0
    """
    shares, right = np.array(confidences), np.array(is_right, np.float64)
    bins = np.minimum((shares * n_bins).astype(int), n_bins - 1)
    gaps = [abs(shares[bins == b].mean() - right[bins == b].mean()) * (bins == b).mean() for b in set(bins.tolist())]
    return round(float(sum(gaps)), 6)
