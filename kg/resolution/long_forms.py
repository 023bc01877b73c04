"""Long forms of one acronym that say the same: "mean square error" and "mean squared error"."""

import re
from collections import defaultdict
from collections.abc import Iterable

_PREFIXES = re.compile(
    r"\b(anti|auto|bi|co|cross|hyper|inter|meta|micro|multi|non|pre|post|re|self|semi|sub|un) (?=\w)"
)
# "Multiple object tracking" is multi-object tracking.
_MULTIPLE = re.compile(r"\bmultiple (?=\w)")
_STOP = frozenset("a an and as by for from in into of on or over the to under via with".split())  # noqa: SIM905
_HEADS = frozenset("algorithm approach framework method model network prompting strategy technique".split())  # noqa: SIM905
_WORDS = {"net": "network", "nets": "network"}
# Two words count as forms of one where they share this much and differ in short endings only.
_SHARED = 0.6
_MOST_LEFT = 5
_LEAST_MISSPELT = 6


def alike(left: str, right: str) -> bool:
    """Tell whether two normal forms, both spelled out of one acronym, are forms of one name.

    >>> alike("mean square error", "mean squared error"), alike("multi modal model", "multimodal model")
    (True, True)
    >>> alike("multi object tracking", "multiple object tracking")
    True
    >>> alike("stochastic gradient decent", "stochastic gradient descent")
    True
    >>> alike("self supervised learning", "semi supervised learning"), alike("small model", "speech model")
    (False, False)
    """
    return _words_alike(content_words(left), content_words(right))


def content_words(normal: str) -> tuple[str, ...]:
    """Return the words of a normal form that carry its meaning, prefixes joined to what follows.

    >>> content_words("reinforcement learning from human feedback"), content_words("multi head attention method")
    (('reinforcement', 'learning', 'human', 'feedback'), ('multihead', 'attention'))
    """
    normal = _MULTIPLE.sub("multi ", normal)
    words = [_WORDS.get(word, word) for word in _PREFIXES.sub(r"\1", normal).split() if word not in _STOP]
    if len(words) > 2 and words[-1] in _HEADS:
        words.pop()
    return tuple(words)


def groups_of_alike(normals: Iterable[str]) -> list[list[str]]:
    """Return normal forms in groups that are alike, all in order.

    Only forms whose words begin with the same letters are compared, so that an acronym with hundreds of long forms
    costs no comparison of each with each.
    """
    blocks: dict[tuple[str, ...], list[list[str]]] = defaultdict(list)
    for normal in sorted(set(normals)):
        block = blocks[tuple(word[:2] for word in content_words(normal))]
        for group in block:
            if alike(group[0], normal):
                group.append(normal)
                break
        else:
            block.append([normal])
    return sorted(group for block in blocks.values() for group in block)


def _words_alike(left: tuple[str, ...], right: tuple[str, ...]) -> bool:
    return len(left) == len(right) > 0 and all(map(_word_alike, left, right))


def _word_alike(left: str, right: str) -> bool:
    if left == right:
        return True
    shared = next(
        (at for at, (one, other) in enumerate(zip(left, right, strict=False)) if one != other),
        min(len(left), len(right)),
    )
    longest = max(len(left), len(right))
    if shared >= max(4, _SHARED * longest) and longest - shared <= _MOST_LEFT:
        return True
    return min(len(left), len(right)) >= _LEAST_MISSPELT and _is_misspelt(left, right, shared)


def _is_misspelt(left: str, right: str, shared: int) -> bool:
    """Tell whether one letter too many, too few, wrong or swapped makes one word of the other."""
    shorter, longer = sorted((left[shared:], right[shared:]), key=len)
    if len(shorter) == len(longer):
        return shorter[1:] == longer[1:] or (shorter[:2] == longer[1::-1] and shorter[2:] == longer[2:])
    return shorter == longer[1:]
