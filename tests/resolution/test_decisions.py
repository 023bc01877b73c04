import pytest

from kg.errors import ReadError
from kg.resolution import resolve
from kg.resolution.decisions import read_decisions
from tests.resolution.corpora import entity, paper

PAPERS = [
    paper("p1", entity("Method", "stochastic gradient descent", "SGD"), entity("Model", "LLaMA-Adapter")),
    paper("p2", entity("Task", "LLM-based agents"), entity("Dataset", "C++")),
]


def reported(tmp_path, *lines):
    path = tmp_path / "names.tsv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    omissions = resolve(PAPERS, aliases=path).without_effect
    assert all(omission.where.startswith(f"{path}:") for omission in omissions)
    return [(int(omission.where.rpartition(":")[2]), omission.reason.partition(";")[0]) for omission in omissions]


@pytest.mark.parametrize(
    "line",
    ["merge\ta\tb", "same\ta", "same\ta\t", "means\ta\tb\tc\td", "apart\ta\tb\tc", "just words"],
)
def test_a_line_that_is_no_decision_is_refused_with_its_place(tmp_path, line):
    path = tmp_path / "aliases.tsv"
    path.write_text(f"# remark\n{line}\n")
    with pytest.raises(ReadError, match=r"aliases\.tsv:2: .*; a line is"):
        read_decisions(path)


def test_decisions_that_contradict_each_other_are_refused(tmp_path):
    path = tmp_path / "aliases.tsv"
    path.write_text("same\ta\tb\napart\tb\ta\nmeans\tX\tone\nmeans\tX\ttwo\n")
    with pytest.raises(ReadError, match="both same and apart") as caught:
        read_decisions(path)
    assert "second meaning" in str(caught.value)


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(ReadError, match="can't be read"):
        read_decisions(tmp_path / "none.tsv")


@pytest.mark.parametrize(
    "line",
    [
        "same\tLlama adapter\tLLaMA-Adapter",
        "same\tSGD\tStochastic Gradient Descent",
        "apart\tlarge language model agent\tC++",
        "means\tSGD\tSchema-Guided Dialogue",
        "means\tSGD\tSchema-Guided Dialogue\tp1",
    ],
)
def test_a_line_of_names_that_papers_give_in_any_spelling_is_not_reported(tmp_path, line):
    assert reported(tmp_path, line) == []


def test_a_line_with_a_name_that_no_paper_gives_is_reported_with_its_place(tmp_path):
    lines = ("# remark", "same\tLLaMA-Adaptor\tLLaMA-Adapter", "apart\tC\tC#", "means\tSGC\tsimple graph convolution")
    assert reported(tmp_path, *lines) == [
        (2, "no paper names 'LLaMA-Adaptor'"),
        (3, "no paper names 'C' or 'C#'"),
        (4, "no paper names 'SGC'"),
    ]


def test_a_meaning_for_one_paper_is_reported_if_that_paper_does_not_give_the_name(tmp_path):
    lines = [f"means\tSGD\tSchema-Guided Dialogue\t{paper_id}" for paper_id in ("p2", "p9")]
    assert reported(tmp_path, *lines) == [(1, "paper 'p2' doesn't name 'SGD'"), (2, "paper 'p9' doesn't name 'SGD'")]


def test_a_meaning_is_reported_if_papers_write_the_name_in_other_letters(tmp_path):
    assert reported(tmp_path, "means\tsgd\tSchema-Guided Dialogue") == [(1, "no paper names 'sgd'")]
