"""Mentions that speak of one thing: same normal form, acronym and long form, or judged alike."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations

from kg.acronyms import is_short_form
from kg.extraction.neural.definitions import initials_fit
from kg.extraction.neural.heads import Floats
from kg.text import fold, plain

ALIKE = 0.95
ALIKE_IN_BRACKETS = 0.6
_MAX_EXTRA = 5
_OPENING = re.compile(r"[\s*_}\"'’,]*(?P<bracket>[(\[])(?P<marks>[\s*_$\"'{]*)(?:\\[a-z]+\{)?")
_NUMBER = re.compile(r"\d+")
_BRACKETED = re.compile(r"\s*\(([^()]{1,40})\)\s*")


def group_surfaces(
    surfaces: Sequence[str], text: str, likeness: Floats, definitions: Sequence[tuple[str, str]]
) -> list[list[int]]:
    """Return groups of the surfaces' numbers, in the order of their first surfaces.

    `likeness` is the probability that two are one thing; `definitions` are the long forms with the short
    forms that the text joins by brackets.
    """
    owner = list(range(len(surfaces)))

    def root(number: int) -> int:
        while owner[number] != number:
            number = owner[number]
        return number

    for one, other in _links(surfaces, text, likeness, definitions):
        low, high = sorted((root(one), root(other)))
        owner[high] = low
    groups: dict[int, list[int]] = {}
    for number in range(len(surfaces)):
        groups.setdefault(root(number), []).append(number)
    return list(groups.values())


def _links(
    surfaces: Sequence[str], text: str, likeness: Floats, definitions: Sequence[tuple[str, str]]
) -> Iterator[tuple[int, int]]:
    """Yield pairs of surfaces that are one thing."""
    long_by_short = {fold(short): fold(long) for long, short in definitions}
    plains = [plain(surface) for surface in surfaces]
    folds = [fold(surface) for surface in plains]
    spelled = [_spelled(folded, long_by_short) for folded in folds]
    sizes = [folded.count(" ") for folded in folds]
    numbers = [_NUMBER.findall(surface) for surface in plains]
    brackets = _Brackets(text)
    may_abbreviate = [is_short_form(p) and f not in long_by_short for p, f in zip(plains, folds, strict=True)]
    for one, other in combinations(range(len(surfaces)), 2):
        few, many = (one, other) if sizes[one] < sizes[other] else (other, one)
        if (
            spelled[one] == spelled[other]
            or (may_abbreviate[one] and initials_fit(plains[one], plains[other]))
            or (may_abbreviate[other] and initials_fit(plains[other], plains[one]))
            or is_spelled_out(folds[few], folds[many], plains[few])
            or (
                # "an LLM (Llama-3)" gives an example, not another name: versions and sizes are never taken for alike.
                numbers[one] == numbers[other]
                and (
                    likeness[one, other] >= ALIKE
                    or (likeness[one, other] >= ALIKE_IN_BRACKETS and brackets.join(surfaces[one], surfaces[other]))
                )
            )
        ):
            yield one, other


def is_spelled_out(folded: str, long: str, surface: str) -> bool:
    """Tell whether a folded surface is a longer one but for a word that abbreviates what the longer one has there.

    >>> is_spelled_out("llm agent", "large language model agent", "LLM agents")
    True
    >>> is_spelled_out("llm agent", "large language model", "LLM agents")
    False
    """
    n_extra = long.count(" ") - folded.count(" ")
    if not 1 <= n_extra <= _MAX_EXTRA:
        return False
    words, longer, cased = folded.split(" "), long.split(" "), surface.replace("-", " ").split()
    if not 2 <= len(words) == len(cased):
        return False
    for place, word in enumerate(words):
        rest = longer[:place], longer[place + n_extra + 1 :]
        if rest == (words[:place], words[place + 1 :]):
            return initials_fit(cased[place], " ".join(longer[place : place + n_extra + 1]))
        if word != longer[place]:
            return False
    return False


def _spelled(folded: str, long_by_short: Mapping[str, str]) -> str:
    """Return a folded surface with its short forms spelled out and brackets that repeat a word left out."""
    bare = " ".join(_BRACKETED.sub(" ", folded).split()) if not folded.endswith(")") else folded
    bare = long_by_short.get(bare, bare)
    return " ".join(long_by_short.get(word, word) for word in bare.split(" ")) or folded


class _Brackets:
    """Where in a text surfaces stand, and where something may stand that follows one in brackets."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._places = cache(self._find)

    def join(self, one: str, other: str) -> bool:
        """Tell whether the text puts one surface in brackets right after the other."""
        (one_begins, one_follows), (other_begins, other_follows) = self._places(one), self._places(other)
        return not one_follows.isdisjoint(other_begins) or not other_follows.isdisjoint(one_begins)

    def _find(self, surface: str) -> tuple[frozenset[int], frozenset[int]]:
        begins = [match.start() for match in re.finditer(f"(?={re.escape(surface)})", self._text)]
        follows: set[int] = set()
        for begin in begins:
            if opening := _OPENING.match(self._text, begin + len(surface)):
                # A surface may itself begin with one of the marks.
                follows.update(range(opening.end("bracket"), opening.end("marks") + 1), [opening.end()])
        return frozenset(begins), frozenset(follows)
