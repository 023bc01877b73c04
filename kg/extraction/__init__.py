"""Extraction: what each abstract names, how the paper relates to it, and the numbers it reports."""

import hashlib
import itertools
import multiprocessing
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from typing import Any

from kg.errors import KgError
from kg.extraction.frameworks import without_frameworks
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
    yield from _by_workers(work, batches, workers)


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


def _by_workers(
    work: Callable[[list[Paper]], list[Extraction]], batches: Iterator[list[Paper]], n_workers: int
) -> Iterator[Extraction]:
    # The standard library's pool runs a caller's script once more in each worker, unless the script guards itself
    # against that; this one doesn't.
    from loky import ProcessPoolExecutor
    from loky.process_executor import TerminatedWorkerError

    with ProcessPoolExecutor(n_workers) as pool:
        try:
            waiting = deque(pool.submit(work, batch) for batch in itertools.islice(batches, n_workers * 2))
            while waiting:
                done = waiting.popleft().result()
                waiting.extend(pool.submit(work, batch) for batch in itertools.islice(batches, 1))
                yield from done
        except TerminatedWorkerError as error:
            raise KgError(
                "extraction: a worker process was killed, perhaps for lack of memory; take fewer workers"
            ) from error


def _extract_batch(papers: list[Paper], *, model: Path | None, min_confidence: float) -> list[Extraction]:
    with without_frameworks():
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
