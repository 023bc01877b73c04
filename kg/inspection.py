"""Looking into a graph folder: what it holds (`stats`) and why an edge is there (`explain`)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kg.errors import NameNotFoundError
from kg.files import named
from kg.naming import find_concept, find_paper
from kg.records import Concept, Edge, Evidence, Paper
from kg.schema import SCHEMA
from kg.store import open_store

_N_TOP = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """Why a paper and a concept are connected: the edge between them, its evidence best first."""

    paper: Paper
    concept: Concept
    edge: Edge

    def to_data(self) -> list[dict[str, Any]]:
        """Return one object for each piece of evidence, in the edge's order."""
        return [
            {
                "paper": self.paper.id,
                "label": self.paper.label,
                "concept": self.concept.id,
                "name": self.concept.name,
                "relation": self.edge.type,
                "kind": self.edge.kind,
                "edge_confidence": self.edge.confidence,
                **{name: getattr(evidence, name) for name in _SHOWN},
            }
            for evidence in self.edge.evidence
        ]


_SHOWN = ("field", "start", "end", "surface", "sentence", "cue", "said_by", "role_by", "confidence")


def explain(folder: Path | str, paper: str, concept: str) -> Explanation:
    """Return the evidence that connects a paper and a concept, each named by id, name or alias.

    Raises NameNotFoundError if one of them is unknown or ambiguous, or the paper doesn't name the concept;
    the message then lists what it does name.
    """
    with open_store(named(folder)) as store:
        found_paper, found_concept = find_paper(store, paper), find_concept(store, concept)
        edges = [edge for edge in store.edges(source=found_paper.id) if _is_to_concept(edge)]
    for edge in edges:
        if edge.target == found_concept.id:
            return Explanation(paper=found_paper, concept=found_concept, edge=edge)
    names = tuple(sorted(edge.target for edge in edges))
    raise NameNotFoundError(
        f"{found_paper.id}: does not name {found_concept.id}; it names {', '.join(names) or 'nothing'}", names
    )


def stats(folder: Path | str) -> dict[str, Any]:
    """Return the counts of a graph: papers, concepts by kind, edges by type, evidence, results, how it was made.

    A concept counts if a paper names it; `families` counts the others, over versions and sizes that papers name.
    `top` lists the concepts that most papers name, by kind: {kind: [{id, name, papers}, ...]}.
    """
    with open_store(named(folder)) as store:
        counts = store.counts()
        concepts = [concept for concept in store.concepts() if concept.mentioned]
        types = Counter(store.edge_types())
        run = store.run()
    return {
        "papers": counts["papers"],
        "concepts": len(concepts),
        "families": counts["concepts"] - len(concepts),
        "results": counts["results"],
        "edges": counts["edges"],
        "evidence": counts["evidence"],
        "concepts_by_kind": {kind: sum(c.kind == kind for c in concepts) for kind in SCHEMA.concept_kinds},
        "edges_by_type": {t.name: types[t.name] for t in SCHEMA.edge_types if types[t.name]},
        "top": {kind: _top(concepts, kind) for kind in SCHEMA.concept_kinds},
        "run": run,
    }


def marked(evidence: Evidence, mark: tuple[str, str] = ("[", "]")) -> str:
    """Return the sentence of a piece of evidence with its surface between two marks.

    >>> marked(Evidence(paper="1", field="text", start=7, end=15, surface="ImageNet", said_by="x",
    ...                 sentence="We use ImageNet.", sentence_start=0))
    'We use [ImageNet].'
    """
    start, end = evidence.start - evidence.sentence_start, evidence.end - evidence.sentence_start
    sentence = evidence.sentence
    return sentence[:start] + mark[0] + sentence[start:end] + mark[1] + sentence[end:]


def _is_to_concept(edge: Edge) -> bool:
    declared = SCHEMA.edge_type(edge.type)
    return declared.source == "Paper" and declared.target == "Concept"


def _top(concepts: list[Concept], kind: str) -> list[dict[str, Any]]:
    counted: Iterator[tuple[int, Concept]] = ((sum(n for _, n in c.kind_votes), c) for c in concepts if c.kind == kind)
    best = sorted(counted, key=lambda pair: (-pair[0], pair[1].id))[:_N_TOP]
    return [{"id": concept.id, "name": concept.name, "papers": n_papers} for n_papers, concept in best]
