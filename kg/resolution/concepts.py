"""Joined keys to concepts: kind by vote, display name, id, former ids."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from kg.records import Concept
from kg.resolution.gathering import Occurrence
from kg.schema import SCHEMA
from kg.text import digest

_N_ID = 120
_RANK_OF_ROLE = {role: rank for rank, role in enumerate(SCHEMA.roles)}
_LAST = 9


def make_concept(concept_id: str, occurrences: Sequence[Occurrence], former_ids: Iterable[str] = ()) -> Concept:
    """Return the concept of these occurrences: each paper has one vote on the kind, each entity one on the name."""
    names = Counter(occurrence.name for occurrence in occurrences)
    surfaces = {surface for occurrence in occurrences for surface in occurrence.surfaces}
    name = min(names, key=lambda each: (-names[each], each))
    votes = Counter(_vote(list(group)) for group in _by_paper(occurrences))
    ranked = sorted(votes.items(), key=lambda vote: (-vote[1], SCHEMA.concept_kinds.index(vote[0])))
    return Concept(
        id=concept_id,
        kind=ranked[0][0],
        name=name,
        aliases=tuple(sorted(surfaces - {name})),
        kind_votes=tuple(ranked),
        former_ids=tuple(sorted(former_ids)),
    )


def slug(normal: str) -> str:
    """Return the id that a normal form gives: its words joined by hyphens, cut and hashed if very long.

    >>> slug("large language model"), slug("c++")
    ('large-language-model', 'c++')
    """
    text = re.sub(r"\s+", "-", normal)
    return text if len(text) <= _N_ID else f"{text[:_N_ID]}-{digest(normal)}"


def best_form(forms: Iterable[str], preferred: Mapping[str, int]) -> str:
    """Return the normal form that gives a concept its id: of the best rank, then with most gaps, then least."""
    return min(forms, key=lambda form: (preferred.get(form, _LAST), -form.count(" "), form))


def _by_paper(occurrences: Sequence[Occurrence]) -> Iterable[list[Occurrence]]:
    by_paper: dict[str, list[Occurrence]] = {}
    for occurrence in occurrences:
        by_paper.setdefault(occurrence.paper, []).append(occurrence)
    return by_paper.values()


def _vote(occurrences: list[Occurrence]) -> str:
    """Return the kind that one paper gives: that of its strongest role, as its edge will have it."""
    return min(occurrences, key=lambda o: (_RANK_OF_ROLE[o.role], -o.confidence, o.kind)).kind
