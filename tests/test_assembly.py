from dataclasses import replace

import pytest

from kg import graph
from kg.assembly import assemble, paper_label
from kg.records import Concept, Extraction, Result
from kg.resolution import Resolution
from tests.samples import entity, extraction, mention, paper


def resolution(concept_of, *, links=()):
    kinds = {"femam": "Method", "gsm8k": "Benchmark", "llm": "Model", "pass@1": "Metric"}
    concepts = [
        Concept(id=name, kind=kinds[name], name=name, kind_votes=((kinds[name], 1),))
        for name in set(concept_of.values())
    ]
    return Resolution(concepts=tuple(sorted(concepts, key=lambda c: c.id)), concept_of=concept_of, links=tuple(links))


def edges_of(extractions, concept_of):
    return list(graph.edges(assemble(extractions, resolution(concept_of))))


def test_a_paper_has_one_edge_to_each_concept_with_the_sentence_that_says_so():
    edges = edges_of([extraction()], {("p1", 0): "femam", ("p1", 1): "gsm8k"})

    assert [(e.source, e.type, e.target, e.kind) for e in edges] == [
        ("p1", "PROPOSES", "femam", "Method"),
        ("p1", "EVALUATES_ON", "gsm8k", "Benchmark"),
    ]
    assert [e.sentence for e in edges[0].evidence] == ["We propose FeMAM.", "We evaluate FeMAM on GSM8K."]
    assert edges[0].evidence[0].cue == "propose"
    assert edges[1].confidence == 0.877


def test_evidence_always_points_at_its_surface():
    extracted = extraction()
    for edge in edges_of([extracted], {("p1", 0): "femam", ("p1", 1): "gsm8k"}):
        for evidence in edge.evidence:
            text = getattr(extracted.paper, evidence.field)
            assert text[evidence.start : evidence.end] == evidence.surface
            at = evidence.start - evidence.sentence_start
            assert evidence.sentence[at : at + len(evidence.surface)] == evidence.surface


def test_entities_that_prove_to_be_one_concept_take_the_strongest_role_and_keep_all_evidence():
    of = paper(text="Large language models are slow. We study LLMs.")
    entities = (
        entity("Model", "mentions", mention(of, "Large language models")),
        entity("Model", "uses", mention(of, "LLMs"), confidence=0.5),
    )
    (edge,) = edges_of([Extraction(paper=of, entities=entities)], {("p1", 0): "llm", ("p1", 1): "llm"})

    assert (edge.type, edge.confidence) == ("USES", 0.5)
    assert {e.surface for e in edge.evidence} == {"Large language models", "LLMs"}


def test_a_result_is_tied_to_the_entities_that_it_names_and_to_no_other():
    of = paper(text="FeMAM reaches 93.1% pass@1 on GSM8K, up from 80%.")
    entities = (
        entity("Method", "proposes", mention(of, "FeMAM")),
        entity("Benchmark", "evaluates_on", mention(of, "GSM8K")),
        entity("Metric", "measures", mention(of, "pass@1")),
    )
    places = dict.fromkeys(("start", "sentence_start"), 0)
    result = Result(
        value="93.1%",
        metric="pass@1",
        on="GSM8K",
        by="FeMAM",
        vs="80%",
        end=len(of.text),
        sentence_end=len(of.text),
        **places,
    )
    result = replace(result, start=of.text.index("93.1%"), end=of.text.index("93.1%") + 5, said_by="test")
    unknown = replace(result, metric="nothing", on="", by="MATH", start=0, end=5, value="FeMAM")
    extracted = Extraction(paper=of, entities=entities, results=(result, unknown))
    edges = edges_of([extracted], {("p1", 0): "femam", ("p1", 1): "gsm8k", ("p1", 2): "pass@1"})

    tied = {(e.source, e.type, e.target) for e in edges if e.type in {"ON", "BY", "OF"}}
    assert tied == {("p1#14-19", "ON", "gsm8k"), ("p1#14-19", "BY", "femam"), ("p1#14-19", "OF", "pass@1")}
    assert {(e.type, e.target) for e in edges if e.type == "REPORTS"} == {
        ("REPORTS", "p1#14-19"),
        ("REPORTS", "p1#0-5"),
    }


def test_two_results_at_one_place_are_two_nodes():
    of = paper()
    one = Result(value="GSM8K", metric="a", start=39, end=44, sentence_start=18, sentence_end=45)
    both = Extraction(paper=of, results=(one, replace(one, metric="b"), one))
    made = assemble([both], resolution({}))

    assert sorted(made) == ["paper:p1", "result:p1#39-44", "result:p1#39-44.2"]


def test_the_order_of_papers_does_not_matter():
    one, two = extraction(), extraction(paper("p2"))
    concept_of = {("p1", 0): "femam", ("p1", 1): "gsm8k", ("p2", 0): "femam", ("p2", 1): "gsm8k"}
    first, second = (assemble(order, resolution(concept_of)) for order in ([one, two], [two, one]))

    assert list(graph.nodes(first)) == list(graph.nodes(second))
    assert list(graph.edges(first)) == list(graph.edges(second))


@pytest.mark.parametrize(
    ("title", "text", "label"),
    [
        (r"On \emph{Things}", "We propose FeMAM.", "On Things"),
        ("", "We propose FeMAM. We evaluate FeMAM on GSM8K.", "FeMAM"),
        (
            "  ",
            "Nothing is coined here but many words are written all the same.",
            "Nothing is coined here but many words are…",
        ),
        ("", "Short.", "Short."),
        ("", "", ""),
    ],
)
def test_a_paper_is_shown_by_title_else_by_the_name_it_coins_else_by_its_first_words(title, text, label):
    of = paper(title=title, text=text)
    entities = (entity("Method", "proposes", mention(of, "FeMAM")),) if "FeMAM" in text else ()

    assert paper_label(Extraction(paper=of, entities=entities)) == label
