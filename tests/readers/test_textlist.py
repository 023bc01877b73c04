from pathlib import Path
from textwrap import fill

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kg.readers.textlist import read_papers, recognizes
from tests.readers.samples import FIRST, HOSTILE, SECOND, TEXTLIST

SEEDS = Path(__file__).parents[2] / "seeds"
_abstracts = st.builds(
    lambda parts: "We study " + " ".join(parts) + ". It works.",
    st.lists(
        st.sampled_from(HOSTILE) | st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Zl", "Zp"])),
        min_size=1,
    ),
)


def test_abstracts_come_letter_for_letter_with_the_line_they_begin_on(read_with):
    papers, omissions = read_with("textlist", TEXTLIST)
    assert [(p.text, p.source, p.title) for p in papers] == [(FIRST, "3", ""), (SECOND, "5", "")]
    assert omissions == [("1", "a heading, not an abstract: ICML 2031 论文列表")]


def test_all_seed_abstracts_are_read_as_they_came():
    for path, n_papers in (("000_85a580e03ba87520.txt", 11), ("004_b5376a006be546da.txt", 19)):
        text = (SEEDS / path).read_text(encoding="utf-8")
        assert recognizes(text)
        omissions = []
        papers = list(read_papers(SEEDS / path, omissions.append))
        assert len(papers) == n_papers
        assert [p.text for p in papers] == [line.strip() for line in text.split("\n")[1:] if line.strip()]
        assert [o.where for o in omissions] == ["1"]


def test_lines_of_one_piece_are_one_abstract(read_with):
    papers, _ = read_with("textlist", f"We prune\nheads.\r\nIt works.\r\n \t\r\n{SECOND}")
    assert [p.text for p in papers] == ["We prune\nheads.\nIt works.", SECOND]
    assert [p.source for p in papers] == ["1", "5"]


def test_other_line_separators_of_unicode_part_nothing(read_with):
    text = "We prune\u2028heads\x0b and\x85 more\x1c. It works."
    papers, _ = read_with("textlist", f"{text}\n")
    assert [p.text for p in papers] == [text]


@pytest.mark.parametrize(("bad", "what"), [("\x00", "NUL"), ("\x1f", "unit separator"), ("\ud83d", "not UTF-8")])
def test_an_abstract_with_a_forbidden_character_is_passed_over_and_the_rest_read(read_with, bad, what):
    papers, [(where, reason)] = read_with("textlist", f"{FIRST}\n\n{bad}We prune{bad}. Done.\n\n{SECOND}\n")
    assert [p.text for p in papers] == [FIRST, SECOND]
    assert where == "3"
    assert what in reason


def test_a_byte_that_is_no_utf8_is_reported_with_its_line(read_with):
    papers, omissions = read_with("textlist", f"{FIRST}\n\n".encode() + b"We prune na\xefve models. It works.\n")
    assert len(papers) == 1
    assert omissions == [("3", "the abstract holds a byte that is not UTF-8 (0xEF); save the list as UTF-8")]


@pytest.mark.parametrize(
    "text",
    [
        "我们提出了一种新的剪枝方法。" * 8,
        "「剪枝」というモデルを提案する。性能は維持される。" * 4,
        'The "reversal curse" exposes a flaw of autoregressive models ("A is B"). We show that it vanishes. ' * 2,
        "**NCP-Bench** tests whether agents plan over long horizons with tools. It holds 1,000 tasks of 12 kinds. " * 2,
        "[Background] Models are large. We show how they can be made small without loss of any accuracy at all. " * 2,
    ],
)
def test_abstracts_of_many_kinds_are_recognized(text):
    assert recognizes(text)


@given(st.lists(_abstracts, min_size=1, max_size=5))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_written_list_is_read_back_equal(tmp_path, texts):
    path = tmp_path / "list.txt"
    path.write_text("\n\n".join(texts), encoding="utf-8")
    assert [paper.text for paper in read_papers(path, pytest.fail)] == [text.strip() for text in texts]


def test_a_short_line_above_each_abstract_is_its_title(read_with):
    text = f"ICML 2031\n\nPruned Heads: What Is Left?\n\n{FIRST}\n\nNaïve Bayes in C++\n\n{SECOND}\n\nThe End\n"
    papers, omissions = read_with("textlist", text)
    assert [(p.title, p.text, p.source) for p in papers] == [
        ("Pruned Heads: What Is Left?", FIRST, "3"),
        ("Naïve Bayes in C++", SECOND, "7"),
    ]
    assert [where for where, _ in omissions] == ["1", "11"]


