"""Grouping: long forms with their short forms, variants together, versions apart."""

import numpy as np
import pytest

from kg.extraction.neural.grouping import group_surfaces


def _groups(
    surfaces: list[str],
    text: str = "",
    likeness: dict[tuple[int, int], float] | None = None,
    definitions: list[tuple[str, str]] | None = None,
) -> list[list[str]]:
    table = np.zeros((len(surfaces), len(surfaces)), np.float32)
    for (one, other), share in (likeness or {}).items():
        table[one, other] = table[other, one] = share
    return [[surfaces[i] for i in group] for group in group_surfaces(surfaces, text, table, definitions or [])]


def test_long_form_and_acronym_are_one() -> None:
    assert _groups(["large language models", "LLMs", "LLM"]) == [["large language models", "LLMs", "LLM"]]


def test_versions_and_sizes_stay_apart() -> None:
    names = ["CIFAR-10", "CIFAR-100", "GPT-3", "GPT-4", "Llama-2-7B", "Llama-3-8B", "GLUE", "SuperGLUE", "GAN", "CGAN"]
    assert _groups(names) == [[name] for name in names]


def test_case_hyphen_and_plural_variants_are_one() -> None:
    assert len(_groups(["Graph neural network", "graph neural networks", "Graph-Neural Networks"])) == 1


def test_a_bracket_inside_a_name_is_the_same_name_without_it() -> None:
    names = ["click-through rate (CTR) prediction", "CTR prediction", "click-through rate", "CTR"]
    assert _groups(names, definitions=[("click-through rate", "CTR")]) == [names[:2], names[2:]]


def test_letters_scattered_over_words_make_no_acronym() -> None:
    names = ["LLMs", "lexical matching", "Lloyd-Max"]
    assert _groups(names) == [[name] for name in names]


def test_a_short_form_that_the_text_defines_means_nothing_else() -> None:
    names = ["SGD", "stochastic gradient descent", "sharp gap detection"]
    assert _groups(names, definitions=[("sharp gap detection", "SGD")]) == [["SGD", names[2]], [names[1]]]


def test_what_the_model_finds_alike_is_one() -> None:
    names = ["hallucination detection", "detecting hallucinations", "accuracy"]
    assert _groups(names, likeness={(0, 1): 0.97, (0, 2): 0.2}) == [names[:2], names[2:]]


def test_a_bracket_makes_up_for_a_faint_likeness() -> None:
    text = "Cross-lingual Analysis of Divergences (X-PARADE) is new."
    names = ["Cross-lingual Analysis of Divergences", "X-PARADE"]
    assert len(_groups(names, text, {(0, 1): 0.7})) == 1
    assert len(_groups(names, "", {(0, 1): 0.7})) == 2


def test_a_word_that_abbreviates_several_of_the_other_name_joins_both() -> None:
    assert _groups(["LLM agents", "Large language model agents"]) == [["LLM agents", "Large language model agents"]]
    assert len(_groups(["Urdu ASR", "Urdu Automatic Speech Recognition"])) == 1
    assert len(_groups(["deep RL", "deep reinforcement learning", "RL"])) == 2
    assert len(_groups(["LLM agents", "large language model routing"])) == 2


def test_a_variant_with_a_sign_is_no_short_form() -> None:
    names = ["MCQA+", "MCQA", "multiple choice question answering"]
    assert _groups(names) == [["MCQA+"], ["MCQA", "multiple choice question answering"]]


@pytest.mark.parametrize(
    "text",
    [
        "key sharing (QX) helps",
        r"\emph{key sharing} (\textbf{QX}) helps",
        "**key sharing** [**QX**] helps",
        "QX (key sharing) helps",
        'key sharing, ("QX") helps',
        "key sharing is old; key sharing  ( $QX$ ) is new",
    ],
)
def test_names_that_brackets_join_are_one_if_they_are_somewhat_alike(text: str) -> None:
    assert len(_groups(["key sharing", "QX"], text, {(0, 1): 0.7})) == 1
    assert len(_groups(["key sharing", "QX"], text, {(0, 1): 0.5})) == 2


@pytest.mark.parametrize(
    "text", ["key sharing and (QX)", "key sharing (like QX)", "key sharing QX", "(key sharing) QX"]
)
def test_names_apart_from_brackets_need_to_be_more_alike(text: str) -> None:
    assert len(_groups(["key sharing", "QX"], text, {(0, 1): 0.7})) == 2


def test_a_name_in_brackets_may_begin_with_markup_itself() -> None:
    assert len(_groups(["key sharing", "$Q$X"], "key sharing ($Q$X)", {(0, 1): 0.7})) == 1


def test_an_example_in_brackets_is_not_another_name() -> None:
    assert len(_groups(["LLM", "Llama-3"], "an LLM (Llama-3) fails", {(0, 1): 0.99})) == 2
    assert len(_groups(["3D Gaussians", "3DGS"], "3D Gaussians (3DGS)", {(0, 1): 0.7})) == 1
