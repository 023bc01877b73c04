"""JSON: an array of objects, or an object that holds one or names papers by id; fields as in JSON Lines."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kg.errors import ReadError
from kg.readers.decoding import open_text
from kg.readers.fields import Report, to_paper
from kg.readers.json_form import json_form
from kg.readers.json_records import Groups, find_records, flat_items, flattened
from kg.readers.marks import tell_form
from kg.records import Omission, Paper


def recognizes(head: str) -> bool:
    """Return whether a file that begins like this is one JSON document."""
    return tell_form(head) == "json" and json_form(head) == "document"


def read_papers(path: Path, report: Report) -> Iterator[Paper]:
    """Yield the paper of each object, by its place; the whole file is loaded.

    Raises ReadError if the file is not JSON, or holds not one list of papers, or several among other things.
    """
    try:
        groups = _groups(path)
    except RecursionError as error:
        raise ReadError(f"{path}: JSON nested too deep; put the papers in one array") from error
    for name, items in groups.items():
        for number, item in enumerate(items, 1):
            place = f"record {number}" if len(groups) == 1 else f"{name} record {number}"
            if not isinstance(item, dict):
                report(Omission(where=place, reason="not an object; a paper is one object"))
                continue
            paper = to_paper(flattened(item), place, report)
            if paper is not None:
                yield paper


def _groups(path: Path) -> Groups:
    """Return the lists of papers by name: one, or those of an object that holds nothing else (by year, by venue)."""
    document = _document(path)
    if isinstance(document, list):
        return {"": list(flat_items(document))}
    groups = find_records(document) if isinstance(document, dict) else {}
    if not groups:
        raise ReadError(f"{path}: JSON, but no array of papers, nor papers by their ids; put the papers in one array")
    if len(groups) > 1 and set(groups) != set(document):
        raise ReadError(f"{path}: several arrays of objects ({', '.join(groups)}); leave the one with the papers")
    return groups


def _document(path: Path) -> Any:
    try:
        with open_text(path) as file:
            return json.load(file)
    except json.JSONDecodeError as error:
        hint = "; for an object a line use --format jsonl" if error.msg == "Extra data" else "; mend it there"
        raise ReadError(f"{path}:{error.lineno}: not JSON ({error.msg} at column {error.colno}){hint}") from error
    except ValueError as error:
        raise ReadError(f"{path}: not JSON ({error}); mend it there") from error
