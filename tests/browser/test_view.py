"""The view in a real browser with the network off: drawn, silent, clickable, and deaf to what papers say."""

import re
from pathlib import Path
from typing import Any

import pytest

from kg.exporters import html
from kg.graph import Graph, make
from kg.records import Concept, Edge, Evidence, Paper, ReportedResult

pytestmark = pytest.mark.browser

_TEXT = (
    "We propose \\emph{FeMAM} 🚀, which learns additive models. "
    "Experiments show that FeMAM outperforms FedAvg on CIFAR-100 by 2.5\\% in accuracy."
)
_ONE_METHOD = (("Method", 1),)
_HOSTILE = (
    "</script><script>window.harm=1</script>",
    "<img src=x onerror=window.harm=1>",
    '"><svg onload=window.harm=1>',
    "<a href='javascript:window.harm=1'>href</a>",
    "'-window.harm=1-'",
    "${window.harm=1}{{window.harm=1}}{%raw%}",
    "</style><style>*{display:none}</style>",
    "<!--<script>",
    "]]>\u2028window.harm=1\u2029//",
    "\x00\x07\ud800",
    "مرحبا \u202e<b>",
    "C++ & `backtick` \\u003cscript\\u003e\nsecond line",
    "__proto__",
)


def _evidence(text: str, surface: str, *, paper: str = "femam", nth: int = 0, cue: str = "") -> Evidence:
    start = [match.start() for match in re.finditer(re.escape(surface), text)][nth]
    begin = text.rfind(". ", 0, start) + 2 if ". " in text[:start] else 0
    end = text.find(". ", start)
    sentence = text[begin : end + 1 if end >= 0 else len(text)]
    return Evidence(
        paper=paper, field="text", start=start, end=start + len(surface), surface=surface, sentence=sentence,
        sentence_start=begin, said_by="tagger", role_by="cue rule", cue=cue, confidence=0.913,
    )  # fmt: skip


def _edge(type_: str, target: str, *evidence: Evidence, kind: str = "Method") -> Edge:
    return Edge(source="femam", type=type_, target=target, kind=kind, confidence=0.9, evidence=evidence)


def _small() -> Graph:
    nodes = [
        Paper(id="femam", text=_TEXT, label="FeMAM", url="https://example.org/femam", year=2025, venue="ICML"),
        Paper(id="other", text="Nothing here.", label="Other", url="javascript:window.harm=1"),
        Concept(id="femam", kind="Method", name="FeMAM", kind_votes=_ONE_METHOD),
        Concept(id="fedavg", kind="Method", name="FedAvg", aliases=("Federated Averaging",), kind_votes=_ONE_METHOD),
        Concept(id="cifar-100", kind="Dataset", name="CIFAR-100", kind_votes=(("Dataset", 1),)),
        Concept(id="cifar", kind="Dataset", name="CIFAR", mentioned=False),
        Concept(id="accuracy", kind="Metric", name="accuracy", kind_votes=(("Metric", 1),)),
        ReportedResult(id="femam#1", paper="femam", value="2.5\\%", metric="accuracy", on="CIFAR-100"),
    ]  # fmt: skip
    edges = [
        _edge("PROPOSES", "femam", _evidence(_TEXT, "FeMAM", cue="We propose"), _evidence(_TEXT, "FeMAM", nth=1)),
        _edge("COMPARES_TO", "fedavg", _evidence(_TEXT, "FedAvg", cue="outperforms")),
        _edge("EVALUATES_ON", "cifar-100", _evidence(_TEXT, "CIFAR-100"), kind="Benchmark"),
        _edge("REPORTS", "femam#1", _evidence(_TEXT, "2.5\\%")),
        Edge(source="femam#1", type="OF", target="accuracy"),
        Edge(source="cifar-100", type="VARIANT_OF", target="cifar", rule="version: CIFAR-100 of CIFAR"),
    ]
    return make(nodes, edges)


def _hostile() -> Graph:
    nodes: list[Any] = []
    edges = []
    for n, text in enumerate(_HOSTILE):
        nodes += [
            Paper(
                id=text, text=f"We use {text} here.", title=text, label=text, url=f"javascript:{text}", venue=text,
                authors=(text,), keywords=(text,), source=text,
            ),
            Concept(id=text, kind="Method", name=text, aliases=(text + "2",), kind_votes=_ONE_METHOD),
            ReportedResult(id=text, paper=text, value=text, metric=text, on=text, by=text, vs=text),
        ]  # fmt: skip
        evidence = Evidence(
            paper=text, field="text", start=7, end=7 + len(text), surface=text, sentence=f"We use {text} here.",
            sentence_start=0, said_by=text, role_by=text, cue=text if n % 2 else "We use", confidence=0.5,
        )  # fmt: skip
        edges += [Edge(source=text, type=t, target=text, evidence=(evidence,)) for t in ("USES", "REPORTS")]
        edges.append(Edge(source=text, type="BROADER", target=_HOSTILE[n - 1], rule=text))
    return make(nodes, edges)


