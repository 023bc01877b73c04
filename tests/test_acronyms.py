import pytest

from kg.acronyms import definitions, is_short_form, long_form, match_long_form, stands_for


@pytest.mark.parametrize("text", ["FL", "LLMs", "V2A", "FeMAM", "R2", "SDPO"])
def test_capitals_or_a_capital_with_a_digit_make_a_short_form(text):
    assert is_short_form(text)


@pytest.mark.parametrize("text", ["1", "(1)", "i.e.", "Smith", "the", "A", "Smith et al", "EVERYTHINGINCAPITALS", ""])
def test_numbers_citations_and_words_are_no_short_forms(text):
    assert not is_short_form(text)


def test_letters_are_found_from_the_right_and_the_first_begins_a_word():
    text = "we study heterogeneous federated learning"
    assert text[match_long_form("FL", text) :] == "federated learning"
    assert match_long_form("XQ", text) == -1


def test_the_plural_s_of_a_short_form_is_no_letter_of_it():
    assert match_long_form("VAEs", "variational autoencoder") == 0


def test_the_long_form_is_the_longest_candidate_that_fits():
    candidates = ["FL", "federated learning", "personalization", "fl"]
    assert long_form(candidates, "FL") == "federated learning"
    assert long_form(candidates, "personalization") == ""


def test_a_text_that_changes_its_length_in_lower_case_is_left_alone():
    assert match_long_form("IS", "İstanbul Search") == -1


def test_a_digit_may_be_spoken():
    assert match_long_form("V2A", "video to audio") == 0
    assert match_long_form("K2A", "video to audio") == -1


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
        ("ADNI", "Alzheimer's Disease Neuroimaging Initiative"),
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
