import pytest

from kg.errors import ReadError
from tests.readers.samples import ANTHOLOGY, ATOM, ENDNOTE, FIRST, HOSTILE, PUBMED, SECOND


def test_arxivs_answers_are_read_with_authors_year_venue_and_address(read_with):
    (first, second), omissions = read_with("xml", ATOM)
    assert (first.id, first.title, first.text) == ("http://arxiv.org/abs/q1", "Quiet Prune", FIRST)
    assert (first.authors, first.year, first.venue) == (("Ann Lee", "Bo Wu"), 2031, "ICML")
    assert first.url == first.id
    assert (second.title, second.text, second.source) == ("WebMemo & More", SECOND, "record 2")
    assert omissions == []


def test_the_anthology_gives_year_and_venue_of_the_volume_and_formulas_as_such(read_with):
    (first, second), _ = read_with("xml", ANTHOLOGY)
    assert (first.id, first.title, first.year, first.venue) == ("2031.acl-long.1", "QuietPrune", 2031, "ACL")
    assert first.text == f"{FIRST} It takes $O(n)$."
    assert (first.authors, first.url) == (("Ann Lee",), "https://aclanthology.org/2031.acl-long.1")
    assert (second.id, second.text) == ("day-2031", SECOND)


def test_the_parts_of_an_abstract_in_pubmed_keep_their_headings(read_with):
    [paper], _ = read_with("xml", PUBMED)
    assert (paper.id, paper.title, paper.year, paper.venue) == ("q1", "QuietPrune", 2031, "Pruning")
    assert paper.text == f"AIMS: {FIRST}\n{SECOND}"
    assert paper.authors == ("Ann Lee",)


def test_endnotes_styles_are_left_out(read_with):
    [paper], _ = read_with("xml", ENDNOTE)
    assert (paper.title, paper.text, paper.authors, paper.keywords) == ("QuietPrune", FIRST, ("Lee, Ann",), ("heads",))


def test_an_element_without_abstract_is_reported_by_its_place(read_with):
    papers, omissions = read_with("xml", ATOM.replace(FIRST, " "))
    assert [p.text for p in papers] == [SECOND]
    assert omissions == [("record 1", "no abstract; a paper needs one (as 'abstract', 'text' or 'summary')")]


@pytest.mark.parametrize("text", [t for t in HOSTILE if "\x01" not in t])
def test_text_comes_through_as_it_stands(read_with, text):
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace("}", "&#125;")
    papers, _ = read_with("xml", f"<feed><entry><summary>We read {escaped}.</summary></entry></feed>")
    assert [p.text for p in papers] == [f"We read {text}."]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (ATOM[:-9], r"list:7: not well-formed XML \([a-z ]+ at column \d+\); mend it there"),
        (f"<feed><entry><summary>{FIRST} &nbsp;</summary></entry></feed>", "list:1: not well-formed XML"),
        (
            '<!DOCTYPE feed [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><feed><entry><summary>&b;</summary></entry></feed>',
            "list: XML that declares entities, which could fill the memory; save it without them",
        ),
        (
            f"<feed><entry><summary>{FIRST} na".encode() + b"\xefve</summary></entry></feed>",
            "list: XML with bytes that are not",
        ),
        ("We propose it.", "list:1: not well-formed XML"),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_line(read_with, content, message):
    with pytest.raises(ReadError, match=message) as caught:
        read_with("xml", content)
    assert "\n" not in str(caught.value)


def test_elements_within_elements_without_end_are_no_trouble(read_with):
    deep = "<i>" * 20_000 + "deep" + "</i>" * 20_000
    [paper], _ = read_with("xml", f"<feed><entry><summary>We go {deep}. {FIRST}</summary></entry></feed>")
    assert paper.text == f"We go deep. {FIRST}"
