"""The only ways into and out of networkx: `make`, `nodes`, `edges`.

A graph is a plain `networkx.MultiDiGraph`. Node key: `key(family, id)`, such as "concept:imagenet", with
the attribute `record`; edge key: the edge type, with the attribute `record`. `nodes` and `edges` yield in
sorted order, so that whatever is written from a graph depends on its content alone.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TypeAlias

import networkx as nx

from kg.records import Concept, Edge, Node, Paper, ReportedResult
from kg.schema import SCHEMA, Family

if TYPE_CHECKING:
    Graph: TypeAlias = nx.MultiDiGraph[str]
else:
    Graph = nx.MultiDiGraph


def family(node: Node) -> Family:
    """Return the family of a node: Paper, Concept or Result."""
    match node:
        case Paper():
            return "Paper"
        case Concept():
            return "Concept"
        case ReportedResult():
            return "Result"


def key(family: Family, id: str) -> str:  # noqa: A002
    """Return the key of a node in a graph.

    >>> key("Concept", "imagenet")
    'concept:imagenet'
    """
    return f"{family.lower()}:{id}"


def ends(edge: Edge) -> tuple[str, str]:
    """Return the node keys of the two ends of an edge, as the schema says by its type."""
    declared = SCHEMA.edge_type(edge.type)
    return key(declared.source, edge.source), key(declared.target, edge.target)


def make(nodes: Iterable[Node], edges: Iterable[Edge]) -> Graph:
    """Return the graph of these records.

    >>> from kg.records import Concept
    >>> sorted(make([Concept(id="imagenet", kind="Dataset", name="ImageNet")], []))
    ['concept:imagenet']
    """
    graph: Graph = Graph()
    graph.add_nodes_from((key(family(node), node.id), {"record": node}) for node in nodes)
    for edge in edges:
        source, target = ends(edge)
        graph.add_edge(source, target, key=edge.type, record=edge)
    return graph


def nodes(graph: Graph) -> Iterator[Node]:
    """Yield the node records, sorted by key: concepts, papers, results, each by id."""
    for name in sorted(graph):
        yield graph.nodes[name]["record"]


def edges(graph: Graph) -> Iterator[Edge]:
    """Yield the edge records, sorted by source key, target key and type."""
    for source, target, edge_type in sorted(graph.edges(keys=True)):
        yield graph.edges[source, target, edge_type]["record"]
