"""General and special: a name that is another name with a word before it is a special case of it.

High precision only: the general name has two words at least, both are of one kind, and the word before it neither
belongs to its first word ("vision-language model") nor takes its meaning back ("non-", "pseudo").
"""

# ruff: noqa: SIM905 - word lists read better as text

import re
from collections.abc import Iterable
from itertools import pairwise

_HYPHENED = re.compile(r"[^\W_]+(?:-[^\W_]+)+")

# Kinds whose names are built as a special before a general; an "attack success rate" is no success rate.
SPECIAL_KINDS = frozenset({"Task", "Method", "Model"})

_NOT_SPECIAL = frozenset(
    "anti artificial auto beyond co counter de fake inter intra less near no non only post pre pseudo quasi re self "
    "semi sub towards un vs weak weakly without".split()
)


def broader_forms(form: str, spellings: Iterable[str]) -> tuple[str, ...]:
    """Return the normal forms of which this one may be a special case, the longest first.

    `spellings` show which words a hyphen binds: those are not parted.

    >>> broader_forms("personalized federated learning", ["Personalized Federated Learning"])
    ('federated learning',)
    >>> broader_forms("vision language model", ["vision-language model"])
    ()
    >>> broader_forms("semi supervised learning", ["semi-supervised learning"])
    ()
    """
    words = form.split(" ")
    bound = {pair for spelling in spellings for pair in _bound(spelling)}
    found = []
    for start in range(1, len(words) - 1):
        before, first = words[start - 1], words[start]
        if before in _NOT_SPECIAL or (before, first) in bound or not first[0].isalpha():
            continue
        found.append(" ".join(words[start:]))
    return tuple(found)


def _bound(spelling: str) -> Iterable[tuple[str, str]]:
    for match in _HYPHENED.finditer(spelling.casefold()):
        parts = match.group().split("-")
        yield from pairwise(parts)
