"""A key for every entity: spelled out where the paper or a table says so, bare acronyms by choice among meanings."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

from kg.resolution.decisions import Decisions
from kg.resolution.gathering import Corpus, Occurrence, is_short, short_key
from kg.resolution.joining import Joins, Step
from kg.resolution.keys import is_wordlike, shipped_form, spelled_out
from kg.resolution.long_forms import groups_of_alike
from kg.resolution.normal_forms import clean, normal_form, squeeze
from kg.resolution.senses import Choice, Senses
from kg.resolution.tables import meanings, synonyms

Place = tuple[str, int]

BY_USER = "alias file"
_DATA_KINDS = frozenset({"Dataset", "Benchmark"})


@dataclass(slots=True, kw_only=True)
class Keys:
    """The key of each entity by place, the normal forms behind each key, the joins, and the choices for bare ones."""

    corpus: Corpus
    decisions: Decisions
    joins: Joins
    forms: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    key_of: dict[Place, str] = field(default_factory=dict)
    choices: dict[Place, Choice] = field(default_factory=dict)
    preferred: dict[str, int] = field(default_factory=dict)

    def of_form(self, form: str) -> str:
        """Return the key of a normal form and remember the form."""
        key = squeeze(form)
        self.forms[key].add(form)
        return key

    def prefer(self, form: str, rank: int) -> None:
        """Let a form give the id before those of a higher rank: 0 user's, 1 table's, 2 shipped long form, 3 papers'."""
        self.preferred[form] = min(rank, self.preferred.get(form, rank))

    def of_name(self, name: str) -> str:
        """Return the key of a name that stands in a table or an alias file."""
        return self.of_form(self.form_of_name(name))

    def form_of_name(self, name: str) -> str:
        """Return the normal form of a name, or one of its own if the user keeps it apart from its other spellings."""
        cleaned = clean(name)
        return _own_form(cleaned) if cleaned in _parted(self.decisions) else spelled_out(cleaned, {})


@cache
def shipped_forms() -> frozenset[str]:
    """Return the normal forms of all long forms that the shipped table gives."""
    return frozenset(shipped_form(meaning.long) for each in meanings().values() for meaning in each if meaning.long)


def assign_keys(corpus: Corpus, decisions: Decisions) -> Keys:
    """Return the keys of all entities of a corpus."""
    keys = Keys(corpus=corpus, decisions=decisions, joins=Joins())
    keys.joins = Joins((keys.of_name(left), keys.of_name(right)) for left, right in decisions.apart)
    bare = _key_spelled_out(keys)
    _join_by_tables(keys)
    senses = _senses(keys, bare)
    for occurrence in bare:
        place = (occurrence.paper, occurrence.index)
        own = keys.of_form(occurrence.form)
        choice = senses.choose(occurrence)
        if choice.long and keys.joins.is_apart(own, choice.long):
            choice = Choice(long="", probability=choice.probability, candidates=choice.candidates)
        keys.choices[place] = choice
        keys.key_of[place] = choice.long or own
    _part_by_case(keys, bare)
    _follow_decisions(keys, bare)
    return keys


def _parted(decisions: Decisions) -> frozenset[str]:
    """Return the names that a user keeps apart though they have one normal form."""
    pairs = (tuple(map(clean, pair)) for pair in decisions.apart)
    return frozenset(right for left, right in pairs if squeeze(normal_form(left)) == squeeze(normal_form(right)))


def _own_form(name: str) -> str:
    return f"{normal_form(name)} ({name})"


def _key_spelled_out(keys: Keys) -> list[Occurrence]:
    """Give a key to every entity but the bare acronyms; return those."""
    shorts = {short_key(short) for occurrence in keys.corpus.occurrences for short in occurrence.shorts}
    parted = _parted(keys.decisions)
    bare = []
    for occurrence in keys.corpus.occurrences:
        place = (occurrence.paper, occurrence.index)
        told = _told(keys.decisions, occurrence)
        if told:
            keys.key_of[place] = keys.of_name(told)
        elif occurrence.name in parted:
            keys.key_of[place] = keys.of_form(_own_form(occurrence.name))
        elif not occurrence.long and _may_be_bare(occurrence.name, shorts):
            bare.append(occurrence)
        else:
            form = occurrence.form
            keys.key_of[place] = keys.of_form(form)
            if occurrence.shorts:
                keys.prefer(form, 2 if form in shipped_forms() else 3)
    return bare


def _told(decisions: Decisions, occurrence: Occurrence) -> str:
    """Return what the user says a name means, in this paper or in all."""
    for paper in (occurrence.paper, ""):
        for name in (occurrence.name, *occurrence.surfaces):
            if (name, paper) in decisions.means:
                return decisions.means[name, paper]
    return ""


def _may_be_bare(name: str, shorts: set[str]) -> bool:
    if " " in name and not is_short(name):
        return False
    short = short_key(name)
    return short in shorts or (is_short(name) and short in meanings())


