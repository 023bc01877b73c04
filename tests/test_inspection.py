import pytest

import kg
from kg.errors import NameNotFoundError
from kg.exporters.picture.selection import select
from kg.inspection import marked


def test_an_edge_is_explained_by_the_sentence_with_the_surface_marked(gold_folder):
    found = kg.explain(gold_folder, "PRIMO", "MIMIC-III")
    sentence = marked(found.edge.evidence[0], ("<<", ">>"))

    assert (found.paper.id, found.edge.type) == ("seed-0002", "EVALUATES_ON")
    assert sentence.startswith("We evaluate PRIMO on a synthetic XOR dataset, Audio-Vision MNIST, and <<MIMIC-III>>")
    assert found.to_data()[0]["surface"] == "MIMIC-III"


def test_a_concept_that_the_paper_does_not_name_is_an_error_that_lists_what_it_names(gold_folder):
    with pytest.raises(NameNotFoundError, match=r"seed-0000: does not name .*; it names .*federated-learning"):
        kg.explain(gold_folder, "seed-0000", "MIMIC-III")


def test_counts_add_up(gold_folder):
    counts = kg.stats(gold_folder)

    assert counts["papers"] == 30
    assert sum(counts["edges_by_type"].values()) == counts["edges"]
    assert sum(counts["concepts_by_kind"].values()) == counts["concepts"]
    assert counts["families"] > 0
    assert counts["top"]["Model"][0]["papers"] >= counts["top"]["Model"][1]["papers"]


def test_the_counts_are_those_of_the_view(gold_folder):
    counts = kg.stats(gold_folder)
    selection = select(kg.open(gold_folder), around=None, max_nodes=10**6)

    shown = (selection.n_papers, selection.n_concepts, selection.n_families)
    assert shown == (counts["papers"], counts["concepts"], counts["families"])
