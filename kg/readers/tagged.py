"""RIS, PubMed's .nbib or Web of Science's text: lines with a tag such as `TI  - `, as reference managers export."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kg.errors import ReadError
from kg.readers.decoding import N_HEAD, open_text
from kg.readers.fields import Report, to_paper
from kg.readers.marks import Dialect, dialect, tell_form
from kg.records import Omission, Paper

_N_SHOWN = 60
# A closed list, as a line of an abstract may begin with two capitals.
_WOS_TAGS = (
    "A[BEFRU]|B[AEFNPS]|C[13ALRTY]|D[2AEIT]|E[AFIMPR]|F[NUX]|G[AP]|H[CPO]|I[DS]|J[9I]|L[AT]|MA|NR|O[AI]|"
    "P[2ADGIMNTUY]|R[IP]|S[CEINOPU]|T[CI]|U[12T]|V[LR]|W[CE]|Z9"
)
_Tags = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Form:
    """How one dialect writes records, and the tags of each field of a paper, the best first.

    `line` matches a line with a tag and gives the tag and what follows it; `first` and `last` are the tags that
    begin and end a record: "" where a blank line does. In `parted` fields each line is an item.
    """

    line: re.Pattern[str]
    tags: Mapping[str, _Tags]
    first: str = ""
    last: str = ""
    outside: frozenset[str] = frozenset()
    parted: frozenset[str] = frozenset()


_FORMS: Mapping[Dialect, _Form] = {
    "ris": _Form(
        line=re.compile(r"[ \t]*(?:\d+\.[ \t]*)?([A-Z][A-Z0-9])  ?-(?: (.*)|$)"),
        tags={
            "id": ("ID", "AN", "DO"),
            "title": ("TI", "T1", "CT", "BT"),
            "abstract": ("AB", "N2"),
            "year": ("PY", "Y1", "DA"),
            "venue": ("T2", "JF", "JO", "JA"),
            "authors": ("AU", "A1"),
            "url": ("UR", "L1", "L2"),
            "keywords": ("KW",),
        },
        first="TY",
        last="ER",
    ),
    "medline": _Form(
        line=re.compile(r"([A-Z]{4}|[A-Z]{3} |[A-Z]{2}  )-(?: (.*)|$)"),
        tags={
            "id": ("PMID", "OID"),
            "title": ("TI", "BTI"),
            "abstract": ("AB", "OAB"),
            "year": ("DP", "DEP"),
            "venue": ("JT", "TA"),
            "authors": ("FAU", "AU"),
            "url": ("LID",),
            "keywords": ("OT", "MH"),
        },
    ),
    "wos": _Form(
        line=re.compile(rf"({_WOS_TAGS})(?: (.*)|$)"),
        tags={
            "id": ("UT", "DI"),
            "title": ("TI",),
            "abstract": ("AB",),
            "year": ("PY", "EA"),
            "venue": ("SO",),
            "authors": ("AF", "AU"),
            "keywords": ("DE",),
        },
        first="PT",
        last="ER",
        outside=frozenset({"FN", "VR", "EF"}),
        parted=frozenset({"AU", "AF"}),
    ),
}


def recognizes(head: str) -> bool:
    """Return whether a file begins with such lines."""
    return tell_form(head) == "tagged"


def read_papers(path: Path, report: Report) -> Iterator[Paper]:
    """Yield the paper of each record, streaming; one without abstract is reported by its first line.

    Lines without a tag go on with the one before. Raises ReadError if the file begins in none of the three forms.
    """
    with open_text(path) as file:
        name = dialect(file.read(N_HEAD))
    if name is None:
        raise ReadError(f"{path}: no RIS, .nbib or Web of Science file; such a file begins like `TY  - JOUR`")
    form = _FORMS[name]
    with open_text(path) as lines:
        for record in _records(lines, form, report):
            paper = to_paper(_values(record, form), str(record.start), report)
            if paper is not None:
                yield paper


@dataclass(slots=True)
class _Record:
    """What follows each tag of a record that begins at line `start`: its lines, each time that the tag comes."""

    start: int
    lines_by_tag: dict[str, list[list[str]]] = field(default_factory=dict)


def _records(lines: Iterable[str], form: _Form, report: Report) -> Iterator[_Record]:
    record: _Record | None = None
    value: list[str] = []
    is_after_blank = True
    for number, line in enumerate(lines, 1):
        tag, rest = _split(line, form)
        begins = tag == form.first if form.first else bool(tag) and is_after_blank
        if record and (begins or (tag and tag == form.last)):
            yield record
            record = None
        if begins:
            record = _Record(number)
        if record and tag:
            value = [rest]
            record.lines_by_tag.setdefault(tag, []).append(value)
        elif record:
            value.append(line.rstrip("\n"))
        elif line.strip() and tag not in {form.last, *form.outside} and not re.fullmatch(r"\s*\d+\.?\s*", line):
            report(Omission(where=str(number), reason=f"a line outside of any record: {line.strip()[:_N_SHOWN]}"))
        is_after_blank = not line.strip()
    if record:
        yield record


def _split(line: str, form: _Form) -> tuple[str, str]:
    """Return the tag that a line begins with and what follows it; no tag: "" and nothing."""
    match = form.line.match(line.rstrip())
    return (match.group(1).strip(), match.group(2) or "") if match else ("", "")


def _values(record: _Record, form: _Form) -> dict[str, Any]:
    """Return the fields of a record by the names that `kg.readers.fields` knows."""
    values: dict[str, Any] = {}
    for name, tags in form.tags.items():
        tag = next((tag for tag in tags if any(map(_joined, record.lines_by_tag.get(tag, [])))), None)
        if tag is None:
            continue
        found = record.lines_by_tag[tag]
        if name in {"authors", "keywords"}:
            values[name] = [line for lines in found for line in (lines if tag in form.parted else [_joined(lines)])]
        else:
            values[name] = "\n\n".join(map(_joined, found)) if name == "abstract" else _joined(found[0])
    return {**values, **_mended(values, form)}


def _mended(values: Mapping[str, Any], form: _Form) -> dict[str, Any]:
    """Return the fields that a dialect writes in a way of its own."""
    mended: dict[str, Any] = {}
    if "url" in values:  # several of them in one line; or an identifier of another sort
        first = values["url"].split()[0].rstrip(";")
        mended["url"] = first if "://" in first else None
    if form is _FORMS["wos"] and "keywords" in values:
        mended["keywords"] = "".join(values["keywords"])
    return mended


def _joined(lines: list[str]) -> str:
    r"""Return the lines of a value as one text: wrapped lines joined by a space, others kept apart.

    >>> _joined(["We prune", "      heads.", "We test it."])
    'We prune heads.\nWe test it.'
    """
    pieces = [lines[0].strip()]
    for line in lines[1:]:
        pieces += [" " if line[:1].isspace() else "\n", line.strip()]
    return "".join(pieces).strip()
