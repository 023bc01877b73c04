"""JSON: an array of objects, or an object that wraps one; fields as in JSON Lines."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kg.errors import ReadError
from kg.readers.decoding import open_text
from kg.readers.fields import Report, to_paper
from kg.readers.json_form import arrays, json_form
from kg.readers.marks import tell_form
from kg.records import Omission, Paper


def recognizes(head: str) -> bool:
    """Return whether a file that begins like this is one JSON document."""
    return tell_form(head) == "json" and json_form(head) == "document"


def read_papers(path: Path, report: Report) -> Iterator[Paper]:
    """Yield the paper of each object of the array, by its place in it; the whole file is loaded.

    Raises ReadError if the file is not JSON, or holds not one array of objects.
    """
    for number, record in enumerate(_records(path), 1):
        place = f"record {number}"
        if not isinstance(record, dict):
            report(Omission(where=place, reason="not an object; a paper is one object"))
            continue
        paper = to_paper(record, place, report)
        if paper is not None:
            yield paper


def _records(path: Path) -> list[Any]:
    document = _document(path)
    if isinstance(document, list):
        return document
    if not isinstance(document, dict):
        raise ReadError(f"{path}: JSON, but no array of objects; put the papers in one")
    wrapped = arrays(document)
    if len(wrapped) > 1:
        raise ReadError(f"{path}: several arrays of objects ({', '.join(wrapped)}); leave the one with the papers")
    return next(iter(wrapped.values())) if wrapped else [document]


def _document(path: Path) -> Any:
    try:
        with open_text(path) as file:
            return json.load(file)
    except RecursionError as error:
        raise ReadError(f"{path}: JSON nested too deep; put the papers in one array") from error
    except json.JSONDecodeError as error:
        hint = "; for an object a line use --format jsonl" if error.msg == "Extra data" else "; mend it there"
        raise ReadError(f"{path}:{error.lineno}: not JSON ({error.msg} at column {error.colno}){hint}") from error
    except ValueError as error:
        raise ReadError(f"{path}: not JSON ({error}); mend it there") from error
