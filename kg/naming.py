"""Finding a paper or a concept by what a person calls it: id, name or alias, through one normal form.

An ambiguous name lists the candidates, an unknown one the nearest; both as NameNotFoundError.
"""

import difflib
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from kg.errors import NameNotFoundError
from kg.records import Concept, Paper
from kg.store import Store
from kg.text import fold

_N_NEAREST = 5
_N_CANDIDATES = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class _Named:
    """What a record answers to: ids, spellings, and how it is shown among candidates."""

    ids: tuple[str, ...]
    spellings: tuple[str, ...]
    shown: str


def find_concept(store: Store, name: str) -> Concept:
    """Return the concept whose id, name or alias is `name`: exact first, then by normal form."""
    concepts = list(store.concepts())
    return concepts[_find(name, "concept", (_of_concept(concept) for concept in concepts))]


def find_paper(store: Store, name: str) -> Paper:
    """Return the paper whose id, label or title is `name`: exact first, then by normal form."""
    papers = list(store.papers())
    return papers[_find(name, "paper", (_of_paper(paper) for paper in papers))]


def _of_concept(concept: Concept) -> _Named:
    return _Named(
        ids=(concept.id, *concept.former_ids),
        spellings=(concept.name, *concept.aliases),
        shown=f"{concept.id} ({concept.kind})",
    )


def _of_paper(paper: Paper) -> _Named:
    spellings = tuple(dict.fromkeys(filter(None, (paper.label, paper.title))))
    return _Named(ids=(paper.id,), spellings=spellings, shown=f"{paper.id} ({paper.label})")


def _find(name: str, what: str, named: Iterable[_Named]) -> int:
    """Return the position of the one record that answers to `name`."""
    records = list(named)
    folded = fold(name)
    tests: tuple[Callable[[_Named], bool], ...] = (
        lambda record: name in record.ids,
        lambda record: name in record.spellings,
        lambda record: folded in map(fold, (*record.ids, *record.spellings)),
    )
    for answers in tests:
        found = [position for position, record in enumerate(records) if answers(record)]
        if len(found) == 1:
            return found[0]
        if found:
            raise _ambiguous(name, what, [records[position].shown for position in found])
    raise _unknown(name, what, records)


def _ambiguous(name: str, what: str, shown: list[str]) -> NameNotFoundError:
    more = f"; and {len(shown) - _N_CANDIDATES} more" if len(shown) > _N_CANDIDATES else ""
    listed = "; ".join(shown[:_N_CANDIDATES])
    return NameNotFoundError(f"{name}: {len(shown)} {what}s have this name; take an id: {listed}{more}", tuple(shown))


def _unknown(name: str, what: str, records: list[_Named]) -> NameNotFoundError:
    folded = fold(name)
    shown_by_spelling = {fold(spelling): r.shown for r in records for spelling in (*r.ids, *r.spellings)}
    near = difflib.get_close_matches(folded, sorted(shown_by_spelling), n=_N_NEAREST, cutoff=0.7)
    inside = sorted((s for s in shown_by_spelling if folded in s), key=lambda s: (len(s), s))
    nearest = tuple(dict.fromkeys(shown_by_spelling[s] for s in (*near, *inside)))[:_N_NEAREST]
    advice = f"the nearest: {'; '.join(nearest)}" if nearest else "nothing here is like it"
    return NameNotFoundError(f"{name}: no {what} of this name; {advice}", nearest)
