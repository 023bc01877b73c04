import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.readers.bylines import authors_of
from tests.readers.samples import FIRST, HOSTILE


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("Ann Lee, Bo Wu", ("Ann Lee", "Bo Wu")),
        ("Ann Lee; Bo Wu · Cy Day | D. E. Fay & Gus O'Hara", ("Ann Lee", "Bo Wu", "Cy Day", "D. E. Fay", "Gus O'Hara")),
        ("Ann Lee1,2, Bo Wu1∗, Cy Day†", ("Ann Lee", "Bo Wu", "Cy Day")),
        ("Ann Lee$^{1}$, Bo Wu$^{1,2}$", ("Ann Lee", "Bo Wu")),
        ("Ann Lee (MIT, CSAIL), Bo Wu [Google]", ("Ann Lee", "Bo Wu")),
        ("José García-López, J.-P. Serre", ("José García-López", "J.-P. Serre")),
        ("Ludwig van Beethoven Jr. and Ann Lee", ("Ludwig van Beethoven Jr.", "Ann Lee")),
        ("Ann Lee, Bo Wu, et al.", ("Ann Lee", "Bo Wu")),
        ("李明，王芳", ("李明", "王芳")),
        ("By Ann Lee", ("Ann Lee",)),
        ("Authors: Ann Lee, Bo Wu", ("Ann Lee", "Bo Wu")),
    ],
)
def test_lines_of_names_give_the_names(line, names):
    assert authors_of(line) == names


@pytest.mark.parametrize(
    "line",
    [
        "Ann Lee",
        "Attention, Please",
        "Graph Networks, Federated Learning",
        "BERT, GPT-4, and Other Models",
        "Ann Lee, Bo Wu prune heads",
        "Ann Lee, Bo Wu: A Story",
        "By pruning heads, we gain",
        "Learning to Rank, Learning to Prune",
        "Oral, Poster",
        "",
        FIRST,
        *HOSTILE,
    ],
)
def test_other_lines_give_none(line):
    assert authors_of(line) == ()


@given(st.text())
def test_no_text_is_too_strange(text):
    assert all(name.strip() for name in authors_of(text))
