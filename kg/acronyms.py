r"""Short forms and the long forms that they stand for.

The letter matching of Schwartz and Hearst, "A simple algorithm for identifying abbreviation definitions in
biomedical text" (PSB 2003), with what machine-learning names need besides: plural short forms (LLMs),
digits and signs in them, and markup inside the long form (`\textbf{m}ulti`).
"""

import re

# "V2A" is "video-to-audio", "D4RL" is "datasets for …".
_SPOKEN = {"2": "t", "4": "f"}
_WORD = re.compile(r"[^\W_]+")


def is_short_form(text: str) -> bool:
    """Tell whether a text can be an acronym: 2 to 12 signs, at most two words, a letter, mostly capitals.

    >>> [is_short_form(t) for t in ("FL", "LLMs", "V2A", "SWE-bench", "1", "Smith", "i.e.", "AB")]
    [True, True, True, True, False, False, False, True]
    """
    if not 2 <= len(text) <= 12 or text.count(" ") > 1 or not text[0].isalnum():
        return False
    n_capitals = sum(char.isupper() for char in text)
    return n_capitals >= 2 or (n_capitals == 1 and any(char.isdigit() for char in text))


def match_long_form(short: str, text: str) -> int:
    r"""Return the offset in `text` where the long form of `short` begins that ends with `text`, or -1.

    Every letter and digit of `short` is found in `text`, from the right; the first one begins a word.

    >>> text = "In federated learning"
    >>> text[match_long_form("FL", text):]
    'federated learning'
    """
    letters = [char.casefold() for char in _singular(short) if char.isalnum()]
    place = _match(letters, text)
    if place < 0 and {"2", "4"} & set(letters[1:]):
        return _match([_SPOKEN.get(letter, letter) for letter in letters], text)
    return place


def _match(letters: list[str], text: str) -> int:
    folded = text.casefold()
    if len(folded) != len(text) or not letters:
        return -1
    place = len(text)
    for number in range(len(letters) - 1, -1, -1):
        place = _previous(folded, letters[number], place, begins_word=number == 0)
        if place < 0:
            return -1
    return place


def long_form_of(short: str, candidates: list[str]) -> str:
    """Return the longest candidate of two or more words that `short` abbreviates, or an empty string.

    >>> long_form_of("FeMAM", ["FeMAM", "Federated Multi-level Additive Modeling"])
    'Federated Multi-level Additive Modeling'
    """
    if not is_short_form(short):
        return ""
    fitting = [c for c in candidates if len(_WORD.findall(c)) > 1 and len(c) > len(short) and _is_long_form(short, c)]
    return max(fitting, key=lambda c: (len(c), c), default="")


def _is_long_form(short: str, text: str) -> bool:
    place = match_long_form(short, text)
    return place >= 0 and not _WORD.search(text[:place])


def _previous(folded: str, letter: str, before: int, *, begins_word: bool) -> int:
    place = folded.rfind(letter, 0, before)
    while place >= 0 and begins_word and place > 0 and folded[place - 1].isalnum():
        place = folded.rfind(letter, 0, place)
    return place


def _singular(short: str) -> str:
    return short[:-1] if len(short) > 2 and short.endswith("s") and short[-2].isupper() else short
