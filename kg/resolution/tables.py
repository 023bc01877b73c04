"""The alias tables: the two that are shipped (`data/aliases.tsv`, `data/acronyms.tsv`) and the user's own.

A user's alias file is tab-separated text, one decision a line, `#` for remarks:

    same    LLaMA adapter    LLaMA-Adapter
    apart   SAM              Sam
    means   SGD              Schema-Guided Dialogue     paper-17

`same` makes two names one concept, the second giving the id; `apart` keeps two names from ever being one; `means`
says what a name stands for, in one paper if that is named, else in all. They decide over every rule and over the
shipped tables.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from kg.errors import ReadError
from kg.resolution.normal_forms import clean, key

# An acronym has one meaning if it is defined often and nearly always so.
_N_COMMON = 20
_SOLE = 0.95
_VERBS = {"same": 2, "apart": 2, "means": 2}


@dataclass(frozen=True, slots=True, kw_only=True)
class Synonym:
    """Two names of one thing; `name` is the one that gives the id."""

    name: str
    alias: str
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """What an acronym stands for, in how many abstracts of those counted, and the words that go with it.

    An empty `long` counts the abstracts that mean something rarer.
    """

    short: str
    long: str
    n_abstracts: int
    cues: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Decisions:
    """A user's decisions: pairs of names, and meanings by name and paper (empty for all papers)."""

    same: tuple[tuple[str, str], ...] = ()
    apart: tuple[tuple[str, str], ...] = ()
    means: Mapping[tuple[str, str], str] | None = None


@cache
def synonyms() -> tuple[Synonym, ...]:
    """Return the shipped table of established synonyms.

    >>> any(s.alias == "convnet" for s in synonyms())
    True
    """
    return tuple(Synonym(name=name, alias=alias, source=source) for name, alias, source in _shipped("aliases.tsv", 3))


@cache
def meanings() -> Mapping[str, tuple[Meaning, ...]]:
    """Return the shipped meanings of acronyms by their key, the commonest first.

    >>> [meaning.long for meaning in meanings()["rl"]]
    ['reinforcement learning', '']
    """
    found: dict[str, list[Meaning]] = {}
    for short, long, n_abstracts, cues in _shipped("acronyms.tsv", 4):
        meaning = Meaning(short=short, long=long, n_abstracts=int(n_abstracts), cues=tuple(cues.split()))
        found.setdefault(key(short), []).append(meaning)
    return {short: tuple(each) for short, each in found.items()}


@cache
def expansions() -> Mapping[str, str]:
    """Return the acronyms that mean one thing in all of machine learning, spelled exactly so, with their long form.

    >>> expansions()["LLM"], "DP" in expansions()
    ('large language model', False)
    """
    found = {}
    for each in meanings().values():
        n_abstracts = sum(meaning.n_abstracts for meaning in each)
        if n_abstracts >= _N_COMMON and each[0].n_abstracts >= _SOLE * n_abstracts:
            found[each[0].short] = each[0].long
    return found


def read_decisions(path: Path) -> Decisions:
    """Return the decisions of a user's alias file; ReadError lists every line that is none.

    Raises ReadError as well if two lines contradict each other.
    """
    same: list[tuple[str, str]] = []
    apart: list[tuple[str, str]] = []
    means: dict[tuple[str, str], str] = {}
    faults: list[str] = []
    for where, fields in _lines(path):
        verb, *names = fields
        if verb not in _VERBS or len(names) not in ((2, 3) if verb == "means" else (2,)) or not all(names):
            faults.append(f"{where}: {' '.join(fields)!r}; a line is `same NAME NAME`, `apart NAME NAME` or "
                          "`means NAME LONG-FORM [PAPER-ID]`, parted by tabs")  # fmt: skip
        elif verb == "same":
            same.append((names[0], names[1]))
        elif verb == "apart":
            apart.append((names[0], names[1]))
        else:
            paper = names[2] if len(names) == 3 else ""
            if means.setdefault((clean(names[0]), paper), names[1]) != names[1]:
                faults.append(f"{where}: {names[0]!r} has a second meaning; give one, or name the paper of each")
    for left, right in apart:
        if any({left, right} == set(pair) for pair in same):
            faults.append(f"{path}: {left!r} and {right!r} are both same and apart; take one of the lines out")
    if faults:
        raise ReadError("\n".join(faults))
    return Decisions(same=tuple(same), apart=tuple(apart), means=means)


def _lines(path: Path) -> Iterator[tuple[str, list[str]]]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ReadError(f"{path}: can't be read ({error.strerror}); name an alias file") from error
    except UnicodeDecodeError as error:
        raise ReadError(f"{path}: not UTF-8 text (byte {error.start}); save it as UTF-8") from error
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip() and not line.startswith("#"):
            yield f"{path}:{number}", [part.strip() for part in line.rstrip("\n").split("\t")]


def _shipped(name: str, n_columns: int) -> Iterator[list[str]]:
    text = files("kg.resolution").joinpath("data", name).read_text(encoding="utf-8")
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            fields = line.split("\t")
            yield [*fields, *[""] * (n_columns - len(fields))]
