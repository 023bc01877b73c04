"""Rows and objects to standard output, as a table for people or as JSON, JSON Lines or CSV for programs."""

import csv
import functools
import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import click

from kg.text import printable

Function = TypeVar("Function", bound=Callable[..., Any])
_WIDE = 1_000_000
# In a table: the space between columns, what is a short cell and is never wrapped, and the least for a wrapped one.
_GAP = 3
_SHORT = 28
_MIN_WRAPPED = 24


def row_options(function: Function) -> Function:
    """Add --json, --jsonl and --csv to a command that prints rows; it gets `output`, "table" by default."""
    return _options(function, ("json", "a list of objects"), ("jsonl", "an object a line"), ("csv", "CSV"))


def object_options(function: Function) -> Function:
    """Add --json to a command that prints one object; it gets `output`, "table" by default."""
    return _options(function, ("json", "one object"))


def _options(function: Function, *formats: tuple[str, str]) -> Function:
    @functools.wraps(function)
    def command(**arguments: Any) -> Any:
        chosen = [name for name, _ in formats if arguments.pop(f"as_{name}")]
        if len(chosen) > 1:
            raise click.UsageError(f"--{chosen[0]} and --{chosen[1]} exclude each other; take one")
        return function(output=chosen[0] if chosen else "table", **arguments)

    for name, what in reversed(formats):
        command = click.option(f"--{name}", f"as_{name}", is_flag=True, help=f"Print {what}.")(command)
    return command  # type: ignore[return-value]


def print_rows(columns: Sequence[str], rows: Iterable[Sequence[Any]], output: str, *, title: str = "") -> None:
    """Print rows in the chosen form; lists become lists in JSON and are joined by "; " elsewhere."""
    match output:
        case "json":
            click.echo(json.dumps([dict(zip(columns, row, strict=True)) for row in rows], ensure_ascii=False, indent=1))
        case "jsonl":
            for row in rows:
                click.echo(json.dumps(dict(zip(columns, row, strict=True)), ensure_ascii=False))
        case "csv":
            writer = csv.writer(sys.stdout, lineterminator="\n")
            writer.writerow(columns)
            writer.writerows([_cell(value) for value in row] for row in rows)
        case _:
            _print_table(columns, [[_cell(value) for value in row] for row in rows], title)


def print_object(data: Mapping[str, Any]) -> None:
    """Print one object as JSON."""
    click.echo(json.dumps(data, ensure_ascii=False, indent=1))


def print_text(text: str) -> None:
    """Print a line of text that may come from a paper."""
    click.echo(printable(text))


def say(message: str) -> None:
    """Say something to the person: on standard error, so that standard output holds data alone."""
    click.echo(printable(message), err=True)


def console(*, to_error: bool = False) -> Any:
    """Return a rich console; without a terminal it is as wide as the rows, so that nothing is cut in a pipe."""
    from rich.console import Console

    stream = sys.stderr if to_error else sys.stdout
    return Console(stderr=to_error, width=None if stream.isatty() else _WIDE, highlight=False, markup=False)


def _print_table(columns: Sequence[str], rows: list[list[str]], title: str) -> None:
    from rich.cells import cell_len

    names = [name.replace("_", " ") for name in columns]
    shown = [[printable(" ".join(cell.split())) for cell in row] for row in rows]
    widths = [max(map(cell_len, cells)) for cells in zip(names, *shown, strict=True)]
    screen = console()
    if _fits(widths, screen.width):
        _print_columns(screen, names, shown, widths, title)
    else:
        _print_blocks(screen, names, shown, title)
    if not rows:
        say("no rows")


def _fits(widths: Sequence[int], width: int) -> bool:
    """Return whether columns stand side by side, with room enough to read in those that are wrapped."""
    rest = width - _GAP * (len(widths) - 1)
    wide = [w for w in widths if w > _SHORT]
    return sum(widths) <= rest or (bool(wide) and rest - (sum(widths) - sum(wide)) >= _MIN_WRAPPED * len(wide))


def _print_columns(screen: Any, names: list[str], rows: list[list[str]], widths: list[int], title: str) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, title=title or None, title_justify="left", pad_edge=False, show_edge=False)
    for at, name in enumerate(names):
        is_numeric = bool(rows) and all(_is_number(row[at]) for row in rows)
        justify: Any = "right" if is_numeric else "left"
        table.add_column(name, justify=justify, overflow="fold", no_wrap=widths[at] <= _SHORT)
    for row in rows:
        table.add_row(*map(Text, row))
    screen.print(table)


def _print_blocks(screen: Any, names: list[str], rows: list[list[str]], title: str) -> None:
    """Print each row as lines of name and value: on a narrow screen columns would cut words to pieces."""
    from rich.table import Table
    from rich.text import Text

    if title:
        screen.print(Text(title))
    for number, row in enumerate(rows):
        block = Table.grid(padding=(0, 2))
        for name, cell in zip(names, row, strict=True):
            if cell:
                block.add_row(Text(name), Text(cell, overflow="fold"))
        if number:
            screen.print()
        screen.print(block)


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return "; ".join(map(_cell, value))
    return str(value)


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return cell == ""
    return True
