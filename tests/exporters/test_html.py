import base64
import hashlib
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg import graph as graphs
from kg.errors import KgError, NameNotFoundError
from kg.exporters import html
from kg.graph import Graph, make
from kg.records import Concept, Edge, Evidence, Paper
from kg.schema import SCHEMA

_TEXT = "We evaluate VersaViT on ImageNet. It outperforms ViT."


def _paper(name: str, text: str = _TEXT) -> Paper:
    return Paper(id=name, text=text, label=name)


def _concept(name: str, kind: str = "Model") -> Concept:
    return Concept(id=name, kind=kind, name=name, kind_votes=((kind, 1),))


def _evidence(paper: str, surface: str, *, text: str = _TEXT) -> Evidence:
    start = text.index(surface)
    return Evidence(
        paper=paper, field="text", start=start, end=start + len(surface), surface=surface, sentence=text,
        sentence_start=0, said_by="rule", confidence=0.5,
    )  # fmt: skip


def _uses(paper: str, concept: str, *evidence: Evidence) -> Edge:
    return Edge(source=paper, type="USES", target=concept, evidence=evidence)


def _graph() -> Graph:
    edges = [_uses("p", "ViT", _evidence("p", "ViT")), _uses("q", "ViT", _evidence("q", "VersaViT"))]
    return make([_paper("p"), _paper("q"), _concept("ViT"), _concept("ImageNet", "Dataset")], edges)


