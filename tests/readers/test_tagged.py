import pytest

from kg.errors import ReadError
from tests.readers.samples import FIRST, HOSTILE, MEDLINE, RIS, SECOND, WEB_OF_SCIENCE


@pytest.mark.parametrize(
    ("sample", "texts"),
    [(RIS, (FIRST, SECOND)), (MEDLINE, (FIRST, SECOND)), (WEB_OF_SCIENCE, (FIRST, SECOND))],
    ids=["ris", "medline", "wos"],
)
def test_each_dialect_gives_the_papers_with_wrapped_lines_joined(read_with, sample, texts):
    papers, omissions = read_with("ris", sample)
    assert [(p.id, p.title) for p in papers] == [("q1", "QuietPrune"), ("q2", "WebMemo")]
    assert tuple(" ".join(p.text.split()) for p in papers) == texts
    assert papers[0].text == texts[0]
    assert papers[0].authors == ("Lee, Ann", "Wu, Bo")
    assert papers[0].year == 2031
    assert omissions == []


def test_fields_come_from_the_tags_that_each_dialect_has_for_them(read_with):
    papers = [read_with("ris", sample)[0][0] for sample in (RIS, MEDLINE, WEB_OF_SCIENCE)]
    assert [(p.venue, p.url, p.keywords) for p in papers] == [
        ("ICML", "https://example.org/1", ("pruning", "heads")),
        ("Pruning", "", ("heads",)),
        ("PRUNING", "", ("heads", "web agents", "GPU")),
    ]


def test_records_are_placed_by_their_first_line(read_with):
    assert [p.source for p in read_with("ris", RIS)[0]] == ["1", "16"]
    assert [read_with("ris", sample)[0][0].source for sample in (MEDLINE, WEB_OF_SCIENCE)] == ["1", "3"]


def test_an_abstract_may_have_paragraphs_and_lines_that_look_like_tags_of_other_forms(read_with):
    text = f"{FIRST}\n\nER is a diagram; AB a test.\nAB - is no tag here\nGPT - neither"
    record = f"TY  - JOUR\nAB  - {text}\nAB  - {SECOND}\nER  - \n".replace("AB - is", "A B - is")
    [paper], _ = read_with("ris", record)
    assert paper.text == f"{text}\n\n{SECOND}".replace("AB - is", "A B - is")


def test_in_web_of_sciences_form_only_known_tags_begin_a_field(read_with):
    [paper], _ = read_with("ris", f"PT J\nAB {FIRST}\nQA systems gain.\nX1 neither\nER\n")
    assert paper.text == f"{FIRST}\nQA systems gain.\nX1 neither"


def test_a_record_ends_where_the_next_begins_or_the_file_ends(read_with):
    papers, _ = read_with("ris", f"TY  - JOUR\nAB  - {FIRST}\nTY  - JOUR\nAB  - {SECOND}")
    assert [p.text for p in papers] == [FIRST, SECOND]


def test_a_record_without_abstract_and_lines_outside_of_records_are_reported(read_with):
    content = f"TY  - JOUR\nTI  - A\nER  - \nstray words\n\n3.\nTY  - JOUR\nAB  - {FIRST}\nER  - \n"
    papers, omissions = read_with("ris", content)
    assert [p.text for p in papers] == [FIRST]
    assert omissions == [
        ("1", "no abstract; a paper needs one (as 'abstract', 'text' or 'summary')"),
        ("4", "a line outside of any record: stray words"),
    ]


@pytest.mark.parametrize("text", [t for t in HOSTILE if "\x01" not in t])
def test_text_comes_through_as_it_stands(read_with, text):
    [paper], _ = read_with("ris", f"TY  - JOUR\nTI  - {text}\nAB  - We read {text}.\nER  - \n")
    assert (paper.title, paper.text) == (" ".join(text.split()), f"We read {text}.")


def test_another_form_is_refused_in_one_line(read_with):
    with pytest.raises(ReadError, match=r"list: no RIS, \.nbib or Web of Science file; .* begins like `TY  - JOUR`"):
        read_with("ris", FIRST)
