"""The records of papers in JSON as services give it: wrapped, keyed by id, or nested; shared by its readers."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from kg.readers.fields import FIELD_BY_NAME, plain_name

Groups = dict[str, list[Any]]
"""Lists of what should be records, by where they stand in the document."""

# Names of an abstract that are as well those of any text, or of what is said of a whole list.
_UNSURE = frozenset({"text", "summary"})
# Objects around one paper; any other name alone may be its id.
_WRAPPERS = frozenset(
    {"paper", "citedpaper", "citingpaper", "article", "work", "entry", "record", "item", "data", "result", "note"}
)
_LANDING = ("primary_location", "landing_page_url")
_SOURCE = ("primary_location", "source", "display_name")
_EMPTY: tuple[Any, ...] = (None, "")
_MAX_DEPTH = 4


def find_records(document: Mapping[str, Any]) -> Groups:
    """Return the lists of papers that an object holds, by their names; one, "", if it is itself a paper.

    Papers stand in an array (`{"results": [...]}`, at any depth up to four), or are the values of an object that
    names them by id: then that is their `key`, unless they have an id. Nothing if there is neither.

    >>> find_records({"meta": {"count": 1}, "results": [{"abstract": "We."}]})
    {'results': [{'abstract': 'We.'}]}
    >>> find_records({"a1": {"abstract": "We."}, "a2": {"abstract": "They."}})
    {'': [{'abstract': 'We.', 'key': 'a1'}, {'abstract': 'They.', 'key': 'a2'}]}
    """
    said = _said(document)
    if said == "abstract":
        return {"": [document]}
    found = dict(_groups(document, "", 1))
    if said == "text":  # then what it holds may be parts of it: {"text": ..., "entities": [{"text": ...}]}
        found = {name: items for name, items in found.items() if {"abstract", "title"} & set(map(_said, items))}
    return found or ({"": [document]} if _said(flattened(document)) else {})


def flattened(record: Mapping[str, Any], *, depth: int = 1) -> dict[str, Any]:
    """Return a record with its fields side by side: taken out of `{"value": ...}` and of the object around them.

    >>> flattened({"id": "x", "content": {"title": {"value": "T"}, "abstract": {"value": "We."}}})
    {'id': 'x', 'title': 'T', 'abstract': 'We.'}
    """
    plain = {name: _value(value) for name, value in record.items()}
    if not _said(plain) and depth < _MAX_DEPTH:
        inner = {name: flattened(value, depth=depth + 1) for name, value in plain.items() if isinstance(value, dict)}
        papers = [name for name, value in inner.items() if _said(value)]
        if len(papers) == 1:
            del plain[papers[0]]
            plain.update(inner[papers[0]])
    for name, path in (("landing_page_url", _LANDING), ("venue", _SOURCE)):  # OpenAlex
        value = _within(plain, path)
        if isinstance(value, str):
            plain.setdefault(name, value)
    return plain


def flat_items(items: list[Any]) -> Iterator[Any]:
    """Yield the items of an array, and of the arrays that it is made of.

    >>> list(flat_items([1, [2, [3]]]))
    [1, 2, 3]
    """
    for item in items:
        if isinstance(item, list):
            yield from flat_items(item)
        else:
            yield item


def _said(record: object) -> Literal["abstract", "title", "text", ""]:
    """Return the surest sign by which an object is a paper; "text" is none, but with a title it is an abstract."""
    names = set(map(plain_name, record)) if isinstance(record, Mapping) else set()
    texts = {name for name in names if FIELD_BY_NAME.get(name) == "text"}
    is_titled = any(FIELD_BY_NAME.get(name) == "title" for name in names)
    if texts - _UNSURE:
        return "abstract"
    if is_titled:
        return "title"
    return "text" if texts else ""


def _groups(value: Mapping[str, Any], name: str, depth: int) -> Iterator[tuple[str, list[Any]]]:
    """Yield the lists of papers below an object: by id, in its arrays, in the objects that it holds."""
    if _is_by_id(value):
        yield name, [_keyed(key, item) for key, item in value.items()]
        return
    for key, item in value.items():
        below = f"{name}.{key}" if name else key
        if _is_list(item):
            yield below, list(flat_items(item))
        elif isinstance(item, dict) and depth < _MAX_DEPTH:
            yield from _groups(item, below, depth + 1)


def _is_list(value: object) -> bool:
    return isinstance(value, list) and any(isinstance(i, dict) and _said(flattened(i)) for i in flat_items(value))


def _is_by_id(value: Mapping[str, Any]) -> bool:
    """Return whether most values of an object are papers; a single one under the name of a wrapper is not by id."""
    n_papers = sum(map(_is_paper, value.values()))
    is_wrapper = len(value) == 1 and plain_name(next(iter(value))) in _WRAPPERS
    return n_papers > 0 and 2 * n_papers > len(value) and not is_wrapper


def _is_paper(value: object) -> bool:
    """Return whether a value is a paper, and not an object that holds a list of them under a title."""
    if not isinstance(value, dict):
        return False
    said = _said(flattened(value))
    return said == "abstract" or (bool(said) and not any(map(_is_list, value.values())))


def _keyed(key: str, value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    flat = flattened(value)
    ids = {name for name, item in flat.items() if FIELD_BY_NAME.get(plain_name(name)) == "id" and item not in _EMPTY}
    return flat if ids - {"doi"} else {**flat, "key": key}


def _value(value: Any) -> Any:
    """Return what OpenReview wraps: `{"value": x}`, with or without `readers`."""
    is_wrapped = isinstance(value, dict) and "value" in value and set(value) <= {"value", "readers"}
    return value["value"] if is_wrapped else value


def _within(value: Any, path: tuple[str, ...]) -> Any:
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value
