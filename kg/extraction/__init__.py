"""Extraction: what each abstract names, how the paper relates to it, and the numbers it reports."""

import hashlib
import itertools
import multiprocessing
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from typing import Any

from kg.extraction.models import RULES, model_folder
from kg.records import Extraction, Paper

DEFAULT_MIN_CONFIDENCE = 0.35
"""Entities and results that the pipeline is less sure of are left out, unless a caller says otherwise."""

__all__ = ["DEFAULT_MIN_CONFIDENCE", "RULES", "extract", "fingerprint"]

_BATCH = 64
_HASHED = ("extraction", "extraction/rules", "extraction/neural", "extraction/data")
# A second process pays only if there is more to do than it takes to start it.
_N_WORTH_A_WORKER = 128
_MAX_WORKERS = 8


def extract(
    papers: Iterable[Paper],
    *,
    model: Path | None = None,
    min_confidence: float = DEFAULT_MIN_CONFIDENCE,
    workers: int = 1,
) -> Iterator[Extraction]:
    """Yield the extraction of each paper, in their order; streams.

    `model` is a folder that `kg train` made; the shipped model by default; `RULES` for the rules alone.
    `workers` is the number of processes; 0 takes as many as there are cores if that pays. The output does
    not depend on it.
    """
    work = partial(_extract_batch, model=model, min_confidence=min_confidence)
    batches = _batches(papers)
    if workers == 0:
        first = list(itertools.islice(batches, _N_WORTH_A_WORKER // _BATCH + 1))
        workers = min(multiprocessing.cpu_count(), _MAX_WORKERS) if len(first) * _BATCH > _N_WORTH_A_WORKER else 1
        batches = itertools.chain(first, batches)
    if workers <= 1:
        for batch in batches:
            yield from work(batch)
        return
    with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")) as pool:
        waiting = [pool.submit(work, batch) for batch in itertools.islice(batches, workers * 2)]
        while waiting:
            done = waiting.pop(0).result()
            waiting.extend(pool.submit(work, batch) for batch in itertools.islice(batches, 1))
            yield from done


@cache
def fingerprint(model: Path | None = None) -> str:
    """Return a hash of everything that decides the output: rules, lists, the code under them, and the model."""
    hash_ = hashlib.sha256()
    for name in (*_HASHED, "text.py", "sentences.py", "acronyms.py", "quantities.py", "schema.py", "records.py"):
        _hash_files(hash_, Path(str(files("kg"))) / name)
    folder = model_folder(model)
    if folder is not None:
        _hash_files(hash_, folder)
    return hash_.hexdigest()[:16]


def _hash_files(hash_: "hashlib._Hash", root: Path) -> None:
    paths = sorted(root.iterdir()) if root.is_dir() else [root]
    for path in paths:
        if path.is_file():
            hash_.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")


def _batches(papers: Iterable[Paper]) -> Iterator[list[Paper]]:
    iterator = iter(papers)
    while batch := list(itertools.islice(iterator, _BATCH)):
        yield batch


def _extract_batch(papers: list[Paper], *, model: Path | None, min_confidence: float) -> list[Extraction]:
    from kg.extraction.pipeline import load_pipeline
    from kg.extraction.spans import to_extraction

    nlp = load_pipeline(model)

    def read(text: str, title: str) -> Any:
        doc = nlp.make_doc(text)
        doc._.title = title
        return nlp(doc)

    return [
        to_extraction(
            paper,
            read(paper.text, paper.title),
            read(paper.title, paper.title) if paper.title else None,
            min_confidence=min_confidence,
        )
        for paper in papers
    ]
