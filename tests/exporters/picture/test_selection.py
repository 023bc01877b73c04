import pytest

from kg.errors import NameNotFoundError
from kg.exporters.picture.selection import Selection, select
from kg.graph import Graph, edges, make, nodes
from kg.records import Concept, Edge, Paper, ReportedResult


def _graph(papers: dict[str, str], *, links: tuple[tuple[str, str], ...] = ()) -> Graph:
    """Papers by name with the concepts they use, one letter each."""
    names = sorted({letter for letters in papers.values() for letter in letters} | {n for link in links for n in link})
    concepts = [Concept(id=name, kind="Model", name=name) for name in names]
    uses = [Edge(source=p, type="USES", target=letter) for p, letters in papers.items() for letter in letters]
    variants = [Edge(source=a, type="VARIANT_OF", target=b, rule="r") for a, b in links]
    return make([*concepts, *(Paper(id=p, text=p, label=p) for p in papers)], [*uses, *variants])


def _names(selection: Selection) -> str:
    return " ".join(key.partition(":")[2] for key in selection.nodes)


def test_a_small_graph_is_shown_whole() -> None:
    selection = select(_graph({"p1": "ab", "p2": "b"}), around=None, max_nodes=4)
    assert _names(selection) == "a b p1 p2"
    assert len(selection.edges) == 3


def test_above_the_limit_the_shared_concepts_and_the_papers_that_name_most_of_them_are_kept() -> None:
    selection = select(_graph({"p1": "abxyz", "p2": "ab", "p3": "a", "p4": "q"}), around=None, max_nodes=4)
    assert _names(selection) == "a b p1 p2"
    assert (selection.n_papers, selection.n_concepts) == (4, 6)


def test_families_that_no_paper_names_are_counted_apart_from_concepts() -> None:
    graph = _graph({"p1": "ab"})
    family = Concept(id="f", kind="Model", name="f", mentioned=False)
    graph = make([*nodes(graph), family], [*edges(graph), Edge(source="a", type="VARIANT_OF", target="f", rule="r")])
    selection = select(graph, around=None, max_nodes=2)
    assert (selection.n_papers, selection.n_concepts, selection.n_families) == (1, 2, 1)


def test_places_that_papers_do_not_need_go_to_concepts() -> None:
    selection = select(_graph({"p1": "abcdef"}), around=None, max_nodes=6)
    assert _names(selection) == "a b c d e p1"


def test_equal_rank_is_decided_by_key_so_that_the_choice_does_not_flicker() -> None:
    graph = _graph({"p1": "ab", "p2": "cd"})
    assert _names(select(graph, around=None, max_nodes=3)) == "a b p1"


def test_around_a_concept_are_its_papers_and_what_these_name() -> None:
    graph = _graph({"p1": "ab", "p2": "ac", "p3": "cd"})
    assert _names(select(graph, around="concept:a", max_nodes=100)) == "a b c p1 p2"


def test_around_a_paper_are_its_concepts() -> None:
    graph = _graph({"p1": "ab", "p2": "ac"})
    assert _names(select(graph, around="paper:p1", max_nodes=100)) == "a b p1"


def test_around_a_family_that_no_paper_names_are_its_members_and_their_papers() -> None:
    graph = _graph({"p1": "ab", "p2": "c"}, links=(("a", "f"),))
    assert _names(select(graph, around="concept:f", max_nodes=100)) == "a b f p1"


@pytest.mark.parametrize("max_nodes", [1, 2, 3])
def test_the_center_stays_however_few_nodes_are_wanted(max_nodes: int) -> None:
    graph = _graph({"p1": "zab", "p2": "ab", "p3": "ab"})
    for center in ("concept:z", "paper:p1"):
        selection = select(graph, around=center, max_nodes=max_nodes)
        assert center in selection.nodes
        assert len(selection.nodes) == max_nodes


def test_what_is_left_out_is_counted_at_each_node() -> None:
    selection = select(_graph({"p1": "ab", "p2": "ab", "p3": "a"}), around=None, max_nodes=2)
    assert _names(selection) == "a p1"
    assert selection.n_links_by_key == {"concept:a": 3, "paper:p1": 2}


def test_results_come_with_their_paper_and_links_to_what_is_shown_alone() -> None:
    graph = _graph({"p1": "ab", "p2": "a"})
    result = ReportedResult(id="r", paper="p2", value="1", metric="m")
    graph.update(make([result], []))
    graph.add_edge("paper:p2", "result:r", key="REPORTS", record=Edge(source="p2", type="REPORTS", target="r"))
    graph.add_edge("result:r", "concept:b", key="BY", record=Edge(source="r", type="BY", target="b"))
    whole = select(graph, around=None, max_nodes=100)
    assert [r.id for r in whole.results] == ["r"]
    assert {e.type for e in whole.edges} == {"USES", "REPORTS", "BY"}
    without_b = select(graph, around="paper:p2", max_nodes=100)
    assert {e.type for e in without_b.edges} == {"USES", "REPORTS"}
    assert select(graph, around="paper:p1", max_nodes=100).results == ()


@pytest.mark.parametrize("center", ["concept:zebra", "zebra", "", "result:r"])
def test_an_unknown_center_is_refused(center: str) -> None:
    with pytest.raises(NameNotFoundError, match="not in this graph"):
        select(_graph({"p1": "a"}), around=center, max_nodes=10)
