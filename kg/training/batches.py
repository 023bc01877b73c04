"""Examples as padded tensors."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor

from kg.extraction.neural.labels import FIELDS, KINDS, labels_of
from kg.extraction.neural.layout import MAX_SPAN_WORDS
from kg.extraction.neural.windows import Tokenizer, make_windows
from kg.training.examples import Example

NEAR_SHARE = 0.5
FAR_SHARE = 0.2


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Tensors of some examples; words of all rows stand one after another ("flat").

    ``firsts`` is the flat place (in rows times subwords) of each word's first subword, ``starts``
    the flat number of each row's first word. Spans are (first word, last word), flat.
    """

    ids: Tensor
    shapes: Tensor
    types: Tensor
    mask: Tensor | None
    firsts: Tensor
    starts: Tensor
    lengths: Tensor
    labels: Tensor
    value_labels: Tensor
    spans: Tensor
    span_kinds: Tensor
    span_weights: Tensor
    mention_spans: Tensor
    mention_entities: Tensor
    mention_surfaces: Tensor
    entity_kinds: Tensor
    entity_roles: Tensor
    entity_rows: Tensor
    entity_places: Tensor
    numbers: Tensor
    number_rows: Tensor
    pointer_targets: list[list[tuple[list[int], list[int]]]]


def make_batch(examples: Sequence[Example], tokenize: Tokenizer, with_title: Sequence[bool], seed: int = 0) -> Batch:
    """The batch of the examples; what stands beyond the first window of a text is left out."""
    chooser = np.random.default_rng(seed)
    windows = [
        make_windows(example.title if titled else [], example.words, tokenize)[0]
        for example, titled in zip(examples, with_title, strict=True)
    ]
    width = max(len(window.ids) for window in windows)
    lengths = [len(window.firsts) for window in windows]
    starts = np.cumsum([0, *lengths[:-1]])
    is_full = all(len(window.ids) == width for window in windows)
    gathered = _Gatherer(chooser)
    for row, (example, n_words) in enumerate(zip(examples, lengths, strict=True)):
        gathered.add(example, row, int(starts[row]), n_words)
    return Batch(
        ids=_padded([window.ids for window in windows], width),
        shapes=_padded([window.shapes for window in windows], width),
        types=_padded([window.types for window in windows], width),
        mask=None if is_full else _mask([len(window.ids) for window in windows], width),
        firsts=torch.tensor([row * width + first for row, window in enumerate(windows) for first in window.firsts]),
        starts=torch.tensor(starts),
        lengths=torch.tensor(lengths),
        **gathered.tensors(),
    )


