"""The verbs in a row: read, extract, resolve, assemble, validate, store, view."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

from kg.annotations import read_annotations
from kg.assembly import assemble
from kg.errors import ReadError, SchemaError, StoreError
from kg.exporters import html
from kg.extraction import DEFAULT_MIN_CONFIDENCE, extract, fingerprint
from kg.files import named, replacing
from kg.graph import Graph, edges, make, nodes
from kg.identity import decisions_of
from kg.progress import Progress, silent
from kg.readers import read
from kg.readers.duplicates import distinct
from kg.readers.reporting import nothing_read
from kg.records import Entity, Extraction, Omission, Paper, Result
from kg.resolution import Decisions, Resolution, read_decisions, resolve
from kg.serialization import from_data, to_data
from kg.store import Store, open_store
from kg.text import digest
from kg.validation import validate

"""Called with the name of the step, how much is done and how much there is (0 if that isn't known)."""
Report = Callable[[Omission], None]
Known = dict[tuple[str, str], Extraction]
"""Extractions that come from annotation, by title and text."""

REPORT = "report.jsonl"
VIEW = "view.html"
AROUND = "around.html"
ANNOTATION = "annotation"
_N_BATCH = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildOptions:
    """What a build may be told; the defaults suit the list of a conference.

    `workers` is the number of processes that extract; 0 takes as many as there are cores if that pays.
    """

    format: str | None = None
    annotations: bool = False
    add: bool = False
    aliases: Path | None = None
    model: Path | None = None
    min_confidence: float = DEFAULT_MIN_CONFIDENCE
    workers: int = 0
    view: bool = True


def build(
    lists: Iterable[Path | str] | Path | str,
    folder: Path | str,
    *,
    options: BuildOptions | None = None,
    progress: Progress = silent,
) -> Graph:
    """Return the graph of exactly these lists and write it, its report and its view into `folder`.

    Extractions that still fit (same text, model and rules) are reused, so a killed build goes on where it
    stopped; the graph in the folder is replaced as a whole at the end, or not at all. With `options.add`
    the papers that the folder holds already stay. Raises ReadError if the lists hold no paper or the alias
    file is faulty, before anything is extracted.
    """
    options, folder = options or BuildOptions(), named(folder)
    paths = [named(path, ReadError) for path in ([lists] if isinstance(lists, str | Path) else lists)]
    omissions: list[Omission] = []
    progress("reading", 0, 0)
    decisions = read_decisions(options.aliases) if options.aliases else Decisions()
    new, known = _read(paths, options, omissions.append)
    if not new:
        raise nothing_read(paths, omissions)
    with open_store(folder, create=True) as store:
        if options.add:
            standing, annotated = _standing(store)
            new, known = [*standing, *new], {**annotated, **known}
        papers = list(distinct(new, omissions.append))
        hashes = _extract(store, papers, known, options, progress)
        extractions = _Stored(store=store, papers=papers, hashes=hashes)
        progress("resolving", 0, 0)
        former = {concept.id: concept.former_ids for concept in store.concepts()}
        resolution = resolve(extractions, aliases=decisions, former=former)
        progress("assembling", 0, 0)
        graph = _checked(extractions, resolution)
        graph.graph["run"] = _run(paths, options)
        progress("storing", 0, 0)
        store.replace_graph(
            nodes(graph), edges(graph), extracted=hashes, run=graph.graph["run"], decisions=decisions_of(resolution)
        )
    _write_report(folder / REPORT, [*omissions, *resolution.without_effect])
    if options.view:
        progress("drawing", 0, 0)
        html.write(graph, folder / VIEW)
    return graph


def open_graph(folder: Path | str) -> Graph:
    """Return the graph of a folder."""
    with open_store(named(folder)) as store:
        graph = make(store.nodes(), store.edges())
        graph.graph["run"] = store.run()
        return graph


def _read(paths: list[Path], options: BuildOptions, report: Report) -> tuple[list[Paper], Known]:
    if not options.annotations:
        return list(read(paths, format=options.format, report=report)), {}
    annotated = [extraction for path in paths for extraction in read_annotations(path)]
    return [extraction.paper for extraction in annotated], {_content(e.paper): e for e in annotated}


def _standing(store: Store) -> tuple[list[Paper], Known]:
    """Return the papers of the graph that stands, and those of their extractions that come from annotation."""
    papers = [replace(paper, label="") for paper in store.papers()]
    hashes = store.extracted()
    known = {}
    for paper in papers:
        hash_ = hashes.get(paper.id, "")
        if hash_.startswith(ANNOTATION):
            stored = store.extraction(hash_)
            if stored is None:
                where = f"{store.folder}: the annotation of paper {paper.id}"
                raise StoreError(f"{where} is damaged or gone; build again from the annotated abstracts")
            known[_content(paper)] = _from_json(stored, paper)
    return papers, known


@dataclass(frozen=True, slots=True, kw_only=True)
class _Stored:
    """The extractions of these papers in their order, read from the store each time: of 10^5 papers they fill 1 GB."""

    store: Store
    papers: Sequence[Paper]
    hashes: Mapping[str, str]

    def __iter__(self) -> Iterator[Extraction]:
        for paper in self.papers:
            yield _from_json(self.store.extraction(self.hashes[paper.id]) or "{}", paper)


def _extract(
    store: Store, papers: list[Paper], known: Known, options: BuildOptions, progress: Progress
) -> dict[str, str]:
    """Store the extraction of each paper unless it is there, and return its hash by paper id."""
    rules = f"{fingerprint(options.model)}:{options.min_confidence}"
    hashes, missing = {}, []
    for paper in papers:
        annotated = known.get(_content(paper))
        if annotated is not None:
            text = _to_json(annotated)
            hashes[paper.id] = f"{ANNOTATION}:{digest(text, length=32)}"
            store.keep_extractions([(hashes[paper.id], text)])
            continue
        hashes[paper.id] = digest(f"{rules}\x1f{paper.title}\x1f{paper.text}", length=32)
        if store.extraction(hashes[paper.id]) is None:
            missing.append(paper)
    n_ready = len(papers) - len(missing)
    progress("extracting", n_ready, len(papers))
    found = extract(missing, model=options.model, min_confidence=options.min_confidence, workers=options.workers)
    for n_done, batch in _batches(found):
        store.keep_extractions((hashes[e.paper.id], _to_json(e)) for e in batch)
        progress("extracting", n_ready + n_done, len(papers))
    return hashes


def _batches(found: Iterable[Extraction]) -> Iterator[tuple[int, list[Extraction]]]:
    """Yield extractions in batches, small enough that a kill costs seconds, with the number so far."""
    batch: list[Extraction] = []
    n_done = 0
    for extraction in found:
        batch.append(extraction)
        n_done += 1
        if len(batch) == _N_BATCH:
            yield n_done, batch
            batch = []
    if batch:
        yield n_done, batch


def _checked(extractions: Iterable[Extraction], resolution: Resolution) -> Graph:
    graph = assemble(extractions, resolution)
    problems = validate(graph)
    if problems:
        shown = "; ".join(map(str, problems[:3]))
        raise SchemaError(f"graph: {len(problems)} records break the schema; the first: {shown}", problems)
    return graph


def _content(paper: Paper) -> tuple[str, str]:
    return paper.title, paper.text


def _to_json(extraction: Extraction) -> str:
    data = to_data(extraction)
    del data["paper"]
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _from_json(text: str, paper: Paper) -> Extraction:
    data = json.loads(text)
    return Extraction(
        paper=paper,
        entities=tuple(from_data(Entity, entity) for entity in data.get("entities", ())),
        results=tuple(from_data(Result, result) for result in data.get("results", ())),
    )


def _run(paths: list[Path], options: BuildOptions) -> Mapping[str, Any]:
    return {
        "kg": version("kg"),
        "rules": ANNOTATION if options.annotations else fingerprint(options.model),
        "lists": sorted(path.name for path in paths),
        "min_confidence": options.min_confidence,
        "add": options.add,
    }


def _write_report(path: Path, omissions: list[Omission]) -> None:
    with replacing(path) as temporary, temporary.open("w", encoding="utf-8") as file:
        for omission in sorted(omissions, key=lambda o: (o.where, o.reason)):
            file.write(json.dumps(to_data(omission), ensure_ascii=False) + "\n")
