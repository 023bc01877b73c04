from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from kg.readers.duplicates import distinct
from kg.readers.fields import text_id
from kg.records import Paper
from kg.text import digest


def _paper(id_, text, source="list:1", **fields):
    return Paper(id=id_ or text_id(text), text=text, source=source, **fields)


def _suffix(text):
    return "-" + digest(" ".join(text.split()), length=16)


def _distinct(*papers):
    omissions = []
    return list(distinct(papers, omissions.append)), [(o.where, o.reason) for o in omissions]


def test_same_id_and_same_text_is_one_paper_reported():
    papers, omissions = _distinct(_paper("a", "We  prune.", "x:10"), _paper("a", "We prune.\n", "x:9"))
    assert [(p.id, p.source) for p in papers] == [("a", "x:9")]
    assert omissions == [("x:10", "same paper as x:9")]


def test_of_one_paper_the_record_that_says_most_stays():
    papers, _ = _distinct(_paper("a", "We.", "x:1"), _paper("a", "We.", "y:1", title="T", year=2031))
    assert [(p.title, p.source) for p in papers] == [("T", "y:1")]


def test_one_id_for_two_texts_gets_their_hashes_and_both_are_reported():
    papers, omissions = _distinct(
        _paper("a", "We prune.", "x:1"), _paper("a", "We browse.", "y:1"), _paper("b", "We.", "z:1")
    )
    suffixes = [_suffix(text) for text in ("We prune.", "We browse.")]
    assert [p.id for p in papers] == [f"a{suffixes[0]}", f"a{suffixes[1]}", "b"]
    assert [where for where, _ in omissions] == ["x:1", "y:1"]
    assert omissions[0][1] == f"kept as a{suffixes[0]}: other abstracts have the id a too"


def test_an_abstract_without_id_in_two_lists_is_one_paper():
    papers, omissions = _distinct(_paper("", "We prune.", "x:1"), _paper("", "We\nprune.", "y:1"))
    assert [p.id for p in papers] == [text_id("We prune.")]
    assert omissions == [("y:1", "same paper as x:1")]


def test_an_abstract_without_id_is_the_paper_that_has_it_under_an_id():
    papers, omissions = _distinct(_paper("", "We prune.", "x:1"), _paper("a", "We prune.", "y:1"))
    assert [p.id for p in papers] == ["a"]
    assert omissions == [("x:1", "same abstract as paper a")]


def test_different_ids_with_one_text_stay_two_papers():
    assert [p.id for p in _distinct(_paper("a", "We."), _paper("b", "We."))[0]] == ["a", "b"]


def test_an_id_that_looks_like_a_suffix_is_told_apart_as_well():
    suffix = _suffix("We prune.")
    papers, _ = _distinct(_paper("a", "We prune."), _paper("a", "We browse."), _paper(f"a{suffix}", "We trick."))
    assert len({p.id for p in papers}) == 3


def test_line_9_comes_before_line_10():
    papers, _ = _distinct(*(_paper(str(n), f"We {n}.", f"list:{n}") for n in (10, 9, 100, 1)))
    assert [p.source for p in papers] == ["list:1", "list:9", "list:10", "list:100"]


_TEXTS = ("We a.", "We  a.", "We b.", "We c.", "We a. ")
_IDS = ("", "a", "b", "p", *(f"a{_suffix(text)}" for text in _TEXTS), f"a{_suffix('We a.') * 2}")


def _lists(ids):
    paper = st.builds(
        _paper,
        st.sampled_from(ids),
        st.sampled_from(_TEXTS),
        st.sampled_from(["x:1", "x:2", "x:10", "y:record 1"]),
        title=st.sampled_from(["", "T"]),
    )
    return st.lists(paper, max_size=8)


_papers = _lists(_IDS)


@given(_papers.flatmap(lambda papers: st.tuples(st.just(papers), st.permutations(papers))))
def test_the_order_of_papers_changes_nothing(orders):
    one, other = (_distinct(*papers) for papers in orders)
    assert one[0] == other[0]
    assert sorted(one[1]) == sorted(other[1])


@given(_papers)
def test_ids_are_distinct_and_every_paper_is_kept_or_reported(papers):
    kept, omissions = _distinct(*papers)
    assert len({p.id for p in kept}) == len(kept)
    assert len([reason for _, reason in omissions if reason.startswith("same")]) == len(papers) - len(kept)
    assert {text_id(p.text) for p in kept} == {text_id(p.text) for p in papers}


@given(_lists(_IDS[:4]))
def test_its_own_result_is_left_as_it_is(papers):
    kept, _ = _distinct(*papers)
    assert [replace(p, label="") for p in _distinct(*kept)[0]] == kept