@pytest.mark.parametrize("width", [10_000, 88, 70])
def test_a_title_line_right_above_each_abstract_is_its_title(read_with, width):
    first, second = fill(FIRST, width), fill(SECOND, width)
    text = f"ICML 2031\n\nPruned Heads: What Is Left?\n{first}\n\nNaïve Bayes in C++\n{second}\n"
    papers, omissions = read_with("textlist", text)
    assert [(p.title, p.text, p.source) for p in papers] == [
        ("Pruned Heads: What Is Left?", first, "3"),
        ("Naïve Bayes in C++", second, str(5 + first.count("\n") + 1)),
    ]
    assert [where for where, _ in omissions] == ["1"]


@pytest.mark.parametrize("width", range(40, 120, 3))
def test_the_first_line_of_a_wrapped_abstract_is_no_title(read_with, width):
    abstracts = [fill(text, width, break_long_words=False) for text in (FIRST, SECOND, FIRST.replace("We", "I"))]
    papers, omissions = read_with("textlist", "\n\n".join(abstracts))
    assert [(p.title, p.text) for p in papers] == [("", text) for text in abstracts]
    assert omissions == []


def test_a_line_that_breaks_off_before_a_capital_is_no_title_if_few_do(read_with):
    abstracts = [f"We show how the method of\nBayes helps. {SECOND}", SECOND, FIRST]
    papers, _ = read_with("textlist", "\n\n".join(abstracts))
    assert [p.text for p in papers] == abstracts


def test_a_few_headings_between_abstracts_are_no_titles(read_with):
    others = "\n\n".join(f"{SECOND} Case {n}." for n in range(6))
    papers, omissions = read_with("textlist", f"Oral\n\n{FIRST}\n\n{others}\n\nPoster\n\n{SECOND}\n")
    assert {p.title for p in papers} == {""}
    assert [reason for _, reason in omissions] == [f"a heading, not an abstract: {h}" for h in ("Oral", "Poster")]


@pytest.mark.parametrize(
    ("above", "between"),
    [("\n", "\n"), ("\n\n", "\n\n"), ("\n", "\n\n"), ("\n\n", "\n")],
    ids=["in one piece", "apart", "with the title", "with the abstract"],
)
@pytest.mark.parametrize("width", [10_000, 40])
def test_lines_of_names_between_title_and_abstract_are_its_authors(read_with, above, between, width):
    text = (
        f"ICML 2031\n\nPruned Heads: What Is Left{above}{fill('Ann B. Lee, Bo van der Wu (MIT) and Cy Day', width)}"
        f"{between}{FIRST}\n\nNaïve Bayes in C++{above}Zoë Ó Briain¹*, Jean-Luc Picard²{between}{SECOND}\n"
    )
    papers, omissions = read_with("textlist", text)
    assert [(p.title, p.text) for p in papers] == [
        ("Pruned Heads: What Is Left", FIRST),
        ("Naïve Bayes in C++", SECOND),
    ]
    assert [p.authors for p in papers] == [
        ("Ann B. Lee", "Bo van der Wu", "Cy Day"),
        ("Zoë Ó Briain", "Jean-Luc Picard"),
    ]
    assert [where for where, _ in omissions] == ["1"]
    assert recognizes(text)


@pytest.mark.parametrize("between", ["\n", "\n\n"])
def test_names_above_an_abstract_without_title_are_its_authors_and_no_title(read_with, between):
    papers, omissions = read_with("textlist", f"Ann Lee, Bo Wu{between}{FIRST}\n\nAuthors: Cy Day{between}{SECOND}\n")
    assert [(p.title, p.text, p.authors) for p in papers] == [
        ("", FIRST, ("Ann Lee", "Bo Wu")),
        ("", SECOND, ("Cy Day",)),
    ]
    assert omissions == []


def test_words_that_may_be_names_are_taken_off_only_where_most_abstracts_have_names_above(read_with):
    abstracts = [f"Adam Smith, John Nash\n{FIRST}", SECOND, f"{FIRST} Again.", f"{SECOND} Again."]
    papers, _ = read_with("textlist", "\n\n".join(abstracts))
    assert [p.text for p in papers] == abstracts


def test_keywords_and_titles_are_no_names(read_with):
    text = f"Graph Networks, Federated Learning\n\n{FIRST}\n\nRandom Forests, Support Vectors, SGD\n\n{SECOND}\n"
    papers, _ = read_with("textlist", text)
    assert [(p.title, p.authors) for p in papers] == [
        ("Graph Networks, Federated Learning", ()),
        ("Random Forests, Support Vectors, SGD", ()),
    ]
