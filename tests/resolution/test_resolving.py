import random

import pytest

from kg.resolution import resolve
from tests.resolution.corpora import entity, paper


def ids(resolution, *places):
    return [resolution.concept_of[place, 0] for place in places]


def test_long_form_and_acronym_of_one_paper_join_the_bare_acronym_of_another():
    papers = [
        paper("a", entity("Method", "FooBar Net", "FBN")),
        paper("b", entity("Method", "gradient quilting transform", "GQT")),
        paper("c", entity("Method", "GQT"), text="GQT keeps each gradient where it was"),
    ]
    resolution = resolve(papers)
    assert ids(resolution, "b", "c") == ["gradient-quilting-transform"] * 2


def test_one_paper_alone_does_not_say_what_an_acronym_means_in_a_text_of_other_words():
    papers = [
        paper("faces", entity("Method", "action unit", "AU"), text="action unit (AU) of facial expressions"),
        paper("union", entity("Method", "AU"), text="Across regions the AU converges on regulatory priorities"),
    ]
    assert ids(resolve(papers), "faces", "union") == ["action-unit", "au"]


def test_what_one_paper_coins_is_not_meant_by_another_where_the_name_is_established():
    papers = [
        paper("new", entity("Method", "Linguistic Metadata Embeddings", "LIME", role="proposes")),
        paper("old", entity("Method", "LIME"), text="We explain the models by LIME and SHAP"),
    ]
    coined, established = ids(resolve(papers), "new", "old")
    assert coined == "linguistic-metadata-embedding"
    assert established == "lime"


def test_a_metric_is_not_the_model_of_the_same_letters():
    spelled = [
        *(
            paper(f"error{n}", entity("Metric", "mean zonal drift", "MZD"), text=f"forecast drift {n}")
            for n in range(3)
        ),
        *(
            paper(f"model{n}", entity("Model", "masked zone decoder", "MZD"), text=f"image masked {n}")
            for n in range(3)
        ),
    ]
    bare = [paper("m", entity("Metric", "MZD"), text="low drift of the forecast in MZD"),
            paper("n", entity("Model", "MZD"), text="the masked image goes into MZD")]  # fmt: skip
    assert ids(resolve([*spelled, *bare]), "m", "n") == ["mean-zonal-drift", "masked-zone-decoder"]


def test_a_name_that_its_paper_spells_out_by_other_letters_is_not_bare():
    graph = paper("g", entity("Method", "directed acyclic graph", "DAG"))
    coined = entity("Method", "DAG", "Depth-guided Aesthetic QR code Generator", role="proposes")
    pictures = paper("q", coined, text="a Depth-guided Aesthetic QR code Generator (DAG) draws codes")
    reversed_ = paper("r", coined, text="DAG (Depth-guided Aesthetic QR code Generator) draws codes")
    assert ids(resolve([graph, pictures, reversed_]), "g", "q", "r") == [
        "directed-acyclic-graph",
        *["depth-guided-aesthetic-qr-code-generator"] * 2,
    ]


def test_the_name_of_a_data_set_is_not_short_for_its_task():
    papers = [
        paper("t", entity("Task", "medical question answering", "MedQA"), text="medical question answering (MedQA)"),
        paper("d", entity("Dataset", "MedQA"), text="medical answering of questions is tested on MedQA"),
    ]
    assert ids(resolve(papers), "t", "d") == ["medical-question-answering", "medqa"]


def test_the_id_is_of_the_established_long_form_and_not_of_a_misspelt_or_broken_one():
    papers = [
        paper("a", entity("Model", "Phisics-informed Neural Networks", "PINNs")),
        paper("b", entity("Model", "physics-informed neural network", "PINN")),
        paper("c", entity("Metric", "accu- racy")),
        paper("d", entity("Metric", "accuracy")),
        paper("e", entity("Model", "diffusion probabilistic models", "DPMs")),
        paper("f", entity("Model", "diffusion model", "DM")),
    ]
    assert ids(resolve(papers), *"abcdef") == [
        *["physics-informed-neural-network"] * 2,
        *["accuracy"] * 2,
        *["diffusion-model"] * 2,
    ]


