"""The CSV tables that `neo4j-admin database import` and LOAD CSV take: their columns, cells, writer and reader.

Strings stand in quotes, a quote doubled, nothing else escaped; numbers and booleans stand bare; a cell without
a value is empty; the elements of a list are parted by U+001F.

LOAD CSV on a server with its usual settings takes a backslash before a backslash or a quote for an escape,
`neo4j-admin` does not, so no one spelling of such a row suits both. These rows stand in two files of their
own: `<table>.backslash.csv`, for `neo4j-admin`, and `<table>.escaped.csv`, for LOAD CSV, in which U+001A `b`
stands for a backslash and U+001A `s` for U+001A itself.
"""

import csv
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self, TextIO

from kg.errors import SchemaError, StoreError
from kg.properties import Value
from kg.propertygraph import (
    MARKER,
    MENTION,
    OURS,
    Relationship,
    mention_relationships,
    node_columns,
    node_labels,
    relationship_columns,
    relationships,
)
from kg.schema import Property, PropertyType

SEPARATOR = "\x1f"
START, END = "start", "end"
_TYPES: dict[PropertyType, str] = {
    "string": "string",
    "integer": "long",
    "float": "double",
    "boolean": "boolean",
    "strings": "string[]",
}
_LONGEST_CELL = 2**31 - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column: the property it holds, its type, and its heading as `neo4j-admin` wants it."""

    name: str
    type: PropertyType
    header: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """One table: a sort of node (`labels`) or of relationship; `name` is the file's, without suffix.

    `leading` are the columns that are no properties, in front of the others.
    """

    name: str
    columns: tuple[Column, ...]
    labels: tuple[str, ...] = ()
    relationship: Relationship | None = None
    leading: tuple[Column, ...] = ()

    @property
    def of_mentions(self) -> bool:
        """Whether the table is needed only where all evidence is wanted."""
        ends = (self.relationship.source, self.relationship.target) if self.relationship else ()
        return MENTION in (*self.labels, *ends)


def node_tables() -> tuple[Table, ...]:
    """Return the tables of nodes: one a kind, the mentions, the marker."""
    return tuple(_node_table(labels) for labels in (*node_labels(), (MENTION,), (MARKER,)))


def relationship_tables() -> tuple[Table, ...]:
    """Return the tables of relationships: one an edge type, and those of the mentions."""
    plain = [_relationship_table(r, relationship_columns(), r.type) for r in relationships()]
    several = [_relationship_table(r, (), f"{r.type}-{r.target}") for r in mention_relationships()]
    return (*plain, *several)


class Writer:
    """An open table; `write` adds a row. Rows that hold a backslash hazard go to files made when first needed."""

    def __init__(self, folder: Path, table: Table) -> None:
        self._folder = folder
        self._table = table
        self._files = ExitStack()
        self._main = self._open("", headed=True)
        self._backslash: TextIO | None = None
        self._escaped: TextIO | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._files.close()

    def write(self, values: Mapping[str, Value]) -> None:
        """Add a row; values that the table has no column for are ignored, absent ones leave an empty cell."""
        row = self._row(values)
        if not _is_hazard(row):
            self._main.write(row)
            return
        if self._backslash is None or self._escaped is None:
            self._backslash = self._open(".backslash", headed=False)
            self._escaped = self._open(".escaped", headed=True)
        self._backslash.write(row)
        self._escaped.write(row.replace("\x1a", "\x1as").replace("\\", "\x1ab"))

    def _row(self, values: Mapping[str, Value]) -> str:
        table = self._table
        cells = (_cell(values.get(c.name), c, table) for c in (*table.leading, *table.columns))
        return ",".join((*cells, _tail(table))) + "\n"

    def _open(self, suffix: str, *, headed: bool) -> TextIO:
        path = self._folder / f"{self._table.name}{suffix}.csv"
        file = self._files.enter_context(path.open("w", encoding="utf-8", newline=""))
        if headed:
            last = ":TYPE" if self._table.relationship else ":LABEL"
            headers = [column.header for column in (*self._table.leading, *self._table.columns)]
            file.write(",".join((*headers, last)) + "\n")
        return file


def read_rows(folder: Path, table: Table) -> Iterator[dict[str, Value]]:
    """Yield the rows of a table as they were written; a cell without a value is left out.

    Raises StoreError if the file is absent or its columns are others.
    """
    columns = (*table.leading, *table.columns)
    expected = [column.header for column in columns]
    path = folder / f"{table.name}.csv"
    rows = _cells(path)
    found = next(rows, [])[:-1]
    if found != expected:
        raise StoreError(f"{path}: columns {', '.join(found)}; this kg reads {', '.join(expected)}")
    for source in (rows, _cells(folder / f"{table.name}.backslash.csv", optional=True)):
        for row in source:
            cells = zip(columns, row[:-1], strict=True)
            yield {column.name: _value(cell, column.type) for column, cell in cells if cell}


def _node_table(labels: tuple[str, ...]) -> Table:
    identifier, *others = node_columns(labels[0])
    first = Column(name=identifier.name, type=identifier.type, header=f"{identifier.name}:ID({labels[0]})")
    return Table(name=f"nodes-{labels[-1].lower()}", columns=(first, *map(_column, others)), labels=labels)


def _relationship_table(relationship: Relationship, properties: Iterable[Property], name: str) -> Table:
    return Table(
        name=f"edges-{name.lower()}",
        columns=tuple(map(_column, properties)),
        relationship=relationship,
        leading=(
            Column(name=f":{START}", type="string", header=f":START_ID({relationship.source})"),
            Column(name=f":{END}", type="string", header=f":END_ID({relationship.target})"),
        ),
    )


def _column(declared: Property) -> Column:
    return Column(name=declared.name, type=declared.type, header=f"{declared.name}:{_TYPES[declared.type]}")


def _tail(table: Table) -> str:
    return table.relationship.type if table.relationship else SEPARATOR.join(table.labels)


def _cell(value: Value | None, column: Column, table: Table) -> str:
    match value:
        case None:
            return "true" if column.name == OURS.name and not table.relationship else ""
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case float():
            return repr(value)
        case str():
            return _quoted(value)
        case list():
            return _quoted(SEPARATOR.join(_checked(item, column, table) for item in value))


def _checked(item: str, column: Column, table: Table) -> str:
    if SEPARATOR in item:
        raise SchemaError(f"{table.name}: {column.name} {item!r} holds U+001F; that sign parts the elements of a list")
    return item


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def _is_hazard(row: str) -> bool:
    return "\\" in row and ('\\"' in row or "\\\\" in row)


def _cells(path: Path, *, optional: bool = False) -> Iterator[list[str]]:
    if optional and not path.exists():
        return
    try:
        file = path.open(encoding="utf-8", newline="")
    except OSError as error:
        raise StoreError(f"{path}: can't be read ({error.strerror}); name a folder that kg exported") from error
    limit = csv.field_size_limit(_LONGEST_CELL)
    try:
        with file:
            yield from csv.reader(file, strict=True)
    finally:
        csv.field_size_limit(limit)


def _value(cell: str, type_: PropertyType) -> Value:
    match type_:
        case "integer":
            return int(cell)
        case "float":
            return float(cell)
        case "boolean":
            return cell == "true"
        case "strings":
            return cell.split(SEPARATOR)
        case "string":
            return cell