def _join_by_tables(keys: Keys) -> None:
    for left, right in keys.decisions.same:
        keys.prefer(keys.form_of_name(right), 0)
        step = Step(left=keys.of_name(left), right=keys.of_name(right), reason=BY_USER, grounds="your decision")
        keys.joins.join(step)
    for synonym in synonyms():
        left, right = keys.of_name(synonym.name), keys.of_name(synonym.alias)
        keys.prefer(keys.form_of_name(synonym.name), 1)
        keys.joins.join(Step(left=left, right=right, reason="alias table", grounds=synonym.source))


def _follow_decisions(keys: Keys, bare: Sequence[Occurrence]) -> None:
    """Take each name that the user makes one with another as the papers mean it, where that is one thing.

    Where papers mean several things by it, the user speaks of those that don't spell it out.
    """
    names = sorted({clean(name) for pair in keys.decisions.same for name in pair})
    places: dict[str, list[Place]] = {squeeze(normal_form(name)): [] for name in names}
    for occurrence in keys.corpus.occurrences if names else ():
        for short in {short_key(each) for each in (occurrence.name, *occurrence.shorts)} & places.keys():
            places[short].append((occurrence.paper, occurrence.index))
    untold = {(o.paper, o.index) for o in bare}
    for name in names:
        own = keys.of_name(name)
        named = places[squeeze(normal_form(name))]
        meant = {keys.joins.find(keys.key_of[place]) for place in named} - {keys.joins.find(own)}
        if len(meant) == 1:
            keys.joins.join(Step(left=own, right=meant.pop(), reason=BY_USER, grounds="your decision"))
        elif meant:
            own_places = untold.intersection(named)
            keys.key_of.update(dict.fromkeys(own_places, own))
            keys.choices.update(dict.fromkeys(own_places, Choice(long="", probability=1.0, candidates=())))


def _senses(keys: Keys, bare: Sequence[Occurrence]) -> Senses:
    """Return the meanings of all acronyms, long forms that say the same joined."""
    spelled = list(_spelled(keys))
    wanted = sorted({short_key(occurrence.name) for occurrence in bare})
    forms_by_short: dict[str, set[str]] = defaultdict(set)
    papers_by_key: dict[str, set[str]] = defaultdict(set)
    for occurrence, own in spelled:
        papers_by_key[own].add(occurrence.paper)
        for short in occurrence.shorts:
            forms_by_short[short_key(short)].add(occurrence.form)
    for short in wanted:
        shipped = (meaning.long for meaning in meanings().get(short, ()) if meaning.long)
        forms_by_short[short].update(map(shipped_form, shipped))
    _join_alike(keys, forms_by_short)
    by_root: dict[str, set[str]] = defaultdict(set)
    for own, papers in papers_by_key.items():
        by_root[keys.joins.find(own)] |= papers
    senses = Senses(keys.corpus.contexts, by_root, keys.joins.find)
    for occurrence, own in spelled:
        senses.define(occurrence, own)
    for short in wanted:
        senses.ship(short, lambda long: keys.of_form(shipped_form(long)), keys.of_name)
    return senses


def _spelled(keys: Keys) -> Iterator[tuple[Occurrence, str]]:
    for occurrence in keys.corpus.occurrences:
        own = keys.key_of.get((occurrence.paper, occurrence.index))
        if own is not None:
            yield occurrence, own


def _join_alike(keys: Keys, forms_by_short: dict[str, set[str]]) -> None:
    for short, forms in sorted(forms_by_short.items()):
        for first, *others in groups_of_alike(forms):
            for other in others:
                grounds = f"both are spelled out of {short.upper()}"
                step = Step(
                    left=keys.of_form(first), right=keys.of_form(other), reason="like long form", grounds=grounds
                )
                keys.joins.join(step)


def _part_by_case(keys: Keys, bare: Sequence[Occurrence]) -> None:
    """Part an acronym from an ordinary word of the same letters where they name things of different kinds.

    So do they if both are proposed, by different papers: two works that coined "SWIFT" and "Swift".
    """
    small: dict[str, list[Occurrence]] = defaultdict(list)
    capital: dict[str, list[Occurrence]] = defaultdict(list)
    undecided = {(o.paper, o.index) for o in bare if not keys.choices[o.paper, o.index].long}
    for occurrence in keys.corpus.occurrences:
        place = (occurrence.paper, occurrence.index)
        if occurrence.long or not occurrence.name.isalpha() or (place in keys.choices and place not in undecided):
            continue
        side = small if is_wordlike(occurrence.name) else capital
        side[keys.key_of[place]].append(occurrence)
    for key in sorted(small.keys() & capital.keys()):
        if _are_two(small[key], capital[key]):
            for occurrence in capital[key]:
                form = f"{occurrence.form} (acronym)"
                keys.key_of[occurrence.paper, occurrence.index] = keys.of_form(form)


def _are_two(left: Sequence[Occurrence], right: Sequence[Occurrence]) -> bool:
    kinds = [{"Data" if o.kind in _DATA_KINDS else o.kind for o in side} for side in (left, right)]
    proposers = [{o.paper for o in side if o.role == "proposes"} for side in (left, right)]
    return kinds[0].isdisjoint(kinds[1]) or bool(proposers[0] and proposers[1] and proposers[0] != proposers[1])
