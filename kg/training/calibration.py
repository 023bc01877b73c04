"""Fitting, on abstracts that the network was not trained on, all that its output is weighed by."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kg.extraction.neural.candidates import candidate_rows
from kg.extraction.neural.decoder import Decoder, Fitted, load_heads
from kg.extraction.neural.definitions import find_definitions
from kg.extraction.neural.drafting import Draft, draft_entities, mentions_of
from kg.extraction.neural.encoded import Encoded
from kg.extraction.neural.encoder import Encoder
from kg.extraction.neural.files import MEMORY_FILE
from kg.extraction.neural.memory import NOTHING
from kg.progress import Progress, silent
from kg.training.examples import example_of
from kg.training.judging import judge_of
from kg.training.linking import fit_linker, link_cases
from kg.training.remembering import memory_of
from kg.training.weighing import role_mixture_of, span_mixture_of, weighing_of

Record = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """An annotated abstract as the encoder reads it, with its title or without."""

    record: Record
    title: str
    encoded: Encoded


def calibrate(corpus: Path, keys: Sequence[str], output: Path, show: Progress = silent) -> None:
    """Fit on the abstracts of the keys (all, if none) what a model folder weighs the network by, and write it.

    All others go into the memory; without keys there is none, as nothing could say how far to trust it.
    """
    chosen = set(keys)
    lines = corpus.read_text(encoding="utf8").splitlines()
    every = [record for line in lines if line.strip() and (record := json.loads(line))]
    others = [example_of(record) for record in every if record["key"] not in chosen] if chosen else []
    memory = memory_of(others) if others else NOTHING
    memory.write(output / MEMORY_FILE)
    records = [record for record in every if not chosen or record["key"] in chosen]
    reads = list(_read(records, Encoder(output), show))
    fit(reads, Decoder(heads=load_heads(output), memory=memory)).write(output)


def fit(reads: Sequence[Read], decoder: Decoder) -> Fitted:
    """Return what is fitted on abstracts, with the heads and the memory of a decoder.

    One after the other, each on the outcome of those before: spans, signs of kinds, roles (on the abstracts with their
    titles), then the judge and the linker (on all).
    """
    titled = [read for read in reads if read.title or not read.record.get("title")]
    decoder = replace(decoder, spans=span_mixture_of(_span_case(read, decoder) for read in titled))
    decoder = replace(decoder, kinds=weighing_of((read.record, _draft(read, decoder)) for read in titled))
    decoder = replace(decoder, roles=role_mixture_of((read.record, _draft(read, decoder)) for read in titled))
    drafted = [(read.record, _draft(read, decoder)) for read in reads]
    cases = [
        case
        for read, (_, drafts) in zip(reads, drafted, strict=True)
        for case in link_cases(read.record, read.encoded, decoder.heads, mentions_of(drafts))
    ]
    return Fitted(
        spans=decoder.spans,
        kinds=decoder.kinds,
        roles=decoder.roles,
        judge=judge_of(drafted),
        linker=fit_linker(cases),
    )


def _read(records: Sequence[Record], encoder: Encoder, show: Progress) -> Iterator[Read]:
    for number, record in enumerate(records):
        show("calibrating", number, len(records))
        for title in sorted({record.get("title") or "", ""}):
            yield Read(record=record, title=title, encoded=encoder.encode(title, record["text"]))


def _draft(read: Read, decoder: Decoder) -> list[Draft]:
    return draft_entities(read.encoded, decoder, read.title, read.record["text"])


def _span_case(read: Read, decoder: Decoder) -> Any:
    """Return the annotated kind by span, the candidate spans, and their sources."""
    words = read.encoded.words
    kind_by_span = {(begin, end - 1): kind for begin, end, kind in example_of(read.record).spans}
    definitions = find_definitions(words, read.record["text"])
    return kind_by_span, *candidate_rows(read.encoded, decoder.heads, definitions, decoder.memory.find(words))