class _Gatherer:
    """Collects the targets of one example after another."""

    def __init__(self, chooser: np.random.Generator) -> None:
        self.chooser = chooser
        self.labels: list[int] = []
        self.value_labels: list[int] = []
        self.spans: list[np.ndarray] = []
        self.span_kinds: list[np.ndarray] = []
        self.span_weights: list[np.ndarray] = []
        self.mentions: list[tuple[int, int, int, int]] = []
        self.entities: list[tuple[int, int, int]] = []
        self.places: list[tuple[float, float, float, float]] = []
        self.numbers: list[tuple[int, int, int]] = []
        self.targets: list[list[tuple[list[int], list[int]]]] = []
        self.surfaces: dict[tuple[int, str], int] = {}

    def add(self, example: Example, row: int, start: int, n_words: int) -> None:
        """Take in the targets of an example whose first word has the flat number ``start``."""
        spans = [span for span in example.spans if span[1] <= n_words]
        self.labels += labels_of(spans, n_words)
        values = sorted({n.span for n in example.numbers if n.span[1] <= n_words})
        self.value_labels += labels_of([(*span, 0) for span in _apart(values)], n_words)
        self._add_spans(spans, start, n_words)
        for entity in example.entities:
            own = [span for span in entity.spans if span[1] <= n_words]
            if not own:
                continue
            number = len(self.entities)
            self.entities.append((entity.kind, entity.role, row))
            self.places.append(entity_places(own, n_words))
            for begin, end in own:
                surface = " ".join(word.text for word in example.words[begin:end]).lower()
                surface_number = self.surfaces.setdefault((row, surface), len(self.surfaces))
                self.mentions.append((start + begin, start + end - 1, number, surface_number))
        for found in example.numbers:
            if found.span[1] <= n_words:
                self.numbers.append((start + found.span[0], start + found.span[1] - 1, row))
                self.targets.append([_target(found.places.get(f, []), n_words) for f in FIELDS])

    def _add_spans(self, spans: list[tuple[int, int, int]], start: int, n_words: int) -> None:
        """Take in the spans that are or touch a mention, and a weighted part of all others."""
        kinds = np.full((n_words, MAX_SPAN_WORDS), len(KINDS))
        touched = np.zeros(n_words + 1, np.int64)
        for begin, end, kind in spans:
            touched[begin + 1 : end + 1] = 1
            if end - begin <= MAX_SPAN_WORDS:
                kinds[begin, end - begin - 1] = kind
        begins, widths = np.meshgrid(np.arange(n_words), np.arange(MAX_SPAN_WORDS), indexing="ij")
        fits = begins + widths < n_words
        first, last, kinds = begins[fits], (begins + widths)[fits], kinds[fits]
        sums = touched.cumsum()
        is_near = sums[last + 1] > sums[first]
        kept = self.chooser.random(len(first)) < np.where(is_near, NEAR_SHARE, FAR_SHARE)
        kept |= kinds != len(KINDS)
        weights = 1 / np.where(is_near, NEAR_SHARE, FAR_SHARE)
        weights[kinds != len(KINDS)] = 1
        self.spans.append(np.stack([first, last], 1)[kept] + start)
        self.span_kinds.append(kinds[kept])
        self.span_weights.append(weights[kept])

    def tensors(self) -> dict[str, Any]:
        """The targets collected so far, by the names of Batch."""
        mentions = torch.tensor(self.mentions).view(-1, 4)
        entities = torch.tensor(self.entities).view(-1, 3)
        numbers = torch.tensor(self.numbers).view(-1, 3)
        return {
            "labels": torch.tensor(self.labels),
            "value_labels": torch.tensor(self.value_labels),
            "spans": torch.from_numpy(np.concatenate(self.spans)),
            "span_kinds": torch.from_numpy(np.concatenate(self.span_kinds)),
            "span_weights": torch.from_numpy(np.concatenate(self.span_weights)).float(),
            "mention_spans": mentions[:, :2].long(),
            "mention_entities": mentions[:, 2].long(),
            "mention_surfaces": mentions[:, 3].long(),
            "entity_kinds": entities[:, 0].long(),
            "entity_roles": entities[:, 1].long(),
            "entity_rows": entities[:, 2].long(),
            "entity_places": torch.tensor(self.places).view(-1, 4),
            "numbers": numbers[:, :2].long(),
            "number_rows": numbers[:, 2].long(),
            "pointer_targets": self.targets,
        }


def entity_places(spans: Sequence[tuple[int, int]], n_words: int) -> tuple[float, float, float, float]:
    """Where an entity stands: its first, last and mean place in the text and its log count."""
    places = [begin / n_words for begin, _ in spans]
    return min(places), max(places), sum(places) / len(places), float(np.log(len(places)))


def _apart(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Those spans that overlap none before them."""
    kept: list[tuple[int, int]] = []
    for begin, end in spans:
        if not kept or begin >= kept[-1][1]:
            kept.append((begin, end))
    return kept


def _target(places: list[tuple[int, int]], n_words: int) -> tuple[list[int], list[int]]:
    inside = [(begin, end) for begin, end in places if begin < end <= n_words]
    return [begin for begin, _ in inside], [end - 1 for _, end in inside]


def _padded(rows: list[list[int]], width: int) -> Tensor:
    return torch.tensor([row + [0] * (width - len(row)) for row in rows])


def _mask(lengths: list[int], width: int) -> Tensor:
    return torch.arange(width)[None] < torch.tensor(lengths)[:, None]
