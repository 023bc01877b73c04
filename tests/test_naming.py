import pytest

from kg.errors import NameNotFoundError
from kg.naming import find_concept, find_paper
from kg.records import Concept, Edge, Evidence, Paper
from kg.store import open_store


@pytest.fixture
def store(tmp_path):
    concepts = [
        Concept(id="differential-privacy", kind="Method", name="differential privacy", aliases=("DP",)),
        Concept(id="diffusion-policy", kind="Method", name="diffusion policy", aliases=("DP",), former_ids=("dp-2",)),
        Concept(id="large-language-model", kind="Model", name="large language models", aliases=("LLM", "LLMs")),
        Concept(id="llm", kind="Benchmark", name="LLM-Bench"),
    ]
    papers = [
        Paper(id="1", text="t", label="PRIMO"),
        Paper(id="2", text="u", label="PRIMO"),
        Paper(id="3", text="v", title="A Title"),
        Paper(id="4", text="We propose GraphMem.", title="Remembering Graphs: Large Language Models that Recall"),
        Paper(id="5", text="w", title="Remembering Graphs, Again", label="Remembering Graphs, Again"),
        Paper(id="6", text="We propose Gecko.", label="We propose lizards for large graphs and many…"),
    ]
    proposals = [("4", "graph-mem", "GraphMem"), ("5", "graph-walks", "graph walks"), ("6", "gecko", "Gecko")]
    concepts += [Concept(id=id_, kind="Method", name=name) for _, id_, name in proposals]
    concepts.append(Concept(id="graph-memory", kind="Method", name="graph memory", aliases=("GraphMemory", "GM")))
    proposals.append(("4", "graph-memory", "GM"))
    edges = [
        Edge(
            source=paper,
            type="PROPOSES",
            target=concept,
            kind="Method",
            evidence=(
                Evidence(
                    paper=paper, field="text", start=0, end=1, surface="W", sentence="W", sentence_start=0, said_by="x"
                ),
            ),
        )
        for paper, concept, _ in proposals
    ]
    with open_store(tmp_path / "g", create=True) as opened:
        opened.replace_graph([*concepts, *papers], edges)
        yield opened


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("differential-privacy", "differential-privacy"),
        ("Differential Privacy", "differential-privacy"),
        ("Large-Language Model", "large-language-model"),
        ("LLMs", "large-language-model"),
        ("llm", "llm"),
        ("dp-2", "diffusion-policy"),
    ],
)
def test_a_concept_answers_to_id_name_alias_and_their_spellings(store, name, found):
    assert find_concept(store, name).id == found


def test_an_ambiguous_name_lists_its_candidates(store):
    with pytest.raises(NameNotFoundError, match="2 concepts have this name; take an id") as caught:
        find_concept(store, "DP")
    assert caught.value.candidates == ("differential-privacy (Method)", "diffusion-policy (Method)")


def test_an_unknown_name_lists_the_nearest(store):
    with pytest.raises(NameNotFoundError, match="the nearest: differential-privacy"):
        find_concept(store, "diferential privacy")
    with pytest.raises(NameNotFoundError, match="nothing here is like it"):
        find_concept(store, "qqqqqqqq")


def test_a_paper_answers_to_id_title_and_label(store):
    assert find_paper(store, "3").id == find_paper(store, "a title").id == "3"
    assert find_paper(store, "remembering graphs large language model that recall".title()).id == "4"
    with pytest.raises(NameNotFoundError, match="2 papers"):
        find_paper(store, "primo")


@pytest.mark.parametrize("name", ["GraphMem", "graphmem", "GM", "GraphMemory"])
def test_a_titled_paper_answers_to_the_names_that_it_coins(store, name):
    assert find_paper(store, name).id == "4"


@pytest.mark.parametrize(
    ("name", "found"),
    [("Remembering Graphs: Large", "4"), ("remembering graph large language models", "4"), ("We propose liz", "6")],
)
def test_a_paper_answers_to_the_beginning_of_its_title_or_text_also_cut_within_a_word(store, name, found):
    assert find_paper(store, name).id == found


def test_a_beginning_of_several_titles_lists_them(store):
    with pytest.raises(NameNotFoundError, match=r"2 papers have this name; take an id: 4 .*; 5 "):
        find_paper(store, "remembering graphs")


@pytest.mark.parametrize("name", ["graph walks", "Remem", "graphs", "large language models"])
def test_a_paper_does_not_answer_to_other_words_that_it_proposes_or_that_stand_in_its_title(store, name):
    with pytest.raises(NameNotFoundError, match="no paper of this name"):
        find_paper(store, name)


def test_the_nearest_of_an_unknown_name_are_found_among_coined_names_too(store):
    with pytest.raises(NameNotFoundError, match="no paper of this name; the nearest: 4 "):
        find_paper(store, "GraphMen")


@pytest.mark.parametrize("find", [find_concept, find_paper])
@pytest.mark.parametrize("name", ["", "  "])
def test_an_empty_name_is_refused(store, find, name):
    with pytest.raises(NameNotFoundError, match="an empty name"):
        find(store, name)


def test_an_id_of_today_goes_before_the_same_one_of_an_earlier_build(tmp_path):
    today = Concept(id="plm", kind="Model", name="protein language model")
    moved = Concept(id="pretrained-language-model", kind="Model", name="pretrained", former_ids=("plm", "ptm"))
    with open_store(tmp_path / "g", create=True) as opened:
        opened.replace_graph([today, moved], [])
        assert find_concept(opened, "plm") == today
        assert find_concept(opened, "ptm") == moved


@pytest.mark.parametrize("find", [find_concept, find_paper])
def test_half_a_surrogate_pair_is_the_name_of_nothing(tmp_path, find):
    with open_store(tmp_path / "g", create=True) as opened, pytest.raises(NameNotFoundError):
        find(opened, "\udc80")
