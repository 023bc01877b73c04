"""The steps of resolution in a row: gather, key, join, make concepts, link, and tell why."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from kg.records import Extraction
from kg.resolution.concepts import best_form, make_concept, slug
from kg.resolution.decisions import Decisions, read_decisions, without_effect
from kg.resolution.gathering import Corpus, Occurrence, gather
from kg.resolution.joining import Step
from kg.resolution.keying import BY_USER, Keys, assign_keys
from kg.resolution.linking import Known, link
from kg.resolution.merging import acronym_merges, bare_merges, most_used, spelling_merges, step_merges
from kg.resolution.records import Merge, Resolution, Undecided

Members = dict[str, list[Occurrence]]


def resolve(
    extractions: Iterable[Extraction],
    *,
    aliases: Path | Decisions | None = None,
    former: Mapping[str, tuple[str, ...]] | None = None,
) -> Resolution:
    """Return the concepts of these papers; the order of extractions doesn't matter.

    `aliases` is a user's alias file, or what was read from it, which decides over every rule. `former` maps the ids
    of an earlier build to the former ids it knew, so that a retired id stays known. Raises ReadError if the alias file
    is faulty.
    """
    decisions = read_decisions(aliases) if isinstance(aliases, Path) else aliases or Decisions()
    keys = assign_keys(gather(extractions), decisions)
    members = _members(keys)
    forms = _forms(keys)
    id_of_root = {root: slug(best_form(forms[root], keys.preferred)) for root in members}
    former_ids = _former_ids(id_of_root, forms, former or {})
    concepts = [make_concept(id_of_root[root], members[root], former_ids[root]) for root in sorted(members)]
    known = Known(
        concepts={concept.id: concept for concept in concepts},
        id_of_form={form: id_of_root[root] for root in sorted(members) for form in sorted(forms[root])},
        forms_of_id={id_of_root[root]: _spelled_forms(occurrences) for root, occurrences in members.items()},
    )
    made, links = link(known)
    return Resolution(
        concepts=tuple(sorted([*concepts, *made], key=lambda concept: concept.id)),
        concept_of={place: id_of_root[keys.joins.find(key)] for place, key in keys.key_of.items()},
        links=tuple(links),
        merges=tuple(_merges(keys, members, id_of_root)),
        undecided=tuple(_undecided(keys, id_of_root)),
        without_effect=tuple(without_effect(decisions, keys.corpus.occurrences)),
    )


def concept_keys(corpus: Corpus) -> dict[tuple[str, int], str]:
    """Return by paper id and index what entity is which: those of one concept have one key; no ids, no links."""
    keys = assign_keys(corpus, Decisions())
    return {place: keys.joins.find(key) for place, key in keys.key_of.items()}


def _members(keys: Keys) -> Members:
    members: Members = defaultdict(list)
    for occurrence in keys.corpus.occurrences:
        members[keys.joins.find(keys.key_of[occurrence.paper, occurrence.index])].append(occurrence)
    return members


def _forms(keys: Keys) -> dict[str, set[str]]:
    """Return the normal forms by root."""
    forms: dict[str, set[str]] = defaultdict(set)
    for key, own in keys.forms.items():
        forms[keys.joins.find(key)] |= own
    return forms


def _spelled_forms(occurrences: Sequence[Occurrence]) -> dict[str, set[str]]:
    """Return the normal forms under which papers name a concept, with their spellings."""
    spellings: dict[str, set[str]] = defaultdict(set)
    for occurrence in occurrences:
        spellings[occurrence.form].add(occurrence.long or occurrence.name)
    return spellings


def _former_ids(
    id_of_root: Mapping[str, str], forms: Mapping[str, set[str]], former: Mapping[str, tuple[str, ...]]
) -> dict[str, set[str]]:
    """Return by root the ids that earlier builds gave what is now this concept."""
    standing = set(id_of_root.values())
    found: dict[str, set[str]] = {}
    for root, own in id_of_root.items():
        earlier = {slug(form) for form in forms[root]} & former.keys()
        handed_on = {old for each in earlier for old in former[each]}
        found[root] = {each for each in earlier | handed_on if each != own and each not in standing}
    return found


def _merges(keys: Keys, members: Members, id_of_root: Mapping[str, str]) -> Iterator[Merge]:
    """Yield every merge, by concept: spellings, acronyms, bare acronyms, then joinings of keys."""
    steps: dict[str, list[Step]] = defaultdict(list)
    for step in keys.joins.steps:
        steps[keys.joins.find(step.left)].append(step)
    for root in sorted(members, key=lambda root: id_of_root[root]):
        by_key: dict[str, list[Occurrence]] = defaultdict(list)
        chosen: dict[str, list[Occurrence]] = defaultdict(list)
        for occurrence in members[root]:
            place = (occurrence.paper, occurrence.index)
            choice = keys.choices.get(place)
            (chosen if choice and choice.long else by_key)[keys.key_of[place]].append(occurrence)
        concept = id_of_root[root]
        spelling_of = {step.left: best_form(keys.forms[step.left], {}) for step in steps[root]}
        spelling_of |= {step.right: best_form(keys.forms[step.right], {}) for step in steps[root]}
        spelling_of |= {key: _spelled(occurrences) for key, occurrences in by_key.items()}
        for _, occurrences in sorted(by_key.items()):
            yield from spelling_merges(concept, [o for o in occurrences if not o.shorts or o.name == o.long])
            yield from acronym_merges(concept, occurrences)
        for key, occurrences in sorted(chosen.items()):
            pairs = [(o, keys.choices[o.paper, o.index]) for o in occurrences]
            yield from bare_merges(
                concept, _meaning(members[root]) or best_form(keys.forms[key], keys.preferred), pairs
            )
        if len(by_key.keys() | chosen.keys()) > 1:
            used = by_key.keys() | chosen.keys()
            # Of the shipped table only what papers use is told; of the user's decisions also what leads to it.
            told = [s for s in steps[root] if s.right in used or (s.reason == BY_USER and s.left in used)]
            yield from step_merges(concept, told, spelling_of)


def _meaning(occurrences: Sequence[Occurrence]) -> str:
    """Return the long form that papers spell out most for these entities, or nothing."""
    longs = Counter(occurrence.long for occurrence in occurrences if occurrence.long)
    return min(longs, key=lambda long: (-longs[long], long), default="")


def _spelled(occurrences: Sequence[Occurrence]) -> str:
    """Return the spelling that stands for a key: its most used long form, else its most used name."""
    plain = [o for o in occurrences if not o.shorts or o.name == o.long]
    return most_used(plain) if plain else min(o.long for o in occurrences)


def _undecided(keys: Keys, id_of_root: Mapping[str, str]) -> Iterator[Undecided]:
    """Yield every bare acronym that stayed alone though meanings of it are known, by concept."""
    papers: dict[str, set[str]] = defaultdict(set)
    names: dict[str, str] = {}
    candidates: dict[str, tuple[str, ...]] = {}
    for occurrence in keys.corpus.occurrences:
        place = (occurrence.paper, occurrence.index)
        choice = keys.choices.get(place)
        if choice is not None and not choice.long and choice.candidates:
            concept = id_of_root[keys.joins.find(keys.key_of[place])]
            papers[concept].add(occurrence.paper)
            names.setdefault(concept, occurrence.name)
            candidates.setdefault(concept, choice.candidates)
    for concept in sorted(papers):
        roots = [keys.joins.find(key) for key in candidates[concept]]
        yield Undecided(
            concept=concept,
            acronym=names[concept],
            candidates=tuple(id_of_root.get(root) or slug(best_form(keys.forms[root], {})) for root in roots),
            papers=tuple(sorted(papers[concept])),
            grounds="no meaning is clearly likelier than the others and than one that nobody spells out",
        )
