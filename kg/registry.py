"""Plug-ins by entry point, found by name and loaded on first use.

Our own formats come through the same door as a stranger's: one line in pyproject.toml.
"""

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from types import ModuleType

from kg.errors import NameNotFoundError

READERS = "kg.readers"
EXPORTERS = "kg.exporters"


@cache
def _points(group: str) -> dict[str, EntryPoint]:
    return {point.name: point for point in sorted(entry_points(group=group))}


def names(group: str) -> tuple[str, ...]:
    """Return the registered names of a group, sorted.

    >>> "ttl" in names(EXPORTERS)
    True
    """
    return tuple(_points(group))


def get(group: str, name: str) -> ModuleType:
    """Return the module registered as `name`, or raise NameNotFoundError that lists the known names.

    >>> get(EXPORTERS, "docx")
    Traceback (most recent call last):
    kg.errors.NameNotFoundError: docx: no such format; known: ...
    """
    try:
        point = _points(group)[name]
    except KeyError:
        known = names(group)
        raise NameNotFoundError(f"{name}: no such format; known: {', '.join(known)}", known) from None
    module = point.load()
    assert isinstance(module, ModuleType)
    return module
