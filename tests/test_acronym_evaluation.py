from kg.acronym_evaluation import evaluate_acronyms
from tests.resolution.corpora import entity, paper


def defining(key, long, text):
    return paper(key, entity("Method", long, "QZT"), text=f"{long} (QZT). {text}")


def test_a_masked_acronym_of_one_meaning_is_found_again():
    papers = [defining(key, "quilted zone transform", "maps and tiles") for key in "abcd"]
    scores = evaluate_acronyms(papers, n_rounds=4)
    assert (scores["n_cases"], scores["right"], scores["wrong"]) == (4, 1.0, 0.0)


def test_an_acronym_that_only_one_paper_spells_out_is_no_case():
    assert evaluate_acronyms([defining("a", "quilted zone transform", "")])["n_cases"] == 0


def test_a_meaning_that_no_other_paper_has_is_never_right():
    papers = [defining("a", "quilted zone transform", "maps"), defining("b", "quiet zebra tracking", "animals")]
    scores = evaluate_acronyms(papers)
    assert scores["right_of_several"] == 0.0
    assert scores["n_cases_of_several"] == 2
