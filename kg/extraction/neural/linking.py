"""Which string says what a value measures: a logistic choice among strings near it."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kg.extraction.neural.candidates import Candidate
from kg.extraction.neural.encoded import Encoded
from kg.extraction.neural.heads import Floats, Span
from kg.extraction.neural.labels import KINDS
from kg.extraction.neural.mixing import numbers
from kg.extraction.neural.words import Word

N_LINK_FEATURES = 16
MAX_STRING_WORDS = 8
_N_STARTS = 8
_N_ENDS = 4
_METRIC = KINDS.index("Metric")
_JOINING = frozenset(["of", "to", "by", "in"])
_VAGUE = frozenset(["gain", "gains", "improvement", "improvements", "increase", "increases", "performance"])
_VAGUE |= frozenset(["reduction", "reductions", "decrease", "drop", "boost", "points"])


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkScene:
    """What surrounds a value: the text, the chosen mentions by span, all values, the sentence of each word."""

    encoded: Encoded
    mentions: dict[Span, Candidate]
    values: Sequence[Span]
    sentences: NDArray[np.int64]


def strings_near(scene: LinkScene, pointers: Floats, value: Span) -> list[Span]:
    """Return the strings that may be the value's metric: those pointed at, and mentions nearby.

    `pointers` are log shares in two rows (first words, last words); the last column means nothing.
    """
    words = scene.encoded.words
    first_logs, last_logs = pointers[0, :-1], pointers[1, :-1]
    spans = set()
    for first in np.argsort(-first_logs, kind="stable")[:_N_STARTS]:
        ends = np.argsort(-last_logs[first : first + MAX_STRING_WORDS], kind="stable")[:_N_ENDS]
        spans |= {(int(first), int(first + end)) for end in ends}
    here = scene.sentences[value[0]]
    spans |= {span for span in scene.mentions if abs(scene.sentences[span[0]] - here) <= 1}
    fitting = [s for s in spans if not _touches(s, value) and not any(_touches(s, v) for v in scene.values)]
    return sorted(s for s in fitting if words[s[0]].text[0].isalnum() and words[s[1]].text[-1].isalnum())


def link_features(scene: LinkScene, pointers: Floats, value: Span, string: Span) -> Floats:
    """Return the numbers by which a string is judged as a value's metric."""
    words = scene.encoded.words
    is_before = string[1] < value[0]
    gap = words[string[1] + 1 : value[0]] if is_before else words[value[1] + 1 : string[0]]
    mention = scene.mentions.get(string)
    low, high = sorted((string[0], value[0]))
    n_between = sum(low < other[0] < high for other in scene.values)
    near = math.exp(-len(gap) / 4)
    shared = mention.shares if mention else None
    numbers = [
        float(pointers[0, string[0]]),
        float(pointers[1, string[1]]),
        math.log1p(len(gap)) * is_before,
        math.log1p(len(gap)) * (not is_before),
        float(is_before),
        near,
        float(scene.sentences[string[0]] == scene.sentences[value[0]]),
        float(n_between),
        float(any(word.text in ",;" for word in gap)),
        float(mention is not None),
        float(shared[_METRIC]) if shared is not None else 0.0,
        float(not gap),
        float(len(gap) == 1 and gap[0].text in _JOINING),
        min(string[1] - string[0] + 1, 6) / 3,
        float(any(_touches(string, span) and span != string for span in scene.mentions)),
        float(words[string[1]].text.lower() in _VAGUE),
    ]
    return np.array(numbers, np.float32)


@dataclass(frozen=True, slots=True, kw_only=True)
class Linker:
    """Weights of the link features, fitted on abstracts not trained on."""

    weights: NDArray[np.float64]

    @classmethod
    def from_data(cls, data: Mapping[str, object]) -> "Linker":
        """Return the linker that `to_data` wrote."""
        return cls(weights=numbers(data["weights"], N_LINK_FEATURES))

    def to_data(self) -> dict[str, object]:
        """Return the linker as plain numbers."""
        return {"weights": [round(float(weight), 5) for weight in self.weights]}

    def choose(self, scene: LinkScene, pointers: Floats, value: Span) -> tuple[Span, float] | None:
        """Return the string that is most likely the value's metric, with its share, or None."""
        strings = strings_near(scene, pointers, value)
        if not strings:
            return None
        scores = np.array([link_features(scene, pointers, value, string) @ self.weights for string in strings])
        shares = np.exp(scores - scores.max())
        best = int(shares.argmax())
        return strings[best], float(shares[best] / shares.sum())


def sentence_numbers(words: Sequence[Word]) -> NDArray[np.int64]:
    """Number of the sentence of each word: a new one begins after a full stop that a space follows."""
    numbers = np.zeros(len(words), np.int64)
    for place in range(1, len(words)):
        before = words[place - 1]
        ends = before.text in ".!?" and words[place].start > before.end
        numbers[place] = numbers[place - 1] + ends
    return numbers


def _touches(one: Span, other: Span) -> bool:
    return one[0] <= other[1] and other[0] <= one[1]