DP = [
    paper(
        "priv1", entity("Method", "differential privacy", "DP"), text="differential privacy noise budget private data"
    ),
    paper(
        "priv2", entity("Method", "differential privacy", "DP"), text="private noise budget guarantees for user data"
    ),
    paper(
        "rob1", entity("Method", "diffusion policy", "DP"), text="robot manipulation diffusion policy visuomotor arm"
    ),
    paper("rob2", entity("Method", "diffusion policy", "DP"), text="robot arm manipulation visuomotor demonstrations"),
]


def test_an_acronym_of_two_meanings_stays_apart_by_context():
    private = paper(
        "x", entity("Method", "DP"), text="DP guarantees private data with a noise budget, federated utility"
    )
    resolution = resolve([*DP, private])
    assert ids(resolution, "priv1", "x", "rob1") == ["differential-privacy"] * 2 + ["diffusion-policy"]


def test_a_bare_acronym_that_cannot_be_decided_stays_alone_and_is_reported():
    resolution = resolve([*DP, paper("x", entity("Method", "DP"), text="DP is nice")])
    assert ids(resolution, "x") == ["dp"]
    (open_one,) = resolution.undecided
    assert (open_one.acronym, open_one.papers) == ("DP", ("x",))
    assert {"differential-privacy", "diffusion-policy"} <= set(open_one.candidates)


def test_a_paper_that_coins_a_name_anew_does_not_mean_another_papers():
    papers = [
        paper("a", entity("Method", "PRIZM", "patched residual inference for zoned maps", role="proposes")),
        paper("b", entity("Method", "PRIZM", role="proposes")),
    ]
    assert len(set(ids(resolve(papers), "a", "b"))) == 2


def test_letter_case_alone_parts_things_of_different_kinds_only():
    apart = resolve([paper("a", entity("Dataset", "Spider")), paper("b", entity("Method", "SPIDER"))])
    assert ids(apart, "a", "b") == ["spider", "spider-(acronym)"]
    one = resolve([paper("a", entity("Model", "Mixtral")), paper("b", entity("Model", "MIXTRAL"))])
    assert len(set(ids(one, "a", "b"))) == 1


def test_a_thing_of_two_kinds_is_one_concept_with_the_votes_kept():
    papers = [
        paper("a", entity("Task", "federated learning")),
        paper("b", entity("Task", "Federated Learning")),
        paper("c", entity("Method", "federated learning")),
    ]
    (concept,) = resolve(papers).concepts
    assert (concept.kind, concept.kind_votes) == ("Task", (("Task", 2), ("Method", 1)))


def test_the_most_used_spelling_is_shown_and_the_others_are_kept():
    papers = [
        paper(key, entity("Dataset", name))
        for key, name in zip("abc", ["Imagenet", "ImageNet", "ImageNet"], strict=True)
    ]
    (concept,) = resolve(papers).concepts
    assert (concept.name, concept.aliases) == ("ImageNet", ("Imagenet",))


def test_a_special_case_is_linked_to_the_general_one_and_not_merged():
    papers = [
        paper("a", entity("Task", "personalized federated learning")),
        paper("b", entity("Task", "federated learning")),
    ]
    (edge,) = resolve(papers).links
    assert (edge.source, edge.type, edge.target) == ("personalized-federated-learning", "BROADER", "federated-learning")
    assert edge.rule


MIXED = [
    *DP,
    paper("m1", entity("Model", "large language models", "LLMs"), entity("Dataset", "CIFAR10")),
    paper("m2", entity("Model", "LLM"), entity("Dataset", "CIFAR-10"), entity("Method", "DP")),
    paper("m3", entity("Method", "LLM-based agents"), entity("Task", "personalisation")),
    paper("m4", entity("Method", "Large Language Model (LLM) agents"), entity("Task", "personalization")),
]


@pytest.mark.parametrize("seed", range(4))
def test_the_order_of_papers_does_not_matter(seed):
    shuffled = random.Random(seed).sample(MIXED, len(MIXED))
    assert resolve(shuffled) == resolve(MIXED)


def test_ids_of_named_concepts_stay_when_papers_are_added_or_are_known_as_former():
    for n_papers in range(1, len(MIXED)):
        before = resolve(MIXED[:n_papers])
        former = {concept.id: concept.former_ids for concept in before.concepts}
        after = resolve(MIXED, former=former)
        known = {each for concept in after.concepts for each in (concept.id, *concept.former_ids)}
        assert {concept.id for concept in before.concepts} - known == set()


