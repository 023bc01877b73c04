"""Short forms that a text spells out beside them: "federated learning (FL)", "FL (federated learning)"."""

import re
from collections.abc import Iterator, Sequence

from kg.acronyms import is_short_form, match_long_form
from kg.extraction.neural.words import Word

Span = tuple[int, int]

_MAX_SHORT_WORDS = 6
_MAX_LONG_WORDS = 14
_BREAKS = frozenset(".;:!?()[]")
_LETTER_RUN = re.compile(r"[^\W\d_]+|\d+")
_COUNT = re.compile(r"[-\s]?\d+[kKM]?$")
# "DPO+" is another thing than DPO, and no short form of what DPO stands for.
_VARIANT = ("+", "*", "++")
_SMALL = frozenset(
    ["a", "an", "and", "as", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "via", "with"]
)


def find_definitions(words: Sequence[Word], text: str) -> list[tuple[Span, Span]]:
    """Return (long form, short form) spans, first and last word, wherever brackets join them."""
    found = []
    for place, word in enumerate(words):
        if word.text != "(" or place == 0:
            continue
        close = _closing(words, place)
        inside = _trimmed(words, (place + 1, close - 1))
        before = _trimmed(words, (max(place - _MAX_LONG_WORDS, 0), place - 1))
        if inside is None or before is None:
            continue
        found += _long_before(words, text, before, inside) or _short_before(words, text, before, inside)
    return found


def initials_fit(short: str, long: str) -> bool:
    """Tell whether the short form is made of the first letters of the long form's words, all in turn.

    >>> initials_fit("LLMs", "large language models"), initials_fit("LLM", "lexical matching")
    (True, False)
    >>> initials_fit("IoT", "Internet of Things")
    True
    """
    letters = "".join(char for char in _singular(short) if char.isalnum()).lower()
    words = _LETTER_RUN.findall(long.lower())
    if len(words) < 2 or not is_short_form(short) or short.endswith(_VARIANT):
        return False
    initials = "".join(word[0] for word in words)
    content = "".join(word[0] for word in words if word not in _SMALL)
    return letters in {initials, content}


def _closing(words: Sequence[Word], place: int) -> int:
    """Place of the bracket that closes the one at `place`, or of the comma or end that cuts it short."""
    for later in range(place + 1, min(place + _MAX_LONG_WORDS, len(words))):
        if words[later].text in ")(,;":
            return later
    return place


def _trimmed(words: Sequence[Word], span: Span) -> Span | None:
    """Return the span without markup and signs at its ends, cut after the last break inside."""
    first, last = span
    while last >= first and not words[last].text[0].isalnum():
        if words[last].text in _BREAKS:
            return None
        last -= 1
    while first <= last and not words[first].text[0].isalnum():
        first += 2 if words[first].text == "\\" else 1
    return (first, last) if first <= last else None


def _long_before(words: Sequence[Word], text: str, before: Span, inside: Span) -> list[tuple[Span, Span]]:
    short = _surface(words, text, inside)
    if inside[1] - inside[0] >= _MAX_SHORT_WORDS or not is_short_form(short):
        return []
    n_letters = sum(char.isalnum() for char in short)
    low = max(before[0], before[1] + 1 - min(n_letters + 5, 2 * n_letters) * 2)
    for place in range(before[1], low - 1, -1):
        if words[place].text in _BREAKS and words[place].end != words[place + 1].start:
            low = place + 1
            break
    long = _spelled_out(words, text, short, (low, before[1]))
    # "Color Berkeley Segmentation Dataset (CBSD68)": a number at the end counts or dates, and spells nothing.
    bare = _COUNT.sub("", short)
    if long is None and bare != short and is_short_form(bare):
        long = _spelled_out(words, text, bare, (low, before[1]))
    if long is None:
        return []
    return (
        [(long, inside)]
        if _has_words(_surface(words, text, long)) and len(_surface(words, text, long)) > len(short)
        else []
    )


def _spelled_out(words: Sequence[Word], text: str, short: str, room: Span) -> Span | None:
    """Return the last words of the room that spell the short form out: by initials, else by letters in turn."""
    last = room[1]
    for first in range(last - 1, room[0] - 1, -1):
        if words[first].text[0].isalnum() and initials_fit(short, text[words[first].start : words[last].end]):
            return _whole(words, first, room[0]), last
    start = match_long_form(short, text[words[room[0]].start : words[last].end])
    place = words[room[0]].start + start
    firsts = [i for i in range(room[0], last + 1) if words[i].start == place] if start >= 0 else []
    return (_whole(words, firsts[0], room[0]), last) if firsts else None


def _whole(words: Sequence[Word], first: int, low: int) -> int:
    """Return where the hyphenated word begins that holds the word `first`."""
    while first - 2 >= low and words[first - 1].text == "-" and words[first - 2].end == words[first - 1].start:
        if words[first - 1].end != words[first].start:
            break
        first -= 2
    return first


def _short_before(words: Sequence[Word], text: str, before: Span, inside: Span) -> list[tuple[Span, Span]]:
    short_first = before[1]
    while short_first > before[0] and words[short_first - 1].end == words[short_first].start:
        short_first -= 1
    trimmed = _trimmed(words, (short_first, before[1]))
    if trimmed is None:
        return []
    short, long = _surface(words, text, trimmed), _surface(words, text, inside)
    fits = is_short_form(short) and _has_words(long) and len(long) > len(short)
    return [(inside, trimmed)] if fits and match_long_form(short, long) == 0 else []


def _has_words(long: str) -> bool:
    """Tell whether a name has two words; numbers and sizes are none: "an LLM (Llama3-8B)" gives an example."""
    return sum(len(run) > 1 for run in _LETTER_RUN.findall(long) if run.isalpha()) > 1


def _surface(words: Sequence[Word], text: str, span: Span) -> str:
    return text[words[span[0]].start : words[span[1]].end]


def _singular(short: str) -> str:
    return short[:-1] if len(short) > 2 and short.endswith("s") and short[-2].isupper() else short


def overlapping(spans: Sequence[Span], span: Span) -> Iterator[Span]:
    """Yield the spans that share a word with `span` but are not it and do not hold it whole."""
    for first, last in spans:
        holds = first <= span[0] and last >= span[1]
        if first <= span[1] and last >= span[0] and not holds:
            yield first, last
