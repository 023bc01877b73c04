"""Choosing what a picture shows: all of a small graph, the neighborhood of a node, or the most connected.

Papers and concepts are nodes of the picture; results are not, they stand in the panel of their paper.
"""

from collections import defaultdict
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from kg import graph as graphs
from kg.errors import NameNotFoundError, QueryError
from kg.graph import Graph
from kg.records import Concept, Edge, Paper, ReportedResult

Neighbors = Mapping[str, AbstractSet[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """What a picture shows: records by node key in sorted order, edges by source, target and type.

    `results` are those of the papers shown and `n_links_by_key` counts the neighbors of a node in the
    whole graph, so that the picture can say how many it leaves out. `n_papers`, `n_concepts` (those that
    papers name) and `n_families` (those that none names) count what could have been shown: the whole graph,
    or the neighborhood of `around`.
    """

    nodes: Mapping[str, Paper | Concept]
    edges: tuple[Edge, ...]
    results: tuple[ReportedResult, ...]
    n_links_by_key: Mapping[str, int]
    n_papers: int
    n_concepts: int
    n_families: int
    around: str | None = None


def select(graph: Graph, *, around: str | None, max_nodes: int) -> Selection:
    """Return what a picture of at most `max_nodes` nodes shows.

    `around` is a node key: the node, its neighbors, and what its papers name. Raises NameNotFoundError
    if the graph lacks it, QueryError if `max_nodes` is below 1.
    """
    if max_nodes < 1:
        raise QueryError(f"max_nodes: {max_nodes}; a picture needs at least 1 node")
    records = {graphs.key(graphs.family(node), node.id): node for node in graphs.nodes(graph)}
    drawn = {key: node for key, node in records.items() if not isinstance(node, ReportedResult)}
    edges = tuple(graphs.edges(graph))
    near = _neighbors(drawn, edges)
    scope = set(drawn) if around is None else _around(near, around)
    shown = scope if len(scope) <= max_nodes else _most_connected(near, scope, max_nodes, around)
    n_families = sum(isinstance(node := drawn[key], Concept) and not node.mentioned for key in scope)
    return Selection(
        nodes={key: node for key, node in drawn.items() if key in shown},
        edges=tuple(edge for edge in edges if _is_shown(edge, shown, records)),
        results=tuple(
            node
            for node in records.values()
            if isinstance(node, ReportedResult) and graphs.key("Paper", node.paper) in shown
        ),
        n_links_by_key={key: len(near[key]) for key in sorted(shown)},
        n_papers=sum(_is_paper(key) for key in scope),
        n_concepts=sum(not _is_paper(key) for key in scope) - n_families,
        n_families=n_families,
        around=around,
    )


def _is_shown(edge: Edge, shown: AbstractSet[str], records: Mapping[str, object]) -> bool:
    """Say whether both ends are shown; a result's end counts as shown if its paper is."""
    for end in graphs.ends(edge):
        node = records.get(end)
        if isinstance(node, ReportedResult):
            end = graphs.key("Paper", node.paper)  # noqa: PLW2901
        if end not in shown:
            return False
    return True


def _neighbors(drawn: Mapping[str, object], edges: tuple[Edge, ...]) -> Neighbors:
    near: dict[str, set[str]] = {key: set() for key in drawn}
    for edge in edges:
        source, target = graphs.ends(edge)
        if source in drawn and target in drawn and source != target:
            near[source].add(target)
            near[target].add(source)
    return near


def _around(near: Neighbors, center: str) -> set[str]:
    """Return the node, its neighbors, and the neighbors of its papers; a family's papers are its members'."""
    if center not in near:
        raise NameNotFoundError(f"{center}: not in this graph; name a paper or concept of it")
    direct = set(near[center])
    papers = {key for key in (center, *direct) if _is_paper(key)}
    if not papers:
        papers = {key for member in direct for key in near[member] if _is_paper(key)}
    return {center}.union(direct, papers, *(near[paper] for paper in papers))


def _most_connected(near: Neighbors, scope: set[str], max_nodes: int, center: str | None) -> set[str]:
    """Return the concepts with most papers in scope and the papers that name most of those, half and half.

    Degree alone would keep the papers that name many things nobody else names, and leave those things out.
    """
    papers, concepts = {k for k in scope if _is_paper(k)}, {k for k in scope if not _is_paper(k)}
    ranked = _ranked(concepts, near, scope, center)
    kept = {center} if center else set()
    kept.update(ranked[: (max_nodes + 1) // 2 - len(kept)])
    naming = [paper for paper in _ranked(papers, near, kept, center) if near[paper] & kept]
    # What papers don't need goes to further concepts, what these don't need to papers that stand alone.
    for key in (*naming, *ranked, *sorted(papers)):
        if len(kept) == max_nodes:
            break
        kept.add(key)
    return kept


def _ranked(keys: AbstractSet[str], near: Neighbors, others: AbstractSet[str], center: str | None) -> list[str]:
    """Return keys by their number of neighbors among `others`, most first, the center before all."""
    n_links: dict[str, int] = defaultdict(int)
    for key in keys:
        n_links[key] = len(near[key] & others)
    return sorted(keys, key=lambda key: (key != center, -n_links[key], key))


def _is_paper(key: str) -> bool:
    return key.startswith("paper:")
