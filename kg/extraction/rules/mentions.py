"""Component `rule_mentions`: chooses among overlapping candidates, and finds the other places of what was defined."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from spacy.language import Language
from spacy.tokens import Doc

from kg.extraction.rules.abbreviations import Definition
from kg.extraction.rules.drafts import DraftMention
from kg.extraction.rules.runs import Word
from kg.extraction.rules.terms import Candidate

MIN_CONFIDENCE = 0.3
_DEFINED = 0.8


def choose(
    words: Sequence[Word], candidates: Iterable[Candidate], definitions: Iterable[Definition]
) -> list[DraftMention]:
    """Return mentions without overlap, in order: of overlapping candidates the longest that is sure enough."""
    found = {(c.first, c.last): c for c in sorted(candidates, key=lambda c: c.confidence)}
    for candidate in _defined(words, found, definitions):
        found[candidate.first, candidate.last] = candidate
    sure = [c for c in found.values() if c.confidence >= MIN_CONFIDENCE]
    taken: set[int] = set()
    kept = []
    for c in sorted(sure, key=lambda c: (c.first - c.last, -c.confidence, c.first)):
        if taken.isdisjoint(range(c.first, c.last)):
            taken.update(range(c.first, c.last))
            kept.append(c)
    return [
        DraftMention(first=c.first, last=c.last, kind=c.kind, rule=c.rule, confidence=c.confidence)
        for c in sorted(kept)
    ]


def _defined(
    words: Sequence[Word], found: dict[tuple[int, int], Candidate], definitions: Iterable[Definition]
) -> list[Candidate]:
    """Return every place of the two forms of each definition of which one is a candidate."""
    kind_and_rule: dict[tuple[str, ...], tuple[str, str]] = {}
    for d in definitions:
        both = [found.get((d.long_first, d.long_last)), found.get((d.short_first, d.short_last))]
        known = [c for c in both if c]
        if not known or max(c.confidence for c in known) < MIN_CONFIDENCE:
            continue
        kind = next((c.kind for c in known if c.kind), "")
        rule = "term" if any(c.rule == "term" for c in known) else "definition"
        for begin, end in ((d.long_first, d.long_last), (d.short_first, d.short_last)):
            kind_and_rule[tuple(w.norm for w in words[begin:end])] = kind, rule
    return [
        Candidate(start, start + len(form), *kind_and_rule[form], _DEFINED)
        for form, start in _places(words, kind_and_rule)
        if not _is_tied(words, start + len(form))
    ]


def _places(words: Sequence[Word], forms: Collection[tuple[str, ...]]) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield where each of the forms stands; one pass for each length, however many forms have it."""
    norms = [word.norm for word in words]
    for length in sorted({len(form) for form in forms}):
        for start in range(len(norms) - length + 1):
            form = tuple(norms[start : start + length])
            if form in forms:
                yield form, start


def _is_tied(words: Sequence[Word], last: int) -> bool:
    return any(word.gap in {".", "@", "&", "_"} for word in words[last : last + 1])


@Language.component("rule_mentions", requires=["doc._.candidates", "doc._.definitions"], assigns=["doc._.mentions"])
def mentions(doc: Doc) -> Doc:
    """Set `doc._.mentions`."""
    doc._.mentions = choose(doc._.words, doc._.candidates or (), doc._.definitions or ())
    return doc
