r"""Words of a text: the units that the extraction model labels.

A word is a run of letters and digits, or one other visible character. So a name may begin and end
wherever a mention may ("word-bounded"), and markup such as ``\\emph{`` never sticks to a name.
"""

import re
from typing import NamedTuple

_WORD = re.compile(r"[^\W_]+|[^\s]")

N_SHAPES = 32
GLUED = 16
"""Added to the class of a word that touches the one before."""
NAME_SHAPES = frozenset([3, 5, 6, 7, 8])
"""Classes of words with a digit, or with a capital after the first letter."""
_PUNCTUATION = {".": 9, ",": 9, ";": 9, ":": 9, "!": 9, "?": 9}
_BRACKETS = dict.fromkeys("()[]", 10)
_JOINERS = dict.fromkeys("-/\u2010\u2011\u2013", 11)
_MARKUP = dict.fromkeys("\\{}$^_~*`", 12)
_SYMBOLS = {**_PUNCTUATION, **_BRACKETS, **_JOINERS, **_MARKUP}


class Word(NamedTuple):
    """A word with its offsets in the text and the class of its shape."""

    text: str
    start: int
    end: int
    shape: int


def split_words(text: str) -> list[Word]:
    r"""Words of the text in order, with exact offsets.

    >>> [word.text for word in split_words(r"\emph{GPT-4o} wins")]
    ['\\', 'emph', '{', 'GPT', '-', '4o', '}', 'wins']
    """
    words = []
    last_end = -1
    for match in _WORD.finditer(text):
        start, end = match.span()
        surface = match.group()
        glued = GLUED if start == last_end else 0
        words.append(Word(surface, start, end, _shape(surface) + glued))
        last_end = end
    return words


def _shape(surface: str) -> int:
    """Class of a word by its letters and digits, from 1 to 14 (0 is kept for special tokens)."""
    if not surface[0].isalnum():
        return _SYMBOLS.get(surface, 13)
    has_digit = any(char.isdigit() for char in surface)
    has_capital = surface != surface.lower()
    if has_digit:
        if surface.isdigit():
            return 8
        return 7 if has_capital else 6
    if not has_capital:
        return 1 if surface != surface.upper() else 14
    if len(surface) == 1:
        return 4
    if surface == surface.upper():
        return 3
    if surface[0] != surface[0].lower() and surface[1:] == surface[1:].lower():
        return 2
    return 5
