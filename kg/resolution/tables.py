"""The tables that are shipped: established synonyms (`data/aliases.tsv`), what acronyms mean (`data/acronyms.tsv`)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from kg.resolution.normal_forms import key

# An acronym has one meaning if it is defined often and nearly always so.
_N_COMMON = 20
_SOLE = 0.95


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


def _shipped(name: str, n_columns: int) -> Iterator[list[str]]:
    text = files("kg.resolution").joinpath("data", name).read_text(encoding="utf-8")
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            fields = line.split("\t")
            yield [*fields, *[""] * (n_columns - len(fields))]
