"""What every registered exporter keeps: a new format is held to it as soon as it is registered."""

import copy
import os
import random
import socket
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import HealthCheck, given, settings

from kg import registry
from kg.graph import Graph, edges, make, nodes
from kg.records import Concept, Edge, Evidence, Paper
from tests.strategies import graphs, kitchen_sink, kitchen_sink_records

FORMATS = registry.names(registry.EXPORTERS)
EMPTY = make([], [])


@pytest.fixture(params=FORMATS)
def exporter(request) -> ModuleType:
    return registry.get(registry.EXPORTERS, request.param)


def written(exporter: ModuleType, graph: Graph, folder: Path, **options: bool) -> dict[str, bytes]:
    """Return the bytes of each file that the exporter writes, by its place in the export."""
    exporter.write(graph, folder / "export", **options)
    return bytes_by_name(folder / "export")


def bytes_by_name(path: Path) -> dict[str, bytes]:
    if path.is_file():
        return {"": path.read_bytes()}
    return {str(file.relative_to(path)): file.read_bytes() for file in sorted(path.rglob("*")) if file.is_file()}


def test_the_formats_of_the_readme_are_registered():
    assert {"jsonl", "ttl", "nt", "jsonld", "neo4j", "graphml", "html"} <= set(FORMATS)


def test_its_first_docstring_line_describes_the_format(exporter):
    first = exporter.__doc__.strip().splitlines()[0]
    assert len(first) > 20
    assert first.endswith((".", ",", ";", "it", "and")) or first[-1].isalpha()


def test_equal_graphs_give_equal_bytes_whatever_the_order_they_were_made_in(exporter, tmp_path):
    all_nodes, all_edges = kitchen_sink_records()
    first = written(exporter, make(all_nodes, all_edges), tmp_path)
    shuffle = random.Random(7).shuffle
    shuffle(all_nodes)
    shuffle(all_edges)
    assert written(exporter, make(all_nodes, all_edges), tmp_path) == first


@pytest.mark.parametrize("name", FORMATS)
def test_bytes_do_not_depend_on_the_hash_seed_of_the_process(name, tmp_path):
    root = Path(__file__).parents[2]
    script = (
        "import sys; from pathlib import Path; from kg import registry; from tests.strategies import kitchen_sink;"
        "registry.get(registry.EXPORTERS, sys.argv[1]).write(kitchen_sink(), Path(sys.argv[2]))"
    )
    found = []
    for seed in ("1", "2"):
        path = tmp_path / seed / "export"
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(root)}
        subprocess.run([sys.executable, "-c", script, name, path], env=environment, check=True, timeout=300)
        found.append(bytes_by_name(path))
    assert found[0] == found[1]


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(graph=graphs())
def test_any_whole_graph_can_be_written(exporter, tmp_path, graph):
    exporter.write(graph, tmp_path / "export")
    if reads_back(exporter):
        assert_equal(exporter.read_graph(tmp_path / "export"), graph)


def test_an_empty_graph_is_written(exporter, tmp_path):
    exporter.write(EMPTY, tmp_path / "export")
    assert (tmp_path / "export").exists()
    if reads_back(exporter):
        assert_equal(exporter.read_graph(tmp_path / "export"), EMPTY)


def test_nothing_is_left_behind_but_the_export(exporter, tmp_path, monkeypatch):
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    exporter.write(kitchen_sink(), tmp_path / "export")
    exporter.write(kitchen_sink(), tmp_path / "export")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["elsewhere", "export"]
    assert not list((tmp_path / "elsewhere").iterdir())


def test_the_graph_is_unchanged(exporter, tmp_path):
    graph = kitchen_sink()
    before = copy.deepcopy(graph)
    exporter.write(graph, tmp_path / "export")
    assert_equal(graph, before)


def test_no_network_is_asked(exporter, tmp_path, monkeypatch):
    def refuse(*args, **options):
        raise AssertionError(f"asked the network: {args}")

    for name in ("connect", "connect_ex", "sendto", "bind"):
        monkeypatch.setattr(socket.socket, name, refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    exporter.write(kitchen_sink(), tmp_path / "export")


def test_it_reads_back_equal_or_says_what_is_lost(exporter, tmp_path):
    if not reads_back(exporter):
        assert len(exporter.LOSSY) > 20
        return
    assert not hasattr(exporter, "LOSSY")
    exporter.write(kitchen_sink(), tmp_path / "export")
    assert_equal(exporter.read_graph(tmp_path / "export"), kitchen_sink())


def test_a_failed_write_leaves_the_old_export_as_it_was(exporter, tmp_path):
    before = written(exporter, kitchen_sink(), tmp_path)
    broken = kitchen_sink()
    broken.add_node("zzz: the last node, which has no record")
    with pytest.raises(KeyError):
        exporter.write(broken, tmp_path / "export")
    assert bytes_by_name(tmp_path / "export") == before
    assert [path.name for path in tmp_path.iterdir()] == ["export"]


def test_a_failed_first_write_leaves_nothing(exporter, tmp_path):
    broken = kitchen_sink()
    broken.add_node("zzz: the last node, which has no record")
    with pytest.raises(KeyError):
        exporter.write(broken, tmp_path / "export")
    assert not list(tmp_path.iterdir())


def test_a_missing_folder_on_the_way_is_made(exporter, tmp_path):
    exporter.write(EMPTY, tmp_path / "a" / "b ü" / "export")
    assert (tmp_path / "a" / "b ü" / "export").exists()


def test_abstracts_and_sentences_stay_out_without_text(exporter, tmp_path):
    with_text = b"".join(written(exporter, told(), tmp_path / "with").values())
    without = b"".join(written(exporter, told(), tmp_path / "without", include_text=False).values())
    assert b"quixotic" in with_text
    assert b"quixotic" not in without
    for kept in (b"Zanzibar", b"ImageNet", b"image-net"):  # title, name, surface
        assert kept in with_text
        assert kept in without


def told() -> Graph:
    """Return a paper whose abstract says something that no title, name, surface or cue says."""
    text = "We train on image-net, a quixotic endeavor."
    paper = Paper(id="p1", title="Zanzibar", label="Zanzibar", text=text)
    concept = Concept(id="imagenet", kind="Dataset", name="ImageNet", aliases=("image-net",))
    found = Evidence(
        paper="p1", field="text", start=12, end=21, surface="image-net", sentence=text, sentence_start=0, said_by="t"
    )
    edge = Edge(source="p1", type="USES", target="imagenet", kind="Dataset", evidence=(found,))
    return make([paper, concept], [edge])


def reads_back(exporter: ModuleType) -> bool:
    return hasattr(exporter, "read_graph")


def assert_equal(left: Graph, right: Graph) -> None:
    assert list(nodes(left)) == list(nodes(right))
    assert list(edges(left)) == list(edges(right))
    assert left.graph == right.graph
    assert {key: set(data) for key, data in left.nodes(data=True)} == {
        key: set(data) for key, data in right.nodes(data=True)
    }
    assert sorted(left.edges(keys=True)) == sorted(right.edges(keys=True))
