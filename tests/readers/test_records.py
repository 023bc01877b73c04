import pytest

from tests.readers.samples import FIRST, RECORDS, RECORDS_WITHOUT_DASHES, SECOND


@pytest.mark.parametrize("sample", [RECORDS, RECORDS_WITHOUT_DASHES, RECORDS.replace("\n", "\r\n")])
def test_records_are_parted_with_dashes_or_without(read_with, sample):
    papers, omissions = read_with("records", sample)
    assert [(p.id, p.title, p.text) for p in papers] == [
        ("1", "QuietPrune: Removing Heads", FIRST),
        ("2", "WebMemo", SECOND),
    ]
    assert papers[0].authors == ("Ann Lee", "Bo Wu")
    assert papers[0].url == "https://example.org/1"
    assert omissions == []


def test_the_source_is_the_first_line_of_the_record(read_with):
    papers, _ = read_with("records", RECORDS)
    assert [p.source for p in papers] == ["1", "8"]


def test_the_case_of_keys_does_not_matter(read_with):
    papers, _ = read_with("records", f"id: 7\nTITLE: T\nAuthor(s): A; B\nABSTRACT:\n{FIRST}\n")
    assert [(p.id, p.title, p.authors, p.text) for p in papers] == [("7", "T", ("A", "B"), FIRST)]


def test_a_record_without_abstract_is_reported_and_the_rest_read(read_with):
    sample = f"ID: 1\nTitle: A\nAbstract: NOT_FOUND\n\nID: 2\nTitle: B\n\nID: 3\nTitle: C\nAbstract: {FIRST}\n"
    papers, omissions = read_with("records", sample)
    assert [p.id for p in papers] == ["3"]
    assert omissions == [
        ("1", "no abstract, but 'NOT_FOUND'"),
        ("5", "no abstract; a paper needs one (as 'abstract', 'text' or 'summary')"),
    ]


def test_values_go_on_over_lines_paragraphs_and_words_with_a_colon(read_with):
    abstract = f"{FIRST}\n\nCode: https://example.org/x\nSummary: {SECOND}\nLink: not a new record"
    papers, omissions = read_with(
        "records", f"Title: A long\n  title\nLink: u\nAbstract: {abstract}\n----\nTitle: B\nAbstract: x\n"
    )
    assert [(p.title, p.text) for p in papers] == [("A long title", abstract), ("B", "x")]
    assert papers[0].url == "u"
    assert omissions == []


def test_a_record_may_lack_the_key_that_others_begin_with(read_with):
    papers, _ = read_with(
        "records", "ID: 1\nTitle: A\nAbstract: We a.\n\nTitle: B\nAbstract: We b.\n\nID: 3\nAbstract: We c."
    )
    assert [(p.title, p.text) for p in papers] == [("A", "We a."), ("B", "We b."), ("", "We c.")]


def test_a_heading_before_the_records_is_reported(read_with):
    papers, omissions = read_with("records", f"KDD 2031\n\n{RECORDS}")
    assert len(papers) == 2
    assert omissions == [("1", "a line outside of any record: KDD 2031")]