@pytest.fixture
def small(chromium: Any, tmp_path: Path) -> Any:
    html.write(_small(), tmp_path / "view.html")
    return chromium.open(tmp_path / "view.html")


def _at(page: Any, label: str, *, kind: str = "") -> dict[str, float]:
    """Return where a node stands on the screen, by its label (and kind)."""
    return page.run(f"""(() => {{
      const graph = JSON.parse(document.getElementById('graph').textContent);
      const fits = (node) => !{kind!r} || graph.kinds[node.kind].name === {kind!r};
      const node = graph.nodes.findIndex((node) => node.label === {label!r} && fits(node));
      const box = document.getElementById('mynetwork').getBoundingClientRect();
      const point = network.canvasToDOM(network.getPosition(node));
      return {{ x: point.x + box.left, y: point.y + box.top }};
    }})()""")  # fmt: skip


def _panel(page: Any) -> str:
    return page.run("document.getElementById('panel').innerText")


def _marked(page: Any) -> list[str]:
    return page.run("[...document.querySelectorAll('#panel mark')].map((mark) => mark.textContent)")


def _n_colored(page: Any) -> int:
    """Return how many pixels of the canvas are painted."""
    return page.run("""(() => {
      const canvas = document.querySelector('#mynetwork canvas');
      const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
      let n = 0;
      for (let i = 3; i < data.length; i += 4) if (data[i]) n++;
      return n;
    })()""")


def _silent(page: Any) -> bool:
    return page.errors == [] and [url for url in page.requests if not url.startswith("file://")] == []


def test_all_papers_and_concepts_are_drawn_without_a_request_or_an_error(small: Any) -> None:
    assert small.run("nodes.length") == 7
    assert small.run("edges.length") == 4
    assert _n_colored(small) > 500
    assert _silent(small), (small.errors, small.requests)
    assert len(small.requests) == 1


def test_a_click_on_an_edge_shows_its_sentence_with_the_surface_and_the_cue_marked(small: Any) -> None:
    one, two = _at(small, "FeMAM", kind="Paper"), _at(small, "FedAvg")
    small.click((one["x"] + two["x"]) / 2, (one["y"] + two["y"]) / 2)
    panel = _panel(small)
    assert "Experiments show that FeMAM outperforms FedAvg on CIFAR-100" in panel
    assert "COMPARES_TO" in panel
    assert "tagger" in panel
    assert "cue rule" in panel
    assert "0.91" in panel
    assert _marked(small) == ["FedAvg"]
    assert small.run("document.querySelector('#panel .cue').textContent") == "outperforms"


def test_a_click_on_a_paper_shows_its_abstract_results_and_edges_by_type(small: Any) -> None:
    point = _at(small, "FeMAM", kind="Paper")
    small.click(point["x"], point["y"])
    panel = _panel(small)
    assert _TEXT in panel
    assert "2.5\\% accuracy on CIFAR-100" in panel
    assert "PROPOSES 1" in panel.replace("\n", " ")
    assert "as Benchmark" in panel
    assert small.run("document.querySelector('#panel a').href") == "https://example.org/femam"
    names = small.run("[...document.querySelectorAll('.abstract button')].map((b) => b.textContent)")
    assert names == ["FeMAM", "FeMAM", "FedAvg", "CIFAR-100"]
    small.run("document.querySelectorAll('.abstract button')[2].click()")
    small.settle()
    assert _marked(small) == ["FedAvg"]


def test_a_click_on_a_concept_shows_its_aliases_and_papers(small: Any) -> None:
    point = _at(small, "FedAvg")
    small.click(point["x"], point["y"])
    assert "Named by 1 paper." in _panel(small)
    assert "Federated Averaging" in _panel(small)


def test_an_edge_between_concepts_shows_its_rule(small: Any) -> None:
    one, two = _at(small, "CIFAR-100"), _at(small, "CIFAR")
    small.click((one["x"] + two["x"]) / 2, (one["y"] + two["y"]) / 2)
    assert "version: CIFAR-100 of CIFAR" in _panel(small)


def test_search_finds_an_alias_by_keyboard_and_goes_there(small: Any) -> None:
    small.run("document.getElementById('query').focus()")
    small.type("FEDERATED aver")
    assert small.run("document.querySelectorAll('#hits [role=option]').length") == 1
    small.press("Enter")
    assert "FedAvg" in small.run("document.querySelector('#panel h2').textContent")
    small.press("Escape")
    assert "What these papers are about" in _panel(small)


