"""Acronyms across papers: which long form a bare one stands for, by corpus, table and context.

Every long form that the papers (or the shipped table) give for an acronym is a meaning. A bare acronym takes a
meaning if that is clearly likelier than all others and than one that nobody has spelled out; else it stays alone.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

from kg.resolution.contexts import Contexts, words_of
from kg.resolution.gathering import Occurrence, is_short, short_key
from kg.resolution.tables import Meaning, Synonym, meanings, synonyms
from kg.schema import SCHEMA
from kg.text import digest

# A bare acronym takes a meaning that is at least so probable.
_SURE = 0.86
# The shipped table counts as much as this many papers of the corpus, at most; an established synonym as this many.
_TABLE_PAPERS = 12.0
_ESTABLISHED = 6.0
# A paper that coins the name speaks for other papers that much less than one that uses it.
_COINED = 0.7
# A meaning that nobody has spelled out, in papers; two-letter acronyms have more of them.
_UNKNOWN = {1: 3.0, 2: 0.5, 3: 0.15}
_UNKNOWN_LONG = 0.1
# What the context can say for a meaning and against it, in nats: words depend on each other, and a paper on another
# subject than most may still mean the usual thing.
_MOST_FIT = 3.0
_LEAST_FIT = -0.5
_FIT_SCALE = 10.0
# Papers by which a meaning's words are known half well.
_KNOWN = 8.0
_CUE = 0.8
# Words of the long form that the paper uses apart from it: all of them, none of them.
_ALL_WORDS = 1.0
_NO_WORDS = -0.3
# Smoothing of the kinds that papers give a meaning, and what a kind never seen can say against it at most.
_KIND_SMOOTHING = 0.3
_OTHER_KIND = -2.0
# A data set's name is a name of its own, not short for the task that it is about ("MedQA").
_DATA_KINDS = frozenset({"Dataset", "Benchmark"})
_NAME_OF_DATA = -1.5
_OTHER_CASE = -1.5
# A paper that itself proposes a thing with a bare coined name does not mean another paper's.
_COINED_AGAIN = -4.0
_N_PROFILE = 300


@dataclass(slots=True)
class Sense:
    """One meaning of an acronym: key and words of its long form, the papers that define and coin it, and more."""

    long: str
    papers: set[str] = field(default_factory=set)
    proposed: set[str] = field(default_factory=set)
    words: set[str] = field(default_factory=set)
    spellings: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    shipped: float = 0.0
    cues: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What a bare acronym was found to mean: `long` is empty if that is undecided; `candidates` likeliest first."""

    long: str
    probability: float
    candidates: tuple[str, ...]


