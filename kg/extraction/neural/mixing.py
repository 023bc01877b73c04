"""Several sources that each give every choice a share, as logarithms, mixed by fitted weights."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kg.extraction.neural.heads import Floats, softmax


@dataclass(frozen=True, slots=True, kw_only=True)
class Mixture:
    """The weight of each source: a log-linear mixture, fitted on abstracts not trained on."""

    weights: NDArray[np.float64]

    @classmethod
    def from_data(cls, data: Mapping[str, object], n_sources: int) -> "Mixture":
        """Return the mixture that `to_data` wrote; ValueError if it is not of so many finite numbers."""
        return cls(weights=numbers(data["weights"], n_sources))

    def to_data(self) -> dict[str, object]:
        """Return the mixture as plain numbers."""
        return {"weights": [round(float(weight), 5) for weight in self.weights]}

    def mix(self, rows: Floats) -> Floats:
        """Return the shares of the choices (columns) for each case; `rows` is (case, source, choice)."""
        return softmax(np.asarray(np.einsum("s,nsc->nc", self.weights, rows), np.float32))


def numbers(data: object, n: int) -> NDArray[np.float64]:
    """Return a list of plain numbers as an array; ValueError if it has not `n` or one is not finite."""
    array = np.array(data, np.float64)
    if array.shape != (n,) or not np.isfinite(array).all():
        raise ValueError(f"{len(array) if array.ndim else 1} weights where {n} are wanted")
    return array
