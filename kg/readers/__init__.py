"""Lists of papers, in whatever form they come, as `Paper`s."""

import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from kg.errors import ReadError
from kg.files import named
from kg.readers.locating import ListFile, locate
from kg.records import Omission, Paper

__all__ = ["read"]


def read(
    paths: Iterable[Path | str] | Path | str,
    *,
    format: str | None = None,  # noqa: A002  # the name the user knows
    report: Callable[[Omission], None] | None = None,
) -> Iterator[Paper]:
    """Return an iterator over the papers of files and folders, streaming.

    The form of each file is found from its content, or is `format` (a name of `kg formats`). A folder is
    walked in sorted order; what in it is hidden is left out, what is no list is reported and passed over.
    Each record that can't be read is reported with its file and place; without `report` all of them become
    one warning at the end. `source` names the file (below the named folder) and the line or record,
    independent of the working directory. Papers come as they stand: see `kg.readers.duplicates`.

    Raises ReadError, before the first paper, if a path is missing, a folder holds no list, or a named file
    is empty or of no form that can be read.
    """
    paths = [paths] if isinstance(paths, str | Path) else paths
    omissions: list[Omission] = []
    files = locate([named(path, ReadError) for path in paths], format, report or omissions.append)
    return _read(files, report or omissions.append, omissions)


def _read(files: list[ListFile], report: Callable[[Omission], None], unheard: list[Omission]) -> Iterator[Paper]:
    for file in files:
        yield from _read_file(file, report)
    if unheard:
        shown = "; ".join(f"{omission.where}: {omission.reason}" for omission in unheard[:3])
        warnings.warn(f"{len(unheard)} passed over while reading: {shown}", stacklevel=2)


def _read_file(file: ListFile, report: Callable[[Omission], None]) -> Iterator[Paper]:
    def report_place(omission: Omission) -> None:
        report(replace(omission, where=f"{file.label}:{omission.where}"))

    try:
        for paper in file.reader.read_papers(file.path, report_place):
            yield replace(paper, source=f"{file.label}:{paper.source}")
    except ReadError as error:
        if file.is_named:
            raise
        report(Omission(where=file.label, reason=str(error).removeprefix(f"{file.path}: ")))
