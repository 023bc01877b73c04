"""The comment at the head of a query: its question, its parameters, its columns.

    // Question: Which papers evaluate on this dataset or benchmark?
    // Parameter concept: concept - the dataset or benchmark
    // Parameter limit: integer = 20 - the most rows
    // Columns: paper, label, year

The same in SPARQL with `#`. A line that begins with none of these words goes on with the one before.
"""

import json
import re
from dataclasses import dataclass
from typing import Literal, TypeAlias, cast, get_args

from kg.errors import QueryError

ParameterType: TypeAlias = Literal["concept", "paper", "kind", "integer", "text"]

_COMMENT = re.compile(r"\s*(?://|#)\s?(.*)")
_ENTRY = re.compile(r"(Question|Parameter|Columns)\b(.*)")
_PARAMETER = re.compile(r"\s+(\w+)\s*:\s*(\w+)(?:\s*=\s*(\"[^\"]*\"|-?\d+))?(?:\s+-\s+(.*))?\s*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """One parameter of a query. `default` is None if it must be given.

    A `concept` or `paper` is found by id, name or alias; a `kind` is a concept kind of the schema, or
    empty for any; `integer` is a whole number from 0; `text` stands for itself.
    """

    name: str
    type: ParameterType
    default: str | int | None = None
    doc: str = ""

    @property
    def usage(self) -> str:
        """How it is written on the command line, in brackets if it may be left out.

        >>> Parameter(name="concept", type="concept").usage, Parameter(name="limit", type="integer", default=20).usage
        ('concept=CONCEPT', '[limit=20]')
        """
        if self.default is None:
            return f"{self.name}={self.type.upper()}"
        return f"[{self.name}={self.default if self.default != '' else self.type.upper()}]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """What a query says of itself; all of it empty if there is no header."""

    question: str = ""
    parameters: tuple[Parameter, ...] = ()
    columns: tuple[str, ...] = ()


def read_header(text: str, *, where: str) -> Header:
    r"""Return the header of a query text; QueryError if a parameter is declared in no known way.

    >>> read_header("// Columns: paper, year\nMATCH (p:Paper) RETURN p.id AS paper, p.year AS year", where="x").columns
    ('paper', 'year')
    """
    question, columns = "", ""
    parameters: list[Parameter] = []
    for name, body in _entries(text):
        match name:
            case "Parameter":
                parameters.append(_parameter(body, where))
            case "Question":
                question = body.lstrip(" :").strip()
            case _:
                columns = body.lstrip(" :")
    listed = tuple(filter(None, (column.strip() for column in columns.split(","))))
    return Header(question=question, parameters=tuple(parameters), columns=listed)


def _entries(text: str) -> list[tuple[str, str]]:
    entries: list[tuple[str, str]] = []
    for line in text.splitlines():
        comment = _COMMENT.fullmatch(line)
        if comment is None:
            if line.strip():
                break
            continue
        entry = _ENTRY.fullmatch(comment[1])
        if entry is not None:
            entries.append((entry[1], entry[2]))
        elif entries:
            entries[-1] = (entries[-1][0], f"{entries[-1][1]} {comment[1].strip()}")
    return entries


def _parameter(body: str, where: str) -> Parameter:
    match = _PARAMETER.fullmatch(body)
    types = get_args(ParameterType)
    if match is None or match[2] not in types:
        raise QueryError(
            f"{where}: 'Parameter{body}' declares no parameter; write 'Parameter NAME: TYPE [= DEFAULT] - what it is' "
            f'with a type of {", ".join(types)} and a default like 20 or "x"'
        )
    name, kind, default, doc = match.groups()
    return Parameter(
        name=name,
        type=cast("ParameterType", kind),
        default=None if default is None else json.loads(default),
        doc=doc or "",
    )
