import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.resolution import resolve
from kg.resolution.variants import families
from tests.resolution.corpora import entity, paper

BASES = ("Llama", "GPT", "Qwen", "CIFAR", "ImageNet", "ResNet", "BERT", "Claude", "Gemma", "MATH", "Phi")
PARTS = st.one_of(
    st.integers(1, 500).map(str),
    st.tuples(st.integers(1, 9), st.integers(0, 9)).map(lambda v: f"{v[0]}.{v[1]}"),
    st.sampled_from(
        ["7B", "70B", "1.5B", "8x7B", "1k", "21K", "base", "large", "mini", "turbo", "Instruct", "VL", "A"]
    ),
)


@st.composite
def versions(draw):
    """Return two names of one family that differ in version, size or variant."""
    base = draw(st.sampled_from(BASES))
    left, right = draw(st.lists(st.lists(PARTS, max_size=3).map(tuple), min_size=2, max_size=2, unique=True))
    return ["-".join((base, *parts)) for parts in (left, right)]


@settings(deadline=None, max_examples=60)
@given(versions())
def test_versions_sizes_and_variants_never_merge(names):
    left, right = (paper(f"p{number}", entity("Model", name)) for number, name in enumerate(names))
    resolution = resolve([left, right])
    assert resolution.concept_of["p0", 0] != resolution.concept_of["p1", 0]


@settings(deadline=None, max_examples=60)
@given(
    versions(),
    st.sampled_from([str.upper, str.lower, lambda n: n.replace("-", " "), lambda n: n.replace("-", "\u2011")]),
)
def test_a_version_merges_with_its_other_spelling(names, respell):
    name = names[0]
    resolution = resolve([paper("p", entity("Model", name)), paper("q", entity("Model", respell(name)))])
    assert resolution.concept_of["p", 0] == resolution.concept_of["q", 0]


@pytest.mark.parametrize(
    "name", ["F1", "T5", "3D", "self-attention", "Chain-of-Thought", "C++", "R2", "k-means", "A/B"]
)
def test_a_name_that_is_no_version_has_no_family(name):
    assert families(name) == ()


def test_a_family_that_no_paper_names_is_made_and_not_counted():
    resolution = resolve([paper("p", entity("Model", "Llama-3-8B"))])
    made = {concept.id: concept for concept in resolution.concepts}
    assert [(e.source, e.type, e.target) for e in resolution.links] == [
        ("llama-3", "VARIANT_OF", "llama"),
        ("llama-3-8b", "VARIANT_OF", "llama-3"),
    ]
    assert not made["llama"].mentioned
    assert not made["llama"].kind_votes
    assert made["llama-3-8b"].mentioned
