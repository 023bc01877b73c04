import gzip
import json
import os
import shutil
from itertools import permutations
from pathlib import Path

import pytest

from kg.errors import NameNotFoundError, ReadError
from kg.readers import read
from kg.registry import READERS, get, names
from tests.readers.samples import CSV, FIRST, JSON, JSONL, SAMPLES, SECOND, TEXTLIST

SEEDS = Path(__file__).parents[2] / "seeds"
ANNOTATED = json.dumps({"key": "g1", "text": FIRST, "entities": [], "results": []}) + "\n"


def _read(paths, **options):
    omissions = []
    papers = list(read(paths, report=omissions.append, **options))
    return papers, [(o.where, o.reason) for o in omissions]


def _write(folder, **content_by_name):
    for name, content in content_by_name.items():
        path = folder / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return folder


@pytest.mark.parametrize(("name", "sample"), [(name, s) for name, samples in SAMPLES.items() for s in samples])
def test_every_form_is_read_under_any_name_packed_or_in_utf16(tmp_path, name, sample):
    (tmp_path / "list").write_text(sample, encoding="utf-8")
    (tmp_path / "list.gz").write_bytes(gzip.compress(sample.encode()))
    (tmp_path / "list.txt").write_text(sample.lstrip("\ufeff"), encoding="utf-16")
    plain, packed, utf16 = ([p.text for p in _read(tmp_path / file)[0]] for file in ("list", "list.gz", "list.txt"))
    assert plain
    assert plain == packed == utf16


@pytest.mark.parametrize("name", names(READERS))
def test_every_reader_says_in_its_first_line_what_it_reads(name):
    line = get(READERS, name).__doc__.splitlines()[0]
    assert 20 < len(line) <= 120


def test_the_seed_folder_gives_its_thirty_papers_wherever_one_stands(tmp_path, monkeypatch):
    papers, omissions = _read(SEEDS)
    assert len(papers) == 30
    assert papers[0].source == "000_85a580e03ba87520.txt:3"
    assert {where for where, _ in omissions} >= {"000_85a580e03ba87520.txt:1", "004_b5376a006be546da.txt:1"}
    relative = os.path.relpath(SEEDS, tmp_path)
    monkeypatch.chdir(tmp_path)
    assert _read(relative) == (papers, omissions)
    assert _read(str(SEEDS) + "/../seeds") == (papers, omissions)


def test_a_folder_is_walked_in_order_without_what_is_hidden(tmp_path):
    _write(tmp_path, b_txt=FIRST, a__z_txt=SECOND, _hidden_txt="x", _git__config_txt=FIRST)
    assert (tmp_path / ".hidden.txt").is_file()
    papers, omissions = _read(tmp_path)
    assert [p.source for p in papers] == ["b.txt:1", "a/z.txt:1"]
    assert omissions == []


def test_what_in_a_folder_is_no_list_is_reported_and_passed_over(tmp_path):
    _write(
        tmp_path, a_txt=FIRST, empty_txt="", paper_pdf="%PDF-1.7", gold_jsonl=ANNOTATED, titles_csv="id,title\n1,A\n"
    )
    papers, omissions = _read(tmp_path)
    assert [p.source for p in papers] == ["a.txt:1"]
    assert dict(omissions) == {
        "empty.txt": "empty; a list holds at least one abstract, see `kg formats`",
        "gold.jsonl": "annotated abstracts, not a list; use --annotations to build a graph of them",
        "paper.pdf": "a PDF, which can't be read; save or export it as text, CSV, JSON or BibTeX, see `kg formats`",
        "titles.csv": "no column with abstracts among id, title; name one Abstract",
    }