class Senses:
    """The meanings of all acronyms, and the choice among them for a bare one."""

    def __init__(
        self, contexts: Contexts, papers_by_key: Mapping[str, Iterable[str]], root: Callable[[str], str]
    ) -> None:
        self._contexts = contexts
        self._papers_by_key = papers_by_key
        self._root = root
        self._senses: dict[str, dict[str, Sense]] = defaultdict(dict)
        self._profiles: dict[str, tuple[Counter[int], int]] = {}
        self._rest: dict[str, float] = {}

    def define(self, occurrence: Occurrence, long: str) -> None:
        """Count an entity whose paper spells its short forms out as the key `long`."""
        for short in {short_key(each) for each in occurrence.shorts}:
            sense = self._sense(short, long, occurrence.form)
            sense.papers.add(occurrence.paper)
            sense.kinds[occurrence.kind] += 1
            if occurrence.role == "proposes":
                sense.proposed.add(occurrence.paper)
            sense.spellings.update(each for each in occurrence.shorts if short_key(each) == short)

    def ship(self, short: str, key_of_long: Callable[[str], str], key_of_name: Callable[[str], str]) -> None:
        """Add the meanings that the shipped tables give an acronym, if any."""
        known: tuple[Meaning, ...] = meanings().get(short, ())
        scale = min(1.0, _TABLE_PAPERS / max(1, sum(meaning.n_abstracts for meaning in known)))
        for meaning in known:
            if not meaning.long:
                self._rest[short] = meaning.n_abstracts * scale
                continue
            sense = self._sense(short, key_of_long(meaning.long), meaning.long)
            sense.shipped += meaning.n_abstracts * scale
            sense.cues += meaning.cues
            sense.spellings[meaning.short] += 1
        for synonym in () if known else established().get(short, ()):
            sense = self._sense(short, key_of_name(synonym.name), synonym.alias)
            sense.shipped = _ESTABLISHED
            sense.spellings.update(name for name in (synonym.name, synonym.alias) if short_key(name) == short)

    def of(self, short: str) -> list[Sense]:
        """Return the meanings of an acronym by its key, in order of their long forms."""
        return [sense for _, sense in sorted(self._senses.get(short, {}).items())]

    def choose(self, occurrence: Occurrence) -> Choice:
        """Return what a bare acronym stands for in its paper."""
        short = short_key(occurrence.name)
        senses = self.of(short)
        scores = [self._score(sense, occurrence) for sense in senses]
        unknown = math.log(_UNKNOWN.get(len(short), _UNKNOWN_LONG) + self._rest.get(short, 0.0))
        total = _log_sum([*scores, unknown])
        ranked = sorted(
            zip(scores, (sense.long for sense in senses), strict=True), key=lambda each: (-each[0], each[1])
        )
        candidates = tuple(long for _, long in ranked)
        if not ranked:
            return Choice(long="", probability=0.0, candidates=())
        probability = math.exp(ranked[0][0] - total)
        sure = probability >= _SURE
        return Choice(long=candidates[0] if sure else "", probability=round(probability, 3), candidates=candidates)

    def _sense(self, short: str, long: str, words: str) -> Sense:
        root = self._root(long)
        sense = self._senses[short].setdefault(root, Sense(root))
        sense.words |= words_of(words)
        return sense

    def _score(self, sense: Sense, occurrence: Occurrence) -> float:
        n_speaking = len(sense.papers) - _COINED * len(sense.proposed)
        score = math.log(n_speaking + sense.shipped + 1e-3)
        score += _CUE * sum(self._contexts.has(occurrence.paper, cue) for cue in sense.cues)
        n_words = sum(self._contexts.has(occurrence.paper, word) for word in sense.words)
        score += _ALL_WORDS * n_words / max(1, len(sense.words)) if n_words else _NO_WORDS
        profile = self._profile(sense.long)
        known = profile[1] / (profile[1] + _KNOWN)
        score += max(
            _LEAST_FIT, known * _MOST_FIT * math.tanh(self._contexts.fit(occurrence.paper, profile) / _FIT_SCALE)
        )
        if sense.kinds:
            score += _kind_score(sense.kinds, occurrence.kind)
        if not any(_same_case(occurrence.name, spelling) for spelling in sense.spellings):
            score += _OTHER_CASE
        if occurrence.role == "proposes" and sense.proposed and not sense.shipped:
            score += _COINED_AGAIN
        return score

    def _profile(self, long: str) -> tuple[Counter[int], int]:
        if long not in self._profiles:
            papers = sorted(set(self._papers_by_key.get(long, ())), key=lambda paper: (digest(paper), paper))
            self._profiles[long] = self._contexts.profile(papers[:_N_PROFILE])
        return self._profiles[long]


@cache
def established() -> Mapping[str, tuple[Synonym, ...]]:
    """Return the shipped synonyms of which one name can be a short form, by its key."""
    found: dict[str, list[Synonym]] = defaultdict(list)
    for synonym in synonyms():
        for name in (synonym.name, synonym.alias):
            if is_short(name):
                found[short_key(name)].append(synonym)
    return {short: tuple(each) for short, each in found.items()}


def _kind_score(kinds: Counter[str], kind: str) -> float:
    """Return what a kind says against a meaning: nothing if papers give that kind to a third of it at least."""
    if kind in _DATA_KINDS and _DATA_KINDS.isdisjoint(kinds):
        return _OTHER_KIND + _NAME_OF_DATA
    share = (kinds[kind] + _KIND_SMOOTHING) / (kinds.total() + _KIND_SMOOTHING * len(SCHEMA.concept_kinds))
    return max(_OTHER_KIND, min(0.0, math.log(3 * share)))


def _same_case(left: str, right: str) -> bool:
    return _without_s(left) == _without_s(right)


def _without_s(name: str) -> str:
    return name[:-1] if len(name) > 2 and name.endswith("s") else name


def _log_sum(values: list[float]) -> float:
    most = max(values)
    return most + math.log(math.fsum(math.exp(value - most) for value in values))
