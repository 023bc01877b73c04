"""Stretches of a text that may be mentions, with the probability of each kind."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from kg.extraction.neural.definitions import overlapping
from kg.extraction.neural.encoded import Encoded
from kg.extraction.neural.heads import Floats, Heads, Span
from kg.extraction.neural.labels import KINDS
from kg.extraction.neural.layout import HEADS
from kg.extraction.neural.memory import Counts
from kg.extraction.neural.mixing import Mixture
from kg.extraction.neural.words import GLUED, NAME_SHAPES, Word

MAX_WORDS = 24
LEAST_SHARE = 0.02
REPEATED_SHARE = 0.2
POOLED_PART = 0.5
DEFINED_SHARE = 0.3
# From here on, five of seven spans like "click-through rate (CTR) prediction" are one mention (300 abstracts).
WHOLE_SHARE = 0.5
REMEMBERED_SHARE = 0.5
N_SPAN_SOURCES = 6
EVEN = Mixture(weights=np.array([0.5, 0.5, *np.zeros(N_SPAN_SOURCES - 2)]))
"""The geometric mean of label chain and span head: where fitting begins."""
_TINY = 1e-6


class Known(NamedTuple):
    """What is remembered of the spans of a text, and how the sources are mixed."""

    counts_by_span: Mapping[Span, Counts]
    mixture: Mixture


class Candidate(NamedTuple):
    """Words from `first` to `last`; `shares` are the probabilities of the kinds and last of none."""

    first: int
    last: int
    shares: Floats

    @property
    def any_share(self) -> float:
        """Probability that this is a mention of some kind."""
        return float(1 - self.shares[-1])


def find_candidates(
    encoded: Encoded, heads: Heads, definitions: Sequence[tuple[Span, Span]], known: Known
) -> list[Candidate]:
    """Return candidate mentions in order; repeated wording pools what its places say.

    `definitions` are long forms with their short forms: one is a mention if the other is.
    """
    spans, rows = candidate_rows(encoded, heads, definitions, known.counts_by_span)
    if not spans:
        return []
    pooled = _pool(known.mixture.mix(rows), [wording(encoded.words, span) for span in spans])
    join_definitions(pooled, spans, definitions)
    return [Candidate(first, last, row) for (first, last), row in zip(spans, pooled, strict=True)]


def candidate_rows(
    encoded: Encoded,
    heads: Heads,
    definitions: Sequence[tuple[Span, Span]],
    counts_by_span: Mapping[Span, Counts],
) -> tuple[list[Span], Floats]:
    """Return what may be a mention, in order, and its sources (span, `N_SPAN_SOURCES`, kind or none).

    The sources are the label chain, the span head, the memory (twice, once as heavy as it has seen texts), its silence,
    and a bias for any kind. Its silence says nothing of names proper: new ones come every day. Nor is there a bias for
    each kind: it would move what is rare where the abstracts are of another year (data sets and benchmarks).
    """
    words = encoded.words
    chain = heads.chain.span_shares(encoded.columns[:, HEADS["labels"]], MAX_WORDS, LEAST_SHARE)
    by_span: dict[Span, Floats] = defaultdict(lambda: np.zeros(len(KINDS), np.float32))
    for (first, last, kind), share in chain.items():
        by_span[first, last][kind] += share
    likely = [span for span, shares in by_span.items() if shares.sum() >= REPEATED_SHARE]
    defined = [span for pair in definitions for span in pair]
    sure = [span for span, counts in counts_by_span.items() if counts.share >= REMEMBERED_SHARE]
    found = {*by_span, *_repeats(words, likely), *defined, *sure}
    spans = sorted(span for span in found if is_balanced(words, span))
    if not spans:
        return [], np.zeros((0, N_SPAN_SOURCES, len(KINDS) + 1), np.float32)
    labelled = np.stack([by_span[span] for span in spans])
    none = 1 - labelled.sum(1, keepdims=True)
    rows = np.zeros((len(spans), N_SPAN_SOURCES, len(KINDS) + 1), np.float32)
    rows[:, 0] = np.log(np.maximum(np.concatenate([labelled, none], 1), _TINY))
    rows[:, 1] = np.log(np.maximum(heads.kind_shares(encoded.columns, spans), _TINY))
    for number, span in enumerate(spans):
        counts = counts_by_span.get(span)
        if counts is not None:
            rows[number, 2] = counts.kind_logs()
            rows[number, 3] = rows[number, 2] * counts.weight
        elif not any(word.shape % GLUED in NAME_SHAPES for word in words[span[0] : span[1] + 1]):
            rows[number, 4, -1] = 1
    rows[:, 5, :-1] = 1
    return spans, rows


def choose(candidates: Sequence[Candidate], least: float) -> list[Candidate]:
    """Return the candidates without overlap whose odds over those of `least` have the largest product."""
    ordered = sorted(candidates, key=lambda c: (c.last, c.first))
    floor = np.log(least / (1 - least))
    best: list[tuple[float, tuple[int, ...]]] = [(0.0, ())]
    ends = [c.last for c in ordered]
    for number, candidate in enumerate(ordered):
        share = min(max(candidate.any_share, _TINY), 1 - _TINY)
        gain = float(np.log(share / (1 - share)) - floor)
        before = int(np.searchsorted(ends[:number], candidate.first, side="left"))
        taken = best[before][0] + gain
        skipped = best[number]
        best.append((taken, (*best[before][1], number)) if gain > 0 and taken > skipped[0] else skipped)
    return [ordered[number] for number in best[-1][1]]


def is_balanced(words: Sequence[Word], span: Span) -> bool:
    """Tell whether every bracket in the span has its fellow there."""
    texts = [word.text for word in words[span[0] : span[1] + 1]]
    return all(texts.count(opening) == texts.count(closing) for opening, closing in ("()", "[]", "{}"))


def wording(words: Sequence[Word], span: Span) -> str:
    """Return the words of a span in lower case, apart by spaces: what repeated places share."""
    return " ".join(word.text for word in words[span[0] : span[1] + 1]).lower()


def _repeats(words: Sequence[Word], spans: Iterable[Span]) -> Iterable[Span]:
    """Yield every place where the wording of one of the spans stands."""
    lowered = [word.text.lower() for word in words]
    wordings = {tuple(lowered[first : last + 1]) for first, last in spans}
    lengths_by_first: dict[str, set[int]] = defaultdict(set)
    for known in wordings:
        lengths_by_first[known[0]].add(len(known))
    for place, word in enumerate(lowered):
        for length in lengths_by_first.get(word, ()):
            if place + length <= len(lowered) and tuple(lowered[place : place + length]) in wordings:
                yield place, place + length - 1


def join_definitions(shares: Floats, spans: Sequence[Span], definitions: Sequence[tuple[Span, Span]]) -> None:
    """Give each long form and its short form the surer one's share, and take it from what cuts into the long form.

    If what holds both is likely ("key-value (KV) cache"), it is the mention instead, and its parts are none.
    """
    row_by_span = {span: row for row, span in enumerate(spans)}
    for long, short in definitions:
        if long not in row_by_span or short not in row_by_span:
            continue
        whole = _likely_whole(shares, spans, (min(long[0], short[0]), max(long[1], short[1])))
        if whole is not None:
            _silence(shares, [row_by_span[part] for part in overlapping(spans, whole)])
            continue
        rows = [row_by_span[long], row_by_span[short]]
        none = float(shares[rows, -1].min())
        if none > 1 - DEFINED_SHARE:
            continue
        kinds = shares[rows, :-1].sum(0)
        shares[rows, :-1] = kinds / kinds.sum() * (1 - none)
        shares[rows, -1] = none
        _silence(shares, [row_by_span[cut] for cut in overlapping(spans, long)])


def _likely_whole(shares: Floats, spans: Sequence[Span], inner: Span) -> Span | None:
    """Return the likeliest span that holds the inner one, if it is more likely a mention than not."""
    holders = [row for row, span in enumerate(spans) if span[0] <= inner[0] and span[1] >= inner[1]]
    best = min(holders, key=lambda row: float(shares[row, -1]), default=None)
    return spans[best] if best is not None and shares[best, -1] < 1 - WHOLE_SHARE else None


def _silence(shares: Floats, rows: Sequence[int]) -> None:
    """Make the spans of these rows no mentions."""
    shares[rows, :-1] *= _TINY
    shares[rows, -1] = 1


def _pool(shares: Floats, wordings: Sequence[str]) -> Floats:
    """Return the shares mixed half and half with the mean of all places of the same wording."""
    rows_by_wording: dict[str, list[int]] = defaultdict(list)
    for row, key in enumerate(wordings):
        rows_by_wording[key].append(row)
    pooled = shares.copy()
    for rows in rows_by_wording.values():
        if len(rows) > 1:
            pooled[rows] = (1 - POOLED_PART) * shares[rows] + POOLED_PART * shares[rows].mean(0)
    return pooled
