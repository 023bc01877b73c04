"""How well names are resolved: against annotated concepts and traps, and by masked acronyms.

B-cubed after Bagga and Baldwin (1998); pairwise scores over all pairs of entities of one concept.
"""

import json
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from kg.annotations import read_annotations
from kg.errors import ReadError
from kg.records import Extraction
from kg.resolution import resolve

Named = tuple[str, str]
"""An entity by the id of its paper and its name."""


def evaluate_concepts(gold: Iterable[Path], concepts: Path, traps: Path | None = None) -> dict[str, Any]:
    """Return the scores of resolving the annotated entities of `gold`, with their abstracts as context.

    `concepts` has one concept a line, `{"name": …, "members": [[paper, name], …]}`; an entity that is no member is a
    concept of its own. `traps` has one pair a line, `[[paper, name], [paper, name], why]`, that must stay apart.
    Keys: b3_precision b3_recall b3_f1 pair_f1 pair_f1_without_largest, and with traps: n_traps traps_apart
    n_traps_of_two_names merged_traps (those of different names that were merged; it should be empty).
    """
    extractions = [extraction for path in gold for extraction in read_annotations(path)]
    found = resolved(extractions)
    wanted, largest = _wanted(found, concepts)
    precision, recall, f1 = b_cubed(found, wanted)
    scores: dict[str, Any] = {
        "n_entities": len(found),
        "b3_precision": round(precision, 4),
        "b3_recall": round(recall, 4),
        "b3_f1": round(f1, 4),
        "pair_f1": round(pair_f1(found, wanted), 4),
        "pair_f1_without_largest": round(pair_f1(found, {k: v for k, v in wanted.items() if v != largest}), 4),
    }
    return scores if traps is None else {**scores, **_trap_scores(found, traps)}


def resolved(extractions: Sequence[Extraction]) -> dict[Named, Hashable]:
    """Return the concept of each entity, entities by paper and name."""
    concept_of = resolve(extractions).concept_of
    return {
        (extraction.paper.id, entity.name): concept_of[extraction.paper.id, index]
        for extraction in extractions
        for index, entity in enumerate(extraction.entities)
    }


def b_cubed(found: Mapping[Named, Hashable], wanted: Mapping[Named, Hashable]) -> tuple[float, float, float]:
    """Return B-cubed precision, recall and F1 of one grouping against another of the same entities.

    >>> b_cubed({("p", "a"): 1, ("p", "b"): 1}, {("p", "a"): 1, ("p", "b"): 2})
    (0.5, 1.0, 0.6666666666666666)
    """
    n_both = Counter((found[each], wanted[each]) for each in wanted)
    n_found, n_wanted = Counter(found[each] for each in wanted), Counter(wanted.values())
    precision = sum(n * n / n_found[group] for (group, _), n in n_both.items()) / max(1, len(wanted))
    recall = sum(n * n / n_wanted[group] for (_, group), n in n_both.items()) / max(1, len(wanted))
    return precision, recall, _f1(precision, recall)


def pair_f1(found: Mapping[Named, Hashable], wanted: Mapping[Named, Hashable]) -> float:
    """Return the F1 of the pairs of entities that two groupings put together.

    >>> pair_f1({("p", "a"): 1, ("q", "a"): 1, ("r", "a"): 2}, {("p", "a"): 1, ("q", "a"): 1, ("r", "a"): 1})
    0.5
    """
    n_both = _n_pairs(Counter((found[each], wanted[each]) for each in wanted))
    n_found, n_wanted = _n_pairs(Counter(found[each] for each in wanted)), _n_pairs(Counter(wanted.values()))
    return _f1(n_both / n_found if n_found else 1.0, n_both / n_wanted if n_wanted else 1.0)


def _n_pairs(sizes: Mapping[Any, int]) -> int:
    return sum(n * (n - 1) // 2 for n in sizes.values())


def _f1(precision: float, recall: float) -> float:
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def _wanted(found: Mapping[Named, Hashable], concepts: Path) -> tuple[dict[Named, Hashable], Hashable]:
    """Return the annotated grouping and its largest group."""
    wanted: dict[Named, Hashable] = {each: each for each in found}
    sizes: Counter[Hashable] = Counter()
    for number, line in _lines(concepts):
        for member in line["members"]:
            wanted[_known(tuple(member), found, concepts, number)] = number
        sizes[number] = len(line["members"])
    return wanted, max(sizes, key=lambda number: sizes[number], default=None)


def _trap_scores(found: Mapping[Named, Hashable], traps: Path) -> dict[str, Any]:
    pairs = [tuple(_known(tuple(each), found, traps, number) for each in line[:2]) for number, line in _lines(traps)]
    merged = [pair for pair in pairs if found[pair[0]] == found[pair[1]]]
    of_two_names = [pair for pair in pairs if pair[0][1] != pair[1][1]]
    return {
        "n_traps": len(pairs),
        "traps_apart": len(pairs) - len(merged),
        "n_traps_of_two_names": len(of_two_names),
        "merged_traps": [list(map(list, pair)) for pair in merged if pair in of_two_names],
    }


def _lines(path: Path) -> Iterator[tuple[int, Any]]:
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ReadError(f"{path}: can't be read ({error.strerror}); name a JSON-lines file") from error
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            try:
                yield number, json.loads(line)
            except json.JSONDecodeError as error:
                raise ReadError(f"{path}:{number}: not JSON ({error.msg}); give one object a line") from error


def _known(member: tuple[Any, ...], found: Mapping[Named, Hashable], path: Path, number: int) -> Named:
    if member not in found:
        raise ReadError(f"{path}:{number}: {list(member)} is no annotated entity; name a paper and an entity's name")
    return member[0], member[1]
