"""Whether the values of records are what the schema declares: types, required and allowed values, characters."""

import math
import re
from collections.abc import Iterator
from typing import Any

from kg.records import Concept, ReportedResult
from kg.schema import SCHEMA, Property
from kg.validation.problems import Problem

_REFUSED = re.compile("[\x00\x1f\ud800-\udfff]")
_SHOWN = 60
_DERIVED = frozenset({"kind_votes", "n_papers", "n_evidence"})
_INTEGERS = range(-(2**63), 2**63)
_ALLOWED = {
    "string": "a string without NUL, U+001F and half surrogate pairs",
    "strings": "a tuple of strings, none empty, without NUL, U+001F and half surrogate pairs",
    "integer": "an integer of 64 bits",
    "float": "a finite number",
    "boolean": "True or False",
}


def of_record(where: str, properties: tuple[Property, ...], record: object) -> Iterator[Problem]:
    """Yield what is wrong with the properties of a record, one problem a property at most."""
    for declared in properties:
        if declared.name not in _DERIVED:
            value = getattr(record, declared.name)
            allowed = _broken_rule(declared, value)
            if allowed:
                yield Problem(where=f"{where}, {declared.name}", what=_shown(value), allowed=allowed)


def of_concept(where: str, concept: Concept) -> Iterator[Problem]:
    """Yield what is wrong with a concept as a whole: its votes and its spellings."""
    for vote in concept.kind_votes:
        kind, count = vote if isinstance(vote, tuple) and len(vote) == 2 else (None, None)
        if kind not in SCHEMA.concept_kinds or not isinstance(count, int) or count < 1:
            allowed = f"pairs of a kind ({', '.join(SCHEMA.concept_kinds)}) and a number from 1"
            yield Problem(where=f"{where}, kind_votes", what=_shown(vote), allowed=allowed)
    if concept.name in concept.aliases:
        yield Problem(where=f"{where}, aliases", what=_shown(concept.name), allowed="all spellings but the name")


def of_result(where: str, result: ReportedResult) -> Iterator[Problem]:
    """Yield what is wrong with a result as a whole: the order of its ends."""
    if _is_number(result.low) and _is_number(result.high) and result.low > result.high:  # type: ignore[operator]
        yield Problem(where=f"{where}, low", what=f"{result.low} above {result.high}", allowed="low is not above high")


def of_confidence(where: str, confidence: float) -> Iterator[Problem]:
    """Yield a problem if a confidence that is a number lies outside 0 to 1."""
    if _is_number(confidence) and not 0 <= confidence <= 1:
        yield Problem(where=f"{where}, confidence", what=_shown(confidence), allowed="a number from 0 to 1")


def _broken_rule(declared: Property, value: Any) -> str:
    """Return the rule that a value breaks, or nothing."""
    if value is None or value == "":
        return "a value is required" if declared.required else ""
    if not _has_type(declared, value):
        return _ALLOWED[declared.type]
    if declared.allowed and value not in declared.allowed:
        return f"one of {', '.join(declared.allowed)}"
    return ""


def _has_type(declared: Property, value: Any) -> bool:
    match declared.type:
        case "string":
            return _is_text(value)
        case "strings":
            return isinstance(value, tuple) and all(item and _is_text(item) for item in value)
        case "integer":
            return isinstance(value, int) and not isinstance(value, bool) and value in _INTEGERS
        case "float":
            return _is_number(value)
        case "boolean":
            return isinstance(value, bool)


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and not _REFUSED.search(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _shown(value: object) -> str:
    text = ascii(value) if isinstance(value, str) and _REFUSED.search(value) else repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