def test_every_merge_has_a_reason_and_joins_names_of_its_concept():
    resolution = resolve(MIXED)
    concepts = {concept.id: {concept.name, *concept.aliases} for concept in resolution.concepts}
    reasons = {merge.reason for merge in resolution.merges}
    assert {"acronym", "acronym in context", "hyphen or space", "British spelling"} <= reasons
    for merge in resolution.merges:
        assert merge.papers or merge.grounds
        assert {merge.left, merge.right} & concepts[merge.concept], merge


def decide(tmp_path, *lines):
    path = tmp_path / "aliases.tsv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_a_users_merge_decides_over_the_rules(tmp_path):
    papers = [paper("a", entity("Dataset", "CIFAR-10")), paper("b", entity("Dataset", "CIFAR-100"))]
    resolution = resolve(papers, aliases=decide(tmp_path, "same\tCIFAR-10\tCIFAR-100"))
    assert ids(resolution, "a", "b") == ["cifar-100"] * 2


@pytest.mark.parametrize("names", ["FedAvg\tFedProx", "FedProx\tFedAvg", "fedavg\tFedProx"])
def test_a_users_merge_takes_an_acronym_as_the_papers_mean_it(tmp_path, names):
    papers = [
        paper("a", entity("Method", "FedAvg")),
        paper("b", entity("Method", "FedProx")),
        paper("c", entity("Method", "federated averaging", "FedAvg")),
        paper("d", entity("Method", "federated averaging")),
    ]
    assert ids(resolve(papers), "a", "c", "d") == ["federated-averaging"] * 3
    resolution = resolve(papers, aliases=decide(tmp_path, f"same\t{names}"))
    assert len(set(ids(resolution, "a", "b", "c", "d"))) == 1
    assert ids(resolution, "a") == [names.split("\t")[1].lower()]
    by_user = [merge for merge in resolution.merges if merge.reason == "alias file"]
    assert {"FedProx"} <= {name for merge in by_user for name in (merge.left, merge.right)}


def test_a_users_merge_takes_an_acronym_of_two_meanings_where_no_paper_spells_it_out(tmp_path):
    rules, told = resolve(DP), resolve(DP, aliases=decide(tmp_path, "same\tDP\tdynamic programming"))
    assert ids(rules, "priv1", "rob1") == ids(told, "priv1", "rob1") == ["differential-privacy", "diffusion-policy"]
    bare = [*DP, paper("bare", entity("Method", "DP"), text=DP[0].paper.text)]
    assert ids(resolve(bare), "bare") == ["differential-privacy"]
    told = resolve(bare, aliases=decide(tmp_path, "same\tDP\tdynamic programming"))
    assert ids(told, "bare", "priv1", "rob1") == ["dynamic-programming", "differential-privacy", "diffusion-policy"]


def test_a_users_split_decides_over_spelling_and_table(tmp_path):
    papers = [paper("a", entity("Method", "SAM")), paper("b", entity("Method", "Sam"))]
    assert len(set(ids(resolve(papers), "a", "b"))) == 1
    assert len(set(ids(resolve(papers, aliases=decide(tmp_path, "apart\tSAM\tSam")), "a", "b"))) == 2
    papers = [paper("a", entity("Model", "convnet")), paper("b", entity("Model", "convolutional neural network"))]
    assert len(set(ids(resolve(papers), "a", "b"))) == 1
    apart = decide(tmp_path, "apart\tconvnet\tconvolutional neural network")
    assert len(set(ids(resolve(papers, aliases=apart), "a", "b"))) == 2


def test_a_user_says_what_a_name_means_in_one_paper(tmp_path):
    papers = [paper("a", entity("Benchmark", "TREC")), paper("b", entity("Benchmark", "TREC"))]
    told = decide(tmp_path, "means\tTREC\tTREC Web Track\ta")
    assert ids(resolve(papers, aliases=told), "a", "b") == ["trec-web-track", "trec"]


@pytest.mark.parametrize(
    "name", ["C++", "Crohn's", '"a"', "</script>", "`", "[x]", "%zz", "🤗", "שלום", "a\nb", "\x00"]
)
def test_awkward_names_are_concepts_of_their_own(name):
    resolution = resolve([paper("p", entity("Method", name)), paper("q", entity("Method", "plain"))])
    assert len(set(resolution.concept_of.values())) == 2
    assert all(concept.id.isprintable() and concept.id for concept in resolution.concepts)


def test_no_papers_give_no_concepts():
    assert resolve([]).concepts == ()
