"""A checksum of a graph's records, by which a copy elsewhere is known to be of this graph as it is now."""

import hashlib
import json
from collections.abc import Iterable
from operator import attrgetter

from kg.records import Concept, Edge, Evidence, Node, Paper, ReportedResult

_VALUES: "dict[type, attrgetter[tuple[object, ...]]]" = {
    record: attrgetter(*record.__slots__)  # the names of its fields, in their order
    for record in (Paper, Concept, ReportedResult, Edge, Evidence)
}
_N_BYTES = 16


class Checksum:
    """The sum of the hashes of records: their order says nothing, each of their fields does."""

    def __init__(self) -> None:
        self._sum = 0

    def add(self, record: Node | Edge) -> None:
        """Take a record in."""
        text = json.dumps(record, default=_plain)
        self._sum += int.from_bytes(hashlib.sha256(text.encode()).digest()[:_N_BYTES])

    def __str__(self) -> str:
        """Return it as 32 hexadecimal digits."""
        return f"{self._sum % 256**_N_BYTES:0{2 * _N_BYTES}x}"


def checksum(records: Iterable[Node | Edge]) -> str:
    """Return the checksum of these records.

    >>> a, b = Concept(id="a", kind="Task", name="A"), Concept(id="b", kind="Task", name="B")
    >>> checksum([a, b]) == checksum([b, a]), checksum([a, b]) == checksum([a])
    (True, False)
    """
    total = Checksum()
    for record in records:
        total.add(record)
    return str(total)


def _plain(record: object) -> list[object]:
    return [type(record).__name__, *_VALUES[type(record)](record)]
