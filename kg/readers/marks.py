"""The marks by which the forms of lists are told from each other, all of them in one place."""

import csv
import re
from dataclasses import dataclass
from typing import Literal

from kg.readers.fields import FIELD_BY_NAME, plain_name
from kg.readers.json_form import json_form

Form = Literal["foreign", "json", "xml", "tagged", "bibtex", "records", "table", ""]
Dialect = Literal["ris", "medline", "wos"]

# By how they begin: files that people try and that no reader takes.
_BINARY = (
    (re.compile(r"%PDF-"), "a PDF"),
    (re.compile(r"PK\x03\x04"), "an Excel, Word or other zip file"),
    (re.compile(r"\udcd0\udccf\x11\u0871"), "an old Excel or Word file"),  # D0CF11E0A1B1, as far as it is UTF-8
    (re.compile(r"SQLite format 3\x00"), "an SQLite database"),
)
_XML_RECORD = re.compile(r"<(?:entry|paper|PubmedArticle|record)\b[^<>]*>")
_XML = re.compile(r"\s*<(?:\?xml|[A-Za-z!])")
_FOREIGN = ((re.compile(r"\s*---\s*\n\S+:"), "YAML or Markdown with a YAML head"),)
# Reference managers put up to a few lines of their own above the first record.
_MEDLINE = r"(?:[A-Z]{4}|[A-Z]{3} |[A-Z]{2}  )- "
_DIALECTS: tuple[tuple[Dialect, re.Pattern[str]], ...] = (
    ("ris", re.compile(r"(?:[^\n]*\n){0,9}?[ \t]*(?:\d+\.[ \t]*)?TY  ?-(?: |\n|$)")),
    ("medline", re.compile(rf"\s*{_MEDLINE}.*\n(?:{_MEDLINE}| {{6}}\S)")),
    ("wos", re.compile(r"\s*(?:FN .{0,80}\nVR |PT [A-Z]\n)")),
)
_BIBTEX_ENTRY = re.compile(
    r"^[ \t]*@[A-Za-z]+[ \t]*[{(]\s*[^\s,{}()\"=]*[ \t]*,[ \t]*(?:\n|[\w-]+[ \t]*=)", re.MULTILINE
)
_RECORD_KEY = re.compile(r"(id|paper id|title|link|url|authors?|abstract)[ \t]*:(?:[ \t]|$)", re.IGNORECASE)
_RULE = re.compile(r"\s*(?:-{3,}|={3,}|_{3,}|\*{3,})\s*")
_DELIMITERS = ",\t;|"
_N_HEADER_ROWS = 10
_MAX_NAME = 60
_MAX_HEADING = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class TableHeader:
    """Where the column names of a table stand: how many lines come before them, the delimiter, the names."""

    n_lines_before: int
    delimiter: str
    names: tuple[str, ...]


def tell_form(head: str) -> Form:
    """Return the form whose marks a text bears, "" if it bears none, as prose does.

    The first in this order counts, so that no two readers take one list.
    """
    if binary_form(head) or foreign_form(head):
        return "foreign"
    if json_form(head):
        return "json"
    if _XML.match(head):
        return "xml"
    if dialect(head):
        return "tagged"
    if _BIBTEX_ENTRY.search(head):
        return "bibtex"
    if _begins_with_record(head):
        return "records"
    return "table" if table_header(head) else ""


def foreign_form(head: str) -> str:
    """Return what a file is that no reader takes, in words; empty if that isn't known."""
    if _XML.match(head) and not _XML_RECORD.search(head):
        return "XML or HTML"
    return next((what for pattern, what in _FOREIGN if pattern.match(head)), "")


def binary_form(head: str) -> str:
    """Return what a file is that is no text, in words; empty if that isn't known."""
    return next((what for pattern, what in _BINARY if pattern.match(head)), "")


def dialect(head: str) -> Dialect | None:
    r"""Return which form of lines with tags a text begins in, or None if it is none.

    >>> dialect("TY  - JOUR\n"), dialect("PMID- 1\nTI  - T\n"), dialect("FN Clarivate\nVR 1.0\n")
    ('ris', 'medline', 'wos')
    """
    return next((name for name, pattern in _DIALECTS if pattern.match(head)), None)


def is_rule(line: str) -> bool:
    """Return whether a line is nothing but dashes or the like.

    >>> is_rule("--------"), is_rule("- a point")
    (True, False)
    """
    return _RULE.fullmatch(line) is not None


def table_header(head: str) -> TableHeader | None:
    r"""Return the header of a table, or None if the text has none.

    It is the first row; or, below the notes that exports put before it, a later row with four known columns
    or more. It names an abstract, or two known columns; a single column must be followed by a quoted row.

    >>> table_header("Titel;Title;Abstract\n").delimiter, table_header("Abstract\n\nWe propose it.") is None
    (';', True)
    """
    lines = head.split("\n")[:_N_HEADER_ROWS]
    for number, line in enumerate(lines):
        for delimiter in _DELIMITERS:
            names = _cells(line.rstrip("\r"), delimiter)
            if names and _is_header(names, n_known=4 if _are_notes(lines[:number]) else 2):
                return TableHeader(n_lines_before=number, delimiter=delimiter, names=tuple(names))
        if number == 0 and _is_one_column(line, lines[1:]):
            return TableHeader(n_lines_before=0, delimiter=",", names=(line.strip().strip('"'),))
    return None


def _begins_with_record(head: str) -> bool:
    r"""Return whether a text begins with `Key: value` lines, of which one is a title or an abstract.

    A heading of up to two short lines may come before them.

    >>> _begins_with_record("ID: 1\nTitle: T\nAbstract: We.\n"), _begins_with_record("Title: the story of a list")
    (True, False)
    """
    lines = [line for line in head.split("\n") if line.strip() and not is_rule(line)]
    first = next((number for number, line in enumerate(lines[:3]) if _RECORD_KEY.match(line)), None)
    if first is None or any(len(line) > _MAX_HEADING for line in lines[:first]):
        return False
    keys = {match.group(1).lower() for line in lines if (match := _RECORD_KEY.match(line))}
    return "abstract" in keys or ("title" in keys and len(keys) > 1)


def _cells(line: str, delimiter: str) -> list[str]:
    if delimiter not in line:
        return []
    try:
        return [cell.strip() for cell in next(csv.reader([line], delimiter=delimiter, strict=True), [])]
    except csv.Error:
        return []


def _are_notes(lines: list[str]) -> bool:
    """Return whether there is more before a header than `sep=;`, which tells Excel the delimiter."""
    return any(line.strip() and not re.match(r'"?sep=.', line) for line in lines)


def _is_header(names: list[str], *, n_known: int) -> bool:
    known = {FIELD_BY_NAME[plain] for name in names if (plain := plain_name(name)) in FIELD_BY_NAME}
    if any(len(name) > _MAX_NAME for name in names) or (n_known == 2 and sum(map(bool, names)) < 2):
        return False
    return len(known) >= n_known or (n_known == 2 and "text" in known)


def _is_one_column(line: str, following: list[str]) -> bool:
    is_abstract = FIELD_BY_NAME.get(plain_name(line)) == "text" and len(line) <= _MAX_NAME
    return is_abstract and bool(following) and following[0].startswith('"')
