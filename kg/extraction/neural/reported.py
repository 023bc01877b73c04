"""Reported numbers: which stretches are values, and where their metric, data, owner and rival stand."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from kg.extraction.neural.candidates import Candidate
from kg.extraction.neural.encoded import Encoded
from kg.extraction.neural.heads import Floats, Heads, Span
from kg.extraction.neural.labels import FIELDS
from kg.extraction.neural.layout import HEADS
from kg.extraction.neural.linking import Linker, LinkScene, sentence_numbers

LEAST_VALUE = 0.5
LEAST_FIELD = 0.5
MAX_VALUE_WORDS = 16
MAX_FIELD_WORDS = 8
_N_STARTS = 6
_LEAST_SHARE = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedNumber:
    """A value (first and last word), its confidence, and by field the words of its string."""

    value: Span
    confidence: float
    fields: dict[str, Span]


def find_numbers(
    encoded: Encoded, heads: Heads, linker: Linker, mentions: Mapping[Span, Candidate]
) -> list[ReportedNumber]:
    """Return the reported numbers of a text in order; each has a metric. `mentions` are those of its entities."""
    values = find_values(encoded, heads)
    scene = scene_of(encoded, list(values), mentions)
    found = []
    for value, share in values.items():
        logs = heads.pointers(encoded.states, encoded.columns, value)
        metric = linker.choose(scene, logs[0], value)
        if metric is None:
            continue
        fields = {"metric": metric[0]}
        for number, name in enumerate(FIELDS[1:], 1):
            span, certainty = best_string(encoded, logs[number], value)
            if span is not None and certainty >= LEAST_FIELD:
                fields[name] = span
        found.append(ReportedNumber(value=value, confidence=share * metric[1], fields=fields))
    return found


def find_values(encoded: Encoded, heads: Heads) -> dict[Span, float]:
    """Return the spans of reported values in order, with their probabilities."""
    columns = encoded.columns[:, HEADS["value_labels"]]
    by_label = heads.value_chain.span_shares(columns, MAX_VALUE_WORDS, _LEAST_SHARE)
    shares = {(first, last): share for (first, last, _), share in by_label.items()}
    return {span: shares[span] for span in _apart(shares)}


def scene_of(encoded: Encoded, values: Sequence[Span], mentions: Mapping[Span, Candidate]) -> LinkScene:
    """Return what surrounds the values."""
    return LinkScene(encoded=encoded, mentions=dict(mentions), values=values, sentences=sentence_numbers(encoded.words))


def best_string(encoded: Encoded, logs: Floats, value: Span) -> tuple[Span | None, float]:
    """Return the string that the pointers share most weight on, at its place nearest to the value.

    `logs` has two rows, first and last words, the last column meaning nothing. The weight of a string is
    summed over its places; the second item is that weight over itself and the weight of nothing.
    """
    first_shares, last_shares = np.exp(logs)
    weights: dict[str, float] = defaultdict(float)
    places: dict[str, list[Span]] = defaultdict(list)
    for first in np.argsort(-first_shares[:-1], kind="stable")[:_N_STARTS]:
        for last in range(first, min(first + MAX_FIELD_WORDS, len(encoded.words))):
            if first <= value[1] and last >= value[0]:
                break
            weight = float(first_shares[first] * last_shares[last])
            wording = " ".join(word.text for word in encoded.words[first : last + 1]).lower()
            weights[wording] += weight
            places[wording].append((int(first), last))
    if not weights:
        return None, 0.0
    best = max(sorted(weights), key=weights.__getitem__)
    nothing = float(first_shares[-1] * last_shares[-1])
    span = min(places[best], key=lambda place: (abs(place[0] - value[0]), place))
    return span, weights[best] / max(weights[best] + nothing, 1e-12)


def _apart(shares: dict[Span, float]) -> Sequence[Span]:
    """Return likely spans without overlap, the likeliest first chosen, in order."""
    kept: list[Span] = []
    for span, share in sorted(shares.items(), key=lambda item: (-item[1], item[0])):
        if share >= LEAST_VALUE and all(span[1] < first or span[0] > last for first, last in kept):
            kept.append(span)
    return sorted(kept)
