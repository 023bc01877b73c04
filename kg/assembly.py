"""Extractions and resolved concepts to a graph: one edge a paper, concept and role, with all its evidence."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from kg.graph import Graph, make
from kg.records import Edge, Entity, Evidence, Extraction, Mention, Paper, ReportedResult, Result
from kg.resolution import Resolution
from kg.schema import SCHEMA
from kg.text import fold, plain

_N_LABEL_WORDS = 8
_RANK_OF_ROLE = {role: rank for rank, role in enumerate(SCHEMA.roles)}
# The names of one paper are compared with each of its results.
_folded = lru_cache(maxsize=1 << 12)(fold)

Sentences = dict[tuple[str, int, int], str]
"""The sentences of one paper by field, start and end: its edges share them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Group:
    """Entities of one paper that are one concept."""

    concept: str
    entities: tuple[Entity, ...]


def assemble(extractions: Iterable[Extraction], resolution: Resolution) -> Graph:
    """Return the graph of these papers, their concepts and results, and the links between concepts.

    Entities of one paper that prove to be one concept give one edge: the strongest role that the schema
    allows for the kind, in its order, and the evidence of all. The order of extractions doesn't matter.
    """
    nodes: list[Paper | ReportedResult] = []
    edges: list[Edge] = []
    for extraction in extractions:
        groups = _groups(extraction, resolution)
        sentences: Sentences = {}
        nodes.append(replace(extraction.paper, label=paper_label(extraction)))
        edges.extend(_concept_edge(extraction.paper, group, sentences) for group in groups)
        for node_id, result in _numbered(extraction):
            node = _result_node(node_id, extraction.paper, result)
            nodes.append(node)
            edges.append(_reports(extraction.paper, result, node.id))
            edges.extend(_result_edges(node, groups))
    return make([*resolution.concepts, *nodes], [*edges, *resolution.links])


def paper_label(extraction: Extraction) -> str:
    """Return what a reader is shown for a paper: its title, else the name it coins, else its first words.

    The coined name is that of the first proposed entity that is written as a name: with a capital or digit
    inside, or with a capital where no sentence begins.
    """
    paper = extraction.paper
    if paper.title.strip():
        return plain(paper.title)
    coined = [e for e in extraction.entities if e.role == "proposes" and _is_written_as_name(e)]
    if coined:
        return plain(min(coined, key=lambda e: (_first(e), e.name)).name)
    words = plain(paper.text).split()
    return " ".join(words[:_N_LABEL_WORDS]) + ("…" if len(words) > _N_LABEL_WORDS else "")


def _is_written_as_name(entity: Entity) -> bool:
    name = plain(entity.name).replace(" ", "")
    if any(c.isdigit() or (c.isupper() and at) for at, c in enumerate(name)):
        return True
    return name[:1].isupper() and any(m.surface[:1].isupper() and m.start > m.sentence_start for m in entity.mentions)


def _first(entity: Entity) -> tuple[bool, int]:
    return min((mention.field != "text", mention.start) for mention in entity.mentions)


def _groups(extraction: Extraction, resolution: Resolution) -> list[_Group]:
    by_concept: dict[str, list[Entity]] = defaultdict(list)
    for index, entity in enumerate(extraction.entities):
        by_concept[resolution.concept_of[extraction.paper.id, index]].append(entity)
    return [_Group(concept=concept, entities=tuple(entities)) for concept, entities in sorted(by_concept.items())]


def _concept_edge(paper: Paper, group: _Group, sentences: Sentences) -> Edge:
    chosen = min(group.entities, key=_strength)
    evidence = {
        _evidence(paper, entity, mention, sentences) for entity in group.entities for mention in entity.mentions
    }
    return Edge(
        source=paper.id,
        type=chosen.role.upper(),
        target=group.concept,
        kind=chosen.kind,
        confidence=round(max(entity.confidence for entity in group.entities if entity.role == chosen.role), 3),
        evidence=tuple(sorted(evidence, key=_rank)),
    )


def _strength(entity: Entity) -> tuple[int, float, str]:
    return _RANK_OF_ROLE[entity.role], -entity.confidence, entity.kind


def _evidence(paper: Paper, entity: Entity, mention: Mention, sentences: Sentences) -> Evidence:
    place = mention.field, mention.sentence_start, mention.sentence_end
    sentence = sentences.get(place)
    if sentence is None:
        sentence = sentences[place] = getattr(paper, mention.field)[mention.sentence_start : mention.sentence_end]
    return Evidence(
        paper=paper.id,
        field=mention.field,
        start=mention.start,
        end=mention.end,
        surface=mention.surface,
        sentence=sentence,
        sentence_start=mention.sentence_start,
        said_by=mention.said_by,
        role_by=entity.role_by,
        cue=mention.cue,
        confidence=round(mention.confidence, 3),
    )


def _rank(evidence: Evidence) -> tuple[object, ...]:
    """Best first: with a cue, then in the abstract, then sure, then early."""
    return (
        not evidence.cue,
        evidence.field != "text",
        -evidence.confidence,
        evidence.start,
        evidence.end,
        evidence.said_by,
        evidence.role_by,
    )


def _numbered(extraction: Extraction) -> Iterator[tuple[str, Result]]:
    """Yield each result with its id: paper and place of the value; a second result of one place gets ".2"."""
    n_here: dict[tuple[int, int], int] = defaultdict(int)
    for result in sorted(
        set(extraction.results), key=lambda r: (r.start, r.end, r.metric, r.on, r.by, r.vs, r.said_by)
    ):
        n_here[result.start, result.end] += 1
        nth = n_here[result.start, result.end]
        yield f"{extraction.paper.id}#{result.start}-{result.end}" + (f".{nth}" if nth > 1 else ""), result


def _result_node(id: str, paper: Paper, result: Result) -> ReportedResult:  # noqa: A002
    return ReportedResult(
        id=id,
        paper=paper.id,
        value=result.value,
        metric=result.metric,
        on=result.on,
        by=result.by,
        vs=result.vs,
        low=result.low,
        high=result.high,
        unit=result.unit,
        relation=result.relation,
        change=result.change,
    )


def _reports(paper: Paper, result: Result, node: str) -> Edge:
    evidence = Evidence(
        paper=paper.id,
        field="text",
        start=result.start,
        end=result.end,
        surface=result.value,
        sentence=paper.text[result.sentence_start : result.sentence_end],
        sentence_start=result.sentence_start,
        said_by=result.said_by,
        confidence=round(result.confidence, 3),
    )
    confidence = round(result.confidence, 3)
    return Edge(source=paper.id, type="REPORTS", target=node, confidence=confidence, evidence=(evidence,))


def _result_edges(node: ReportedResult, groups: list[_Group]) -> Iterator[Edge]:
    """Yield ON, BY and OF where the string as written is an entity of the paper of a kind that fits."""
    for edge_type, words in (("ON", node.on), ("BY", node.by), ("OF", node.metric)):
        group = _named(words, SCHEMA.edge_type(edge_type).kinds, groups)
        if group is not None:
            kind = min(group.entities, key=_strength).kind
            yield Edge(source=node.id, type=edge_type, target=group.concept, kind=kind)


def _named(words: str, kinds: tuple[str, ...], groups: list[_Group]) -> _Group | None:
    if not words:
        return None
    for normal in (str, _folded):
        for group in groups:
            fitting = (entity for entity in group.entities if entity.kind in kinds)
            if any(normal(m.surface) == normal(words) for entity in fitting for m in entity.mentions):
                return group
    return None
