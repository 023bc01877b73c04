"""What the parameters of a query are given: checked, found by name, typed; never a part of its text."""

from collections.abc import Mapping
from dataclasses import dataclass

from kg.errors import QueryError
from kg.naming import find_concept, find_paper
from kg.querying.headers import Parameter, ParameterType
from kg.schema import SCHEMA
from kg.store import Store

_LARGEST = 2**63 - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument:
    """The value of a parameter: an id for a concept or paper, else what it was given as.

    `type` is None for a parameter that the query does not declare; its value goes to the engine as it is.
    """

    type: ParameterType | None
    value: str | int | float | bool | None


def bind(
    store: Store, parameters: tuple[Parameter, ...], given: Mapping[str, object], *, where: str
) -> dict[str, Argument]:
    """Return the arguments of the declared parameters by name.

    Raises QueryError if one is missing, unknown or of another type, NameNotFoundError if nothing or
    several things have the name of a concept or paper.
    """
    takes = f"it takes {', '.join(map(_described, parameters)) or 'none'}"
    unknown = sorted(set(given) - {parameter.name for parameter in parameters})
    if unknown:
        raise QueryError(f"{where}: has no parameter {', '.join(unknown)}; {takes}")
    missing = [p.name for p in parameters if p.default is None and p.name not in given]
    if missing:
        raise QueryError(f"{where}: needs {', '.join(missing)}; {takes}")
    return {p.name: Argument(type=p.type, value=_value(store, p, given, where)) for p in parameters}


def bind_undeclared(names: tuple[str, ...], given: Mapping[str, object], *, where: str) -> dict[str, Argument]:
    """Return the arguments of a query without header, which names its parameters by `$` alone."""
    unknown = sorted(set(given) - set(names))
    if unknown:
        takes = ", ".join(f"${name}" for name in names) or "none"
        raise QueryError(f"{where}: has no parameter {', '.join(unknown)}; it names {takes}")
    return {name: Argument(type=None, value=_plain(value, name, where)) for name, value in given.items()}


def _described(parameter: Parameter) -> str:
    if parameter.default is None:
        return f"{parameter.name} ({parameter.type})"
    default = "any" if parameter.default == "" else parameter.default
    return f"{parameter.name} ({parameter.type}, {default} unless given)"


def _value(store: Store, parameter: Parameter, given: Mapping[str, object], where: str) -> str | int:
    if parameter.name not in given:
        assert parameter.default is not None
        return parameter.default
    value = given[parameter.name]
    match parameter.type:
        case "integer":
            return _integer(value, parameter.name, where)
        case "kind":
            return _kind(_text(value, parameter.name, where), parameter, where)
        case "concept":
            return find_concept(store, _text(value, parameter.name, where)).id
        case "paper":
            return find_paper(store, _text(value, parameter.name, where)).id
        case "text":
            return _text(value, parameter.name, where)


def _text(value: object, name: str, where: str) -> str:
    if not isinstance(value, str):
        raise QueryError(f"{where}: {name} is {value!r}; it takes a text")
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise QueryError(f"{where}: {name} holds half a surrogate pair; give whole characters") from error
    return value


def _integer(value: object, name: str, where: str) -> int:
    try:
        number = int(value) if isinstance(value, int | str) and not isinstance(value, bool) else -1
    except ValueError:
        number = -1
    if not 0 <= number <= _LARGEST:
        raise QueryError(f"{where}: {name} is {value!r}; it takes a whole number from 0")
    return number


def _kind(value: str, parameter: Parameter, where: str) -> str:
    if value == parameter.default:
        return value
    for kind in SCHEMA.concept_kinds:
        if kind.casefold() == value.casefold():
            return kind
    raise QueryError(f"{where}: {parameter.name} is {value!r}; the kinds are {', '.join(SCHEMA.concept_kinds)}")


def _plain(value: object, name: str, where: str) -> str | int | float | bool | None:
    if isinstance(value, str):
        return _text(value, name, where)
    if value is None or isinstance(value, bool | float) or (isinstance(value, int) and abs(value) <= _LARGEST):
        return value
    raise QueryError(f"{where}: {name} is {value!r}; it takes a text, a number of at most 64 bits, true or false")
