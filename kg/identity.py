"""Why two names are, or are not, one concept: the record of resolution that a graph folder keeps."""

import dataclasses
from collections import defaultdict, deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kg.files import named
from kg.naming import find_concept
from kg.records import Concept, Edge
from kg.resolution import Merge, Resolution, Undecided
from kg.store import Store, open_store
from kg.text import fold


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Whether two names are one concept, and why: the merges between them, or what keeps them apart."""

    one: bool
    left: str
    right: str
    reasons: tuple[str, ...]
    merges: tuple[Merge, ...] = ()


def merges(folder: Path | str) -> list[Merge]:
    """Return every merge of two names in a graph folder, by concept.

    Raises StoreError if the folder holds no graph.
    """
    with open_store(named(folder)) as store:
        return [Merge(**row) for row in store.decisions("merges")]


def undecided(folder: Path | str) -> list[Undecided]:
    """Return every bare acronym that stayed a concept of its own, by concept."""
    with open_store(named(folder)) as store:
        return [Undecided(**row) for row in store.decisions("undecided")]


def why(folder: Path | str, left: str, right: str) -> Answer:
    """Return why two names are, or are not, one concept.

    A name that several concepts answer to, or none, raises NameNotFoundError with the candidates.
    """
    with open_store(named(folder)) as store:
        one, other = find_concept(store, left), find_concept(store, right)
        if one.id == other.id:
            steps = [Merge(**row) for row in store.decisions("merges") if row["concept"] == one.id]
            path = _path(steps, left, right)
            reasons = tuple(map(describe, path)) or (f"both are spellings in papers that speak of {one.name}",)
            return Answer(one=True, left=one.id, right=one.id, reasons=reasons, merges=tuple(path))
        return Answer(one=False, left=one.id, right=other.id, reasons=tuple(_differences(store, one, other)))


def describe(merge: Merge) -> str:
    """Return a merge as a line for a reader.

    >>> describe(Merge(concept="gan", left="GAN", right="GANs", reason="plural", papers=("a",), n_papers=1))
    'GAN = GANs: plural; 1 paper: a'
    """
    grounds = f" ({merge.grounds})" if merge.grounds else ""
    more = ", …" if merge.n_papers > len(merge.papers) else ""
    papers = f"; {merge.n_papers} paper{'s' * (merge.n_papers > 1)}: {', '.join(merge.papers)}{more}"
    return f"{merge.left} = {merge.right}: {merge.reason}{grounds}{papers if merge.n_papers else ''}"


def decisions_of(resolution: Resolution) -> Mapping[str, list[dict[str, Any]]]:
    """Return the merges and undecided acronyms of a resolution as rows for the store."""
    return {
        "merges": list(map(_row, resolution.merges)),
        "undecided": list(map(_row, resolution.undecided)),
    }


def _row(record: Merge | Undecided) -> dict[str, Any]:
    return {field.name: getattr(record, field.name) for field in dataclasses.fields(record)}


def _path(steps: list[Merge], left: str, right: str) -> list[Merge]:
    """Return the shortest chain of merges from one name to the other; names are compared by their normal form."""
    neighbors: dict[str, list[tuple[str, Merge]]] = defaultdict(list)
    for step in steps:
        neighbors[step.left].append((step.right, step))
        neighbors[step.right].append((step.left, step))
    for normal in (str, fold):
        starts = sorted(name for name in neighbors if normal(name) == normal(left))
        ends = {name for name in neighbors if normal(name) == normal(right)}
        if starts and ends:
            return _shortest(neighbors, starts, ends)
    return []


def _shortest(neighbors: Mapping[str, list[tuple[str, Merge]]], starts: list[str], ends: set[str]) -> list[Merge]:
    came: dict[str, tuple[str, Merge] | None] = dict.fromkeys(starts)
    queue = deque(starts)
    while queue:
        name = queue.popleft()
        if name in ends:
            return list(_back(came, name))[::-1]
        for other, step in neighbors[name]:
            if other not in came:
                came[other] = (name, step)
                queue.append(other)
    return []


def _back(came: Mapping[str, tuple[str, Merge] | None], name: str) -> Iterator[Merge]:
    while (step := came[name]) is not None:
        name = step[0]
        yield step[1]


def _differences(store: Store, one: Concept, other: Concept) -> Iterator[str]:
    """Yield what keeps two concepts apart: a link between them, an open choice, else their different normal forms."""
    for edge in (*store.edges(source=one.id, target=other.id), *store.edges(source=other.id, target=one.id)):
        yield _link(edge)
    for row in store.decisions("undecided"):
        for bare, meaning in ((one, other), (other, one)):
            if row["concept"] == bare.id and meaning.id in row["candidates"]:
                yield f"{row['acronym']} may stand for {meaning.name}, but {row['grounds']}; an alias file can decide"
    shared = {*one.aliases, one.name} & {*other.aliases, other.name}
    if shared:
        yield f"both are called {', '.join(sorted(shared))} in some paper, which spells it out in different ways"
    yield f"their names differ after normalization ({one.id}, {other.id}) and no table makes them one"


def _link(edge: Edge) -> str:
    said = {"VARIANT_OF": "is a variant of", "BROADER": "is a special case of"}.get(edge.type, edge.type)
    return f"{edge.source} {said} {edge.target} ({edge.rule})"
