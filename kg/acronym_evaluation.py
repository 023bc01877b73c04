"""Masked acronyms: how often a bare acronym is given its right meaning, measured without further annotation.

Each entity that has an acronym and a long form is a case, if another abstract spells that acronym out too. Its long
form is hidden in that abstract, from the entity and from the text; all is resolved anew; then the entity stands with
others of its long form (right), with none but bare acronyms (undecided) or with something else (wrong). Long forms are
compared by `kg.text.fold` without its gaps: "pre-training" and "pretraining" are one, "language model" and "language"
are not. Cases are hidden a few at a time, so that the others keep theirs; all that isn't hidden is read once.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kg.acronyms import long_form
from kg.records import Entity, Extraction
from kg.resolution.gathering import Corpus, gather, is_short, short_key, with_changed
from kg.resolution.resolving import concept_keys
from kg.text import digest, fold

_N_ROUNDS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One entity whose long form will be hidden: where it is, its acronym, its long form folded."""

    paper: str
    index: int
    short: str
    long: str


def evaluate_acronyms(extractions: Sequence[Extraction], *, n_rounds: int = _N_ROUNDS) -> dict[str, float | int]:
    """Return how many masked acronyms were right, undecided and wrong, in all and among those of several long forms.

    Keys: n_cases right undecided wrong (shares), n_cases_of_several right_of_several undecided_of_several
    wrong_of_several.
    """
    outcomes = outcomes_by_case(extractions, n_rounds=n_rounds)
    longs_by_short: dict[str, set[str]] = defaultdict(set)
    for case in outcomes:
        longs_by_short[short_key(case.short)].add(case.long)
    several = [case for case in outcomes if len(longs_by_short[short_key(case.short)]) > 1]
    return {**_shares(list(outcomes), outcomes, ""), **_shares(several, outcomes, "_of_several")}


def outcomes_by_case(extractions: Sequence[Extraction], *, n_rounds: int = _N_ROUNDS) -> dict[Case, str]:
    """Return "right", "undecided" or "wrong" for each case."""
    cases = _of_two_abstracts(list(_cases(extractions)))
    corpus = gather(extractions)
    names = {(each.paper.id, at): _names(entity) for each in extractions for at, entity in enumerate(each.entities)}
    outcomes: dict[Case, str] = {}
    for number in range(n_rounds):
        hidden = {(c.paper, c.index): c for c in cases if int(digest(f"{c.paper} {c.index}"), 16) % n_rounds == number}
        if hidden:
            masked = [_masked(each, hidden) for each in extractions if _has_hidden(each, hidden)]
            outcomes.update(_round(with_changed(corpus, masked), hidden, names))
    return {case: outcomes[case] for case in cases}


def _shares(cases: Sequence[Case], outcomes: Mapping[Case, str], suffix: str) -> dict[str, float | int]:
    shares: dict[str, float | int] = {f"n_cases{suffix}": len(cases)}
    for outcome in ("right", "undecided", "wrong"):
        n_such = sum(outcomes[case] == outcome for case in cases)
        shares[f"{outcome}{suffix}"] = round(n_such / max(1, len(cases)), 4)
    return shares


def _cases(extractions: Sequence[Extraction]) -> Iterator[Case]:
    for extraction in extractions:
        for index, entity in enumerate(extraction.entities):
            surfaces = {entity.name, *(mention.surface for mention in entity.mentions)}
            pairs = [(s, long_form(surfaces, s)) for s in sorted(surfaces) if is_short(s)]
            pairs = [(short, long) for short, long in pairs if long]
            if pairs:
                short, long = min(pairs, key=lambda pair: (pair[0] != entity.name, pair))
                yield Case(paper=extraction.paper.id, index=index, short=short, long=_folded(long))


def _of_two_abstracts(cases: Sequence[Case]) -> list[Case]:
    """Return the cases whose acronym two abstracts at least spell out: with one, nothing could be found."""
    papers_by_short: dict[str, set[str]] = defaultdict(set)
    for case in cases:
        papers_by_short[short_key(case.short)].add(case.paper)
    return [case for case in cases if len(papers_by_short[short_key(case.short)]) > 1]


def _has_hidden(extraction: Extraction, hidden: Mapping[tuple[str, int], Case]) -> bool:
    return any((extraction.paper.id, index) in hidden for index in range(len(extraction.entities)))


def _round(
    corpus: Corpus, hidden: Mapping[tuple[str, int], Case], names: Mapping[tuple[str, int], set[str]]
) -> dict[Case, str]:
    """Return the outcome of each hidden case in a corpus with all of them hidden.

    The names of a hidden one are its acronym alone.
    """
    key_of = concept_keys(corpus)
    members: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for place, key in key_of.items():
        members[key].append(place)
    seen = {**names, **{place: {_folded(case.short)} for place, case in hidden.items()}}
    return {
        case: _outcome(case, [seen[other] for other in members[key_of[place]] if other[0] != case.paper])
        for place, case in hidden.items()
    }


def _names(entity: Entity) -> set[str]:
    return {_folded(surface) for surface in (entity.name, *(mention.surface for mention in entity.mentions))}


def _folded(name: str) -> str:
    return fold(name).replace(" ", "")


def _outcome(case: Case, others: Sequence[set[str]]) -> str:
    if any(case.long in names for names in others):
        return "right"
    bare = _folded(case.short)
    return "undecided" if all(names <= {bare} for names in others) else "wrong"


def _masked(extraction: Extraction, hidden: Mapping[tuple[str, int], Case]) -> Extraction:
    """Return an extraction without the long forms of its hidden cases."""
    paper, entities = extraction.paper, list(extraction.entities)
    for index, entity in enumerate(entities):
        case = hidden.get((paper.id, index))
        if case is None:
            continue
        longs = {mention.surface for mention in entity.mentions if not is_short(mention.surface)} | {entity.name}
        longs = {surface for surface in longs if not is_short(surface)} | {entity.long_form}
        for surface in sorted(longs - {""}, key=lambda each: (-len(each), each)):
            paper = replace(paper, text=_without(surface, paper.text), title=_without(surface, paper.title))
        mentions = tuple(mention for mention in entity.mentions if is_short(mention.surface))
        entities[index] = replace(entity, name=case.short, long_form="", mentions=mentions)
    return replace(extraction, paper=paper, entities=tuple(entities))


def _without(surface: str, text: str) -> str:
    return re.sub(re.escape(surface), "", text, flags=re.IGNORECASE)
