import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.readers.fields import text_id, to_paper
from tests.readers.samples import FIRST, HOSTILE


def _read(**record):
    omissions = []
    return to_paper(record, "7", omissions.append), [o.reason for o in omissions]


def test_key_wins_over_id_and_an_empty_one_counts_as_absent():
    assert _read(id="i", key="k", abstract="We.")[0].id == "k"
    assert _read(id="i", key=" ", abstract="We.")[0].id == "i"
    assert _read(id=None, key="", abstract="We.")[0].id == text_id("We.")


def test_abstract_wins_over_text_and_summary():
    assert _read(summary="s", text="t", abstract="a")[0].text == "a"
    assert _read(summary="s", text="t", abstract="")[0].text == "t"
    assert _read(summary="s")[0].text == "s"


def test_a_whole_number_is_an_id_also_zero():
    assert [_read(id=n, abstract="We.")[0].id for n in (0, 17)] == ["0", "17"]


@pytest.mark.parametrize("value", [True, 1.5, ["a"], {"a": 1}])
def test_other_values_are_no_ids(value):
    paper, [reason] = _read(id=value, abstract="We.")
    assert paper is None
    assert reason.endswith("it must be a string or a whole number")


@pytest.mark.parametrize(
    "value", ["NOT_FOUND", "not found", "N/A", "nan", "None", "-", "No abstract available.", "[Not available]"]
)
def test_words_for_a_missing_abstract_are_none(value):
    paper, [reason] = _read(abstract=value)
    assert paper is None
    assert reason == f"no abstract, but {value!r}"


@pytest.mark.parametrize(
    ("authors", "expected"),
    [
        (["Ann Lee", " Bo  Wu "], ("Ann Lee", "Bo Wu")),
        (
            [{"name": "Ann Lee"}, {"given": "Bo", "family": "Wu"}, {"firstName": "", "lastName": "Day"}],
            ("Ann Lee", "Bo Wu", "Day"),
        ),
        ("Ann Lee and Bo Wu; Cy Day", ("Ann Lee and Bo Wu", "Cy Day")),
        ("Lee, Ann and Wu, Bo", ("Lee, Ann", "Wu, Bo")),
        ("Ann Lee, Bo Wu and Cy Day", ("Ann Lee", "Bo Wu", "Cy Day")),
        ("C. Bal\\'azs, E. L. Berger, C.-P. Yuan", ("C. Bal\\'azs", "E. L. Berger", "C.-P. Yuan")),
        ("李明；王芳", ("李明", "王芳")),
        ("Anderson", ("Anderson",)),
    ],
)
def test_authors_are_listed_in_many_ways(authors, expected):
    assert _read(abstract="We.", authors=authors)[0].authors == expected


@pytest.mark.parametrize(
    ("year", "expected"),
    [(2031, 2031), ("2031", 2031), ("May 2031", 2031), (2031.0, 2031), ({"date-parts": [["2031", 5]]}, 2031)],
)
def test_years_are_found_in_dates(year, expected):
    assert _read(abstract="We.", year=year)[0].year == expected


@pytest.mark.parametrize(
    ("field", "value"), [("year", "in press"), ("venue", {"x": 1}), ("authors", 5), ("keywords", True), ("url", 7)]
)
def test_a_detail_that_can_not_be_read_is_reported_and_the_paper_kept(field, value):
    paper, [reason] = _read(abstract="We.", **{field: value})
    assert paper.text == "We."
    assert not getattr(paper, field)
    assert reason == f"paper kept without its {field}, which is {value!r}"


@pytest.mark.parametrize("bad", ["\x00", "\x1f", "\ud800", "\udce9"])  # noqa: PT014  # ruff takes all surrogates for one
@pytest.mark.parametrize("field", ["id", "title", "abstract", "venue", "url", "authors", "keywords"])
def test_characters_that_can_not_be_stored_are_refused_in_every_field(field, bad):
    record = {"abstract": "We.", field: [bad] if field in {"authors", "keywords"} else f"{bad}x{bad}"}
    paper, [reason] = _read(**record)
    assert paper is None
    assert " holds " in reason
    reason.encode()


def test_a_field_of_nothing_but_a_unit_separator_is_no_absent_one():
    assert _read(abstract="We.", title="\x1f")[0] is None


def test_fields_of_no_interest_may_hold_anything():
    assert _read(abstract="We.", note="\x00\x1f", bib={"x": ["\ud800"]})[0].text == "We."


@pytest.mark.parametrize("text", HOSTILE)
def test_text_is_kept_letter_for_letter_and_titles_in_one_line(text):
    paper, reasons = _read(abstract=f"We {text}\n\tgo. ", title=f"{text}\n  T")
    assert paper.text == f"We {text}\n\tgo."
    assert paper.title == " ".join(f"{text} T".split())
    assert reasons == []


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)


@given(
    st.dictionaries(
        st.sampled_from(["key", "id", "title", "year", "authors", "venue", "url", "keywords", "issued"]), _json
    )
)
def test_no_json_value_crashes_and_what_is_read_can_be_stored(record):
    paper, reasons = _read(abstract=FIRST, **record)
    assert (paper is None) <= bool(reasons)
    if paper is not None:
        assert paper.id
        for value in (paper.id, paper.title, paper.venue, paper.url, *paper.authors, *paper.keywords):
            assert "\x00" not in value
            assert "\x1f" not in value
            value.encode()


def test_a_whole_paper_is_no_abstract():
    paper, [reason] = _read(abstract="We prune. " * 10_001)
    assert paper is None
    assert reason == "the abstract has 100,010 characters; at most 100,000 are read: is it a whole paper or list?"
    assert _read(abstract="We prune. " * 10_000)[0] is not None
