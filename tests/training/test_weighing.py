"""Fitting how sources are weighed: what helps gains weight, what doesn't keeps its own, nothing runs away."""

import numpy as np
import pytest

from kg.training.weighing import fit_weights

START = np.array([1.0, 0.0])


def _cases(n: int, *, seed: int, scale: float = 1.0) -> tuple[np.ndarray, list[int]]:
    """Return sources of which the second alone knows the right one of three choices."""
    rng = np.random.default_rng(seed)
    right = rng.integers(3, size=n)
    rows = rng.normal(size=(n, 2, 3)) * scale
    rows[np.arange(n), 1, right] += 3 * scale
    return rows, right.tolist()


def test_the_source_that_knows_gains_weight() -> None:
    rows, right = _cases(400, seed=1)
    weights = fit_weights(rows, right, START)
    assert weights[1] > 1
    assert abs(weights[0]) < 0.5
    chosen = np.einsum("s,nsc->nc", weights, rows).argmax(1)
    assert (chosen == right).mean() > 0.9


@pytest.mark.parametrize("scale", [1e-3, 1.0, 30.0, 1e4])
def test_weights_stay_finite_whatever_the_size_of_the_sources(scale: float) -> None:
    rows, right = _cases(60, seed=2, scale=scale)
    rows = np.concatenate([rows, rows], axis=1)  # each source twice
    weights = fit_weights(rows, right, np.zeros(4))
    assert np.isfinite(weights).all()
    assert np.abs(weights).max() < 100


def test_few_cases_leave_the_weights_near_their_start() -> None:
    rows, right = _cases(1, seed=3)
    assert fit_weights(rows, right, START, ridge=1e6) == pytest.approx(START, abs=1e-4)
