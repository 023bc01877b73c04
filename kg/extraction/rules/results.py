r"""Component `rule_results`: the numbers that an abstract reports, and what was measured, on what, whose.

A value is a number with "%", "×" or "points" beside it, a signed number, or a decimal next to a metric:
"59.7%", "$\sim$50\%", "2.64$\times$", "+1.23", "40\% to 68\%". Sizes, dates and counts are not.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from spacy.language import Language
from spacy.tokens import Doc

from kg.extraction.rules.drafts import DraftEntity, DraftResult
from kg.extraction.rules.runs import Word

_NUMBER = r"[+\-\u2212]?\d+(?:,\d{3})*(?:\.\d+)?"
_PERCENT = r"\s?\\?%"
_TIMES = r"(?:\s?(?:×|\$?\\times\$?|x\b)|[ -](?:times|fold)\b)"
_POINTS = r"\s?-?(?:percentage[ -]points?|absolute points?|points?|pp|p\.p\.|pts?)\b"
_UNIT = rf"(?:{_PERCENT}(?: points?)?|{_TIMES}|{_POINTS})"
_JOIN = r"(?:\s?(?:-{1,3}|[\u2010-\u2015])\s?|\s(?:to)\s)"
_APART = r"(?<![\w.^{\-])"
_VALUE = re.compile(
    rf"(?<!\$){_APART}(?<!from ){_NUMBER}{_UNIT}?{_JOIN}{_NUMBER}{_UNIT}"
    rf"|{_APART}\$?{_NUMBER}{_UNIT}\$?"
    rf"|{_APART}(?<!\\)[+]\d+(?:\.\d+)?\b"
    rf"|{_APART}(?<![$/\\])(?:0|\d{{1,2}})\.\d{{1,4}}"
    r"(?![\w.%^}]|\\%|\s?(?:[BMKT]\b|billion|million|GB|ms|seconds?|hours?))"
    r"|\b(?:(?:one|two|three|four|five) )?orders? of magnitude\b"
)
_GENERIC = re.compile(
    r"(?i)\b(?:accurac(?:y|ies)|speed-?ups?|faster|improvements?|gains?|reductions?|error rate|success rate|win rate|"
    r"throughput|latency|F1(?:[- ]score)?|precision|recall|AUC|AUROC|mAP|mIoU|BLEU|ROUGE(?:-L)?|perplexity|performance|"
    r"memory|cost|parameters|inference time|training time|runtime|increase|decrease|fewer \w+|less \w+|compression)\b"
)
_REACH = 1_000  # no sentence that a person writes is longer: it bounds the cost of those that are


def find_results(
    text: str, words: Sequence[Word], sentences: Sequence[tuple[int, int]], drafts: Sequence[DraftEntity]
) -> Iterator[DraftResult]:
    """Yield the results of a text in order; a number without a metric near it is none."""
    metrics = _places(words, drafts, {"Metric"})
    generic = [match.span() for match in _GENERIC.finditer(text)]
    data = _places(words, drafts, {"Dataset", "Benchmark"})
    things = _places(words, drafts, {"Method", "Model"}, role="proposes")
    named = {position for place in _places(words, drafts, None) for position in range(*place)}
    starts = [first for first, _ in sentences]
    for match in _VALUE.finditer(text):
        start, end = match.span()
        at = bisect_right(starts, start) - 1
        if at < 0 or start >= sentences[at][1] or start in named:
            continue
        near = max(sentences[at][0], start - _REACH), min(sentences[at][1], end + _REACH)
        metric = _nearest(metrics, start, end, near) or _nearest(generic, start, end, near)
        if metric:
            on = _nearest(data, start, end, near)
            by = _nearest(things, start, end, near)
            yield DraftResult(start=start, end=end, metric=metric, on=on, by=by)


def _places(
    words: Sequence[Word], drafts: Sequence[DraftEntity], kinds: set[str] | None, role: str = ""
) -> list[tuple[int, int]]:
    """Return the places, sorted."""
    return sorted(
        (words[m.first].start, words[m.last - 1].end)
        for draft in drafts
        if (kinds is None or draft.kind in kinds) and role in {"", draft.role}
        for m in draft.mentions
    )


def _nearest(
    places: Sequence[tuple[int, int]], start: int, end: int, sentence: tuple[int, int]
) -> tuple[int, int] | None:
    first = bisect_left(places, (sentence[0],))
    inside = [p for p in places[first : bisect_left(places, (sentence[1],), first)] if p[1] <= sentence[1]]
    return min(inside, key=lambda p: (max(p[0] - end, start - p[1]), p), default=None)


@Language.component("rule_results", requires=["doc._.entities", "doc._.sentences"], assigns=["doc._.results"])
def results(doc: Doc) -> Doc:
    """Set `doc._.results`."""
    doc._.results = list(find_results(doc.text, doc._.words, doc._.sentences, doc._.entities))
    return doc
