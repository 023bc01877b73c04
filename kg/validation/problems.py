"""What a check finds."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One breach of the schema: where it is, what was found, what is allowed.

    >>> print(Problem(where="paper:p1, year", what="'soon'", allowed="an integer"))
    paper:p1, year: 'soon'; an integer
    """

    where: str
    what: str
    allowed: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}; {self.allowed}"
