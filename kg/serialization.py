"""Records to plain data (what JSON holds) and back, without loss.

Fields at their default are left out, so that a line stays short and a new field doesn't change old lines.
"""

import dataclasses
import sys
import types
import typing
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeVar

from kg.errors import SchemaError

Record = TypeVar("Record")
_N_SHARED = 64


def to_data(record: object) -> dict[str, Any]:
    """Return a record as a dict of JSON values, in the order of its fields, defaults left out.

    >>> from kg.records import Omission
    >>> to_data(Omission(where="a.txt:3", reason="empty"))
    {'where': 'a.txt:3', 'reason': 'empty'}
    """
    data = {}
    for field in dataclasses.fields(record):  # type: ignore[arg-type]
        value = getattr(record, field.name)
        if value != field.default:
            data[field.name] = _plain(value)
    return data


def from_data(cls: type[Record], data: Mapping[str, Any]) -> Record:
    """Return the record that `to_data` made this from; SchemaError if a field is unknown or missing.

    >>> from kg.records import Omission
    >>> from_data(Omission, {"where": "a.txt:3", "reason": "empty"})
    Omission(where='a.txt:3', reason='empty')
    """
    readers: dict[str, Callable[[Any], Any]] = _readers(cls)  # type: ignore[arg-type]
    try:
        return cls(**{name: readers[name](value) for name, value in data.items()})
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise SchemaError(f"{cls.__name__}: not the fields of this record ({error})") from error


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return to_data(value) if dataclasses.is_dataclass(value) else value


@cache
def _readers(cls: type) -> dict[str, Callable[[Any], Any]]:
    return {name: _reader(hint) for name, hint in typing.get_type_hints(cls).items()}


def _reader(hint: Any) -> Callable[[Any], Any]:
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if dataclasses.is_dataclass(hint):
        return lambda value: from_data(hint, value)  # type: ignore[arg-type]
    if origin is tuple and arguments[-1] is Ellipsis:
        item = _reader(arguments[0])
        return lambda value: tuple(map(item, value))
    if origin is tuple:
        items = [_reader(argument) for argument in arguments]
        return lambda value: tuple(read(part) for read, part in zip(items, value, strict=True))
    if origin is types.UnionType or origin is typing.Union:
        kept = [_reader(argument) for argument in arguments if argument is not type(None)]
        return lambda value: None if value is None else kept[0](value)
    if origin is typing.Literal:
        return lambda value: _one_of(value, arguments)
    if hint is float:
        return lambda value: _of_type(value, (int, float)) if isinstance(value, int) else _of_type(value, (float,))
    if hint is str:
        return _shared
    return lambda value: _of_type(value, (hint,))


def _shared(value: Any) -> str:
    """Return a string as the one object of its letters: kinds, roles and names come thousands of times."""
    return sys.intern(_of_type(value, (str,))) if len(value) <= _N_SHARED else _of_type(value, (str,))


def _of_type(value: Any, allowed: tuple[type, ...]) -> Any:
    if not isinstance(value, allowed):
        raise TypeError(f"{value!r} is not {' or '.join(t.__name__ for t in allowed)}")
    return value


def _one_of(value: Any, allowed: tuple[Any, ...]) -> Any:
    if value not in allowed:
        raise ValueError(f"{value!r} is not one of {allowed}")
    return allowed[allowed.index(value)]
