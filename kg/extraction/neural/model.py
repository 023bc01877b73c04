"""The trained model: a folder on disk, and what it reads out of a title and a text."""

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from kg.extraction.neural.candidates import Candidate, choose, find_candidates
from kg.extraction.neural.definitions import find_definitions
from kg.extraction.neural.encoded import Encoded
from kg.extraction.neural.encoder import Encoder
from kg.extraction.neural.evidence import NEUTRAL, Weighing, kind_signs
from kg.extraction.neural.files import HEADS_FILE, JUDGE_FILE
from kg.extraction.neural.grouping import group_surfaces
from kg.extraction.neural.heads import Floats, Heads
from kg.extraction.neural.judge import Judge, Traits, features
from kg.extraction.neural.labels import KINDS, ROLES
from kg.extraction.neural.linking import Linker
from kg.extraction.neural.reported import ReportedNumber, find_numbers
from kg.extraction.neural.words import Word

LEAST_CANDIDATE = 0.25


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadEntity:
    """An entity as the model reads it: its mentions are offsets (start, end) in the text, in order.

    `confidence` is the calibrated probability that the entity is right, kind included;
    `role_confidence` that of its role given the entity.
    """

    kind: str
    role: str
    confidence: float
    role_confidence: float
    mentions: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadResult:
    """A reported number: offsets of the value, and by field (metric, on, by, vs) of its string."""

    value: tuple[int, int]
    fields: dict[str, tuple[int, int]]
    confidence: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """All that the model reads out of one text."""

    entities: tuple[ReadEntity, ...] = ()
    results: tuple[ReadResult, ...] = ()


class ExtractionModel:
    """A trained model, loaded from its folder; the same text always gives the same reading."""

    def __init__(self, folder: Path) -> None:
        self._encoder = Encoder(folder)
        self._heads = load_heads(folder)
        data: dict[str, Any] = json.loads((folder / JUDGE_FILE).read_text(encoding="utf8"))
        self._judge = Judge.from_data(data["judge"])
        self._linker = Linker.from_data(data["linker"])
        self._weighing = Weighing.from_data(data["kinds"])

    def read(self, title: str, text: str, *, min_confidence: float = 0.0) -> Reading:
        """Return the entities and results of the text; the title, which may be empty, is context alone."""
        encoded = self._encoder.encode(title, text)
        if not encoded.words:
            return Reading()
        drafts = draft_entities(encoded, self._heads, title, text, weighing=self._weighing)
        entities = [draft.judged(self._judge, encoded) for draft in drafts]
        numbers = find_numbers(encoded, self._heads, self._linker, mentions_of(drafts))
        return Reading(
            entities=tuple(entity for entity in entities if entity.confidence >= min_confidence),
            results=tuple(_result(number, encoded) for number in numbers if number.confidence >= min_confidence),
        )


def mentions_of(drafts: Sequence["Draft"]) -> dict[tuple[int, int], Candidate]:
    """Return the mentions of all drafts by their first and last word."""
    return {(candidate.first, candidate.last): candidate for draft in drafts for candidate in draft.candidates}


def load_heads(folder: Path) -> Heads:
    """Return the small matrices of a model folder."""
    with np.load(folder / HEADS_FILE) as arrays:
        return Heads({name: arrays[name] for name in arrays.files})


class Context(NamedTuple):
    """What the entities of a text share: its title, its long forms with their short forms, how signs are weighed."""

    title: str
    defined: Sequence[tuple[str, str]]
    weighing: Weighing


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """An entity before it is judged."""

    candidates: list[Candidate]
    role: int
    traits: Traits
    signs: Floats

    def judged(self, judge: Judge, encoded: Encoded) -> ReadEntity:
        """Return the entity with its confidence."""
        words = encoded.words
        return ReadEntity(
            kind=KINDS[self.traits.kind],
            role=ROLES[self.role],
            confidence=round(judge.probability(features(self.traits)), 3),
            role_confidence=round(float(self.traits.role_shares[self.role]), 3),
            mentions=tuple((words[c.first].start, words[c.last].end) for c in self.candidates),
        )


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
    by_span = heads.likeness(encoded.columns, [(c.first, c.last) for c in chosen])
    starts = np.cumsum([0, *(len(numbers) for numbers in places.values())][:-1])
    order = [number for numbers in places.values() for number in numbers]
    rows = np.maximum.reduceat(by_span[np.ix_(order, order)], starts, axis=0)
    likeness = np.maximum.reduceat(rows, starts, axis=1)
    drafts = []
    for group in group_surfaces(surfaces, text, likeness, defined):
        numbers = sorted(number for i in group for number in places[surfaces[i]])
        own = [chosen[number] for number in numbers]
        drafts.append(_draft(encoded, heads, own, [surfaces[i] for i in group], Context(title, defined, weighing)))
    return drafts


def _draft(
    encoded: Encoded,
    heads: Heads,
    own: list[Candidate],
    surfaces: Sequence[str],
    context: Context,
) -> Draft:
    """Return the draft of a group of mentions."""
    spans = [(c.first, c.last) for c in own]
    signs = kind_signs(encoded.words, spans, surfaces, context.title)
    shares = context.weighing.weigh(np.mean([c.shares[:-1] for c in own], axis=0), signs)
    kind = int(shares.argmax())
    roles = heads.role_shares(encoded.columns, encoded.summary, spans, kind)
    n_words = len(encoded.words)
    traits = Traits(
        kind=kind,
        kind_shares=[float(share) for share in shares],
        any_shares=[candidate.any_share for candidate in own],
        role_shares=[float(share) for share in roles],
        surfaces=surfaces,
        first_place=own[0].first / n_words,
        last_place=own[-1].first / n_words,
        title=context.title,
        is_defined=any(surface in pair for pair in context.defined for surface in surfaces),
    )
    return Draft(candidates=own, role=int(roles.argmax()), traits=traits, signs=signs)


def _surface(text: str, words: Sequence[Word], span: tuple[int, int]) -> str:
    return text[words[span[0]].start : words[span[1]].end]


def _result(number: ReportedNumber, encoded: Encoded) -> ReadResult:
    words = encoded.words

    def offsets(span: tuple[int, int]) -> tuple[int, int]:
        return words[span[0]].start, words[span[1]].end

    return ReadResult(
        value=offsets(number.value),
        fields={name: offsets(span) for name, span in number.fields.items()},
        confidence=round(number.confidence, 3),
    )
