"""What a query answers: columns and rows of plain values, the same from every engine."""

from dataclasses import dataclass
from typing import TypeAlias, Union

Value: TypeAlias = Union[str, int, float, bool, tuple["Value", ...], dict[str, "Value"], None]  # noqa: UP007
"""A scalar, a list of values as a tuple, or (for whole nodes in a query of the user's own) a dict."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """The answer of a query: each row has one value a column, in the order of the query.

    `truncated` is true if there were more rows than the most that were asked for. Where there is no row, `hint` says
    what the papers and concepts asked about have instead; it is empty if the question was about none.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]
    truncated: bool = False
    hint: str = ""

    def to_dicts(self) -> list[dict[str, Value]]:
        """Return the rows as dicts in the order of the columns, one a row.

        >>> Rows(columns=("paper", "year"), rows=(("p1", 2026), ("p2", None))).to_dicts()
        [{'paper': 'p1', 'year': 2026}, {'paper': 'p2', 'year': None}]
        """
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]
