import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.text import digest, fold, plain, printable


@pytest.mark.parametrize(
    ("surface", "shown"),
    [
        (r"\emph{Federated Multi-level Additive Modeling}", "Federated Multi-level Additive Modeling"),
        (r"\textbf{\emph{X}}", "X"),
        (r"$\tau$-leaping", "τ-leaping"),
        (r"\textbf{m}ulti-agent", "multi-agent"),
        ("**NCP-Bench**", "NCP-Bench"),
        ("*Narrative Commitment Preservation*", "Narrative Commitment Preservation"),
        (r"$\epsilon$-greedy", "ε-greedy"),
        (r"R\&D", "R&D"),
        ("snake_case_name", "snake_case_name"),
        ("A*", "A*"),
        ("C++", "C++"),
        ("$$", "$$"),
    ],
)
def test_markup_is_taken_off_and_nothing_else(surface, shown):
    assert plain(surface) == shown


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Large Language Models", "large language model"),
        ("self-attention", "self attention"),
        ("Vision–Language Model", "vision-language models"),
        ("GANs", "GAN"),
        (r"\emph{BERT}", "BERT"),
        ("ﬁne-tuning", "fine-tuning"),
    ],
)
def test_spellings_of_one_name_agree(one, other):
    assert fold(one) == fold(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("CIFAR-10", "CIFAR-100"),
        ("GPT-3", "GPT-4"),
        ("C", "C++"),
        ("C++", "C#"),
        ("GLUE", "SuperGLUE"),
        ("supervised learning", "unsupervised learning"),
        ("ImageNet-A", "ImageNet-R"),
        ("LAS", "LA"),
        ("F1", "F2"),
    ],
)
def test_names_of_two_things_stay_apart(one, other):
    assert fold(one) != fold(other)


@given(st.text())
def test_folding_twice_is_folding_once_and_never_empty_for_a_name(name):
    assert fold(fold(name)) == fold(name) or not name.strip()


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_printable_text_has_no_control_characters_but_tab_and_newline(text):
    assert all(unicodedata.category(c) != "Cc" or c in "\t\n" for c in printable(text))


def test_a_digest_does_not_depend_on_the_machine_and_takes_surrogates():
    assert digest("abc") == "ba7816bf8f01"
    assert digest("\ud800") != digest("\ud801")
