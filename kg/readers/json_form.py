"""How JSON stands in a file: an object a line, or one document; shared by the readers of both."""

import json
import re
from itertools import islice
from typing import Any, Literal

from kg.readers.json_records import find_records, flattened

_RECORD_NAMES = frozenset({"abstract", "text", "summary", "title"})
_N_OPENINGS = 50


def json_form(head: str) -> Literal["lines", "document", ""]:
    r"""Return "lines" for an object a line, "document" for one array or object, "" for what is no JSON.

    An object alone in its file is a line if it is a paper, else a document.

    >>> json_form('{"id": 1}\n{"id": 2}\n'), json_form('[{"id": 1}]'), json_form('{"papers": [{"id": 1}]}')
    ('lines', 'document', 'document')
    """
    head = head.lstrip("\ufeff \t\r\n")
    if not head.startswith(("{", "[")):
        return ""
    if head.startswith("["):
        return "document" if re.match(r"\[\s*[{\[\"\]]", head) else ""
    whole = _parsed(head)
    if isinstance(whole, dict):
        return "lines" if "\n" not in head.strip() and _is_paper(whole) else "document"
    openings = [line.strip() for line in head.split("\n") if line.startswith("{")]
    n_whole = sum(isinstance(_parsed(line), dict) for line in openings)
    n_going_on = sum(line.endswith((",", "[", "{")) for line in openings)
    if n_whole > n_going_on:
        return "lines"
    return "document" if re.match(r'\{\s*["}]', head) else ""


def first_record(head: str) -> dict[str, Any] | None:
    """Return the first whole record of a list in JSON of either form, or None if there is no JSON."""
    if not json_form(head):
        return None
    decoder = json.JSONDecoder()
    for start in islice(re.finditer(r"\{", head), _N_OPENINGS):
        try:
            found, _ = decoder.raw_decode(head, start.start())
        except (ValueError, RecursionError):
            continue  # an object that wraps the list, cut where the head ends
        groups = find_records(found)
        items = [item for group in groups.values() for item in group if isinstance(item, dict)]
        record = flattened(items[0] if items else found)
        if any(name.casefold() in _RECORD_NAMES for name in record):
            return record
    return None


def _is_paper(document: dict[str, Any]) -> bool:
    """Return whether an object is a paper itself, and holds no list of papers."""
    return any(item is document for group in find_records(document).values() for item in group)


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
