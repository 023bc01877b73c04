"""Acronyms across papers: which long form a bare one stands for, by corpus, table and context.

Every long form that the papers (or the shipped table) give for an acronym is a meaning. A bare acronym takes a
meaning if that is clearly likelier than all others and than one that nobody has spelled out; else it stays alone.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from kg.resolution.contexts import Contexts
from kg.resolution.gathering import Occurrence, short_key
from kg.resolution.tables import Meaning, meanings
from kg.text import digest

# A bare acronym takes a meaning that is at least so probable.
_SURE = 0.865
# The shipped table counts as much as this many papers of the corpus, at most.
_TABLE_PAPERS = 12.0
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
_OTHER_KIND = -0.7
_OTHER_CASE = -1.5
# A paper that itself proposes a thing with a bare coined name does not mean another paper's.
_COINED_AGAIN = -4.0
_N_PROFILE = 300


@dataclass(slots=True)
class Sense:
    """One meaning of an acronym: the key of its long form, the papers that define it, and what is known of them."""

    long: str
    papers: set[str] = field(default_factory=set)
    spellings: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    n_proposed: int = 0
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
            sense = self._sense(short, long)
            sense.papers.add(occurrence.paper)
            sense.kinds[occurrence.kind] += 1
            sense.n_proposed += occurrence.role == "proposes"
            sense.spellings.update(each for each in occurrence.shorts if short_key(each) == short)

    def ship(self, short: str, key_of: Callable[[str], str]) -> None:
        """Add the meanings that the shipped table gives an acronym, if any."""
        known: tuple[Meaning, ...] = meanings().get(short, ())
        scale = min(1.0, _TABLE_PAPERS / max(1, sum(meaning.n_abstracts for meaning in known)))
        for meaning in known:
            if not meaning.long:
                self._rest[short] = meaning.n_abstracts * scale
                continue
            sense = self._sense(short, key_of(meaning.long))
            sense.shipped += meaning.n_abstracts * scale
            sense.cues += meaning.cues
            sense.spellings[meaning.short] += 1

    def of(self, short: str) -> list[Sense]:
        """Return the meanings of an acronym by its key, in order of their long forms."""
        return [sense for _, sense in sorted(self._senses.get(short, {}).items())]

    def choose(self, occurrence: Occurrence) -> Choice:
        """Return what a bare acronym stands for in its paper."""
        short = short_key(occurrence.name)
        senses = self.of(short)
        scores = [self._score(sense, occurrence, n_senses=len(senses)) for sense in senses]
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

    def _sense(self, short: str, long: str) -> Sense:
        root = self._root(long)
        return self._senses[short].setdefault(root, Sense(root))

    def _score(self, sense: Sense, occurrence: Occurrence, *, n_senses: int) -> float:
        score = math.log(len(sense.papers) + sense.shipped + 1e-3)
        score += _CUE * sum(self._contexts.has(occurrence.paper, cue) for cue in sense.cues)
        if n_senses > 1 or len(sense.papers) > 1:
            profile = self._profile(sense.long)
            fit = self._contexts.fit(occurrence.paper, profile)
            known = profile[1] / (profile[1] + _KNOWN)
            score += max(_LEAST_FIT, known * _MOST_FIT * math.tanh(fit / _FIT_SCALE))
        if sense.kinds and occurrence.kind not in sense.kinds:
            score += _OTHER_KIND
        if not any(_same_case(occurrence.name, spelling) for spelling in sense.spellings):
            score += _OTHER_CASE
        if occurrence.role == "proposes" and sense.n_proposed and not sense.shipped:
            score += _COINED_AGAIN
        return score

    def _profile(self, long: str) -> tuple[Counter[int], int]:
        if long not in self._profiles:
            papers = sorted(set(self._papers_by_key.get(long, ())), key=lambda paper: (digest(paper), paper))
            self._profiles[long] = self._contexts.profile(papers[:_N_PROFILE])
        return self._profiles[long]


def _same_case(left: str, right: str) -> bool:
    return _without_s(left) == _without_s(right)


def _without_s(name: str) -> str:
    return name[:-1] if len(name) > 2 and name.endswith("s") else name


def _log_sum(values: list[float]) -> float:
    most = max(values)
    return most + math.log(math.fsum(math.exp(value - most) for value in values))
