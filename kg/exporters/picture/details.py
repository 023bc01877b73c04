"""What a click in the picture opens: the nodes, edges and results of a selection as plain data for the page.

Ends are positions in the list of nodes, kinds and types are positions in the schema's lists, and names of
rules are positions in a list of their own, so that the page stays small. Sentences are given as offsets
into the paper's title or abstract where these say the same: in UTF-16 units, as JavaScript counts.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from itertools import accumulate
from typing import Any
from urllib.parse import urlsplit

from kg import graph as graphs
from kg.exporters.picture.selection import Selection
from kg.records import Concept, Edge, Evidence, Paper, ReportedResult
from kg.schema import SCHEMA

N_EVIDENCE = 5
"""How many pieces of evidence of one edge the page holds, the best ones; it says how many there are."""

_LINKS = ("ON", "BY", "OF")
_SHOWN_OF_PAPER = ("title", "year", "venue", "authors", "keywords", "source")
_SHOWN_OF_RESULT = ("value", "metric", "on", "by", "vs", "change")


@dataclass(slots=True, kw_only=True)
class _Words:
    """A list of distinct strings that grows as they are asked for."""

    positions: dict[str, int] = field(default_factory=dict)

    def position(self, word: str) -> int:
        return self.positions.setdefault(word, len(self.positions))


def details(selection: Selection, *, include_text: bool) -> dict[str, Any]:
    """Return the data of the page; without text there are no abstracts and no sentences of them in it."""
    words = _Words()
    positions = {key: at for at, key in enumerate(selection.nodes)}
    say = _evidence_writer(selection, words, include_text=include_text)
    kinds = [{"name": k.name, "color": k.color, "doc": k.doc} for k in SCHEMA.kinds if k.family != "Result"]
    types = [{"name": t.name, "doc": t.doc, "between": t.source == "Concept"} for t in drawn_types()]
    whole = {"papers": selection.n_papers, "concepts": selection.n_concepts, "families": selection.n_families}
    data = {
        "kinds": kinds,
        "types": types,
        "nodes": [_node(key, node, selection, include_text=include_text) for key, node in selection.nodes.items()],
        "edges": [_edge(edge, positions, say) for edge in drawn_edges(selection)],
        "results": list(_results(selection, positions, say)),
        "whole": whole,
        "around": positions.get(selection.around or ""),
        "n_evidence": N_EVIDENCE,
        "has_text": include_text,
    }
    return {**data, "words": list(words.positions)}


def drawn_types() -> tuple[Any, ...]:
    """Return the declared edge types that are lines of the picture: those between papers and concepts."""
    return tuple(t for t in SCHEMA.edge_types if "Result" not in {t.source, t.target})


def drawn_edges(selection: Selection) -> list[Edge]:
    """Return the edges that are lines of the picture."""
    names = {t.name for t in drawn_types()}
    return [edge for edge in selection.edges if edge.type in names]


def _node(key: str, node: Paper | Concept, selection: Selection, *, include_text: bool) -> dict[str, Any]:
    data: dict[str, Any] = {"key": key, "id": node.id, "links": selection.n_links_by_key[key]}
    if isinstance(node, Concept):
        data |= {"label": node.name, "kind": SCHEMA.kind_names.index(node.kind), "aliases": node.aliases}
        data["votes"] = node.kind_votes
        return data if node.mentioned else data | {"unmentioned": True}
    data |= {"label": node.label or node.title or node.id, "kind": SCHEMA.kind_names.index("Paper")}
    data |= {name: value for name in _SHOWN_OF_PAPER if (value := getattr(node, name))}
    if is_link(node.url):
        data["url"] = node.url
    return data | ({"text": node.text} if include_text else {})


def is_link(url: str) -> bool:
    """Say whether a reader may be sent there: http and https alone.

    >>> is_link("https://arxiv.org/abs/1706.03762"), is_link("javascript:alert(1)")
    (True, False)
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in {"http", "https"} and bool(parts.netloc) and url.isprintable() and " " not in url


