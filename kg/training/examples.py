"""Annotated abstracts as training examples: labels, spans, roles, pairs and results by word."""

import json
import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kg.extraction.neural.labels import FIELDS, KINDS, ROLES
from kg.extraction.neural.words import Word, split_words

Span = tuple[int, int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """One annotated entity: its spans in words, kind and role by number."""

    spans: list[tuple[int, int]]
    kind: int
    role: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    """One annotated result: the span of its value, and by field all places of its string."""

    span: tuple[int, int]
    places: dict[str, list[tuple[int, int]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """An annotated abstract in words."""

    key: str
    title: list[Word]
    words: list[Word]
    spans: list[Span]
    entities: list[Target]
    numbers: list[Number] = field(default_factory=list)


def read_examples(path: Path) -> Iterator[Example]:
    """Examples of a JSONL file of annotated abstracts, in its order."""
    with path.open(encoding="utf8") as lines:
        for line in lines:
            if line.strip():
                yield example_of(json.loads(line))


def example_of(record: dict[str, Any]) -> Example:
    """The example that an annotation record describes."""
    text = record["text"]
    words = split_words(text)
    kept = _longest_first(record["entities"], text)
    entities = []
    spans = []
    for number, entity in enumerate(record["entities"]):
        own = [to_words(words, s, e) for s, e, owner in kept if owner == number]
        if own:
            kind = KINDS.index(entity["type"])
            entities.append(Target(spans=own, kind=kind, role=ROLES.index(entity["role"])))
            spans += [(begin, end, kind) for begin, end in own]
    return Example(
        key=record["key"],
        title=split_words(record.get("title") or ""),
        words=words,
        spans=sorted(spans),
        entities=entities,
        numbers=list(_numbers(record.get("results", []), text, words)),
    )


def occurrences(surface: str, text: str) -> list[tuple[int, int]]:
    """Places of the surface in the text that touch no letter or digit."""
    pattern = r"(?<![^\W_])" + re.escape(surface) + r"(?![^\W_])"
    return [match.span() for match in re.finditer(pattern, text)]


def to_words(words: Sequence[Word], start: int, end: int) -> tuple[int, int]:
    """First word and the word after the last of a stretch of the text."""
    return (
        bisect_left(words, start, key=lambda word: word.start),
        bisect_left(words, end, key=lambda word: word.start),
    )


def _longest_first(entities: list[dict[str, Any]], text: str) -> list[tuple[int, int, int]]:
    """Spans (start, end, number of the entity), the longer one kept where two overlap."""
    found = sorted(
        (
            (start, end, number)
            for number, entity in enumerate(entities)
            for mention in entity["mentions"]
            for start, end in occurrences(mention, text)
        ),
        key=lambda item: (item[0] - item[1], item[0]),
    )
    kept: list[tuple[int, int, int]] = []
    for start, end, number in found:
        if all(end <= low or start >= high for low, high, _ in kept):
            kept.append((start, end, number))
    return sorted(kept)


def _numbers(results: list[dict[str, Any]], text: str, words: Sequence[Word]) -> Iterator[Number]:
    """Results with word places, each value string taking its occurrences in turn."""
    n_seen: dict[str, int] = {}
    for result in results:
        value = result["value"]
        starts = [match.start() for match in re.finditer(re.escape(value), text)]
        bounded = [start for start, end in occurrences(value, text)] or starts
        turn = n_seen.get(value, 0)
        n_seen[value] = turn + 1
        start = bounded[min(turn, len(bounded) - 1)]
        places = {
            name: [to_words(words, *span) for span in occurrences(result[name], text)]
            for name in FIELDS
            if result.get(name)
        }
        span = to_words(words, start, start + len(value))
        if span[0] < span[1]:
            yield Number(span=span, places={n: p for n, p in places.items() if p})
