"""How well a paper fits a meaning: the words of its abstract against those of papers known to have that meaning."""

# ruff: noqa: SIM905 - word lists read better as text

import math
import re
from collections import Counter
from collections.abc import Iterable

_WORD = re.compile(r"[a-z]{3,}")
_STOP = frozenset(
    "about across also among and any approach approaches are been between both but can code demonstrate different each "
    "existing experiments extensive first for framework from further has have how however into its may method methods "
    "model models more most new not novel often one only other our outperforms over paper performance problem propose "
    "proposed recent results show such than that the their them then there these they this three through two under use "
    "used using various via was well were when where which while with within without work works".split()
)
# Smoothing in papers: a word must be seen in several papers of a meaning before it says much.
_SMOOTHING = 4.0
# Words of one abstract depend on each other; only the most telling ones count, and each only so much.
_N_TELLING = 24
_MOST = 2.5


def words_of(text: str) -> frozenset[str]:
    """Return the words of a text that can say something of its subject.

    >>> sorted(words_of("We propose a Robot policy with the diffusion model."))
    ['diffusion', 'policy', 'robot']
    """
    return frozenset(_WORD.findall(text.casefold())) - _STOP


class Contexts:
    """The words of all papers by paper, as numbers, and how many papers each word stands in."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._words_by_paper: dict[str, tuple[int, ...]] = {}
        self._n_papers: Counter[int] = Counter()

    def add(self, paper: str, text: str) -> None:
        """Keep the words of a paper, in place of those that it had."""
        words = sorted(words_of(text))
        numbers = tuple(self._numbers.setdefault(word, len(self._numbers)) for word in words)
        if paper in self._words_by_paper:
            self._n_papers.subtract(self._words_by_paper[paper])
        self._words_by_paper[paper] = numbers
        self._n_papers.update(numbers)

    def copy(self) -> "Contexts":
        """Return contexts that can change while these stay."""
        copied = Contexts()
        copied._numbers = self._numbers.copy()
        copied._words_by_paper = self._words_by_paper.copy()
        copied._n_papers = self._n_papers.copy()
        return copied

    def profile(self, papers: Iterable[str]) -> tuple[Counter[int], int]:
        """Return for these papers how many each word stands in, and their number."""
        counts: Counter[int] = Counter()
        n_papers = 0
        for paper in papers:
            counts.update(self._words_by_paper.get(paper, ()))
            n_papers += 1
        return counts, n_papers

    def fit(self, paper: str, profile: tuple[Counter[int], int], *, own: bool = False) -> float:
        """Return how much likelier the paper's words are under a profile than at large, in nats.

        With `own` the paper is part of the profile and is taken out of it.
        """
        counts, n_papers = profile
        n_all = max(1, len(self._words_by_paper))
        n_papers -= own
        told = []
        for word in self._words_by_paper.get(paper, ()):
            at_large = self._n_papers[word] / n_all
            here = (counts.get(word, 0) - own + _SMOOTHING * at_large) / (n_papers + _SMOOTHING)
            told.append(max(-_MOST, min(_MOST, math.log(max(here, 1e-9) / at_large))))
        return _sum_of_telling(told)

    def has(self, paper: str, word: str) -> bool:
        """Tell whether a word stands in a paper."""
        number = self._numbers.get(word)
        return number is not None and number in self._words_by_paper.get(paper, ())


def _sum_of_telling(told: list[float]) -> float:
    return math.fsum(sorted(told, key=lambda value: (-abs(value), value))[:_N_TELLING])
