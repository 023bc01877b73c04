import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.resolution.normal_forms import american, clean, key, normal_form

ONE = [
    ("self attention", "self-attention", "Self\u2011Attention", "selfattention"),
    ("fine-tuning", "finetuning", "fine tuning", "Fine\u2013Tuning"),
    ("large language models", "Large Language Model", "large language models (LLMs)"),
    (r"\textbf{m}ulti-agent", "multi-agent", "multiagent", "Multi-Agent"),
    ("personalisation", "personalization"),
    ("optimiser", "optimizers"),
    ("behavioural cloning", "behavioral cloning"),
    (r"$\beta$-VAE", "β-VAE", "beta-VAE"),
    ("confusion matrices", "confusion matrix"),
    ("Fréchet distance", "Frechet distance", r"Fr\'echet distance"),
    ("LLM-based agents", "LLM agents"),
    ("key-value (KV) cache", "key-value cache"),
    ("CIFAR-10", "CIFAR10", "cifar 10"),
    ("“a” test", '"a" test', "a test"),
    ("R$^2$", "R²", "R2"),
    ("accu- racy", "accuracy"),
    ("compression ratios", "compression ratio"),
    ("benchmark videos", "benchmark video"),
    ("diffusion-based models", "diffusion model"),
    ("ﬁltering", "filtering"),
]

TWO = [
    ("CIFAR-10", "CIFAR-100"),
    ("GPT-3", "GPT-4"),
    ("GPT-4", "GPT-4o"),
    ("Llama 2 7B", "Llama 27B"),
    ("C", "C++"),
    ("C++", "C#"),
    ("supervised learning", "unsupervised learning"),
    ("ImageNet-A", "ImageNet-R"),
    ("GLUE", "SuperGLUE"),
    ("GAN", "CGAN"),
    ("pass@1", "pass@10"),
    ("pre-training", "post-training"),
    ("LPIPS", "LIP"),
    ("noise", "nose"),
    ("A*", "A"),
    ("RRT*", "RRT"),
    ("SAVeS", "SAVe"),
    ("LLM-based evaluation", "LLM evaluation"),
    ("math models", "mathematical models"),
]


@pytest.mark.parametrize("spellings", ONE, ids=lambda spellings: spellings[0])
def test_spellings_of_one_name_have_one_key(spellings):
    assert len({key(spelling) for spelling in spellings}) == 1


@pytest.mark.parametrize(("left", "right"), TWO)
def test_names_of_two_things_have_two_keys(left, right):
    assert key(left) != key(right)


def test_a_hyphen_before_and_stays():
    assert clean("pre- and post-training") == "pre- and post-training"


@pytest.mark.parametrize("word", ["noise", "exercises", "supervised", "pairwise", "precise", "promising", "revised"])
def test_a_word_that_only_looks_british_stays(word):
    assert american(word) == word


@settings(deadline=None)
@given(st.text(min_size=1))
def test_any_text_has_a_clean_form_in_one_line_and_a_normal_form_without_capitals(name):
    assert clean(name) == " ".join(clean(name).split()) != ""
    assert normal_form(name) == normal_form(name).casefold() or not normal_form(name).isascii()


@pytest.mark.parametrize(
    "name", ["C++", "Crohn's", '"a"', "</script>", "`", "[x]", "%zz", "🤗", "שלום", "a\nb", "}) DETACH DELETE n //"]
)
def test_awkward_names_keep_something(name):
    assert normal_form(name).strip()
