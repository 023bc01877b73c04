"""The measures by which extraction is scored, on annotation records (dicts with `entities` and `results`).

Each is counted over all abstracts together (micro average) as precision, recall and F1:

    mention      a span with the right start, end and kind; mention-any leaves the kind aside
    entity       an entity of the right kind that shares a mention (letter case and plural s aside)
    name         the same, the kind left aside
    named        entity, over those with a capital or a digit inside a mention (FeMAM, GSM8K)
    core         entity, over Method, Model, Dataset and Benchmark
    role         an entity match that has the right role as well
    alias        two different surfaces put into one entity
    result       a (value, metric) pair
"""

import collections
import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from kg.annotations import find_occurrences
from kg.schema import SCHEMA

Record = Mapping[str, Any]
Entities = Sequence[Mapping[str, Any]]

_CORE = frozenset({"Method", "Model", "Dataset", "Benchmark"})


@dataclass(slots=True, kw_only=True)
class Score:
    """Counts of one measure: hits, predictions that are none, gold that was missed."""

    hits: int = 0
    spurious: int = 0
    missed: int = 0

    @property
    def precision(self) -> float:
        """The share of predictions that are right; 0 without any."""
        return self.hits / (self.hits + self.spurious) if self.hits + self.spurious else 0.0

    @property
    def recall(self) -> float:
        """The share of the gold that was found; 0 without any."""
        return self.hits / self.support if self.support else 0.0

    @property
    def f1(self) -> float:
        """The harmonic mean of both."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0

    @property
    def support(self) -> int:
        """How many the gold has."""
        return self.hits + self.missed


def add_scores(scores: dict[str, Score], gold: Record, predicted: Record) -> None:
    """Count one abstract into `scores` by measure; `gold` has the text."""
    text = str(gold.get("text") or gold.get("abstract") or "")
    entities, found = gold["entities"], predicted["entities"]
    _score_mentions(scores, _spans(entities, text), _predicted_spans(found, text))
    _score_entities(scores, entities, found)
    _score_items(scores["alias"], _pairs(entities), _pairs(found))
    _score_items(scores["result"], _results(gold), _results(predicted))


def match(gold: Entities, found: Entities, *, by_kind: bool = True, by_role: bool = False) -> list[tuple[int, int]]:
    """Return pairs (gold, found) of entities that share a mention, each used once, in the order of the gold."""
    forms = [{form(surface) for surface in entity["mentions"]} for entity in found]
    free = dict.fromkeys(range(len(found)))
    pairs = []
    for n, entity in enumerate(gold):
        wanted = {form(surface) for surface in entity["mentions"]}
        for candidate in free:
            if by_kind and found[candidate]["type"] != entity["type"]:
                continue
            if by_role and found[candidate].get("role") != entity["role"]:
                continue
            if wanted & forms[candidate]:
                pairs.append((n, candidate))
                del free[candidate]
                break
    return pairs


def form(surface: str) -> str:
    """Return the form by which surfaces are compared: letter case, outer punctuation and a plural s aside.

    >>> form("LLMs") == form("llm"), form("loss")
    (True, 'loss')
    """
    text = re.sub(r"\s+", " ", surface).strip(" .,;:()\"'").lower()
    return text[:-1] if len(text) > 3 and text.endswith("s") and not text.endswith("ss") else text


def is_named(entity: Mapping[str, Any]) -> bool:
    """Tell whether a mention has a capital after its first letter, or a digit: a name proper."""
    return any(
        re.search(r"[0-9]|(?<=.)[A-Z]", surface.replace(" ", "")) and not surface.istitle()
        for surface in entity["mentions"]
    )


def _score_items(score: Score, gold: Iterable[Hashable], predicted: Iterable[Hashable]) -> None:
    wanted, found = collections.Counter(gold), collections.Counter(predicted)
    hits = (wanted & found).total()
    score.hits += hits
    score.spurious += found.total() - hits
    score.missed += wanted.total() - hits


def _score_mentions(
    scores: dict[str, Score], gold: list[tuple[int, int, str]], found: list[tuple[int, int, str]]
) -> None:
    _score_items(scores["mention"], gold, found)
    _score_items(scores["mention-any"], [g[:2] for g in gold], [f[:2] for f in found])
    for kind in SCHEMA.concept_kinds:
        of_kind = ([span for span in spans if span[2] == kind] for spans in (gold, found))
        _score_items(scores[f"mention {kind}"], *of_kind)


def _score_entities(scores: dict[str, Score], gold: Entities, found: Entities) -> None:
    def add(name: str, wanted: Callable[[Mapping[str, Any]], bool], **how: bool) -> None:
        of_gold, of_found = [e for e in gold if wanted(e)], [e for e in found if wanted(e)]
        hits = len(match(of_gold, of_found, **how))
        score = scores[name]
        score.hits += hits
        score.spurious += len(of_found) - hits
        score.missed += len(of_gold) - hits

    add("entity", lambda _: True)
    add("name", lambda _: True, by_kind=False)
    add("named", is_named)
    add("core", lambda e: e["type"] in _CORE)
    add("role", lambda _: True, by_role=True)
    for kind in SCHEMA.concept_kinds:
        add(f"entity {kind}", lambda e, kind=kind: e["type"] == kind)  # type: ignore[misc]
    for role in SCHEMA.roles:
        add(f"role {role}", lambda e, role=role: e.get("role") == role, by_role=True)  # type: ignore[misc]


def _spans(entities: Entities, text: str) -> list[tuple[int, int, str]]:
    """Return all word-bounded places of all mentions; where they overlap, the longest."""
    places = (
        (s, e, entity["type"]) for entity in entities for m in entity["mentions"] for s, e in find_occurrences(m, text)
    )
    kept: list[tuple[int, int, str]] = []
    for start, end, kind in sorted(places, key=lambda place: (place[0] - place[1], place[0])):
        if all(end <= s or start >= e for s, e, _ in kept):
            kept.append((start, end, kind))
    return sorted(kept)


def _predicted_spans(entities: Entities, text: str) -> list[tuple[int, int, str]]:
    given = {(start, end, entity["type"]) for entity in entities for start, end in entity.get("spans", ())}
    return sorted(given) if given else _spans(entities, text)


def _pairs(entities: Entities) -> Iterator[tuple[str, str]]:
    for entity in entities:
        for first, second in combinations(sorted(set(entity["mentions"])), 2):
            if form(first) != form(second):
                yield first, second


def _results(record: Record) -> Iterator[tuple[str, str]]:
    return ((result["value"], form(result["metric"])) for result in record.get("results") or ())
