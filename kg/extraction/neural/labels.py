"""The closed lists that the extraction model speaks in, and the word labels made of them."""

from collections.abc import Iterable

KINDS = ("Method", "Model", "Dataset", "Benchmark", "Task", "Metric")
ROLES = (
    "proposes",
    "evaluates_on",
    "compares_to",
    "uses",
    "addresses",
    "measures",
    "mentions",
)
FIELDS = ("metric", "on", "by", "vs")

_THINGS = frozenset({"Method", "Model"})
_DATA = frozenset({"Dataset", "Benchmark"})
KINDS_BY_ROLE = {
    "proposes": frozenset(KINDS),
    "evaluates_on": _DATA,
    "compares_to": _THINGS,
    "uses": _THINGS | _DATA,
    "addresses": frozenset({"Task"}),
    "measures": frozenset({"Metric"}),
    "mentions": frozenset(KINDS),
}

OUTSIDE = 0
BEGIN, INSIDE, END, SINGLE = range(4)


def n_labels(n_kinds: int) -> int:
    """Number of word labels: outside, and four places in a span for each kind."""
    return 1 + 4 * n_kinds


def label_of(kind: int, place: int) -> int:
    """Word label for a place (BEGIN, INSIDE, END, SINGLE) in a span of a kind."""
    return 1 + 4 * kind + place


def may_follow(before: int, after: int) -> bool:
    """True if a word with the second label may stand right after one with the first."""
    is_open = before != OUTSIDE and (before - 1) % 4 in (BEGIN, INSIDE)
    continues = after != OUTSIDE and (after - 1) % 4 in (INSIDE, END)
    if is_open:
        return continues and (before - 1) // 4 == (after - 1) // 4
    return not continues


def may_start(label: int) -> bool:
    """True if a text may begin with the label."""
    return may_follow(OUTSIDE, label)


def may_end(label: int) -> bool:
    """True if a text may end with the label."""
    return may_follow(label, OUTSIDE)


def labels_of(spans: Iterable[tuple[int, int, int]], n_words: int) -> list[int]:
    """Word labels of non-overlapping spans (first word, word after the last, kind)."""
    labels = [OUTSIDE] * n_words
    for begin, end, kind in spans:
        if end - begin == 1:
            labels[begin] = label_of(kind, SINGLE)
            continue
        labels[begin] = label_of(kind, BEGIN)
        labels[end - 1] = label_of(kind, END)
        for place in range(begin + 1, end - 1):
            labels[place] = label_of(kind, INSIDE)
    return labels
