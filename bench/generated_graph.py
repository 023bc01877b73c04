"""A made-up graph of any size with the shape of a real one, written into a graph folder without being in memory.

A paper has ten edges on average; concepts are drawn by Zipf's law, so that a few are in a tenth of all papers.
"""

import random
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path

from kg.records import Concept, Edge, Evidence, Node, Paper, ReportedResult
from kg.schema import SCHEMA
from kg.store import open_store

_WORDS = (
    "sparse", "graph", "network", "learning", "under", "shift", "with", "attention", "for", "robust", "retrieval", "in",
    "large", "scale", "models",
)  # fmt: skip
_EDGES_BY_PAPER = 9  # and one in four reports a result, with three edges of its own


def make_folder(folder: Path, n_papers: int, *, seed: int = 1, dropped: int = 0) -> None:
    """Write the graph of `n_papers` papers, the first `dropped` of them left out, into `folder`."""
    with open_store(folder, create=True) as store:
        store.replace_graph(_nodes(n_papers, seed, dropped), _edges(n_papers, seed, dropped), run={"kg": "bench"})


def _n_concepts(n_papers: int) -> int:
    return max(50, n_papers // 3)


def _concept(at: int) -> Concept:
    kind = SCHEMA.concept_kinds[at % len(SCHEMA.concept_kinds)]
    name = f"{_WORDS[at % len(_WORDS)].title()}{kind}-{at}"
    aliases = tuple(f"{name} {word}" for word in _WORDS[: at % 3])
    return Concept(id=f"concept {at}", kind=kind, name=name, aliases=aliases, kind_votes=((kind, 1 + at % 7),))


def _sentence(random_: random.Random, surface: str) -> str:
    return f"We study {surface} {' '.join(random_.choices(_WORDS, k=18))}."


def _nodes(n_papers: int, seed: int, dropped: int) -> Iterator[Node]:
    random_ = random.Random(seed)
    for at in range(_n_concepts(n_papers)):
        yield _concept(at)
    for at in range(dropped, n_papers):
        text = " ".join(_sentence(random_, "it") for _ in range(8))
        yield Paper(
            id=f"paper-{at:07}",
            text=text,
            title=f"On {' '.join(random_.choices(_WORDS, k=8))}",
            label=f"Paper {at}",
            year=2015 + at % 11,
            venue="BenchConf",
            authors=("A. Author", f"B. Author {at % 997}"),
            source=f"list.jsonl:{at}",
        )
        if at % 4 == 0:
            yield ReportedResult(
                id=f"paper-{at:07}#9", paper=f"paper-{at:07}", value="59.7%", metric="accuracy", low=59.7
            )


def _edges(n_papers: int, seed: int, dropped: int) -> Iterator[Edge]:
    random_ = random.Random(seed + 1)
    n_concepts = _n_concepts(n_papers)
    weights = list(accumulate(1 / (rank + 10) for rank in range(n_concepts)))
    for at in range(dropped, n_papers):
        paper = f"paper-{at:07}"
        found = sorted(set(random_.choices(range(n_concepts), cum_weights=weights, k=_EDGES_BY_PAPER + at % 3)))
        for place, number in enumerate(found):
            concept = _concept(number)
            types = [t for t in SCHEMA.roles_of(concept.kind) if t != "proposes"]
            type_ = "PROPOSES" if place == 0 else types[number % len(types)].upper()
            yield _edge(random_, paper, type_, concept)
        if at % 4 == 0:
            yield Edge(
                source=paper, type="REPORTS", target=f"{paper}#9", evidence=(_evidence(random_, paper, "59.7%"),)
            )
            yield Edge(source=f"{paper}#9", type="BY", target=f"concept {found[0]}")
            yield Edge(source=f"{paper}#9", type="ON", target=f"concept {found[-1]}")


def _edge(random_: random.Random, paper: str, type_: str, concept: Concept) -> Edge:
    evidence = tuple(_evidence(random_, paper, concept.name) for _ in range(random_.randint(1, 3)))
    return Edge(source=paper, type=type_, target=concept.id, kind=concept.kind, confidence=0.875, evidence=evidence)


def _evidence(random_: random.Random, paper: str, surface: str) -> Evidence:
    return Evidence(
        paper=paper,
        field="text",
        start=9,
        end=9 + len(surface),
        surface=surface,
        sentence=_sentence(random_, surface),
        sentence_start=0,
        said_by="tagger",
        role_by="cue",
        cue="We study",
        confidence=0.75,
    )
