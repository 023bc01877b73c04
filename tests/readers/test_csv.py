import csv

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from kg.errors import ReadError
from kg.readers.csv import read_papers
from tests.readers.samples import CSV, CSV_OF_EXCEL, CSV_OF_ONE_COLUMN, FIRST, HOSTILE, SECOND, TSV

_texts = st.text(st.characters(codec="utf-8", exclude_characters="\x00\x1f")) | st.sampled_from(HOSTILE)


def test_each_row_is_a_paper_with_its_columns(read_with):
    papers, omissions = read_with("csv", CSV)
    assert [(p.id, p.title, p.text, p.year) for p in papers] == [
        ("q1", "QuietPrune", FIRST, 2031),
        ("q2", 'Web "Memo"', SECOND, 2032),
    ]
    assert omissions == []


def test_the_file_that_excel_saves_is_read(read_with):
    papers, omissions = read_with("csv", CSV_OF_EXCEL)
    assert [(p.title, p.authors, p.text) for p in papers] == [
        ("QuietPrune", ("Lee, A.",), FIRST),
        ("WebMemo", ("Day, C.",), f"Two\n\nparagraphs. {SECOND}"),
    ]
    assert [p.source for p in papers] == ["3", "4"]
    assert omissions == []


def test_a_table_parted_by_tabs_is_read(read_with):
    assert [(p.id, p.text) for p in read_with("csv", TSV)[0]] == [("q1", FIRST), ("q2", SECOND)]


def test_a_single_column_of_abstracts_is_read(read_with):
    assert [p.text for p in read_with("csv", CSV_OF_ONE_COLUMN)[0]] == [FIRST, SECOND]


@pytest.mark.parametrize(
    ("header", "field", "cell", "value"),
    [
        ("Publication Year", "year", "2031-05-04", 2031),
        ("Year", "year", "2031.0", 2031),
        ("Author(s)", "authors", "Lee, Ann; Wu, Bo", ("Lee, Ann", "Wu, Bo")),
        ("Authors", "authors", "Ann Lee, Bo Wu and Cy Day", ("Ann Lee", "Bo Wu", "Cy Day")),
        ("AU", "authors", "Lee, Ann and Wu, Bo", ("Lee, Ann", "Wu, Bo")),
        ("DOI", "id", "10.1/x", "10.1/x"),
        ("Conference name", "venue", "ICML  2031", "ICML 2031"),
        ("Author Keywords", "keywords", "pruning; heads", ("pruning", "heads")),
        ("keywords", "keywords", "['pruning', 'a; b']", ("pruning", "a; b")),
        ("Link", "url", "https://e.org", "https://e.org"),
        ("TI", "title", "T", "T"),
    ],
)
@pytest.mark.parametrize("abstract", ["Abstract", "AB", "abstract_text", "SUMMARY"])
def test_columns_go_by_many_names(read_with, header, field, cell, value, abstract):
    [paper], omissions = read_with("csv", f'{header};{abstract}\n"{cell}";"{FIRST}"\n')
    assert getattr(paper, field) == value
    assert paper.text == FIRST
    assert omissions == []


def test_of_two_columns_for_a_field_the_better_name_that_holds_something_counts(read_with):
    papers, _ = read_with("csv", "id,key,abstract,summary\n1,a,We a.,s\n2,,,We b.\n3,c,We c.,\n")
    assert [(p.id, p.text) for p in papers] == [("a", "We a."), ("2", "We b."), ("c", "We c.")]


def test_rows_of_the_wrong_length_are_reported_by_line_and_the_rest_read(read_with):
    papers, omissions = read_with("csv", 'id,title,abstract\n1,A\n\n2,B,"We\nb."\n3,C,We, c.\n4,D,We d.,,\n')
    assert [(p.id, p.source) for p in papers] == [("2", "4"), ("4", "7")]
    assert omissions == [("2", "2 fields, where the header has 3"), ("6", "4 fields, where the header has 3")]


def test_broken_quoting_costs_one_line(read_with):
    papers, omissions = read_with("csv", 'id,abstract\n1,"We a.\n2,"We b."\n3,"We ""c""."\n4,"We" d.\n5,We e.\n')
    assert [(p.id, p.text) for p in papers] == [("2", "We b."), ("3", 'We "c".'), ("5", "We e.")]
    assert [where for where, _ in omissions] == ["2", "5"]
    assert all(reason.startswith("quoting is broken: ") for _, reason in omissions)


def test_a_quote_that_never_ends_costs_one_line(read_with):
    papers, omissions = read_with("csv", 'id,abstract\n1,"We a.\n' + "".join(f"{n},We b.\n" for n in range(2, 15_000)))
    assert len(papers) == 14_998
    assert [where for where, _ in omissions] == ["2"]


def test_in_a_table_parted_by_tabs_a_quote_may_be_just_a_quote(read_with):
    papers, omissions = read_with("csv", 'id\ttitle\tabstract\n1\t"A" is B\tWe a.\n2\t"Q\tWe b.\n3\tC\tWe c.\n')
    assert [(p.id, p.title) for p in papers] == [("1", '"A" is B'), ("2", '"Q'), ("3", "C")]
    assert omissions == []


def test_notes_above_the_header_are_passed_over(read_with):
    papers, _ = read_with("csv", f'SEARCH;pruning;;\n----;;;\n;;;\nTitle;Year;DOI;Abstract\nA;2031;10.1/x;"{FIRST}"\n')
    assert [(p.id, p.year, p.source) for p in papers] == [("10.1/x", 2031, "5")]


def test_a_table_without_abstracts_is_refused_with_its_columns(read_with):
    with pytest.raises(ReadError, match="list: no column with abstracts among id, title, decision; name one Abstract"):
        read_with("csv", "id,title,decision\n1,A,Accept\n")


def test_a_text_without_a_header_is_refused(read_with):
    with pytest.raises(ReadError, match="list: no row of column names; the first row names them"):
        read_with("csv", "1,2,3\n")


@given(st.lists(st.tuples(_texts, _texts), max_size=5), st.sampled_from(",;\t"), st.sampled_from(["\n", "\r\n"]))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_written_table_is_read_back_equal(tmp_path, papers, delimiter, line_end):
    # Before Python 3.13 csv.writer quotes a carriage return only where the line end has one.
    assume(line_end == "\r\n" or not any("\r" in text for pair in papers for text in pair))
    path = tmp_path / "list.csv"
    rows = [(str(n), f"T {title}", f"We {text}.") for n, (text, title) in enumerate(papers)]
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, delimiter=delimiter, lineterminator=line_end).writerows([("id", "Title", "Abstract"), *rows])
    read = [(p.id, p.title, p.text) for p in read_papers(path, pytest.fail)]
    assert read == [(id_, " ".join(title.split()), text) for id_, title, text in rows]
