"""Entities to concepts: identity, kind by vote, display name, id."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

from kg.records import Concept, Entity, Extraction
from kg.resolution.records import Merge, Resolution
from kg.schema import SCHEMA
from kg.text import digest, fold, plain

_N_ID = 120


def resolve(
    extractions: Iterable[Extraction],
    *,
    aliases: Path | None = None,
    former: Mapping[str, tuple[str, ...]] | None = None,
) -> Resolution:
    """Return the concepts of these papers; the order of extractions doesn't matter.

    `aliases` is a user's alias file, which decides over every rule. `former` maps the ids of an earlier build to
    the former ids it knew, so that a retired id stays known.
    """
    del aliases, former
    entities = sorted(
        ((extraction.paper.id, index, entity) for extraction in extractions
         for index, entity in enumerate(extraction.entities)),
        key=lambda item: item[:2],
    )  # fmt: skip
    long_forms = _long_forms(entity for _, _, entity in entities)
    members: dict[str, list[tuple[str, int, Entity]]] = defaultdict(list)
    for paper, index, entity in entities:
        members[_key(entity, long_forms)].append((paper, index, entity))
    concepts: list[Concept] = []
    merges: list[Merge] = []
    concept_of: dict[tuple[str, int], str] = {}
    for key, group in members.items():
        concept = _concept(key, group)
        concepts.append(concept)
        concept_of.update({(paper, index): concept.id for paper, index, _ in group})
        merges.extend(
            Merge(concept=concept.id, left=concept.name, right=alias, reason="spelling") for alias in concept.aliases
        )
    concepts.sort(key=lambda concept: concept.id)
    return Resolution(concepts=tuple(concepts), concept_of=concept_of, merges=tuple(merges))


def _pair(entity: Entity) -> tuple[str, str]:
    """Return the folded acronym and long form of an entity, empty where there is none."""
    surfaces = sorted({entity.name, entity.long_form, *(m.surface for m in entity.mentions)} - {""})
    for short in surfaces:
        letters = re.sub(r"[^a-z0-9]", "", fold(short))
        for long in surfaces:
            words = re.findall(r"[a-z0-9]+", fold(long))
            if len(words) > 1 and "".join(word[0] for word in words) == letters:
                return fold(short), fold(long)
    return ("", fold(entity.long_form))


def _long_forms(entities: Iterable[Entity]) -> dict[str, str]:
    """Return for each acronym with one long form that long form."""
    found: dict[str, set[str]] = defaultdict(set)
    for entity in entities:
        short, long = _pair(entity)
        if short:
            found[short].add(long)
    return {short: min(longs) for short, longs in found.items() if len(longs) == 1}


def _key(entity: Entity, long_forms: Mapping[str, str]) -> str:
    return _pair(entity)[1] or long_forms.get(fold(entity.name), fold(entity.name))


def _concept(key: str, group: list[tuple[str, int, Entity]]) -> Concept:
    spellings = Counter(plain(name) for _, _, e in group for name in (e.name, *(m.surface for m in e.mentions)))
    names = Counter(plain(e.name) for _, _, e in group)
    name = min(names, key=lambda n: (-names[n], n))
    order = SCHEMA.concept_kinds
    votes = Counter(kind for _, kind in sorted({(paper, entity.kind) for paper, _, entity in group}))
    ranked = sorted(votes.items(), key=lambda vote: (-vote[1], order.index(vote[0])))
    return Concept(
        id=_id(key),
        kind=ranked[0][0],
        name=name,
        aliases=tuple(sorted(set(spellings) - {name})),
        kind_votes=tuple(ranked),
    )


def _id(key: str) -> str:
    text = re.sub(r"[\s\x00-\x1f\x7f]+", "-", key)
    return text if len(text) <= _N_ID else f"{text[:_N_ID]}-{digest(key)}"
