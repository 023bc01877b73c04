import pytest

from kg.assembly import assemble
from kg.errors import NameNotFoundError
from kg.graph import edges, nodes
from kg.identity import decisions_of, merges, undecided, why
from kg.resolution import resolve
from kg.store import open_store
from tests.resolution.corpora import entity, paper

PAPERS = [
    paper("a", entity("Model", "large language models", "LLMs"), entity("Model", "Llama-3-8B")),
    paper("b", entity("Model", "LLM"), entity("Model", "Llama 3"), entity("Dataset", "CIFAR-10")),
    paper("c", entity("Model", "Large Language Models"), entity("Dataset", "CIFAR-100")),
    paper("d", entity("Method", "differential privacy", "DP"), entity("Task", "federated learning")),
    paper("e", entity("Method", "diffusion policy", "DP"), entity("Task", "personalized federated learning")),
    paper("f", entity("Method", "DP"), text="DP is nice"),
]


@pytest.fixture
def folder(tmp_path):
    resolution = resolve(PAPERS)
    graph = assemble(PAPERS, resolution)
    with open_store(tmp_path / "g", create=True) as store:
        store.replace_graph(nodes(graph), edges(graph), decisions=decisions_of(resolution))
    return tmp_path / "g"


def test_the_store_keeps_every_merge_and_every_open_choice(folder):
    resolution = resolve(PAPERS)
    assert merges(folder) == list(resolution.merges)
    assert undecided(folder) == list(resolution.undecided)


def test_two_names_of_one_concept_are_told_with_the_chain_between_them(folder):
    answer = why(folder, "LLM", "Large Language Models")
    assert answer.one
    assert answer.left == answer.right == "large-language-model"
    assert any("acronym" in reason for reason in answer.reasons)


@pytest.mark.parametrize(
    ("left", "right", "reason"),
    [
        ("Llama-3-8B", "Llama 3", "is a variant of"),
        ("federated learning", "personalized federated learning", "is a special case of"),
        ("dp", "differential privacy", "may stand for"),
        ("CIFAR-10", "CIFAR-100", "differ after normalization"),
    ],
)
def test_two_concepts_are_told_with_what_keeps_them_apart(folder, left, right, reason):
    answer = why(folder, left, right)
    assert not answer.one
    assert any(reason in each for each in answer.reasons), answer.reasons


def test_an_unknown_name_is_refused_with_the_nearest(folder):
    with pytest.raises(NameNotFoundError):
        why(folder, "LLM", "no such thing")