def test_a_named_file_of_annotated_abstracts_is_read_as_papers_with_advice(tmp_path):
    papers, omissions = _read(_write(tmp_path, gold_jsonl=ANNOTATED) / "gold.jsonl")
    assert [p.id for p in papers] == ["g1"]
    assert omissions == [("gold.jsonl", "read as papers, its annotation unused; use --annotations to build on it")]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "empty; a list holds at least one abstract"),
        ("hello\n", "no list of abstracts in a known form; .* name the form with --format"),
        ("%PDF-1.7", "a PDF, which can't be read; save or export it"),
        ("id,title\n1,A\n", "no column with abstracts among id, title"),
    ],
)
def test_a_named_file_that_is_no_list_is_an_error_in_one_line(tmp_path, content, message):
    path = _write(tmp_path, x_txt=content) / "x.txt"
    with pytest.raises(ReadError, match=message) as caught:
        _read(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert "\n" not in str(caught.value)


def test_missing_paths_and_folders_without_lists_are_errors_before_the_first_paper(tmp_path):
    good = _write(tmp_path, a_txt=FIRST) / "a.txt"
    with pytest.raises(ReadError, match="none: no such file or folder; name a list"):
        read([good, tmp_path / "none"])
    (tmp_path / "empty").mkdir()
    with pytest.raises(ReadError, match="empty: no files in this folder; name a folder with lists"):
        read([good, tmp_path / "empty"])
    _write(tmp_path, wrong__a_pdf="%PDF-1.7")
    with pytest.raises(ReadError, match=r"wrong: 1 files, none a list \(the first: a\.pdf: a PDF"):
        read([good, tmp_path / "wrong"])


def test_a_pipe_is_refused(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(ReadError, match="pipe: not a file or folder"):
        read(tmp_path / "pipe")


def test_the_form_can_be_named(tmp_path):
    path = _write(tmp_path, a_txt="We prune.\n\nWe browse.\n") / "a.txt"
    with pytest.raises(ReadError):
        _read(path)
    assert [p.text for p in _read(path, format="textlist")[0]] == ["We prune.", "We browse."]
    with pytest.raises(
        NameNotFoundError, match="docx: no such format; known: bib, csv, json, jsonl, records, ris, textlist, xml"
    ):
        _read(path, format="docx")


@pytest.mark.parametrize("name", names(READERS))
@pytest.mark.parametrize("content", [b"%PDF-1.7\n", b"PK\x03\x04\x14\x00", b"We.\n" + bytes(range(256)) * 9])
def test_what_is_no_text_is_refused_with_its_place_in_whatever_form_it_is_named(tmp_path, name, content):
    path = tmp_path / "x.bin"
    path.write_bytes(content)
    with pytest.raises(ReadError, match=r"x\.bin(:2)?: (not text|a PDF|an Excel).*; save or export it as text"):
        _read(path, format=name)


def test_an_empty_path_is_no_path_and_an_empty_form_no_form():
    for path in ("", ["seeds", ""]):
        with pytest.raises(ReadError, match="'': an empty path; name a file or folder"):
            read(path)
    with pytest.raises(NameNotFoundError, match="no such format"):
        read(SEEDS, format="")


def test_a_file_named_twice_or_inside_of_a_named_folder_is_read_once(tmp_path):
    path = _write(tmp_path, a_txt=TEXTLIST) / "a.txt"
    assert len(_read([path, tmp_path, str(path)])[0]) == 2


def test_files_of_one_name_in_two_folders_have_different_sources(tmp_path):
    _write(tmp_path, x__list_txt=FIRST, y__list_txt=SECOND)
    paths = [tmp_path / "x" / "list.txt", tmp_path / "y"]
    for order in permutations(paths):
        assert sorted(p.source for p in _read(order)[0]) == ["x/list.txt:1", "y/list.txt:1"]


def test_the_order_of_paths_changes_no_paper(tmp_path):
    _write(tmp_path, a_txt=TEXTLIST, b_json=JSON, c_csv=CSV)
    paths = sorted(tmp_path.iterdir())
    results = [sorted(_read(order)[0], key=lambda p: p.source) for order in permutations(paths)]
    assert all(result == results[0] for result in results)


def test_without_a_report_all_omissions_are_one_warning(tmp_path):
    path = _write(tmp_path, a_jsonl="{broken\n" * 5 + JSONL) / "a.jsonl"
    with pytest.warns(UserWarning, match="5 passed over while reading: a.jsonl:1: not JSON") as caught:
        assert len(list(read(path))) == 2
    assert len(caught) == 1


def test_reading_streams(tmp_path):
    path = _write(tmp_path, a_jsonl=JSONL + "{broken\n") / "a.jsonl"
    omissions = []
    papers = read(path, report=omissions.append)
    assert next(papers).id == "q1"
    assert omissions == []


def test_a_file_name_that_is_no_text_is_shown_with_escapes(tmp_path):
    (tmp_path / os.fsdecode(b"na\xefve\n.txt")).write_text(FIRST)
    [paper], _ = _read(tmp_path)
    assert paper.source == "na\\udcefve\\n.txt:1"


def test_a_folder_that_links_to_itself_is_walked_once(tmp_path):
    _write(tmp_path, a_txt=FIRST)
    (tmp_path / "loop").symlink_to(tmp_path)
    (tmp_path / "broken").symlink_to(tmp_path / "none")
    assert [p.source for p in _read(tmp_path)[0]] == ["a.txt:1"]


def test_the_seeds_copied_elsewhere_give_the_same_papers(tmp_path):
    shutil.copytree(SEEDS, tmp_path / "other")
    assert _read(tmp_path / "other") == _read(SEEDS)