class _Reader(HTMLParser):
    """What a browser would make of the page: tags with attributes, the bodies of scripts, all other text."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag in {"script", "style"}:
            self.scripts.append("")

    def handle_data(self, data: str) -> None:
        if self.cdata_elem:
            self.scripts[-1] += data


def _read(path: Path) -> _Reader:
    reader = _Reader()
    reader.feed(path.read_text("utf-8"))
    return reader


def _data(path: Path) -> dict[str, Any]:
    reader = _read(path)
    bodies = [tag for tag in reader.tags if tag[0] in {"script", "style"}]
    (position,) = [n for n, (_, attributes) in enumerate(bodies) if attributes.get("id") == "graph"]
    return json.loads(reader.scripts[position])


def test_equal_graphs_give_equal_bytes_in_any_order(tmp_path: Path) -> None:
    first = _graph()
    other = make(reversed(list(graphs.nodes(first))), reversed(list(graphs.edges(first))))
    html.write(first, tmp_path / "a.html")
    html.write(other, tmp_path / "b.html")
    assert (tmp_path / "a.html").read_bytes() == (tmp_path / "b.html").read_bytes()


def test_nothing_in_the_page_points_to_another_host(tmp_path: Path) -> None:
    html.write(_graph(), tmp_path / "view.html")
    tags = _read(tmp_path / "view.html").tags
    assert [attributes for _, attributes in tags if {"src", "href", "srcset", "action"} & attributes.keys()] == []
    assert [tag for tag, _ in tags if tag in {"link", "iframe", "object", "embed", "base", "img"}] == []


def test_the_policy_allows_the_scripts_and_styles_of_the_page_by_hash_and_nothing_else(tmp_path: Path) -> None:
    html.write(_graph(), tmp_path / "view.html")
    reader = _read(tmp_path / "view.html")
    (policy,) = [a["content"] or "" for _, a in reader.tags if a.get("http-equiv") == "Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    bodies = [tag for tag in reader.tags if tag[0] in {"script", "style"}]
    for (_, attributes), body in zip(bodies, reader.scripts, strict=True):
        if attributes.get("id") != "graph":
            digest = base64.b64encode(hashlib.sha256(body.encode()).digest()).decode()
            assert f"'sha256-{digest}'" in policy


def test_the_network_is_written_by_pyvis_with_physics_off(tmp_path: Path) -> None:
    html.write(_graph(), tmp_path / "view.html")
    (script,) = [s for s in _read(tmp_path / "view.html").scripts if "function drawGraph()" in s]
    (nodes,) = re.findall(r"nodes = new vis\.DataSet\((.*)\);", script)
    assert [(n["id"], n["group"]) for n in json.loads(nodes)] == [
        (0, "Dataset"), (1, "Model"), (2, "Paper"), (3, "Paper"),
    ]  # fmt: skip
    assert all(isinstance(n["x"], int) and isinstance(n["y"], int) for n in json.loads(nodes))
    assert '"physics": {"enabled": false}' in script


def test_kinds_have_the_colors_of_the_schema(tmp_path: Path) -> None:
    html.write(_graph(), tmp_path / "view.html")
    kinds = _data(tmp_path / "view.html")["kinds"]
    assert {k["name"]: k["color"] for k in kinds} == {k.name: k.color for k in SCHEMA.kinds if k.name != "Result"}


def test_an_unknown_center_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    with pytest.raises(NameNotFoundError, match="concept:resnet: not in this graph"):
        html.write(_graph(), tmp_path / "view.html", around="concept:resnet")
    assert list(tmp_path.iterdir()) == []


def test_less_than_one_node_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KgError, match="max_nodes: 0"):
        html.write(_graph(), tmp_path / "view.html", max_nodes=0)


def test_the_graph_is_left_as_it_was(tmp_path: Path) -> None:
    graph = _graph()
    before = (list(graphs.nodes(graph)), list(graphs.edges(graph)))
    html.write(graph, tmp_path / "view.html")
    assert (list(graphs.nodes(graph)), list(graphs.edges(graph))) == before


def test_without_text_no_sentence_of_an_abstract_is_in_the_page(tmp_path: Path) -> None:
    html.write(_graph(), tmp_path / "with.html")
    html.write(_graph(), tmp_path / "without.html", include_text=False)
    assert "It outperforms" in (tmp_path / "with.html").read_text("utf-8")
    assert "It outperforms" not in (tmp_path / "without.html").read_text("utf-8")


_TEXTS = st.one_of(
    st.text(alphabet=st.characters(exclude_categories=()), max_size=40),
    st.sampled_from(["</script>", "<!--", "href", "{{data}}", "{% x %}", "]]>", "\u2028", "\ud800", "\r\n", "\x00"]),
)


@pytest.fixture(scope="module")
def plain_tags(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    path = tmp_path_factory.mktemp("html") / "plain.html"
    html.write(make([_paper("p"), _concept("c", "Task")], [_uses("p", "c", _evidence("p", "ViT"))]), path)
    return [tag for tag, _ in _read(path).tags]


@settings(max_examples=20, deadline=None)
@given(name=_TEXTS, text=_TEXTS)
def test_any_text_comes_back_equal_from_the_data_and_adds_no_tag(
    name: str, text: str, plain_tags: list[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("html")
    evidence = Evidence(
        paper=name, field="text", start=0, end=len(text), surface=text, sentence=text, sentence_start=0,
        said_by=name, cue=text,
    )  # fmt: skip
    nodes = [Paper(id=name, text=text, label=name, title=text), Concept(id=name, kind="Task", name=text)]
    html.write(make(nodes, [_uses(name, name, evidence)]), folder / "a.html")
    data = _data(folder / "a.html")
    assert [node["label"] for node in data["nodes"]] == [text, name or text]
    assert data["nodes"][1]["text"] == text
    assert [tag for tag, _ in _read(folder / "a.html").tags] == plain_tags


def test_the_page_stays_small_with_much_evidence(tmp_path: Path) -> None:
    text = "ViT " * 2000
    evidence = [replace(_evidence("p", "ViT", text=text), start=4 * n, end=4 * n + 3) for n in range(2000)]
    html.write(make([_paper("p", text), _concept("ViT")], [_uses("p", "ViT", *evidence)]), tmp_path / "view.html")
    edge = _data(tmp_path / "view.html")["edges"][0]
    assert (edge["n"], len(edge["evidence"])) == (2000, 5)
    assert (tmp_path / "view.html").stat().st_size < 900_000