def _edge(edge: Edge, positions: dict[str, int], say: Callable[[Evidence], dict[str, Any]]) -> dict[str, Any]:
    source, target = graphs.ends(edge)
    types = [t.name for t in drawn_types()]
    data: dict[str, Any] = {"ends": [positions[source], positions[target]], "type": types.index(edge.type)}
    if edge.kind:
        data["kind"] = SCHEMA.kind_names.index(edge.kind)
    if edge.rule:
        data["rule"] = edge.rule
    if edge.evidence:
        data |= {"confidence": edge.confidence, "n": len(edge.evidence)}
        data["evidence"] = [say(evidence) for evidence in edge.evidence[:N_EVIDENCE]]
    return data


def _results(
    selection: Selection, positions: dict[str, int], say: Callable[[Evidence], dict[str, Any]]
) -> Iterable[dict[str, Any]]:
    links: dict[str, list[tuple[str, int]]] = defaultdict(list)
    evidence: dict[str, tuple[Evidence, ...]] = {}
    for edge in selection.edges:
        if edge.type == "REPORTS":
            evidence[edge.target] = edge.evidence
        elif edge.type in _LINKS:
            links[edge.source].append((edge.type, positions[graphs.ends(edge)[1]]))
    for result in selection.results:
        yield _result(result) | {
            "paper": positions[graphs.key("Paper", result.paper)],
            "links": links[result.id],
            "evidence": [say(one) for one in evidence.get(result.id, ())[:1]],
        }


def _result(result: ReportedResult) -> dict[str, Any]:
    values = asdict(result)
    return {name: values[name] for name in _SHOWN_OF_RESULT if values[name] not in {"", "none"}}


def _evidence_writer(
    selection: Selection, words: _Words, *, include_text: bool
) -> Callable[[Evidence], dict[str, Any]]:
    units: dict[tuple[str, str], Callable[[int], int]] = {}

    def write(evidence: Evidence) -> dict[str, Any]:
        data: dict[str, Any] = {"by": words.position(evidence.said_by), "confidence": evidence.confidence}
        if evidence.role_by:
            data["role_by"] = words.position(evidence.role_by)
        if evidence.cue:
            data["cue"] = evidence.cue
        paper = selection.nodes.get(graphs.key("Paper", evidence.paper))
        if evidence.field == "text" and not include_text:
            return data | {"surface": evidence.surface, "place": [evidence.start, evidence.end]}
        if not isinstance(paper, Paper) or not _fits(evidence, paper):
            return data | {"surface": evidence.surface, "sentence": evidence.sentence}
        at = (evidence.paper, evidence.field)
        unit = units.get(at) or units.setdefault(at, utf16(getattr(paper, evidence.field)))
        end = evidence.sentence_start + len(evidence.sentence)
        return data | {
            "field": evidence.field,
            "at": [unit(place) for place in (evidence.sentence_start, end, evidence.start, evidence.end)],
        }

    return write


def _fits(evidence: Evidence, paper: Paper) -> bool:
    """Say whether sentence and surface stand in the paper where the evidence says."""
    text: str = getattr(paper, evidence.field)
    start, end = evidence.sentence_start, evidence.sentence_start + len(evidence.sentence)
    return (
        text[start:end] == evidence.sentence
        and start <= evidence.start <= evidence.end <= end
        and text[evidence.start : evidence.end] == evidence.surface
    )


def utf16(text: str) -> Callable[[int], int]:
    r"""Return the function from an offset in characters to one in UTF-16 units.

    >>> utf16("a\N{GRINNING FACE}b")(2)
    3
    """
    if not text or max(text) <= "\uffff":
        return lambda offset: offset
    units = list(accumulate((2 if letter > "\uffff" else 1 for letter in text), initial=0))
    return lambda offset: units[offset]
