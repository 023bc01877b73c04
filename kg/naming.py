"""Finding a paper or a concept by what a person calls it: id, name or alias, through one normal form.

A paper answers as well to a name that it coins and to the beginning of its title. An ambiguous name lists the
candidates, an unknown one the nearest; both as NameNotFoundError.
"""

import difflib
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from kg.errors import NameNotFoundError
from kg.records import Concept, Paper
from kg.store import Store
from kg.text import fold, singular

_N_NEAREST = 5
_N_CANDIDATES = 20
_EDGE = " .,;:!?…()[]\"'"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Named:
    """What a record answers to: ids, spellings, names that it coins, beginnings of texts; and how it is shown."""

    ids: tuple[str, ...]
    spellings: tuple[str, ...]
    shown: str
    coined: tuple[str, ...] = ()
    begun: tuple[str, ...] = ()


def find_concept(store: Store, name: str) -> Concept:
    """Return the concept whose id, name or alias is `name`: exact first, then by normal form."""
    with suppress(UnicodeEncodeError):  # half a surrogate pair, as a command line may hold, is no id
        for concept in store.concepts(id=name):
            return concept
    concepts = list(store.concepts())
    named = list(map(_of_concept, concepts))
    found = _find(name, "concept", named)
    if found is None:
        raise _unknown(name, "concept", named)
    return concepts[found]


def find_paper(store: Store, name: str) -> Paper:
    """Return the paper whose id, label or title is `name`, that coins this name, or whose title begins so.

    Exact ids and titles go before their normal forms, these before coined names, these before beginnings.
    """
    with suppress(UnicodeEncodeError):
        for paper in store.papers(id=name):
            return paper
    papers = list(store.papers())
    named = list(map(_of_paper, papers))
    found = _find(name, "paper", named)
    if found is None:
        coined = _coined(store)
        named = [replace(n, coined=coined[p.id], begun=n.spellings) for p, n in zip(papers, named, strict=True)]
        found = _find(name, "paper", named)
    if found is None:
        raise _unknown(name, "paper", named)
    return papers[found]


def _of_concept(concept: Concept) -> _Named:
    return _Named(
        ids=(concept.id, *concept.former_ids),
        spellings=(concept.name, *concept.aliases),
        shown=f"{concept.id} ({concept.kind})",
    )


def _of_paper(paper: Paper) -> _Named:
    spellings = tuple(dict.fromkeys(filter(None, (paper.label, paper.title))))
    return _Named(ids=(paper.id,), spellings=spellings, shown=f"{paper.id} ({paper.label})")


def _coined(store: Store) -> dict[str, tuple[str, ...]]:
    """Return the spellings, written as names are, of the concepts that each paper proposes, by paper id."""
    spellings_by_concept = {c.id: tuple(filter(_is_written_as_name, (c.name, *c.aliases))) for c in store.concepts()}
    found: dict[str, tuple[str, ...]] = defaultdict(tuple)
    for paper, concept in store.proposals():
        found[paper] += spellings_by_concept[concept]
    return found


def _is_written_as_name(spelling: str) -> bool:
    """Return whether a spelling has a digit, a capital inside, or is one word with a capital.

    >>> [name for name in ("FeMAM", "Gecko", "Graph Learning", "graph learning") if _is_written_as_name(name)]
    ['FeMAM', 'Gecko']
    """
    words = spelling.split()
    is_inside = any(c.isdigit() or (c.isupper() and at) for word in words for at, c in enumerate(word))
    return is_inside or (len(words) == 1 and spelling[:1].isupper())


def _find(name: str, what: str, named: Sequence[_Named]) -> int | None:
    """Return the position of the one record that answers to `name`, or None; NameNotFoundError if several do."""
    if not name.strip():
        raise NameNotFoundError(f"{name!r}: an empty name; a {what} is named by its id, name or alias")
    folded = fold(name)
    words = _words(name)
    tests: tuple[Callable[[_Named], bool], ...] = (
        lambda record: name in record.ids,
        lambda record: name in record.spellings,
        lambda record: folded in map(fold, (*record.ids, *record.spellings)),
        lambda record: folded in map(fold, record.coined),
        lambda record: any(_begins(_words(text), words) for text in record.begun),
    )
    for answers in tests:
        found = [position for position, record in enumerate(named) if answers(record)]
        if len(found) == 1:
            return found[0]
        if found:
            raise _ambiguous(name, what, [named[position].shown for position in found])
    return None


def _words(text: str) -> list[str]:
    return list(filter(None, (singular(word.strip(_EDGE)) for word in fold(text).split())))


def _begins(text: list[str], words: list[str]) -> bool:
    """Return whether a text begins with these words, of which the last may be cut, but for one alone."""
    n_words = len(words)
    if not words or text[: n_words - 1] != words[:-1] or len(text) < n_words:
        return False
    return text[n_words - 1] == words[-1] or (n_words > 1 and text[n_words - 1].startswith(words[-1]))


def _ambiguous(name: str, what: str, shown: list[str]) -> NameNotFoundError:
    more = f"; and {len(shown) - _N_CANDIDATES} more" if len(shown) > _N_CANDIDATES else ""
    listed = "; ".join(shown[:_N_CANDIDATES])
    return NameNotFoundError(f"{name}: {len(shown)} {what}s have this name; take an id: {listed}{more}", tuple(shown))


def _unknown(name: str, what: str, named: Sequence[_Named]) -> NameNotFoundError:
    folded = fold(name)
    shown_by_spelling = {
        fold(s): record.shown for record in named for s in (*record.ids, *record.spellings, *record.coined)
    }
    near = difflib.get_close_matches(folded, sorted(shown_by_spelling), n=_N_NEAREST, cutoff=0.7)
    inside = sorted((s for s in shown_by_spelling if folded in s), key=lambda s: (len(s), s))
    nearest = tuple(dict.fromkeys(shown_by_spelling[s] for s in (*near, *inside)))[:_N_NEAREST]
    advice = f"the nearest: {'; '.join(nearest)}" if nearest else "nothing here is like it"
    return NameNotFoundError(f"{name}: no {what} of this name; {advice}", nearest)
