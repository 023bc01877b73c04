"""BibTeX and BibLaTeX: entries with an `abstract` field, LaTeX kept in it as it stands."""

import logging
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from kg.readers.decoding import open_text
from kg.readers.fields import FIELD_BY_NAME, Report, to_paper
from kg.readers.marks import tell_form
from kg.records import Omission, Paper

_BRACES = re.compile(r"(\$[^$]*\$|\\[A-Za-z]+\*?(?:\[[^\]]*\])?\{[^{}]*\}|[\^_]\{[^{}]*\})|(?<!\\)\{([^\\{}][^{}]*)\}")
# A part of a concatenation: in braces, in quotes, or a number or name; and the # before the next one.
_QUOTED = re.compile(r'"((?:[^"{}]|\{[^{}]*\})*)"\s*(?:#\s*|$)')
_BARE = re.compile(r"([^\s#{}\"]+)\s*(?:#\s*|$)")
_MAX_REASON = 160


def recognizes(head: str) -> bool:
    """Return whether a file that begins like this holds an entry of BibTeX."""
    return tell_form(head) == "bibtex"


def read_papers(path: Path, report: Report) -> Iterator[Paper]:
    """Yield the paper of each entry; one without abstract or ill-formed is reported by its first line.

    The whole file is loaded. The entry's key is the id. Braces that only protect capitals are taken off
    titles, names and venues, not off the abstract.
    """
    with open_text(path) as file:
        blocks, strings = _parsed(file.read())
    for block in blocks:
        place = str(block.start_line + 1)
        entry = _entry(block, place, report)
        if entry is None:
            continue
        values = {field.key: _value(field.value, strings) for field in entry.fields if field.key.lower() != "key"}
        paper = to_paper({"key": entry.key, **_without_braces(values)}, place, report)
        if paper is not None:
            yield paper


def _parsed(text: str) -> tuple[list[Any], Mapping[str, str]]:
    """Return the blocks of a file as they stand, and the values of its @string definitions by name."""
    from bibtexparser.entrypoint import parse_string

    # What it has to say comes back as blocks, which we report; on the terminal it would be said twice.
    logging.getLogger("bibtexparser").addHandler(logging.NullHandler())
    library = parse_string(text, parse_stack=[])
    strings: dict[str, str] = {}
    for definition in library.strings:
        strings[definition.key.lower()] = _value(definition.value, strings)
    return library.blocks, strings


def _entry(block: Any, place: str, report: Report) -> Any:
    """Return the entry of a block, or None for what is none; an entry that can't be read is reported."""
    from bibtexparser import model

    if isinstance(block, model.DuplicateBlockKeyBlock):
        return block.ignore_error_block if isinstance(block.ignore_error_block, model.Entry) else None
    if isinstance(block, model.DuplicateFieldKeyBlock):
        twice = sorted(key for key in block.duplicate_keys if key.lower() in FIELD_BY_NAME)
        if twice:
            report(Omission(where=place, reason=f"the entry has {', '.join(twice)} twice"))
            return None
        return block.ignore_error_block
    if isinstance(block, model.ParsingFailedBlock):
        reason = " ".join(getattr(block.error, "abort_reason", str(block.error)).split())
        shown = reason if len(reason) <= _MAX_REASON else f"{reason[:_MAX_REASON]}…"
        report(Omission(where=place, reason=f"not well-formed BibTeX: {shown}"))
        return None
    return block if isinstance(block, model.Entry) else None


def _value(raw: str, strings: Mapping[str, str]) -> str:
    r"""Return the text of a field: delimiters taken off, parts joined, names of @string replaced.

    >>> _value('icml # " 2020"', {"icml": "ICML"}), _value(r"{A {\"o} B}", {})
    ('ICML 2020', 'A {\\"o} B')
    """
    parts, rest = [], raw.strip()
    while rest:
        if rest.startswith("{"):
            end = _closing_brace(rest)
            parts.append(rest[1:end])
            rest = rest[end + 1 :].lstrip()
            if rest and not rest.startswith("#"):
                return raw.strip()
            rest = rest.removeprefix("#").lstrip()
        elif match := _QUOTED.match(rest):
            parts.append(match.group(1))
            rest = rest[match.end() :]
        elif match := _BARE.match(rest):
            parts.append(strings.get(match.group(1).lower(), match.group(1)))
            rest = rest[match.end() :]
        elif len(rest) > 1 and rest.startswith('"') and rest.endswith('"'):
            return "".join([*parts, rest[1:-1]])
        else:
            return raw.strip()
    return "".join(parts)


def _closing_brace(text: str) -> int:
    depth = 0
    for match in re.finditer(r"\\.|[{}]", text, re.DOTALL):
        depth += {"{": 1, "}": -1}.get(match.group(), 0)
        if depth == 0 and match.group() == "}":
            return match.start()
    return len(text) - 1


def _without_braces(values: Mapping[str, str]) -> dict[str, Any]:
    """Return the fields but the abstract without protecting braces, authors parted."""
    from bibtexparser.middlewares.names import split_multiple_persons_names

    plain: dict[str, Any] = {}
    for name, value in values.items():
        field = FIELD_BY_NAME.get(name.lower())
        if field == "authors":
            names = split_multiple_persons_names(value)
            plain[name] = [_unbraced(person) for person in names if person != "others"]
        elif field in {"title", "venue", "keywords"}:
            plain[name] = _unbraced(value)
        else:
            plain[name] = value
    return plain


def _unbraced(text: str) -> str:
    r"""Return text without the braces that only protect capitals; those of commands and formulas stay.

    >>> _unbraced(r"{{BERT}}: \emph{Pre} {T}raining, $O(n^{2})$, G{\"o}del")
    'BERT: \\emph{Pre} Training, $O(n^{2})$, G{\\"o}del'
    """
    previous = ""
    while previous != text:
        previous, text = text, _BRACES.sub(lambda match: match.group(1) or match.group(2), text)
    return text
