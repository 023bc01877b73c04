"""The files that hold lists, among the paths that a user names, and the reader for each."""

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType

from kg.errors import ReadError
from kg.readers.fields import Report
from kg.readers.recognition import is_annotated, read_head, recognize, refuse_binary
from kg.records import Omission
from kg.registry import READERS, get
from kg.text import printable


@dataclass(frozen=True, slots=True, kw_only=True)
class ListFile:
    """A file and its reader; `label` is its name in reports and sources; `is_named`: not found in a folder."""

    path: Path
    label: str
    is_named: bool
    reader: ModuleType


def locate(paths: list[Path], format: str | None, report: Report) -> list[ListFile]:  # noqa: A002
    """Return the files to read: the named ones, and those in the named folders that hold lists.

    Only the beginnings of files are looked at. The same file under two names comes once. Raises ReadError
    as `kg.readers.read` says.
    """
    forced = None if format is None else get(READERS, format)
    files: dict[Path, ListFile] = {}
    for path in paths:
        if path.is_dir():
            found = _in_folder(path, forced, report)
        elif path.is_file():
            found = [_named(path, forced, report)]
        else:
            what = "no such file or folder" if not path.exists() else "not a file or folder"
            raise ReadError(f"{path}: {what}; name a list of papers or a folder of them")
        for file in found:
            files.setdefault(file.path.resolve(), file)
    return _told_apart(list(files.values()))


def _named(path: Path, forced: ModuleType | None, report: Report) -> ListFile:
    head = read_head(path)
    reader = _reader(path, head, forced)
    if is_annotated(head):
        report(
            Omission(
                where=_shown(path.name),
                reason="read as papers, its annotation unused; use --annotations to build on it",
            )
        )
    return ListFile(path=path, label=_shown(path.name), is_named=True, reader=reader)


def _reader(path: Path, head: str, forced: ModuleType | None) -> ModuleType:
    """Return the reader for a file; the one that the user names takes all that is text."""
    if forced is None:
        return recognize(path, head)
    refuse_binary(path, head)
    return forced


def _in_folder(folder: Path, forced: ModuleType | None, report: Report) -> list[ListFile]:
    files, passed = [], []
    for path in _walk(folder):
        label = _shown(path.relative_to(folder).as_posix())
        try:
            head = read_head(path)
            reader = _reader(path, head, forced)
        except ReadError as error:
            passed.append(Omission(where=label, reason=str(error).removeprefix(f"{path}: ")))
            continue
        if is_annotated(head):
            reason = "annotated abstracts, not a list; use --annotations to build a graph of them"
            passed.append(Omission(where=label, reason=reason))
            continue
        files.append(ListFile(path=path, label=label, is_named=False, reader=reader))
    if not files:
        why = f"{len(passed)} files, none a list (the first: {passed[0].where}: {passed[0].reason})" if passed else ""
        raise ReadError(f"{folder}: {why or 'no files in this folder'}; name a folder with lists, see `kg formats`")
    for omission in passed:
        report(omission)
    return files


def _walk(folder: Path) -> Iterator[Path]:
    """Yield the files of a folder and the folders in it, sorted, without what is hidden."""

    def refuse(error: OSError) -> None:
        raise ReadError(f"{error.filename}: can't be read ({error.strerror}); name a folder that can") from error

    for parent, folders, names in os.walk(folder, onerror=refuse):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = Path(parent, name)
            if not name.startswith(".") and path.is_file():
                yield path


def _told_apart(files: list[ListFile]) -> list[ListFile]:
    """Return the files with labels that differ: where two are equal, the names of their folders come before."""
    depth_by_path = {file.path: 0 for file in files}
    while True:
        labels = {file.path: _label(file, depth_by_path[file.path]) for file in files}
        counts = Counter(labels.values())
        clashing = [file for file in files if counts[labels[file.path]] > 1]
        deeper = [file for file in clashing if depth_by_path[file.path] < len(file.path.resolve().parents)]
        if not deeper:
            return [replace(file, label=labels[file.path]) for file in files]
        for file in deeper:
            depth_by_path[file.path] += 1


def _label(file: ListFile, depth: int) -> str:
    parts = file.path.resolve().parts
    n_own = file.label.count("/") + 1
    return file.label if not depth else _shown("/".join(parts[-n_own - depth :]).replace("//", "/"))


def _shown(name: str) -> str:
    """Return a file's name in one line that can be stored: control characters and stray bytes as escapes."""
    return printable(name).replace("\n", "\\n").replace("\t", "\\t")
