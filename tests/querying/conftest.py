"""Graph folders that the tests of querying share: one made by hand, one of the seeds' annotation."""

import pytest

import kg
from kg.graph import edges, make, nodes
from kg.store import open_store
from tests.conftest import SEEDS
from tests.querying.graphs import EDGES, NODES


@pytest.fixture(scope="session")
def made(tmp_path_factory):
    """The graph of tests.querying.graphs: years, families, cycles, kinds at odds, hostile names."""
    folder = tmp_path_factory.mktemp("made") / "graph"
    keep(folder, NODES, EDGES)
    return folder


@pytest.fixture(scope="session")
def gold(tmp_path_factory):
    """The graph of the annotated seed abstracts."""
    folder = tmp_path_factory.mktemp("gold") / "graph"
    extractions = list(kg.read_annotations(SEEDS / "gold.jsonl"))
    graph = kg.assemble(extractions, kg.resolve(extractions))
    keep(folder, nodes(graph), edges(graph))
    return folder


@pytest.fixture(scope="session")
def extracted(tmp_path_factory):
    """The graph that extraction makes of the seed lists."""
    folder = tmp_path_factory.mktemp("extracted") / "graph"
    kg.build(sorted(SEEDS.glob("*.txt")), folder, options=kg.BuildOptions(view=False, workers=1))
    return folder


def keep(folder, some_nodes, some_edges):
    graph = make(some_nodes, some_edges)
    with open_store(folder, create=True) as store:
        store.replace_graph(nodes(graph), edges(graph))
