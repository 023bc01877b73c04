from pathlib import Path

import pytest

import kg
from kg.errors import KgError, StoreError
from kg.files import replacing, replacing_folder


def test_a_file_is_replaced_as_a_whole(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("old")
    with replacing(path) as temporary:
        temporary.write_text("new")
        assert path.read_text() == "old"

    assert path.read_text() == "new"
    assert list(tmp_path.iterdir()) == [path]


def test_after_an_error_the_old_file_stands_and_nothing_else(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("old")
    with pytest.raises(ZeroDivisionError), replacing(path) as temporary:  # noqa: PT012
        temporary.write_text("half")
        _ = 1 / 0

    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_missing_parent_is_made_and_an_impossible_one_refused(tmp_path):
    with replacing(tmp_path / "a" / "b.txt") as temporary:
        temporary.write_text("x")
    assert (tmp_path / "a" / "b.txt").read_text() == "x"

    with pytest.raises(StoreError, match="can't make this folder"), replacing(tmp_path / "a" / "b.txt" / "c.txt"):
        pass


def test_a_file_written_has_ordinary_permissions(tmp_path):
    (tmp_path / "plain").write_text("x")
    with replacing(tmp_path / "a") as temporary:
        temporary.write_text("x")

    assert (tmp_path / "a").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_a_folder_of_ours_is_replaced_and_one_of_the_user_is_not(tmp_path):
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    for _ in range(2):
        with replacing_folder(ours, marker="MARK") as temporary:
            (temporary / "MARK").write_text("")
    theirs.mkdir()
    (theirs / "thesis.tex").write_text("years of work")

    with pytest.raises(StoreError, match="not ours"), replacing_folder(theirs, marker="MARK"):
        pass
    assert (theirs / "thesis.tex").read_text() == "years of work"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["ours", "theirs"]


def test_after_an_error_the_old_folder_stands(tmp_path):
    folder = tmp_path / "out"
    with replacing_folder(folder, marker="MARK") as temporary:
        (temporary / "MARK").write_text("old")
    with pytest.raises(RuntimeError), replacing_folder(folder, marker="MARK"):
        raise RuntimeError

    assert (folder / "MARK").read_text() == "old"
    assert list(tmp_path.iterdir()) == [folder]


@pytest.mark.parametrize("write", [replacing, lambda path: replacing_folder(path, marker="ours")])
def test_a_folder_that_takes_no_files_is_named(write):
    with pytest.raises(StoreError, match="/proc"), write(Path("/proc/self/x")):
        pass


@pytest.mark.parametrize(
    "call",
    [
        lambda: kg.open(""),
        lambda: kg.stats(""),
        lambda: kg.explain("", "p", "c"),
        lambda: kg.view(""),
        lambda: kg.query("", "papers-evaluating-on"),
        lambda: kg.merges(""),
        lambda: kg.build("seeds", ""),
        lambda: kg.build("", "out"),
    ],
)
def test_an_empty_path_is_refused_by_every_function_that_takes_one(call):
    with pytest.raises(KgError, match="'': an empty path; name a file or folder"):
        call()
