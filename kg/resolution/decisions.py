"""A user's alias file: what decides over every rule and over the shipped tables.

Tab-separated text, one decision a line, `#` for remarks:

    same    LLaMA adapter    LLaMA-Adapter
    apart   SAM              Sam
    means   SGD              Schema-Guided Dialogue     paper-17

`same` makes two names one concept, the second giving the id; `apart` keeps two names from ever being one; `means`
says what a name stands for, in one paper if that is named, else in all.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from kg.errors import ReadError
from kg.records import Omission
from kg.resolution.gathering import Occurrence
from kg.resolution.keys import spelled_out
from kg.resolution.normal_forms import clean, key, squeeze

_N_FIELDS = {"same": (2,), "apart": (2,), "means": (2, 3)}
# Tells a name that is looked for letter for letter from a key; no name has a line's end.
_EXACT = "\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One decision as it stands in the file: `where` is file and line, `names` those that papers should give.

    `paper` is the id of the one paper that it speaks of, or empty.
    """

    where: str
    verb: str
    names: tuple[str, ...]
    paper: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decisions:
    """A user's decisions: pairs of names, and meanings by name and paper (empty for all papers)."""

    same: tuple[tuple[str, str], ...] = ()
    apart: tuple[tuple[str, str], ...] = ()
    means: Mapping[tuple[str, str], str] = field(default_factory=dict)
    lines: tuple[Line, ...] = ()


def read_decisions(path: Path) -> Decisions:
    """Return the decisions of a user's alias file; ReadError lists every line that is none.

    Raises ReadError as well if two lines contradict each other.
    """
    pairs: dict[str, list[tuple[str, str]]] = {"same": [], "apart": []}
    means: dict[tuple[str, str], str] = {}
    lines: list[Line] = []
    faults: list[str] = []
    for where, (verb, *names) in _fields(path):
        if len(names) not in _N_FIELDS.get(verb, ()) or not all(names):
            faults.append(f"{where}: {' '.join([verb, *names])!r}; a line is `same NAME NAME`, `apart NAME NAME` or "
                          "`means NAME LONG-FORM [PAPER-ID]`, parted by tabs")  # fmt: skip
        elif verb in pairs:
            pairs[verb].append((names[0], names[1]))
            lines.append(Line(where=where, verb=verb, names=(names[0], names[1])))
        else:
            paper = names[2] if len(names) == 3 else ""
            lines.append(Line(where=where, verb=verb, names=(names[0],), paper=paper))
            if means.setdefault((clean(names[0]), paper), names[1]) != names[1]:
                faults.append(f"{where}: {names[0]!r} has a second meaning; give one, or name the paper of each")
    for left, right in pairs["apart"]:
        if any({left, right} == set(pair) for pair in pairs["same"]):
            faults.append(f"{path}: {left!r} and {right!r} are both same and apart; take one of the lines out")
    if faults:
        raise ReadError("\n".join(faults))
    return Decisions(same=tuple(pairs["same"]), apart=tuple(pairs["apart"]), means=means, lines=tuple(lines))


def without_effect(decisions: Decisions, occurrences: Iterable[Occurrence]) -> Iterator[Omission]:
    """Yield each line of an alias file with a name that no paper gives, in the file's order.

    A name of `means` must be given letter for letter, others in any spelling of their normal form.
    """
    papers: dict[str, set[str]] = {form: set() for line in decisions.lines for form in _forms(line)}
    for occurrence in occurrences if papers else ():
        given = {occurrence.name, occurrence.long, *occurrence.surfaces}
        exact = {_EXACT + name for name in given}
        for form in {*exact, *map(key, given), squeeze(occurrence.form)} & papers.keys():
            papers[form].add(occurrence.paper)
    for line in decisions.lines:
        absent = [
            name for name, form in zip(line.names, _forms(line), strict=True) if not _is_given(line, papers[form])
        ]
        if absent:
            subject = f"paper {line.paper!r} doesn't name" if line.paper else "no paper names"
            reason = f"{subject} {' or '.join(map(repr, absent))}; `kg stats` and `kg why` show how names are spelled"
            yield Omission(where=line.where, reason=reason)


def _is_given(line: Line, papers: set[str]) -> bool:
    return line.paper in papers if line.paper else bool(papers)


def _forms(line: Line) -> list[str]:
    """Return what each name of a line is looked for by."""
    names = map(clean, line.names)
    return [_EXACT + name if line.verb == "means" else squeeze(spelled_out(name, {})) for name in names]


def _fields(path: Path) -> Iterator[tuple[str, list[str]]]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ReadError(f"{path}: can't be read ({error.strerror}); name an alias file") from error
    except UnicodeDecodeError as error:
        raise ReadError(f"{path}: not UTF-8 text (byte {error.start}); save it as UTF-8") from error
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip() and not line.startswith("#"):
            yield f"{path}:{number}", [part.strip() for part in line.rstrip("\n").split("\t")]
