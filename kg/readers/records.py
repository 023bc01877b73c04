"""Plain text: records of `ID:`, `Title:`, `Link:`, `Authors:`, `Abstract:` lines, a line of dashes between or not."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from kg.readers.decoding import open_text
from kg.readers.fields import FIELD_BY_NAME, Report, plain_name, to_paper
from kg.readers.marks import is_rule, tell_form
from kg.records import Omission, Paper

_KEY = re.compile(r"([A-Za-z][A-Za-z()]*(?: [A-Za-z()]+)?)[ \t]*:(?:[ \t]+(.*)|$)")
# Of the names that fields go by, those that also begin sentences are no keys of a line.
_NO_KEYS = frozenset({"text", "summary", "date", "tags", "issued", "published", "key", "creator", "forum", "de", "so"})
_N_SHOWN = 60


def recognizes(head: str) -> bool:
    """Return whether a file begins with such lines, of which one is a title or an abstract."""
    return tell_form(head) == "records"


def read_papers(path: Path, report: Report) -> Iterator[Paper]:
    """Yield the paper of each record, streaming; one without abstract is reported by its first line.

    A value goes on over the lines that begin with no key. A record ends at a line of dashes, or where a
    key comes again that is the first of the file's, or that follows a blank line.
    """
    with open_text(path) as lines:
        for record in _records(lines, report):
            values = {key: "\n".join(value).strip() for key, value in record.values.items()}
            paper = to_paper(values, str(record.start), report)
            if paper is not None:
                yield paper


@dataclass(slots=True)
class _Record:
    """The lines of each field of a record that begins at line `start`."""

    start: int
    values: dict[str, list[str]] = field(default_factory=dict)


def _records(lines: Iterable[str], report: Report) -> Iterator[_Record]:
    record: _Record | None = None
    value: list[str] = []
    first_key, is_after_blank = "", False
    for number, line in enumerate(lines, 1):
        key, rest = _split(line)
        if is_rule(line):
            if record:
                yield record
            record = None
        elif key and (record is None or key == first_key or (key in record.values and is_after_blank)):
            if record:
                yield record
            record, value, first_key = _Record(number), [rest], first_key or key
            record.values[key] = value
        elif record and key and key not in record.values:
            record.values[key] = value = [rest]
        elif record:
            value.append(line.rstrip("\n"))
        elif line.strip():
            report(Omission(where=str(number), reason=f"a line outside of any record: {line.strip()[:_N_SHOWN]}"))
        is_after_blank = not line.strip()
    if record:
        yield record


def _split(line: str) -> tuple[str, str]:
    """Return the key that a line begins with, as a plain name, and what follows; no key: "" and nothing."""
    match = _KEY.match(line)
    key = plain_name(match.group(1)) if match else ""
    if match is None or key not in FIELD_BY_NAME or key in _NO_KEYS:
        return "", ""
    return key, (match.group(2) or "").rstrip("\n")
