"""Entities before they are judged: mentions of one thing put together, with a kind and a role."""

import itertools
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from kg.extraction.neural.candidates import Candidate, Known, choose, find_candidates
from kg.extraction.neural.decoder import Decoder
from kg.extraction.neural.definitions import find_definitions
from kg.extraction.neural.encoded import Encoded
from kg.extraction.neural.evidence import kind_signs
from kg.extraction.neural.grouping import group_surfaces
from kg.extraction.neural.heads import Floats, Heads, Span
from kg.extraction.neural.judge import Traits
from kg.extraction.neural.labels import KINDS
from kg.extraction.neural.memory import Counts
from kg.extraction.neural.role_evidence import MAY_RIVAL, role_rows, role_signs, titled
from kg.sentences import split_sentences

LEAST_CANDIDATE = 0.25
_TINY = 1e-12


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """An entity before it is judged: its mentions in order, the number of its role, what is known of it.

    `signs` and `role_sources` are what its kind and role were weighed by.
    """

    candidates: list[Candidate]
    role: int
    traits: Traits
    signs: Floats
    role_sources: Floats


def draft_entities(encoded: Encoded, decoder: Decoder, title: str, text: str) -> list[Draft]:
    """Return the entities of a text, in order of first mention, before they are judged."""
    scene = _scene(encoded, decoder, title, text)
    groups = _groups(scene, decoder.heads)
    if not groups:
        return []
    signs = [kind_signs(encoded.words, group.spans, group.surfaces, title) for group in groups]
    shares = [
        decoder.kinds.weigh(np.mean([c.shares[:-1] for c in group.candidates], axis=0), speak)
        for group, speak in zip(groups, signs, strict=True)
    ]
    kinds = [int(row.argmax()) for row in shares]
    network = decoder.heads.role_shares(encoded.columns, encoded.summary, [g.spans for g in groups], kinds)
    rows = [
        role_rows(row, group.counts, _role_signs(scene, group, kind))
        for row, group, kind in zip(network, groups, kinds, strict=True)
    ]
    roles = decoder.roles.mix(np.stack(rows)) * (network > 0)
    roles /= np.maximum(roles.sum(1, keepdims=True), _TINY)
    return [
        Draft(
            candidates=group.candidates,
            role=int(roles[n].argmax()),
            traits=_traits(scene, group, shares[n], roles[n]),
            signs=signs[n],
            role_sources=rows[n],
        )
        for n, group in enumerate(groups)
    ]


def mentions_of(drafts: Sequence[Draft]) -> dict[Span, Candidate]:
    """Return the mentions of all drafts by their first and last word."""
    return {(candidate.first, candidate.last): candidate for draft in drafts for candidate in draft.candidates}


class _Scene(NamedTuple):
    """A text, and what all its entities share; `sides` are the long and the short forms of `defined`."""

    encoded: Encoded
    title: str
    text: str
    sentences: list[tuple[int, int]]
    defined: list[tuple[str, str]]
    sides: frozenset[str]
    counts_by_span: Mapping[Span, Counts]
    candidates: list[Candidate]

    def surface(self, span: Span) -> str:
        return _surface(self.encoded, self.text, span)


class _Group(NamedTuple):
    """The mentions of one thing in order, their words, their surfaces, and what was known of the most met one."""

    candidates: list[Candidate]
    spans: list[Span]
    surfaces: list[str]
    counts: Counts | None


def _scene(encoded: Encoded, decoder: Decoder, title: str, text: str) -> _Scene:
    definitions = find_definitions(encoded.words, text)
    counts = decoder.memory.find(encoded.words)
    candidates = find_candidates(encoded, decoder.heads, definitions, Known(counts, decoder.spans))
    defined = [(_surface(encoded, text, long), _surface(encoded, text, short)) for long, short in definitions]
    return _Scene(
        encoded=encoded,
        title=title,
        text=text,
        sentences=split_sentences(text),
        defined=defined,
        sides=frozenset(itertools.chain.from_iterable(defined)),
        counts_by_span=counts,
        candidates=choose(candidates, LEAST_CANDIDATE),
    )


def _surface(encoded: Encoded, text: str, span: Span) -> str:
    return text[encoded.words[span[0]].start : encoded.words[span[1]].end]


def _groups(scene: _Scene, heads: Heads) -> list[_Group]:
    """Return the chosen mentions of a text by the thing they name."""
    chosen = scene.candidates
    if not chosen:
        return []
    places: dict[str, list[int]] = defaultdict(list)
    for number, candidate in enumerate(chosen):
        places[scene.surface(candidate[:2])].append(number)
    surfaces = list(places)
    likeness = _likeness(scene.encoded, heads, chosen, list(places.values()))
    groups = []
    for group in group_surfaces(surfaces, scene.text, likeness, scene.defined):
        own = [chosen[n] for n in sorted(n for i in group for n in places[surfaces[i]])]
        spans = [candidate[:2] for candidate in own]
        known = [counts for span in spans if (counts := scene.counts_by_span.get(span))]
        counts = max(known, key=lambda c: c.n_texts, default=None)
        groups.append(_Group(own, spans, [surfaces[i] for i in group], counts))
    return groups


def _role_signs(scene: _Scene, group: _Group, kind: int) -> Floats:
    may_rival = KINDS[kind] in MAY_RIVAL
    signs = role_signs(scene.text, scene.encoded.words, scene.sentences, group.spans, may_rival=may_rival)
    return titled(signs, group.surfaces, scene.title)


def _traits(scene: _Scene, group: _Group, kinds: Floats, roles: Floats) -> Traits:
    n_words = len(scene.encoded.words)
    return Traits(
        kind=int(kinds.argmax()),
        kind_shares=kinds.tolist(),
        any_shares=[candidate.any_share for candidate in group.candidates],
        role_shares=roles.tolist(),
        surfaces=group.surfaces,
        first_place=group.spans[0][0] / n_words,
        last_place=group.spans[-1][0] / n_words,
        title=scene.title,
        is_defined=not scene.sides.isdisjoint(group.surfaces),
        counts=group.counts,
    )


def _likeness(encoded: Encoded, heads: Heads, chosen: Sequence[Candidate], places: Sequence[Sequence[int]]) -> Floats:
    """Return how likely two surfaces are one thing: the most that any of their places say."""
    by_span = heads.likeness(encoded.columns, [(c.first, c.last) for c in chosen])
    begins = np.cumsum([0, *(len(numbers) for numbers in places)])[:-1]
    order = [number for numbers in places for number in numbers]
    rows = np.maximum.reduceat(by_span[np.ix_(order, order)], begins, axis=0)
    return np.asarray(np.maximum.reduceat(rows, begins, axis=1), np.float32)
