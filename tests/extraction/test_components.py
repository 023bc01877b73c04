"""Each component by itself, on the wordings that it is there for."""

import pytest

from kg.extraction import RULES, extract
from kg.extraction.pipeline import load_pipeline
from kg.records import Paper


def found(text, title=""):
    (extraction,) = extract([Paper(id="p", text=text, title=title)], min_confidence=0.0, model=RULES)
    return {surface: entity for entity in extraction.entities for surface in {m.surface for m in entity.mentions}}


def definitions(text):
    doc = load_pipeline(RULES)(text)
    words = doc._.words
    return [
        (
            text[words[d.long_first].start : words[d.long_last - 1].end],
            text[words[d.short_first].start : words[d.short_last - 1].end],
        )
        for d in doc._.definitions
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    ["", " a  b\n\nc ", r"\emph{X} $\tau$-leaping 5\% C++", r"\textbf{m}ulti-\textbf{a}gent **M**ulti", "\u2028a\x00b"],
)
def test_a_doc_is_its_text(text):
    assert load_pipeline(RULES).make_doc(text).text == text


def test_markup_is_apart_from_words_but_not_inside_them():
    tokens = [
        token.text
        for token in load_pipeline(RULES).make_doc(r"\emph{FeMAM} uses \textbf{m}ulti-agent $k$-means and C++")
    ]
    assert "FeMAM" in tokens
    assert r"\textbf{m}ulti" in tokens
    assert "$k$" in tokens
    assert "C++" in tokens


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("In federated learning (FL), clients", ("federated learning", "FL")),
        ("Large language models (LLMs) fail", ("Large language models", "LLMs")),
        (r"We propose \emph{Fast Multi-level Additive Models} (FMAM)", ("Fast Multi-level Additive Models", "FMAM")),
        ("Video-to-Audio (V2A) generation", ("Video-to-Audio", "V2A")),
        ("reinforcement learning (RL; Sutton et al., 1998)", ("reinforcement learning", "RL")),
        ("FL (federated learning) is hard", ("federated learning", "FL")),
        (r"\textbf{F}ederated \textbf{L}earning (\textbf{FL})", (r"\textbf{F}ederated \textbf{L}earning", "FL")),
        ("an Attribute-aware Image Encoder (AIE)", ("Attribute-aware Image Encoder", "AIE")),
    ],
)  # fmt: skip
def test_a_long_form_and_its_short_form_are_found(text, pair):
    assert definitions(text) == [pair]


@pytest.mark.parametrize(
    "text",
    [
        "We make two steps (1) and (2).",
        "as shown before (Smith et al., 2020)",
        "the results (see Section 3)",
        "a large gain (e.g., 5%)",
        "many things (ABC)",
        "((nested (brackets)))",
        "(FL)",
    ],
)
def test_other_brackets_define_nothing(text):
    assert definitions(text) == []


def test_long_and_short_form_are_one_entity_and_the_rest_of_the_abstract_knows_it():
    entities = found("We study federated learning (FL). Most FL methods fail.")
    assert entities["FL"] is entities["federated learning"]
    assert entities["FL"].long_form == "federated learning"
    assert len(entities["FL"].mentions) == 3


def test_case_plural_and_hyphen_make_no_second_entity():
    entities = found("Graph neural networks win. A graph neural network and graph-neural networks are alike.")
    assert len({id(e) for e in entities.values()}) == 1


@pytest.mark.parametrize(
    ("text", "surface", "kind"),
    [
        ("We release the QuuxBench benchmark.", "QuuxBench", "Benchmark"),
        ("We evaluate on the Frobnia dataset and ZorkQA.", "ZorkQA", "Dataset"),
        ("Experiments on three datasets (ZorkA1, ZorkB2 and ZorkC3) follow.", "ZorkB2", "Dataset"),
        ("We propose QuuxFlow, a novel framework for graphs.", "QuuxFlow", "Method"),
        ("We train QuuxNet on images.", "QuuxNet", "Model"),
        ("It is run with Quux-7B and tested.", "Quux-7B", "Model"),
        ("We study image classification.", "image classification", "Task"),
        ("It reaches a higher accuracy.", "accuracy", "Metric"),
    ],
)
def test_the_words_around_a_name_and_its_form_give_its_kind(text, surface, kind):
    assert found(text)[surface].kind == kind


@pytest.mark.parametrize(
    ("text", "surface", "role", "cue"),
    [
        ("We propose FeMAM for graphs.", "FeMAM", "proposes", "We propose"),
        (
            "This paper introduces a graph-based tracker (QuuxTrack) here.",
            "QuuxTrack",
            "proposes",
            "This paper introduces",
        ),
        ("We present a method for hard things, called QuuxFlow.", "QuuxFlow", "proposes", "We present"),
        ("We build a tool. It outperforms QuuxNet and ZorkNet.", "ZorkNet", "compares_to", "outperforms"),
        ("We build a tool. Compared to QuuxNet, it is fast.", "QuuxNet", "compares_to", "Compared to"),
        ("We evaluate our tool on CIFAR-10.", "CIFAR-10", "evaluates_on", "evaluate our tool on"),
        ("Here we use BERT to read.", "BERT", "uses", "use"),
    ],
)
def test_a_cue_decides_the_role_and_is_kept_as_evidence(text, surface, role, cue):
    entity = found(text)[surface]
    assert entity.role == role
    assert entity.role_by.startswith("cue:")
    assert any(cue in mention.cue for mention in entity.mentions)


def test_the_strongest_role_of_several_is_taken():
    entity = found("We propose FeMAM. We use FeMAM. It is compared to FeMAM.")["FeMAM"]
    assert entity.role == "proposes"


def test_what_is_named_once_before_the_papers_own_work_is_background():
    assert (
        found("Contrastive learning is popular. We study graphs and build QuuxNet.")["Contrastive learning"].role
        == "mentions"
    )


@pytest.mark.parametrize("word", ["GPU", "API", "2024", "3.5", "10x", "https://github.com/FooBar/QuuxRepo"])
def test_hardware_numbers_and_addresses_are_no_names(word):
    assert not any(word.endswith(surface) for surface in found(f"We run it with {word} and report."))


@pytest.mark.parametrize("text", ["the CNN-based method", "a CNN's weakness"])
def test_a_suffix_is_not_part_of_the_name(text):
    assert "CNN" in found(text)


def results(text):
    (extraction,) = extract([Paper(id="p", text=text)], min_confidence=0.0, model=RULES)
    return [(r.value, r.metric) for r in extraction.results]


def test_a_number_beside_a_measure_is_a_result():
    assert results("We propose FeMAM. FeMAM reaches an accuracy of 94.2% on CIFAR-10.") == [("94.2%", "accuracy")]
    assert results(r"It runs at a 2.64$\times$ speedup.") == [(r"2.64$\times$", "speedup")]


@pytest.mark.parametrize(
    "text", ["We use 30 leading models.", "A model of 150M parameters.", "In 2024 we met.", "GPT-3.5 runs."]
)
def test_sizes_dates_counts_and_versions_are_no_results(text):
    assert results(text) == []


@pytest.mark.parametrize("text", ["", " ", "We prune. It works.\n\nThen we test it.", "x" * 1_100_000])
def test_a_token_begins_a_sentence_where_one_begins_in_a_text_of_any_length(text):
    doc = load_pipeline(RULES)(text)
    assert [token.idx for token in doc if token.is_sent_start] == [start for start, _ in doc._.sentences]
