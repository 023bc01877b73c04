"""The nouns by which an abstract itself says what kind of thing it names: "X, a framework for", "the X benchmark".

The guideline lets the abstract's own head noun decide between Method and Model and between Dataset and Benchmark. The
network knows much of this; the rest is added here as evidence: each sign speaks for a kind with a weight fitted on
annotated abstracts that were not trained on.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kg.extraction.neural.heads import Floats, Span, softmax
from kg.extraction.neural.labels import KINDS
from kg.extraction.neural.mixing import numbers
from kg.extraction.neural.words import Word, split_words
from kg.extraction.nouns import KIND_BY_ENDING, KIND_BY_NOUN

KIND_SIGNS = ("after", "before", "apposition", "long form", "title", "ending")
_ENDING = re.compile("(?i)(?<=[a-z0-9-])(" + "|".join(KIND_BY_ENDING) + ")$")
_AGENTS = frozenset(["agent", "agents", "agentic"])
_N_READ = 6
_REACH = 16
_OPENERS = frozenset(["a", "an", "the", "is", "our", "as"])
_NAMING = frozenset(["called", "named", "termed", "dubbed", "namely", "coined", "a", "the", "our"])
_ENDS = frozenset(
    ["that", "which", "for", "to", "of", "with", "by", "using", "designed", "where", "in", "on", "and", "from", "based"]
)
_STOPS = frozenset(".,;:()—–")
_CLOSERS = frozenset(")}*$\"'”’")
_MAX_CLOSERS = 4
_TINY = 1e-4


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighing:
    """The trust in the network's shares, and the weight of each of `KIND_SIGNS`."""

    trust: float
    weights: NDArray[np.float64]

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Weighing":
        """Return the weighing that `to_data` wrote."""
        return cls(trust=float(data["trust"]), weights=numbers(data["weights"], len(KIND_SIGNS)))

    def to_data(self) -> dict[str, object]:
        """Return the weighing as plain numbers."""
        return {"trust": round(self.trust, 4), "weights": [round(float(weight), 4) for weight in self.weights]}

    def weigh(self, shares: Floats, signs: Floats) -> Floats:
        """Return shares of the same sum, the signs (a row each) added to their logarithms."""
        total = float(shares.sum())
        logs = np.log(np.maximum(shares / max(total, _TINY), _TINY))
        return np.asarray(softmax(self.trust * logs + self.weights @ signs) * total, np.float32)


NEUTRAL = Weighing(trust=1.0, weights=np.zeros(len(KIND_SIGNS)))
"""Leaves the network's shares as they are."""


def kind_signs(words: Sequence[Word], spans: Sequence[Span], surfaces: Sequence[str], title: str) -> Floats:
    """Return what speaks for each kind (columns): a row for each of `KIND_SIGNS`; spans are first and last words."""
    signs = np.zeros((len(KIND_SIGNS), len(KINDS)), np.float32)

    def speak(sign: str, kind: str | None) -> None:
        if kind:
            signs[KIND_SIGNS.index(sign), KINDS.index(kind)] = 1

    for first, last in spans[:_N_READ]:
        speak("after", _noun_after(words, last + 1))
        speak("before", _noun_before(words, first - 1))
        speak("apposition", _apposition(words, last + 1))
    longest = max(surfaces, key=len)
    if len(surfaces) > 1 and " " in longest:
        speak("long form", _noun_of(split_words(longest), 0))
    head, _, rest = title.partition(":")
    if rest and any(surface.lower() == head.strip().lower() for surface in surfaces):
        speak("title", _noun_of(split_words(rest), 0))
    speak("ending", next(filter(None, map(_ending_kind, surfaces)), None))
    return signs


def _ending_kind(surface: str) -> str | None:
    """Return the kind that the end of a name proper names: "ControlNet", "TinyBERT", "SWE-bench"."""
    found = _ENDING.search(surface)
    return KIND_BY_ENDING[found.group(1).lower()] if found else None


def _kind_of(word: str) -> str | None:
    """Return the kind that a noun names, singular or plural."""
    lowered = word.lower()
    return KIND_BY_NOUN.get(lowered) or KIND_BY_NOUN.get(lowered.removesuffix("s"))


def _noun_after(words: Sequence[Word], place: int) -> str | None:
    """Read "X framework", "(X) framework", "X benchmark dataset": the last kind-naming noun right after the name."""
    n_closers = 0
    while n_closers < _MAX_CLOSERS and place < len(words) and words[place].text in _CLOSERS:
        place, n_closers = place + 1, n_closers + 1
    found = None
    while place < len(words) and (kind := _kind_of(words[place].text)):
        found, place = kind, place + 1
    return found


def _noun_before(words: Sequence[Word], place: int) -> str | None:
    """Read "the framework X", "a benchmark called X", "a model, X"."""
    n_skipped = 0
    while place >= 0 and n_skipped < 6:
        word = words[place].text
        if kind := _kind_of(word):
            return kind
        if word[0].isalnum() and word.lower() not in _NAMING and word not in {"textbf", "emph", "textit", "textsc"}:
            return None
        if word in ".;":
            return None
        place, n_skipped = place - 1, n_skipped + 1
    return None


def _apposition(words: Sequence[Word], place: int) -> str | None:
    """Read "X, a novel ... framework that", "X is a model for", "X (..): a benchmark"."""
    low = place
    while low < min(place + 4, len(words)) and not words[low].text[0].isalnum():
        if words[low].text in ".;":
            return None
        low += 1
    if low >= len(words) or words[low].text.lower() not in _OPENERS:
        return None
    return _noun_of(words, low + 1)


def _noun_of(words: Sequence[Word], place: int) -> str | None:
    """Return the kind that the head of a noun phrase names: the last noun before a preposition or a stop."""
    end = place
    while end < min(place + _REACH, len(words)):
        if words[end].text.lower() in _ENDS or words[end].text in _STOPS:
            break
        end += 1
    kind = next((kind for word in reversed(words[place:end][-2:]) if (kind := _kind_of(word.text))), None)
    # By the guideline a system of agents is a Method, be it called architecture or network.
    return "Method" if kind == "Model" and any(word.text.lower() in _AGENTS for word in words[place:end]) else kind
