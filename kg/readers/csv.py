"""CSV or TSV: a row a paper, columns such as Abstract, Title, Key, Year, Authors; also with `;` or a BOM."""

import csv
from collections import deque
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TextIO

from kg.errors import ReadError
from kg.readers.decoding import N_HEAD, open_text
from kg.readers.fields import FIELD_BY_NAME, Report, plain_name, to_paper
from kg.readers.marks import TableHeader, table_header, tell_form
from kg.records import Omission, Paper


def recognizes(head: str) -> bool:
    """Return whether a file that begins like this has a row of known column names."""
    return tell_form(head) == "table"


def read_papers(path: Path, report: Report) -> Iterator[Paper]:
    """Yield the paper of each row, streaming; a row of the wrong length or quoting is reported by line.

    Raises ReadError if there is no header, or none of its columns is an abstract.
    """
    header = _header(path)
    with open_text(path, newline="") as file:
        for place, row in _rows(file, header, report):
            problem = _problem(row, header)
            if problem:
                report(Omission(where=place, reason=problem))
                continue
            # Of columns with the same name the first that holds something counts.
            pairs = [(name, cell) for name, cell in zip(header.names, row, strict=False) if cell.strip()]
            paper = to_paper(dict(reversed(pairs)), place, report)
            if paper is not None:
                yield paper


def _header(path: Path) -> TableHeader:
    with open_text(path) as file:
        header = table_header(file.read(N_HEAD))
    if header is None:
        raise ReadError(f"{path}: no row of column names; the first row names them, one of them Abstract")
    if "text" not in {FIELD_BY_NAME.get(plain_name(name)) for name in header.names}:
        shown = ", ".join(name for name in header.names if name)
        shown = shown if len(shown) <= 200 else f"{shown[:200]}…"
        raise ReadError(f"{path}: no column with abstracts among {shown}; name one Abstract")
    return header


def _rows(file: TextIO, header: TableHeader, report: Report) -> Iterator[tuple[str, list[str]]]:
    """Yield the rows below the header that hold anything, each with the number of its first line.

    Where quoting breaks, one line is given up and reading goes on with the next. In a table parted by tabs
    such a line may be meant without quoting: then it has as many fields as the header.
    """
    number = header.n_lines_before + 2
    lines = _Lines(file, n_skipped=number - 1)
    while True:
        try:
            row: list[str] | None = next(csv.reader(lines, delimiter=header.delimiter, strict=True))
        except StopIteration:
            return
        except csv.Error as error:
            row = _unquoted(lines.give_back(), header)
            if row is None:
                report(Omission(where=str(number), reason=f"quoting is broken: {error}"))
        if row and any(cell.strip() for cell in row):
            yield str(number), row
        number += lines.n_taken()


class _Lines:
    """The lines of a file, of which those taken since `n_taken` was asked can be given back but for the first."""

    def __init__(self, file: TextIO, *, n_skipped: int) -> None:
        self._file = islice(file, n_skipped, None)
        self._waiting: deque[str] = deque()
        self._taken: list[str] = []

    def __iter__(self) -> "_Lines":
        return self

    def __next__(self) -> str:
        line = self._waiting.popleft() if self._waiting else next(self._file)
        self._taken.append(line)
        return line

    def give_back(self) -> str:
        """Return the first line taken, after giving back the others."""
        self._waiting.extendleft(reversed(self._taken[1:]))
        del self._taken[1:]
        return self._taken[0]

    def n_taken(self) -> int:
        """Return how many lines were taken, and count anew."""
        n_lines = len(self._taken)
        self._taken.clear()
        return n_lines


def _unquoted(line: str, header: TableHeader) -> list[str] | None:
    cells = line.rstrip("\r\n").split("\t")
    return cells if header.delimiter == "\t" and len(cells) == len(header.names) else None


def _problem(row: list[str], header: TableHeader) -> str:
    n_columns, n_cells = len(header.names), len(row)
    if n_cells < n_columns or any(cell.strip() for cell in row[n_columns:]):
        return f"{n_cells} fields, where the header has {n_columns}"
    return ""
