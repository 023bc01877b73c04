"""Finding known phrases in a sequence of words: a prefix tree over normal forms."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Generic, TypeVar

Value = TypeVar("Value")


class PhraseTable(Generic[Value]):
    """Phrases (tuples of normal forms) with a value each."""

    def __init__(self, value_by_phrase: Mapping[tuple[str, ...], Value]) -> None:
        self._values = dict(value_by_phrase)
        self._longest: dict[str, int] = {}
        for phrase in self._values:
            self._longest[phrase[0]] = max(self._longest.get(phrase[0], 0), len(phrase))

    def get(self, phrase: tuple[str, ...]) -> Value | None:
        """Return the value of a phrase, or None."""
        return self._values.get(phrase)

    def find(self, norms: Sequence[str], breaks: Sequence[bool]) -> Iterator[tuple[int, int, Value]]:
        """Yield (first, after the last, value) of every phrase; `breaks[i]` ends phrases before word i."""
        n = len(norms)
        for first in range(n):
            longest = self._longest.get(norms[first], 0)
            last = first
            while longest and last < n and last - first < longest and not (last > first and breaks[last]):
                last += 1
                value = self._values.get(tuple(norms[first:last]))
                if value is not None:
                    yield first, last, value


def longest_first(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return spans without overlap, the longest kept, in order.

    >>> longest_first([(0, 2), (1, 5), (5, 6)])
    [(1, 5), (5, 6)]
    """
    kept: list[tuple[int, int]] = []
    for start, end in sorted(spans, key=lambda s: (s[0] - s[1], s)):
        if all(end <= s or start >= e for s, e in kept):
            kept.append((start, end))
    return sorted(kept)
