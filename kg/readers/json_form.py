"""How JSON stands in a file: an object a line, or one document; shared by the readers of both."""

import json
import re
from typing import Any, Literal

_ABSTRACT = re.compile(r'"(?:abstract|text|summary)"\s*:', re.IGNORECASE)


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
    openings = [line for line in head.split("\n") if line.startswith("{")]
    n_parsed = sum(isinstance(_parsed(line), dict) for line in openings)
    if n_parsed and 2 * n_parsed >= len(openings):
        return "lines"
    return "document" if re.match(r'\{\s*["}]', head) else ""


def arrays(document: dict[str, Any]) -> dict[str, list[Any]]:
    """Return the arrays of objects that an object wraps, by name; none if the object is itself a record."""
    if any(name.casefold() in {"abstract", "text", "summary", "title"} for name in document):
        return {}
    return {
        name: value
        for name, value in document.items()
        if isinstance(value, list) and value and all(isinstance(item, dict) for item in value)
    }


def first_object(head: str) -> dict[str, Any] | None:
    """Return the first whole object of a list in JSON of either form, or None."""
    decoder = json.JSONDecoder()
    for start in re.finditer(r"\{", head[:10_000]):
        try:
            found, _ = decoder.raw_decode(head, start.start())
        except (ValueError, RecursionError):
            continue
        if isinstance(found, dict):
            wrapped = arrays(found)
            return next(iter(wrapped.values()))[0] if wrapped else found
    return None


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
