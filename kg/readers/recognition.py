"""The form of a file, found from how it begins."""

import re
from itertools import islice
from pathlib import Path
from types import ModuleType

from kg.annotations import is_annotation
from kg.errors import ReadError
from kg.readers.decoding import N_HEAD, open_text
from kg.readers.json_form import first_record
from kg.readers.marks import binary_form, foreign_form
from kg.registry import READERS, get, names

_SUPPORTED = "save or export it as text, CSV, JSON or BibTeX, see `kg formats`"
_MAX_LINE = 4_000_000
_BAD = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1e\udc80-\udcff]")


def read_head(path: Path) -> str:
    """Return the beginning of a file as text, or raise ReadError if it is empty or can't be read.

    A line of JSON that begins there comes whole if it isn't too long: a record with many authors may be.
    """
    with open_text(path) as file:
        head = file.read(N_HEAD)
        if head.startswith("{"):
            head += file.readline(_MAX_LINE)
    if not head.strip():
        raise ReadError(f"{path}: empty; a list holds at least one abstract, see `kg formats`")
    return head


def recognize(path: Path, head: str) -> ModuleType:
    """Return the reader for a file that begins with `head`, or raise ReadError that says what was found."""
    refuse_binary(path, head)
    foreign = foreign_form(head)
    if foreign:
        raise ReadError(f"{path}: {foreign}, which can't be read; {_SUPPORTED}")
    found = [name for name in names(READERS) if get(READERS, name).recognizes(head)]
    if len(found) > 1:
        raise ReadError(f"{path}: may be {' or '.join(found)}; say which with --format")
    if not found:
        raise ReadError(f"{path}: {_unknown(head)}")
    return get(READERS, found[0])


def refuse_binary(path: Path, head: str) -> None:
    """Raise ReadError if a file that begins with `head` is no text, whatever form it is said to have."""
    binary = binary_form(head)
    if binary:
        raise ReadError(f"{path}: {binary}, which can't be read; {_SUPPORTED}")
    bad = list(islice(_BAD.finditer(head), len(head) // 10 + 1))
    if 10 * len(bad) > len(head):
        line = head.count("\n", 0, bad[0].start()) + 1
        raise ReadError(f"{path}:{line}: not text in UTF-8, nor in UTF-16 with a byte order mark; {_SUPPORTED}")


def _unknown(head: str) -> str:
    if get(READERS, "textlist").recognizes(head.replace("\n", "\n\n")):
        return "lines that read like abstracts, not parted; put a blank line between abstracts"
    return f"no list of abstracts in a known form; {_SUPPORTED}, or name the form with --format"


def is_annotated(head: str) -> bool:
    """Return whether a file that begins like this holds annotated abstracts: records with `entities`."""
    record = first_record(head)
    return record is not None and is_annotation(record)
