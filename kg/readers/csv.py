"""CSV or TSV: a row a paper, columns such as Abstract, Title, Key, Year, Authors; also with `;` or a BOM."""

import csv
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TextIO

from kg.errors import ReadError
from kg.readers.decoding import open_text
from kg.readers.fields import FIELD_BY_NAME, Report, plain_name, to_paper
from kg.readers.marks import TableHeader, table_header
from kg.records import Omission, Paper

_N_HEAD = 65_536


def recognizes(head: str) -> bool:
    """Return whether a file that begins like this has a row of known column names."""
    return table_header(head) is not None


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
        header = table_header(file.read(_N_HEAD))
    if header is None:
        raise ReadError(f"{path}: no row of column names; the first row names them, one of them Abstract")
    if "text" not in {FIELD_BY_NAME.get(plain_name(name)) for name in header.names}:
        shown = ", ".join(name for name in header.names if name)
        shown = shown if len(shown) <= 200 else f"{shown[:200]}…"
        raise ReadError(f"{path}: no column with abstracts among {shown}; name one Abstract")
    return header


def _rows(file: TextIO, header: TableHeader, report: Report) -> Iterator[tuple[str, list[str]]]:
    """Yield the rows below the header that hold anything, each with the number of its first line."""
    n_before = header.n_lines_before + 1
    for _ in islice(file, n_before):
        pass
    rows = csv.reader(file, delimiter=header.delimiter, strict=True)
    while True:
        place = str(n_before + rows.line_num + 1)
        try:
            row = next(rows)
        except StopIteration:
            return
        except csv.Error as error:
            last = n_before + rows.line_num
            report(Omission(where=place, reason=f"quoting is broken, passed over up to line {last} ({error})"))
            continue
        if any(cell.strip() for cell in row):
            yield place, row


def _problem(row: list[str], header: TableHeader) -> str:
    n_columns, n_cells = len(header.names), len(row)
    if n_cells < n_columns or any(cell.strip() for cell in row[n_columns:]):
        return f"{n_cells} fields, where the header has {n_columns}"
    return ""
