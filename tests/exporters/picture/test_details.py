from typing import Any

import pytest

from kg.exporters.picture.details import details, is_link
from kg.exporters.picture.selection import select
from kg.graph import make
from kg.records import Concept, Edge, Evidence, Paper, ReportedResult

_TEXT = "𝒲e 🚀 propose FeMAM. It gains 2\\% on GSM8K."
_CONCEPT = Concept(id="femam", kind="Method", name="FeMAM", aliases=("femam",), kind_votes=(("Method", 1),))


def _evidence(**changed: Any) -> Evidence:
    values: dict[str, Any] = {
        "paper": "p", "field": "text", "start": 13, "end": 18, "surface": "FeMAM", "sentence": _TEXT[:19],
        "sentence_start": 0, "said_by": "tagger", "role_by": "cue", "cue": "propose", "confidence": 0.8,
    }  # fmt: skip
    return Evidence(**(values | changed))


def _details(*evidence: Evidence, include_text: bool = True, **paper: Any) -> dict[str, Any]:
    node = Paper(**({"id": "p", "text": _TEXT, "label": "FeMAM"} | paper))
    edge = Edge(source="p", type="PROPOSES", target="femam", kind="Method", confidence=0.9, evidence=evidence)
    return details(select(make([node, _CONCEPT], [edge]), around=None, max_nodes=9), include_text=include_text)


def _sliced(text: str, start: int, end: int) -> str:
    """Cut as JavaScript does: by UTF-16 units."""
    return text.encode("utf-16-le")[2 * start : 2 * end].decode("utf-16-le")


def test_offsets_cut_the_sentence_and_the_surface_as_javascript_counts() -> None:
    data = _details(_evidence())
    (one,) = data["edges"][0]["evidence"]
    assert _sliced(_TEXT, *one["at"][:2]) == _TEXT[:19]
    assert _sliced(_TEXT, *one["at"][2:]) == "FeMAM"
    assert data["nodes"][1]["text"] == _TEXT
    assert (data["words"][one["by"]], data["words"][one["role_by"]], one["cue"]) == ("tagger", "cue", "propose")


@pytest.mark.parametrize(
    "changed",
    [{"start": 0, "end": 5}, {"sentence": "Another sentence."}, {"paper": "unknown"}, {"sentence_start": 400}],
)
def test_evidence_that_does_not_stand_in_the_paper_carries_its_sentence(changed: dict[str, Any]) -> None:
    evidence = _evidence(**changed)
    (one,) = _details(evidence)["edges"][0]["evidence"]
    assert (one["surface"], one["sentence"]) == (evidence.surface, evidence.sentence)


def test_without_text_the_surface_and_its_place_are_left() -> None:
    data = _details(_evidence(), include_text=False)
    (one,) = data["edges"][0]["evidence"]
    assert (one["surface"], one["place"]) == ("FeMAM", [13, 18])
    assert not {"sentence", "at"} & one.keys()
    assert "text" not in data["nodes"][1]


def test_a_title_is_kept_without_text_and_so_is_evidence_in_it() -> None:
    evidence = _evidence(field="title", start=0, end=5, sentence="FeMAM: more")
    data = _details(evidence, include_text=False, title="FeMAM: more")
    assert data["edges"][0]["evidence"][0]["at"] == [0, 11, 0, 5]


def test_the_best_five_are_kept_and_all_are_counted() -> None:
    edge = _details(*(_evidence(confidence=1 - n / 10) for n in range(8)))["edges"][0]
    assert edge["n"] == 8
    assert [one["confidence"] for one in edge["evidence"]] == [1, 0.9, 0.8, 0.7, 0.6]


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://arxiv.org/abs/1706.03762", True),
        ("http://example.org/a?b=c&d#e", True),
        ("HTTPS://EXAMPLE.ORG/", True),
        ("javascript:alert(1)", False),
        ("JaVaScRiPt:alert(1)", False),
        ("java\nscript:alert(1)", False),
        (" https://example.org", False),
        ("https://exa\tmple.org", False),
        ("data:text/html,<script>", False),
        ("//example.org", False),
        ("https:", False),
        ("http://[", False),
        ("arXiv:1706.03762", False),
        ("", False),
    ],
)
def test_only_web_addresses_are_links(url: str, expected: bool) -> None:
    assert is_link(url) is expected
    assert ("url" in _details(_evidence(), url=url)["nodes"][1]) is expected


def test_a_result_stands_with_its_paper_its_sentence_and_what_it_was_measured_on() -> None:
    start = _TEXT.index("2\\%")
    evidence = _evidence(start=start, end=start + 3, surface="2\\%", sentence=_TEXT[20:], sentence_start=20)
    nodes = [
        Paper(id="p", text=_TEXT, label="p"),
        Concept(id="gsm8k", kind="Benchmark", name="GSM8K"),
        ReportedResult(id="r", paper="p", value="2\\%", metric="", on="GSM8K", change="up"),
    ]
    edges = [
        Edge(source="p", type="REPORTS", target="r", evidence=(evidence,)),
        Edge(source="r", type="ON", target="gsm8k"),
        Edge(source="p", type="EVALUATES_ON", target="gsm8k", evidence=(evidence,)),
    ]
    (result,) = details(select(make(nodes, edges), around=None, max_nodes=9), include_text=True)["results"]
    assert (result["value"], result["on"], result["change"]) == ("2\\%", "GSM8K", "up")
    assert (result["paper"], result["links"]) == (1, [("ON", 0)])
    assert _sliced(_TEXT, *result["evidence"][0]["at"][2:]) == "2\\%"
    assert "metric" not in result
