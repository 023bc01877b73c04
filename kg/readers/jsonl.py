"""JSON Lines: one object a line, with `abstract` (or `text`, `summary`), `title`, `key` or `id`, and more."""

import json
from collections.abc import Iterator
from pathlib import Path

from kg.readers.decoding import open_text
from kg.readers.fields import Report, to_paper
from kg.readers.json_form import json_form
from kg.readers.json_records import flattened
from kg.readers.marks import tell_form
from kg.records import Omission, Paper


def recognizes(head: str) -> bool:
    """Return whether a file that begins like this holds an object a line."""
    return tell_form(head) == "json" and json_form(head) == "lines"


def read_papers(path: Path, report: Report) -> Iterator[Paper]:
    """Yield the paper of each line, streaming; a line that isn't one is reported by its number."""
    with open_text(path) as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            place = str(number)
            try:
                record = json.loads(line)
            except (ValueError, RecursionError) as error:
                report(Omission(where=place, reason=f"not JSON: {error}"))
                continue
            if not isinstance(record, dict):
                report(Omission(where=place, reason="not an object; a paper is one object a line"))
                continue
            paper = to_paper(flattened(record), place, report)
            if paper is not None:
                yield paper
