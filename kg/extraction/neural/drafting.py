"""Entities before they are judged: mentions of one thing put together, with a kind and a role."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kg.extraction.neural.candidates import Candidate, choose, find_candidates
from kg.extraction.neural.definitions import find_definitions
from kg.extraction.neural.encoded import Encoded
from kg.extraction.neural.evidence import NEUTRAL, Weighing, kind_signs
from kg.extraction.neural.grouping import group_surfaces
from kg.extraction.neural.heads import Floats, Heads, Span
from kg.extraction.neural.judge import Traits
from kg.extraction.neural.words import Word

LEAST_CANDIDATE = 0.25


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """An entity before it is judged: its mentions in order, the number of its role, what is known of it."""

    candidates: list[Candidate]
    role: int
    traits: Traits
    signs: Floats


def draft_entities(
    encoded: Encoded, heads: Heads, title: str, text: str, *, weighing: Weighing = NEUTRAL
) -> list[Draft]:
    """Return the entities of a text, in order of first mention, before they are judged."""
    words = encoded.words
    definitions = find_definitions(words, text)
    chosen = choose(find_candidates(encoded, heads, definitions), LEAST_CANDIDATE)
    if not chosen:
        return []
    defined = [(_surface(text, words, long), _surface(text, words, short)) for long, short in definitions]
    places: dict[str, list[int]] = defaultdict(list)
    for number, candidate in enumerate(chosen):
        places[_surface(text, words, candidate[:2])].append(number)
    surfaces = list(places)
    groups = group_surfaces(surfaces, text, _likeness(encoded, heads, chosen, list(places.values())), defined)
    owned = [[chosen[n] for n in sorted(n for i in group for n in places[surfaces[i]])] for group in groups]
    spans = [[candidate[:2] for candidate in own] for own in owned]
    named = [[surfaces[i] for i in group] for group in groups]
    signs = [kind_signs(words, own, names, title) for own, names in zip(spans, named, strict=True)]
    shares = [
        weighing.weigh(np.mean([c.shares[:-1] for c in own], axis=0), speak)
        for own, speak in zip(owned, signs, strict=True)
    ]
    roles = heads.role_shares(encoded.columns, encoded.summary, spans, [int(row.argmax()) for row in shares])
    in_definition = {surface for pair in defined for surface in pair}
    drafts = []
    for own, names, speak, kinds, role_row in zip(owned, named, signs, shares, roles, strict=True):
        traits = Traits(
            kind=int(kinds.argmax()),
            kind_shares=kinds.tolist(),
            any_shares=[candidate.any_share for candidate in own],
            role_shares=role_row.tolist(),
            surfaces=names,
            first_place=own[0].first / len(words),
            last_place=own[-1].first / len(words),
            title=title,
            is_defined=any(name in in_definition for name in names),
        )
        drafts.append(Draft(candidates=own, role=int(role_row.argmax()), traits=traits, signs=speak))
    return drafts


def mentions_of(drafts: Sequence[Draft]) -> dict[Span, Candidate]:
    """Return the mentions of all drafts by their first and last word."""
    return {(candidate.first, candidate.last): candidate for draft in drafts for candidate in draft.candidates}


def _likeness(encoded: Encoded, heads: Heads, chosen: Sequence[Candidate], places: Sequence[Sequence[int]]) -> Floats:
    """Return how likely two surfaces are one thing: the most that any of their places say."""
    by_span = heads.likeness(encoded.columns, [(c.first, c.last) for c in chosen])
    begins = np.cumsum([0, *(len(numbers) for numbers in places)])[:-1]
    order = [number for numbers in places for number in numbers]
    rows = np.maximum.reduceat(by_span[np.ix_(order, order)], begins, axis=0)
    return np.asarray(np.maximum.reduceat(rows, begins, axis=1), np.float32)


def _surface(text: str, words: Sequence[Word], span: Span) -> str:
    return text[words[span[0]].start : words[span[1]].end]
