"""Time and memory of resolution as the corpus grows.

    python bench/resolution_scale.py ANNOTATED.jsonl 1000 10000 100000

Annotated abstracts are repeated; in each repetition the names that a paper proposes are altered, so that the number of
distinct names grows with the papers. Each size runs in a process of its own; the last column is the CPU time a paper
against that of the first size: near 1 is linear.
"""

import resource
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

from kg.annotations import read_annotations
from kg.records import Extraction
from kg.resolution import resolve


def main(path: str, sizes: list[str]) -> None:
    """Print a row for each size."""
    print("papers", "entities", "concepts", "CPU s", "peak MB", "per paper", sep="\t")
    first = 0.0
    for size in sizes:
        row = subprocess.run([sys.executable, __file__, path, size], check=True, capture_output=True, text=True).stdout
        each = float(row.split("\t")[3]) / int(size)
        first = first or each
        print(row.strip(), f"{each / first:.2f}", sep="\t", flush=True)


def measure(path: Path, n_papers: int) -> None:
    """Print papers, entities, concepts, CPU seconds and peak memory of one resolution."""
    annotated = list(read_annotations(path))
    corpus = (_altered(annotated[n % len(annotated)], n // len(annotated)) for n in range(n_papers))
    start = time.process_time()
    resolution = resolve(corpus)
    seconds = time.process_time() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(n_papers, len(resolution.concept_of), len(resolution.concepts), f"{seconds:.1f}", peak, sep="\t")


def _altered(extraction: Extraction, repetition: int) -> Extraction:
    if not repetition:
        return extraction
    entities = tuple(
        replace(entity, name=f"{entity.name}{repetition}x", mentions=()) if entity.role == "proposes" else entity
        for entity in extraction.entities
    )
    return Extraction(paper=replace(extraction.paper, id=f"{extraction.paper.id}-{repetition}"), entities=entities)


if __name__ == "__main__":
    if len(sys.argv) == 3:
        measure(Path(sys.argv[1]), int(sys.argv[2]))
    else:
        main(sys.argv[1], sys.argv[2:])
