"""How sure to be of an entity: a logistic judge over what is known of it, fitted on held-out abstracts."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kg.extraction.neural.labels import KINDS, ROLES
from kg.extraction.neural.memory import Counts
from kg.extraction.neural.mixing import numbers

Floats = NDArray[np.float64]
N_FEATURES = 21 + len(ROLES) - 1 + 2 * len(KINDS)
_EDGE = 1e-4


@dataclass(frozen=True, slots=True, kw_only=True)
class Traits:
    """What the judge may know of an entity before it is believed."""

    kind: int
    kind_shares: Sequence[float]
    any_shares: Sequence[float]
    role_shares: Sequence[float]
    surfaces: Sequence[str]
    first_place: float
    last_place: float
    title: str
    is_defined: bool
    counts: Counts | None = None


def features(traits: Traits) -> Floats:
    """Return the judge's numbers for an entity."""
    own = traits.kind_shares[traits.kind]
    rival = max(share for kind, share in enumerate(traits.kind_shares) if kind != traits.kind)
    longest = max(traits.surfaces, key=len)
    n_words = len(re.findall(r"[^\W_]+", longest))
    lowered = traits.title.lower()
    in_title = any(surface.lower() in lowered for surface in traits.surfaces)
    is_coined = any(re.search(r"[0-9]|(?<=.)[A-Z]", surface.replace(" ", "")) for surface in traits.surfaces)
    sure = logit(own)
    plain = [
        sure,
        logit(max(traits.any_shares)),
        logit(sum(traits.any_shares) / len(traits.any_shares)),
        logit(rival),
        math.log(len(traits.any_shares)),
        math.log(len(traits.surfaces)),
        traits.first_place,
        traits.last_place,
        float(in_title),
        float(not traits.title),
        float(is_coined),
        float(longest == longest.lower()),
        float(traits.is_defined),
        min(n_words, 8) / 4,
        float(n_words == 1),
        sure * float(is_coined),
        sure * float(n_words == 1),
        *_remembered(traits),
    ]
    kinds = [float(kind == traits.kind) for kind in range(len(KINDS))]
    by_kind = [sure * is_kind for is_kind in kinds]
    return np.array([*plain, *traits.role_shares[: len(ROLES) - 1], *kinds, *by_kind])


def _remembered(traits: Traits) -> tuple[float, float, float, float]:
    """Whether the wording was met before, how often it was a mention, and one of this kind, and in how many texts."""
    counts = traits.counts
    if counts is None:
        return 0.0, 0.0, 0.0, 0.0
    logs = np.exp(counts.kind_logs())
    return 1.0, logit(float(1 - logs[-1])), logit(float(logs[traits.kind])), counts.weight


@dataclass(frozen=True, slots=True, kw_only=True)
class Judge:
    """Weights of the features and the shift; `probability` is calibrated on abstracts not trained on."""

    weights: Floats
    shift: float

    @classmethod
    def from_data(cls, data: Mapping[str, object]) -> "Judge":
        """Return the judge that `to_data` wrote."""
        return cls(weights=numbers(data["weights"], N_FEATURES), shift=float(numbers([data["shift"]], 1)[0]))

    def to_data(self) -> dict[str, object]:
        """Return the judge as plain numbers."""
        return {"weights": [round(float(w), 5) for w in self.weights], "shift": round(self.shift, 5)}

    def probability(self, numbers: Floats) -> float:
        """Probability that the entity is one the guideline wants, of this kind."""
        return float(1 / (1 + np.exp(-(numbers @ self.weights + self.shift))))


def logit(share: float) -> float:
    """Log odds, kept within bounds."""
    bounded = min(max(share, _EDGE), 1 - _EDGE)
    return math.log(bounded / (1 - bounded))
