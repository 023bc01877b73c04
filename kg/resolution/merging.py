"""Every joining of two names as a record: which, why, and which papers bear it out."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from kg.resolution.gathering import Occurrence
from kg.resolution.joining import Step
from kg.resolution.normal_forms import american, clean, without_bracket
from kg.resolution.records import Merge
from kg.resolution.senses import Choice

_N_PAPERS = 5
_STAGES: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("markup or Unicode", clean),
    ("letter case", str.casefold),
    ("hyphen or space", lambda text: re.sub(r"[\s\-_/]+", "", text)),
    ("plural", lambda text: re.sub(r"(?:es|s)$", "", text)),
)


def spelling_reason(left: str, right: str) -> str:
    """Return what two spellings of one key differ in, the slightest first.

    >>> spelling_reason("ImageNet", "Imagenet"), spelling_reason("fine-tuning", "Fine tuning")
    ('letter case', 'hyphen or space')
    >>> spelling_reason("personalisation", "personalization"), spelling_reason("GAN", "GANs")
    ('British spelling', 'plural')
    """
    if without_bracket(left) != left or without_bracket(right) != right:
        return "bracket"
    for reason, normal in _STAGES:
        left, right = normal(left), normal(right)
        if left == right:
            return reason
    return "British spelling" if american(left) == american(right) else "normal form"


def spelling_merges(concept: str, occurrences: Sequence[Occurrence]) -> Iterator[Merge]:
    """Yield one merge for each spelling of one key but the most used."""
    papers: dict[str, set[str]] = defaultdict(set)
    for occurrence in occurrences:
        papers[occurrence.name].add(occurrence.paper)
    if not occurrences:
        return
    most = most_used(occurrences)
    for spelling in sorted(papers.keys() - {most}):
        yield _merge(concept, most, spelling, spelling_reason(most, spelling), "", papers[spelling])


def acronym_merges(concept: str, occurrences: Sequence[Occurrence]) -> Iterator[Merge]:
    """Yield one merge for each acronym and long form that papers give together."""
    papers: dict[tuple[str, str], set[str]] = defaultdict(set)
    for occurrence in occurrences:
        for short in occurrence.shorts:
            papers[short, occurrence.long].add(occurrence.paper)
    for (short, long), found in sorted(papers.items()):
        yield _merge(concept, short, long, "acronym", "spelled out in the paper", found)


def bare_merges(concept: str, long: str, chosen: Iterable[tuple[Occurrence, Choice]]) -> Iterator[Merge]:
    """Yield one merge for each bare acronym that was taken to stand for `long`."""
    papers: dict[str, set[str]] = defaultdict(set)
    least: dict[str, float] = {}
    n_meanings: dict[str, int] = {}
    for occurrence, choice in chosen:
        papers[occurrence.name].add(occurrence.paper)
        least[occurrence.name] = min(least.get(occurrence.name, 1.0), choice.probability)
        n_meanings[occurrence.name] = len(choice.candidates)
    for short, found in sorted(papers.items()):
        grounds = f"likeliest of {n_meanings[short]} known meanings, probability at least {least[short]:.2f}"
        yield _merge(concept, short, long, "acronym in context", grounds, found)


def step_merges(concept: str, steps: Iterable[Step], spelling_of: Mapping[str, str]) -> Iterator[Merge]:
    """Yield one merge for each joining of two keys."""
    for step in steps:
        left, right = spelling_of.get(step.left, step.left), spelling_of.get(step.right, step.right)
        yield _merge(concept, left, right, step.reason, step.grounds, step.papers)


def most_used(occurrences: Sequence[Occurrence]) -> str:
    """Return the most used name of these entities, the least of equals."""
    counts = Counter(occurrence.name for occurrence in occurrences)
    return min(counts, key=lambda name: (-counts[name], name))


def _merge(concept: str, left: str, right: str, reason: str, grounds: str, papers: Iterable[str]) -> Merge:
    found = sorted(papers)
    return Merge(
        concept=concept,
        left=left,
        right=right,
        reason=reason,
        grounds=grounds,
        papers=tuple(found[:_N_PAPERS]),
        n_papers=len(found),
    )
