"""What is said where lists hold no paper at all."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from kg.errors import ReadError
from kg.records import Omission


def nothing_read(paths: Iterable[Path | str], omissions: Sequence[Omission]) -> ReadError:
    """Return the error for lists of which no paper could be read, with the first reason and its place."""
    if omissions:
        first = omissions[0]
        why = f"{len(omissions)} passed over, the first: {first.where}: {first.reason}"
    else:
        why = "a list has abstracts parted by blank lines, or records with an abstract; see `kg formats`"
    return ReadError(f"{', '.join(map(str, paths))}: no paper could be read; {why}")
