"""The lists that the rules read: plain TSV files with a heading line, made by `tools/make_lists.py`; see SOURCES.md."""

from collections.abc import Iterator
from importlib.resources import files
from typing import NamedTuple


class Term(NamedTuple):
    """An entry: its kind, and the share of its occurrences that annotators took as a mention."""

    kind: str
    share: float


def read_terms() -> dict[tuple[str, ...], Term]:
    """Return established terms by their normal forms."""
    return {tuple(row[0].split(" ")): Term(row[1], float(row[2])) for row in _rows("terms.tsv")}


def read_heads() -> dict[str, Term]:
    """Return head words by normal form."""
    return {row[0]: Term(row[1], float(row[2])) for row in _rows("heads.tsv")}


def read_modifiers() -> dict[str, float]:
    """Return by unit how often it belongs to the term that follows it."""
    return {row[0]: float(row[1]) for row in _rows("modifiers.tsv")}


def read_names() -> dict[str, str]:
    """Return the kind of each name of the public name lists, by the name as it is written."""
    return {row[0]: row[1] for row in _rows("names.tsv")}


def read_rejected() -> dict[str, float]:
    """Return what is shaped like a name but seldom one, with the share in which annotators took it."""
    return {row[0]: float(row[1]) for row in _rows("rejected.tsv")}


def _rows(name: str) -> Iterator[list[str]]:
    lines = (files(__name__) / name).read_text(encoding="utf-8").splitlines()
    return (line.split("\t") for line in lines[1:])
