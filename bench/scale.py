"""Time and memory of resolution, and of a whole build but for extraction, as the corpus grows.

    python bench/scale.py ANNOTATED.jsonl 1000 10000 100000

Annotated abstracts are repeated; in each repetition the names that a paper proposes become others of the same length,
in its text too, so that the number of distinct names grows with the papers. What extraction would find is taken from
the annotation; all else of `kg build` is done: reading, keeping extractions, resolving, assembling, checking, storing
and drawing. Each measurement runs in a process of its own; the last column is the CPU time a paper against that of the
first size: near 1 is linear.
"""

import hashlib
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from kg import building
from kg.annotations import read_annotations
from kg.extraction import RULES
from kg.records import Entity, Extraction, Mention, Paper
from kg.resolution import resolve

Sources = dict[str, tuple[Extraction, int]]


def main(path: str, sizes: list[str]) -> None:
    """Print a row for each measurement and size."""
    print("what", "papers", "entities", "concepts", "CPU s", "wall s", "peak MB", "per paper", sep="\t")
    for what in ("resolve", "build"):
        first = 0.0
        for size in sizes:
            command = [sys.executable, __file__, path, what, size]
            row = subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip().split("\n")[-1]
            each = float(row.split("\t")[4]) / int(size)
            first = first or each
            print(row, f"{each / first:.2f}", sep="\t", flush=True)


def measure(path: Path, what: str, n_papers: int) -> None:
    """Print papers, entities, concepts, CPU and wall seconds, and peak memory of one measurement."""
    annotated = list(read_annotations(path))
    with tempfile.TemporaryDirectory() as folder:
        start, wall = time.process_time(), time.monotonic()
        if what == "resolve":
            resolution = resolve(_corpus(annotated, n_papers))
            n_entities, n_concepts = len(resolution.concept_of), len(resolution.concepts)
        else:
            list_, by_id = _write_list(Path(folder) / "list.jsonl", annotated, n_papers)
            start, wall = time.process_time(), time.monotonic()
            building.extract = lambda papers, **_: _given(papers, by_id)  # type: ignore[assignment]
            graph = building.build(list_, Path(folder) / "graph", options=building.BuildOptions(model=RULES))
            n_entities = sum(data["record"].evidence != () for *_, data in graph.edges(data=True))
            n_concepts = sum(name.startswith("concept:") for name in graph)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    seconds = f"{time.process_time() - start:.1f}", f"{time.monotonic() - wall:.1f}"
    print(what, n_papers, n_entities, n_concepts, *seconds, peak, sep="\t")


def _corpus(annotated: list[Extraction], n_papers: int) -> Iterator[Extraction]:
    for number in range(n_papers):
        yield altered(annotated[number % len(annotated)], number // len(annotated))


def _write_list(
    path: Path, annotated: list[Extraction], n_papers: int
) -> tuple[Path, dict[str, tuple[Extraction, int]]]:
    by_id: Sources = {}
    with path.open("w", encoding="utf-8") as file:
        for number, extraction in enumerate(_corpus(annotated, n_papers)):
            paper = extraction.paper
            by_id[paper.id] = (annotated[number % len(annotated)], number // len(annotated))
            file.write(json.dumps({"id": paper.id, "title": paper.title, "abstract": paper.text}) + "\n")
    return path, by_id


def _given(papers: Iterable[Paper], by_id: Sources) -> Iterator[Extraction]:
    for paper in papers:
        yield replace(altered(*by_id[paper.id]), paper=paper)


def altered(extraction: Extraction, repetition: int) -> Extraction:
    """Return an extraction with other names for what it proposes; repetition 0 leaves it as it is."""
    if not repetition:
        return extraction
    text = extraction.paper.text
    entities = []
    for entity in extraction.entities:
        if entity.role == "proposes":
            for mention in entity.mentions:
                text = text[: mention.start] + _other(mention.surface, repetition) + text[mention.end :]
            entities.append(_renamed(entity, repetition))
        else:
            entities.append(entity)
    paper = replace(extraction.paper, id=f"{extraction.paper.id}-{repetition}", text=text)
    kept = tuple(r for r in extraction.results if text[r.start : r.end] == r.value)
    return Extraction(paper=paper, entities=tuple(_standing(entities, text)), results=kept)


def _standing(entities: list[Entity], text: str) -> Iterator[Entity]:
    """Yield the entities with the mentions that still stand in the text: names may lie within each other."""
    for entity in entities:
        mentions = tuple(m for m in entity.mentions if text[m.start : m.end] == m.surface)
        if mentions:
            yield replace(entity, mentions=mentions)


def _renamed(entity: Entity, repetition: int) -> Entity:
    def rename(mention: Mention) -> Mention:
        return replace(mention, surface=_other(mention.surface, repetition))

    long_form = _other(entity.long_form, repetition) if entity.long_form else ""
    mentions = tuple(map(rename, entity.mentions))
    return replace(entity, name=_other(entity.name, repetition), mentions=mentions, long_form=long_form)


def _other(name: str, repetition: int) -> str:
    """Return a name with another ASCII letter for each, the same every time: the shift depends on the letter alone."""
    shifts = hashlib.sha256(str(repetition).encode()).digest()

    def shift(letter: str) -> str:
        if not (letter.isascii() and letter.isalpha()):
            return letter
        first = ord("A") if letter.isupper() else ord("a")
        return chr(first + (ord(letter) - first + shifts[(ord(letter) - first) % 32]) % 26)

    return "".join(map(shift, name))


if __name__ == "__main__":
    if sys.argv[2] in {"resolve", "build"}:
        measure(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
    else:
        main(sys.argv[1], sys.argv[2:])
