"""Entities of all papers as occurrences of names, with what each paper itself says its short forms stand for."""

import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kg.acronyms import definitions, long_form, stands_for
from kg.records import Entity, Extraction, Paper
from kg.resolution.contexts import Contexts
from kg.resolution.keys import spelled_out
from kg.resolution.normal_forms import clean, is_acronym, key

_PLURAL = re.compile(r"(?<=[A-Z0-9])s$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Occurrence:
    """One entity of one paper, as resolution sees it.

    `name` is its name in clean letters; `long` what the paper spells it out as, or empty; `form` the normal form of
    that, else of its name, with what the paper or a table says of acronyms in it; `shorts` its short forms in this
    paper; `surfaces` all that the paper calls it.
    """

    paper: str
    index: int
    kind: str
    role: str
    confidence: float
    name: str
    form: str
    long: str = ""
    shorts: tuple[str, ...] = ()
    surfaces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Corpus:
    """All occurrences, sorted by paper and index, and the words of all papers."""

    occurrences: tuple[Occurrence, ...]
    contexts: Contexts


def gather(extractions: Iterable[Extraction]) -> Corpus:
    """Return the entities of all papers as occurrences; the order of papers doesn't matter."""
    return _gathered({}, Contexts(), extractions)


def with_changed(corpus: Corpus, extractions: Iterable[Extraction]) -> Corpus:
    """Return a corpus with these papers in place of those that have their ids; the given one stays as it is."""
    by_paper: dict[str, list[Occurrence]] = defaultdict(list)
    for occurrence in corpus.occurrences:
        by_paper[occurrence.paper].append(occurrence)
    return _gathered(by_paper, corpus.contexts.copy(), extractions)


def _gathered(by_paper: dict[str, list[Occurrence]], contexts: Contexts, extractions: Iterable[Extraction]) -> Corpus:
    interned: dict[str, str] = {}
    for extraction in extractions:
        paper = extraction.paper
        contexts.add(paper.id, f"{paper.title} {paper.text}")
        named = [(entity, _surfaces(entity)) for entity in extraction.entities]
        local = _defined(paper, named)
        by_paper[paper.id] = [
            _occurrence((paper.id, index), entity, tuple(interned.setdefault(s, s) for s in surfaces), local)
            for index, (entity, surfaces) in enumerate(named)
        ]
    occurrences = tuple(occurrence for _, each in sorted(by_paper.items()) for occurrence in each)
    return Corpus(occurrences=occurrences, contexts=contexts)


def short_key(short: str) -> str:
    """Return the key by which spellings of a short form agree.

    >>> short_key("LLMs"), short_key("CoT"), short_key("k-NN")
    ('llm', 'cot', 'knn')
    """
    return key(short)


@lru_cache(maxsize=1 << 18)
def is_short(name: str) -> bool:
    """Tell whether a name can be a short form: an acronym, or one with a version ("SAM 2").

    >>> is_short("LLMs"), is_short("SAM 2"), is_short("Transformer"), is_short("BERT model")
    (True, True, False, False)
    """
    first, _, rest = name.partition(" ")
    return is_acronym(first) and (not rest or (rest[0].isdigit() and " " not in rest))


def _defined(paper: Paper, named: Sequence[tuple[Entity, tuple[str, ...]]]) -> dict[str, str]:
    """Return what the short forms of one paper stand for, by their form without a plural s; entities with surfaces.

    What the text defines in brackets comes first, then what stands as short and long form in one entity, then what
    the text gives as "name (SHORT)" or "SHORT (name)" though the letters don't fit.
    """
    found: dict[str, str] = {}
    for text in (paper.text, paper.title):
        for short, long in definitions(text):
            found.setdefault(_PLURAL.sub("", clean(short)), clean(long))
    for _, surfaces in named:
        for short, long in _pairs(surfaces):
            found.setdefault(_PLURAL.sub("", short), long)
    for entity, _ in named:
        for short, long in _bracketed(paper, entity):
            found.setdefault(_PLURAL.sub("", short), long)
    return found


def _bracketed(paper: Paper, entity: Entity) -> Iterator[tuple[str, str]]:
    """Yield the pairs of surfaces of one entity that the text puts together: "long (SHORT)" or "SHORT (long)"."""
    surfaces = {mention.surface for mention in entity.mentions}
    shorts = [surface for surface in sorted(surfaces) if is_short(clean(surface))]
    for short in shorts if len(shorts) < len(surfaces) else ():
        for long in sorted(surfaces - set(shorts)):
            together = (f"{long} ({short})", f"{short} ({long})")
            if " " in long and any(each in text for each in together for text in (paper.text, paper.title)):
                yield clean(short), clean(long)


def _pairs(surfaces: tuple[str, ...]) -> list[tuple[str, str]]:
    shorts = [surface for surface in surfaces if is_short(surface)]
    return [(short, long) for short in shorts if (long := long_form(surfaces, short))]


def _surfaces(entity: Entity) -> tuple[str, ...]:
    surfaces = {clean(mention.surface) for mention in entity.mentions} | {clean(entity.name)}
    if entity.long_form:
        surfaces.add(clean(entity.long_form))
    return tuple(sorted(surfaces))


def _occurrence(
    place: tuple[str, int], entity: Entity, surfaces: tuple[str, ...], local: Mapping[str, str]
) -> Occurrence:
    cleaned = clean(entity.name)
    name = next(surface for surface in surfaces if surface == cleaned)
    long, shorts = _long_and_shorts(name, clean(entity.long_form) if entity.long_form else "", surfaces, local)
    form = spelled_out(long or name, local)
    return Occurrence(
        paper=place[0],
        index=place[1],
        kind=entity.kind,
        role=entity.role,
        confidence=entity.confidence,
        name=name,
        form=sys.intern(form),
        long=sys.intern(long),
        shorts=shorts,
        surfaces=surfaces,
    )


def _long_and_shorts(
    name: str, given: str, surfaces: tuple[str, ...], local: Mapping[str, str]
) -> tuple[str, tuple[str, ...]]:
    """Return what an entity is spelled out as, and the short forms of it."""
    if is_short(name):
        long = long_form(surfaces, name) or (given if given != name else "") or local.get(_PLURAL.sub("", name), "")
        return long, (name,) if long else ()
    shorts = tuple(surface for surface in surfaces if is_short(surface) and stands_for(surface, name))
    if not shorts and given and given != name and " " not in name:
        return given, (name,)
    return (name if shorts else ""), shorts
