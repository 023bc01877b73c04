"""The trained model: a folder on disk, and what it reads out of a title and a text."""

from dataclasses import dataclass
from pathlib import Path

from kg.extraction.neural.decoder import read_decoder, read_fitted
from kg.extraction.neural.drafting import Draft, draft_entities, mentions_of
from kg.extraction.neural.encoded import Encoded
from kg.extraction.neural.encoder import Encoder
from kg.extraction.neural.judge import Judge, features
from kg.extraction.neural.labels import KINDS, ROLES
from kg.extraction.neural.reported import ReportedNumber, find_numbers


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
    """A trained model, loaded from its folder; the same text always gives the same reading.

    Raises ReadError, with the name of the file, for a folder with a broken one.
    """

    def __init__(self, folder: Path) -> None:
        self._encoder = Encoder(folder)
        fitted = read_fitted(folder)
        self._decoder = read_decoder(folder, fitted)
        self._judge = fitted.judge
        self._linker = fitted.linker

    def read(self, title: str, text: str, *, min_confidence: float = 0.0) -> Reading:
        """Return the entities and results of the text; the title, which may be empty, is context alone."""
        encoded = self._encoder.encode(title, text)
        if not encoded.words:
            return Reading()
        drafts = draft_entities(encoded, self._decoder, title, text)
        entities = [_entity(draft, self._judge, encoded) for draft in drafts]
        numbers = find_numbers(encoded, self._decoder.heads, self._linker, mentions_of(drafts))
        return Reading(
            entities=tuple(entity for entity in entities if entity.confidence >= min_confidence),
            results=tuple(_result(number, encoded) for number in numbers if number.confidence >= min_confidence),
        )


def _entity(draft: Draft, judge: Judge, encoded: Encoded) -> ReadEntity:
    """Return the entity of a draft, with its confidence."""
    words, traits = encoded.words, draft.traits
    return ReadEntity(
        kind=KINDS[traits.kind],
        role=ROLES[draft.role],
        confidence=round(judge.probability(features(traits)), 3),
        role_confidence=round(traits.role_shares[draft.role], 3),
        mentions=tuple((words[c.first].start, words[c.last].end) for c in draft.candidates),
    )


def _result(number: ReportedNumber, encoded: Encoded) -> ReadResult:
    words = encoded.words

    def offsets(span: tuple[int, int]) -> tuple[int, int]:
        return words[span[0]].start, words[span[1]].end

    return ReadResult(
        value=offsets(number.value),
        fields={name: offsets(span) for name, span in number.fields.items()},
        confidence=round(number.confidence, 3),
    )
