"""The trained reader as shipped: exact offsets, one answer whatever came before, no text too odd."""

import itertools
import re
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.extraction.neural.labels import KINDS, KINDS_BY_ROLE
from kg.extraction.neural.model import ExtractionModel, Reading

ABSTRACT = (
    "Federated learning (FL) trains models without sharing data. We propose \\emph{FedQux}, a method that combines "
    "knowledge distillation with differential privacy. On CIFAR-10 and MMLU, FedQux outperforms FedAvg and reaches "
    "an accuracy of 91.2\\%, compared to 87.4\\% for FedAvg. Large language models (LLMs) such as GPT-4 are left to "
    "future work."
)


@cache
def model() -> ExtractionModel:
    """Return the shipped model, loaded once."""
    return ExtractionModel(Path(str(files("kg.extraction") / "model")))


def _check(reading: Reading, text: str) -> None:
    """Check what holds of every reading: word-bounded spans in the text, apart, of known kinds and fitting roles."""
    spans = sorted(span for entity in reading.entities for span in entity.mentions)
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert all(before[1] <= after[0] for before, after in itertools.pairwise(spans))
    for start, end in spans:
        assert text[start:end] == text[start:end].strip()
        assert not re.match(r"[^\W_]{2}", text[max(start - 1, 0) : start + 1]) or start == 0
    for entity in reading.entities:
        assert entity.kind in KINDS
        assert entity.kind in KINDS_BY_ROLE[entity.role]
        assert 0 <= entity.confidence <= 1
    for result in reading.results:
        assert all(0 <= s < e <= len(text) for s, e in (result.value, *result.fields.values()))
        assert "metric" in result.fields


def test_names_kinds_and_roles_of_a_plain_abstract() -> None:
    reading = model().read("", ABSTRACT)
    _check(reading, ABSTRACT)
    found = {ABSTRACT[slice(*span)]: entity for entity in reading.entities for span in entity.mentions}
    assert found["FedQux"].role == "proposes"
    assert found["FedAvg"].role == "compares_to"
    assert found["CIFAR-10"].kind == "Dataset"
    assert found["MMLU"].kind == "Benchmark"
    assert found["GPT-4"].kind == "Model"


def test_long_form_and_acronym_are_one_entity() -> None:
    reading = model().read("", ABSTRACT)
    groups = [{ABSTRACT[slice(*span)] for span in entity.mentions} for entity in reading.entities]
    assert {"Large language models", "LLMs"} in groups
    assert {"Federated learning", "FL"} in groups


def test_a_reported_number_comes_with_its_metric() -> None:
    results = model().read("", ABSTRACT).results
    assert ("91.2\\%", "accuracy") in {
        (ABSTRACT[slice(*r.value)], ABSTRACT[slice(*r.fields["metric"])]) for r in results
    }


def test_the_same_text_is_read_alike_before_and_after_others() -> None:
    alone = model().read("A title", ABSTRACT)
    for other in ("", "short", "x " * 3000):
        model().read("", other)
    assert model().read("A title", ABSTRACT) == alone


def test_a_higher_least_confidence_only_leaves_out() -> None:
    everything, sure = model().read("", ABSTRACT), model().read("", ABSTRACT, min_confidence=0.6)
    assert set(sure.entities) == {entity for entity in everything.entities if entity.confidence >= 0.6}


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n\t ",
        "BERT",
        "$\\mathcal{O}(n \\log n)$ \\begin{equation} x^2_{ij} \\end{equation}",
        "Nous proposons une méthode d'apprentissage profond appelée CamemBERT.",
        "我们提出了一种新的图神经网络方法。",
        "\x00\x01\x02 control \x7f \ufffe characters\u200b everywhere \u202e reversed",
        "Model | Acc | F1\nBERT | 81.2 | 79.9\nGPT-4 | 90.1 | 88.8\n",
        "((((((((((",
        "]" * 600,
        "a" * 6000,
        "🙂" * 300,
        "</script><b>C++</b> `x` {y} %zz }) DETACH DELETE n //",
    ],
)
def test_odd_texts_are_read_without_a_fault(text: str) -> None:
    _check(model().read(text[:200], text), text)


def test_nothing_of_a_very_long_text_is_cut_off() -> None:
    filler = "The weather was mild and the river ran slowly past the old mill. " * 760
    text = filler + "We evaluate BERT on ImageNet."
    assert len(text) > 49_000
    reading = model().read("", text)
    _check(reading, text)
    names = {text[slice(*span)] for entity in reading.entities for span in entity.mentions}
    assert {"BERT", "ImageNet"} <= names


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=300), st.text(max_size=40))
def test_any_text_is_read_with_exact_spans(text: str, title: str) -> None:
    _check(model().read(title, text), text)
