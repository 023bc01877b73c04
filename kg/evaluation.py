"""Accuracy of extraction on annotated abstracts: measures, kinds taken for each other, the names they coin."""

import collections
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kg.annotations import is_annotation, read_annotations, read_records, to_annotation
from kg.errors import ReadError
from kg.records import Paper
from kg.schema import SCHEMA
from kg.scoring import Entities, Record, Score, add_scores, is_named, match

MISSED = "missed"
SPURIOUS = "spurious"


@dataclass(frozen=True, slots=True, kw_only=True)
class CoinedName:
    """A name that an abstract coins, and as what it was found (empty strings if it was not)."""

    paper: str
    name: str
    kind: str
    found_kind: str = ""
    found_role: str = ""

    @property
    def is_right(self) -> bool:
        """Whether kind and role are right."""
        return self.found_kind == self.kind and self.found_role == "proposes"


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Rows for a reader, values in percent."""

    title: str
    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """All measures by name, kinds taken for each other, and the coined names with what became of them."""

    n_papers: int
    scores: dict[str, Score]
    confusion: dict[tuple[str, str], int]
    coined: list[CoinedName] = field(default_factory=list)

    def to_data(self) -> dict[str, Any]:
        """Return plain data: each measure by name, as shares (0 to 1), and confusion as gold -> found -> count."""
        confusion: dict[str, dict[str, int]] = {}
        for (gold, found), count in sorted(self.confusion.items()):
            confusion.setdefault(gold, {})[found] = count
        measures = {
            name: {"p": score.precision, "r": score.recall, "f1": score.f1, "support": score.support}
            for name, score in self.scores.items()
        }
        return {
            **measures,
            "papers": self.n_papers,
            "confusion": confusion,
            "coined": [
                {
                    "paper": c.paper,
                    "name": c.name,
                    "kind": c.kind,
                    "found_kind": c.found_kind,
                    "found_role": c.found_role,
                }
                for c in self.coined
            ],
        }

    def tables(self) -> list[Table]:
        """Return what `kg eval` shows."""
        kinds = SCHEMA.concept_kinds
        percent = [
            (name, *(round(100 * share, 1) for share in (s.precision, s.recall, s.f1)), s.support)
            for name, s in self.scores.items()
        ]
        confusion = [
            (gold, *(self.confusion.get((gold, found), 0) for found in (*kinds, MISSED))) for gold in (*kinds, SPURIOUS)
        ]
        coined = [
            (c.paper, c.name, c.kind, c.found_kind or "-", c.found_role or "-", "yes" if c.is_right else "no")
            for c in self.coined
        ]
        n_right = sum(c.is_right for c in self.coined)
        return [
            Table(
                title=f"Accuracy on {self.n_papers} abstracts, in percent",
                columns=("measure", "P", "R", "F1", "gold"),
                rows=percent,
            ),
            Table(title="Kinds: rows as annotated, columns as found", columns=("kind", *kinds, MISSED), rows=confusion),
            Table(
                title=f"Names that the abstracts coin: {n_right} of {len(self.coined)} found with kind and role",
                columns=("paper", "name", "kind", "found as", "role", "right"),
                rows=coined,
            ),
        ]


def evaluate(
    gold: Path | Iterable[Path],
    predicted: Path | None = None,
    *,
    model: Path | None = None,
    min_confidence: float | None = None,
    workers: int = 1,
) -> Evaluation:
    """Return the accuracy of a given output on annotated abstracts, or of the pipeline if none is given.

    Abstracts that the output leaves out count as found empty; ReadError for files that are no annotation.
    """
    files = [gold] if isinstance(gold, Path) else list(gold)
    papers = [extraction.paper for file in files for extraction in read_annotations(file)]  # with their titles
    gold_by_key = {_key(record): record for file in files for _, record in read_records(file)}
    if predicted is not None:
        found = _read_predicted(predicted, gold_by_key)
    else:
        found = _run(papers, model=model, min_confidence=min_confidence, workers=workers)
    return compare(gold_by_key, found)


def compare(gold: Mapping[str, Record], predicted: Mapping[str, Record]) -> Evaluation:
    """Return the accuracy of predicted records against gold records, both by key; the gold has the texts."""
    scores: dict[str, Score] = collections.defaultdict(Score)
    confusion: collections.Counter[tuple[str, str]] = collections.Counter()
    coined: list[CoinedName] = []
    for key, record in gold.items():
        found = predicted.get(key, {"entities": []})
        add_scores(scores, record, found)
        confusion.update(_confuse(record["entities"], found["entities"]))
        coined.extend(_coined(key, record["entities"], found["entities"]))
    return Evaluation(n_papers=len(gold), scores=dict(scores), confusion=dict(confusion), coined=coined)


def _run(
    papers: Iterable[Paper], *, model: Path | None, min_confidence: float | None, workers: int
) -> dict[str, Record]:
    from kg.extraction import DEFAULT_MIN_CONFIDENCE, extract

    limit = DEFAULT_MIN_CONFIDENCE if min_confidence is None else min_confidence
    return {e.paper.id: to_annotation(e) for e in extract(papers, model=model, min_confidence=limit, workers=workers)}


def _key(record: Record) -> str:
    return str(record.get("key") or record.get("id") or "")


def _read_predicted(path: Path, gold: Mapping[str, Record]) -> dict[str, Record]:
    found: dict[str, Record] = {}
    for where, record in read_records(path):
        if not is_annotation(record):
            raise ReadError(f"{where}: no entities; a list of objects with type, name, mentions and role is needed")
        for entity in record["entities"]:
            mentions = entity["mentions"]
            if not isinstance(mentions, list) or not all(isinstance(m, str) for m in mentions):
                raise ReadError(f"{where}: mentions {mentions!r} are no list of strings; list the surfaces")
        found[_key(record)] = record
    if not found.keys() & gold.keys():
        raise ReadError(f"{path}: has none of the keys of the gold; score the output of the same abstracts")
    return found


def _confuse(gold: Entities, found: Entities) -> Iterator[tuple[str, str]]:
    pairs = match(gold, found, by_kind=False)
    matched_gold, matched_found = {g for g, _ in pairs}, {f for _, f in pairs}
    yield from ((gold[g]["type"], found[f]["type"]) for g, f in pairs)
    yield from ((entity["type"], MISSED) for n, entity in enumerate(gold) if n not in matched_gold)
    yield from ((SPURIOUS, entity["type"]) for n, entity in enumerate(found) if n not in matched_found)


def _coined(key: str, gold: Entities, found: Entities) -> Iterator[CoinedName]:
    for entity in gold:
        if entity["role"] == "proposes" and is_named(entity):
            pairs = match([entity], found) or match([entity], found, by_kind=False)
            hit = found[pairs[0][1]] if pairs else {}
            yield CoinedName(
                paper=key,
                name=entity["name"],
                kind=entity["type"],
                found_kind=hit.get("type", ""),
                found_role=hit.get("role", ""),
            )
