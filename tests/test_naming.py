import pytest

from kg.errors import NameNotFoundError
from kg.naming import find_concept, find_paper
from kg.records import Concept, Paper
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
    ]
    with open_store(tmp_path / "g", create=True) as opened:
        opened.replace_graph([*concepts, *papers], [])
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
    with pytest.raises(NameNotFoundError, match="2 papers"):
        find_paper(store, "primo")
