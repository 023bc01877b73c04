import pytest

from tests.readers.samples import BIBTEX, FIRST, SECOND


def test_entries_are_papers_under_their_keys(read_with, caplog, capfd):
    papers, omissions = read_with("bib", BIBTEX)
    assert [(p.id, p.title, p.text) for p in papers] == [
        ("lee31", "QuietPrune: Removing Heads", FIRST),
        ("day32", "WebMemo", SECOND),
    ]
    assert (papers[0].authors, papers[0].venue, papers[0].year) == (("Lee, Ann", "Wu, Bo"), "ICML 2031", 2031)
    assert papers[0].source == "4"
    assert omissions == []
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    "abstract",
    [
        r"We use $\sim$50\% of {BERT}, \emph{nested {braces}} and $x_{i}^{2}$.",
        "Two\n  lines,\n\nand a = paragraph, with @ and #.",
        "Crohn's </script> `b` [x] %zz 😀 }) DETACH DELETE n //".replace("}", r"\}"),
        r"G{\"o}del \& Erd\H{o}s",
    ],
)
@pytest.mark.parametrize("delimiters", ["{}", '""'])
def test_an_abstract_is_kept_letter_for_letter(read_with, abstract, delimiters):
    if delimiters == '""' and '"' in abstract:
        abstract = abstract.replace(r"\"", r"\'")
    left, right = delimiters
    papers, omissions = read_with("bib", f"@misc{{k, year = 2031,\n abstract = {left}{abstract}{right}\n}}\n")
    assert [p.text for p in papers] == [abstract]
    assert omissions == []


def test_parts_of_a_value_are_joined_and_strings_looked_up(read_with):
    source = '@string{A = "We"}\n@string{b = a # { go}}\n@misc{k, abstract = B # " on " # {and} # " on."}\n'
    assert [p.text for p in read_with("bib", source)[0]] == ["We go on and on."]


def test_braces_that_protect_capitals_go_and_those_of_latex_stay(read_with):
    source = r"@misc{k, title = {{{BERT}}: \emph{Pre}-{T}raining of G{\"o}del, $x^{2}$},"
    source += r" author = {{OpenAI and Friends} and Lee, A. and others}, abstract = {We.}}"
    [paper], _ = read_with("bib", source)
    assert paper.title == r"BERT: \emph{Pre}-Training of G{\"o}del, $x^{2}$"
    assert paper.authors == ("OpenAI and Friends", "Lee, A.")


def test_bad_entries_are_reported_by_line_and_the_rest_read(read_with, capfd):
    source = (
        "@misc{a, title = {no abstract}}\n"
        "@misc{b, abstract = {open\n"
        "@misc{c, title = {x}, title = {y}, abstract = {We.}}\n"
        "@misc{d, note = {x}, note = {y}, abstract = {We d.}}\n"
        "@comment{jabref}\nfree text\n"
        "@misc{e, key = {sort key}, abstract = {We e.}}\n"
        "@misc{d, abstract = {We d again.}}\n"
    )
    papers, omissions = read_with("bib", source)
    assert [(p.id, p.text) for p in papers] == [("d", "We d."), ("e", "We e."), ("d", "We d again.")]
    assert [where for where, _ in omissions] == ["1", "2", "3"]
    assert omissions[1][1].startswith("not well-formed BibTeX: Unexpected block start")
    assert omissions[2][1] == "the entry has title twice"
    assert capfd.readouterr() == ("", "")


def test_an_entry_without_key_gets_an_id_from_its_text(read_with):
    [paper], _ = read_with("bib", "@misc{, abstract = {We.}}")
    assert paper.id.startswith("p-")


def test_biblatex_fields_are_known(read_with):
    source = "@article{k, date = {2031-05}, journaltitle = {TMLR}, keywords = {a, b}, "
    source += "url = {https://e.org}, abstract = {We.}}"
    [paper], _ = read_with("bib", source)
    assert (paper.year, paper.venue, paper.keywords, paper.url) == (2031, "TMLR", ("a", "b"), "https://e.org")
