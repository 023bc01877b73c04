import pytest

from kg.resolution.acronyms import definitions, long_form, stands_for


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("LLMs", "Large Language Models"),
        ("LoRA", "low-rank adaptation"),
        ("RLHF", "reinforcement learning from human feedback"),
        ("MoE", "mixture-of-experts"),
        ("CLIP", "Contrastive Language-Image Pre-training"),
        ("VAE", "variational autoencoder"),
        ("DiT", "Diffusion Transformer"),
        ("STAR", "Spatio-Temporal stAte compRession"),
        ("SSL", "semi-supervised learning"),
    ],
)
def test_an_acronym_stands_for_its_words(short, long):
    assert stands_for(short, long)


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("LM", "large language model"),
        ("RL", "deep reinforcement learning"),
        ("LLMs", "video large language models"),
        ("1", "one thing"),
        ("", "nothing"),
        ("GAN", "GAN"),
    ],
)
def test_an_acronym_does_not_stand_for_a_special_case_of_its_words(short, long):
    assert not stands_for(short, long)


def test_a_text_defines_in_brackets_with_hyphened_first_words():
    text = "We study self-supervised learning (SSL), in-context learning (ICL; see below) and f(x) (1) (Smith, 2020)."
    assert dict(definitions(text)) == {"SSL": "self-supervised learning", "ICL": "in-context learning"}


def test_the_fullest_long_form_is_taken():
    assert long_form(["RL", "reinforcement learning", "deep RL"], "RL") == "reinforcement learning"