def test_back_returns_to_what_was_shown_before(small: Any) -> None:
    for anchor in ("concept%3Afedavg", "concept%3Acifar-100"):
        small.run(f"location.hash = '{anchor}'")
        small.settle()
    small.run("history.back()")
    small.settle()
    assert small.run("document.querySelector('#panel h2').textContent") == "FedAvg"


def test_the_legend_hides_and_shows_kinds_and_types(small: Any) -> None:
    small.run("[...document.querySelectorAll('#kinds label')].find((l) => l.textContent.startsWith('Dataset')).click()")
    assert small.run("nodes.get({ filter: (node) => node.hidden }).length") == 2
    assert small.run("edges.get({ filter: (edge) => edge.hidden }).length") == 2
    small.run("[...document.querySelectorAll('#kinds label')].find((l) => l.textContent.startsWith('Dataset')).click()")
    small.run(
        "[...document.querySelectorAll('#types label')].find((l) => l.textContent.startsWith('PROPOSES')).click()"
    )
    assert small.run("nodes.get({ filter: (node) => node.hidden }).length") == 0
    assert small.run("edges.get({ filter: (edge) => edge.hidden }).length") == 1
    assert _silent(small)


def test_without_text_a_click_shows_the_words_and_their_place_alone(chromium: Any, tmp_path: Path) -> None:
    html.write(_small(), tmp_path / "view.html", include_text=False)
    page = chromium.open(tmp_path / "view.html", anchor="#paper%3Afemam")
    panel = _panel(page)
    assert "FedAvg, characters " in panel
    assert "Experiments show" not in page.run("document.documentElement.outerHTML")
    assert _silent(page)


@pytest.mark.parametrize("dark", [False, True])
def test_text_is_legible_in_light_and_dark(chromium: Any, tmp_path: Path, dark: bool) -> None:
    html.write(_small(), tmp_path / "view.html")
    page = chromium.open(tmp_path / "view.html", dark=dark)
    contrast = page.run("""(() => {
      const light = (color) => {
        const linear = (v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
        const [r, g, b] = color.match(/[\\d.]+/g).map((v) => linear(v / 255));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
      };
      const ground = light(getComputedStyle(document.getElementById('panel')).backgroundColor);
      return ['#panel p', '#panel h3 small', '#legend label', '#panel .item strong'].map((place) => {
        const ink = light(getComputedStyle(document.querySelector(place)).color);
        return Math.max(ink, ground) / Math.min(ink, ground);
      });
    })()""")
    assert min(contrast) >= 4.5


def test_nothing_that_a_paper_says_is_run_or_becomes_markup(chromium: Any, tmp_path: Path) -> None:
    html.write(_hostile(), tmp_path / "view.html")
    page = chromium.open(tmp_path / "view.html")
    n_scripts = page.run("document.scripts.length")
    assert page.run("nodes.length") == 2 * len(_HOSTILE)
    for n in range(page.run("edges.length")):
        page.run(f"location.hash = 'edge/{n}'; new Promise((done) => setTimeout(done, 30))")
    for n in range(2 * len(_HOSTILE)):
        page.run(f"location.hash = 'node/{n}'; new Promise((done) => setTimeout(done, 30))")
        assert page.run("document.querySelectorAll('#panel :is(script, img, svg, style, b, a)').length") == 0
    page.run("document.getElementById('query').focus()")
    page.type("<")
    point = page.run("(() => { const p = network.canvasToDOM(network.getPosition(3)); return [p.x, p.y + 60]; })()")
    page.hover(*point)
    page.click(*point)
    assert page.run("typeof window.harm") == "undefined"
    assert page.run("document.scripts.length") == n_scripts
    assert _silent(page), (page.errors, page.requests)


def test_hostile_names_are_shown_letter_for_letter(chromium: Any, tmp_path: Path) -> None:
    html.write(_hostile(), tmp_path / "view.html")
    page = chromium.open(tmp_path / "view.html", anchor="#concept%3A" + "%3C!--%3Cscript%3E")
    assert page.run("document.querySelector('#panel h2').textContent") == "<!--<script>"


def test_an_empty_graph_opens_without_an_error(chromium: Any, tmp_path: Path) -> None:
    html.write(make([], []), tmp_path / "view.html")
    page = chromium.open(tmp_path / "view.html")
    assert "0 papers" in page.run("document.getElementById('counts').textContent")
    assert _silent(page)


def test_what_is_left_out_is_said_with_the_command_that_shows_it(chromium: Any, tmp_path: Path) -> None:
    html.write(_small(), tmp_path / "view.html", max_nodes=4)
    page = chromium.open(tmp_path / "view.html")
    line = page.run("document.getElementById('left-out').innerText")
    assert "1 of 2 papers, 2 of 4 concepts" in line
    assert "kg view DIR --around CONCEPT" in line
    assert page.run("nodes.length") == 4
