"""How JSON stands in a file: an object a line, or one document; shared by the readers of both."""

import json
import re
from itertools import islice
from typing import Any, Literal

_RECORD_NAMES = frozenset({"abstract", "text", "summary", "title"})
_N_OPENINGS = 50


def json_form(head: str) -> Literal["lines", "document", ""]:
    r"""Return "lines" for an object a line, "document" for one array or object, "" for what is no JSON.

    An object alone in its file is a line if it is a record, and a document if it wraps an array of them.

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
        return "document" if "\n" in head.strip() or arrays(whole) else "lines"
    openings = [line.strip() for line in head.split("\n") if line.startswith("{")]
    n_whole = sum(isinstance(_parsed(line), dict) for line in openings)
    n_going_on = sum(line.endswith((",", "[", "{")) for line in openings)
    if n_whole > n_going_on:
        return "lines"
    return "document" if re.match(r'\{\s*["}]', head) else ""


def arrays(document: dict[str, Any]) -> dict[str, list[Any]]:
    """Return the arrays of objects that an object wraps, by name; none if the object is itself a record."""
    if any(name.casefold() in _RECORD_NAMES for name in document):
        return {}
    return {
        name: value
        for name, value in document.items()
        if isinstance(value, list) and value and all(isinstance(item, dict) for item in value)
    }


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
        wrapped = arrays(found)
        record: dict[str, Any] = next(iter(wrapped.values()))[0] if wrapped else found
        if any(name.casefold() in _RECORD_NAMES for name in record):
            return record
    return None


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
