"""Abstracts that come as words with their places, as OpenAlex and the Microsoft Academic Graph give them."""

import ast
import json
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

_PLACES_NAMED = "InvertedIndex"
_MALFORMED = "the inverted abstract is not words with their places; it must be like {'We': [0, 7], 'propose': [1]}"


def to_text(index: object) -> str:
    """Return the text of an inverted index: its words in the order of their places, one space between two.

    The index is an object, or its text in JSON or Python, as tables hold it. Raises ValueError, with what is wrong
    as its message, if it is malformed or two words share a place.

    >>> to_text({"prunes": [1], "it": [2, 4], "Pruning": [0], "and": [3]})
    'Pruning prunes it and it'
    """
    places = _places(_parsed(index) if isinstance(index, str) else index)
    for (place, word), (next_place, next_word) in pairwise(places):
        if place == next_place:
            raise ValueError(f"the inverted abstract has two words at place {place}, {word!r} and {next_word!r}")
    return " ".join(word for _, word in places)


def _parsed(text: str) -> Any:
    for parse in (json.loads, ast.literal_eval):
        try:
            return parse(text)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            continue
    raise ValueError(_MALFORMED)


def _places(index: Any) -> list[tuple[int, str]]:
    """Return the words with their places, in order."""
    if isinstance(index, Mapping) and isinstance(index.get(_PLACES_NAMED), Mapping):
        index = index[_PLACES_NAMED]
    if not isinstance(index, Mapping) or not all(map(_is_places, index.values())):
        raise ValueError(_MALFORMED)
    return sorted((place, str(word)) for word, places in index.items() for place in places)


def _is_places(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(place, int) and not isinstance(place, bool) for place in value)
