"""Definitions: which long form a bracket joins to which short form."""

import pytest

from kg.extraction.neural.definitions import find_definitions
from kg.extraction.neural.words import split_words


def _found(text: str) -> list[tuple[str, str]]:
    words = split_words(text)
    return [
        (text[words[a].start : words[b].end], text[words[c].start : words[d].end])
        for (a, b), (c, d) in find_definitions(words, text)
    ]


@pytest.mark.parametrize(
    ("text", "long", "short"),
    [
        ("We study federated learning (FL) here.", "federated learning", "FL"),
        ("Large language models (LLMs) err.", "Large language models", "LLMs"),
        ("the FL (federated learning) field", "federated learning", "FL"),
        ("Self-supervised learning (SSL) helps.", "Self-supervised learning", "SSL"),
        ("Proximal Policy Optimization (PPO)", "Proximal Policy Optimization", "PPO"),
        (r"\emph{Graph Neural Networks} (\textbf{GNNs})", "Graph Neural Networks", "GNNs"),
        ("the Internet of Things (IoT)", "Internet of Things", "IoT"),
        ("the Color Berkeley Segmentation Dataset (CBSD68)", "Color Berkeley Segmentation Dataset", "CBSD68"),
        ("multi-modal fake news detection (MFND)", "multi-modal fake news detection", "MFND"),
    ],
)
def test_brackets_join_long_and_short_form(text: str, long: str, short: str) -> None:
    assert _found(text) == [(long, short)]


@pytest.mark.parametrize(
    "text",
    ["", "(", "a (", "()", "see (1)", "as shown (Smith et al., 2020)", "(FL)", "we win (p < 0.05)", "BERT ((", ") ("],
)
def test_other_brackets_join_nothing(text: str) -> None:
    assert _found(text) == []
