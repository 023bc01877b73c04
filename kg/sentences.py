"""Where sentences begin and end in an abstract; offsets into the text as it stands."""

import itertools
import re
from bisect import bisect_left, bisect_right
from operator import itemgetter

MAX_SENTENCE = 3_000
"""How long a sentence is shown whole, in characters."""

_END = re.compile(
    r"""
    (?P<stop>(?<![.!?])[.!?]+|。|！|？)      # the full stop; begun once a run, as the search would be quadratic
    (?P<close>(?:[)\]}"'”’*_$]|\{\})*)  # quotes, brackets and markup that close after it
    (?P<space>\s+|(?<=[。！？]))
    (?=\S)
    """,
    re.VERBOSE,
)
_PARAGRAPH = re.compile(r"\n\s*\n\s*")
_NEVER = re.compile(
    r"(?:^|[\s(\[{~])(?:e\.?g|i\.?e|cf|vs|viz|resp|Fig|Figs|Eq|Eqs|Sec|Tab|Thm|Ref|Refs|Alg|No|Dr|Prof|Mr|Ms|St|"
    r"approx|w\.r\.t|a\.k\.a|i\.i\.d|s\.t|[A-Z]|[A-Z]\.[A-Z])\.$"
)
# These may end a sentence: only a lower-case letter after them says that they don't.
_SELDOM = re.compile(r"(?:^|[\s(\[{~])(?:et al|etc|al)\.$")
_OPENS = re.compile(r"[A-Z0-9(\[{\"'“‘*_$\\`#<]|[^\W\d_a-z]")


def split_sentences(text: str) -> list[tuple[int, int]]:
    r"""Return the half-open spans of the sentences, outer white space left out; none for blank text.

    A full stop ends a sentence if what follows may begin one and no known abbreviation stands before it.

    >>> text = r"We use PPO (e.g. Schulman et al.). It gains $\sim$1.5\%. \emph{Why?}"
    >>> [text[start:end] for start, end in split_sentences(text)]
    ['We use PPO (e.g. Schulman et al.).', 'It gains $\\sim$1.5\\%.', '\\emph{Why?}']
    """
    cuts = [0, *(cut for match in _END.finditer(text) if (cut := _cut(text, match)) > 0)]
    cuts += [match.end() for match in _PARAGRAPH.finditer(text)]
    bounds = [*sorted(set(cuts)), len(text)]
    return [span for start, end in itertools.pairwise(bounds) if (span := _trim(text, start, end))]


def sentence_at(spans: list[tuple[int, int]], start: int, end: int) -> tuple[int, int]:
    """Return the span that covers start to end, of as many sentences as it takes."""
    before = bisect_right(spans, start, key=itemgetter(0))
    after = bisect_left(spans, end, key=itemgetter(1))
    first = spans[before - 1][0] if before else start
    last = spans[after][1] if after < len(spans) else end
    return first, max(last, end)


def shown_around(text: str, sentence: tuple[int, int], start: int, end: int) -> tuple[int, int]:
    """Return the span of a sentence; of one longer than any that is written, the words around start to end.

    So what is kept of a text without full stops grows with its length, and not with the square of it.

    >>> text = "We use " + "very " * 1000 + "BERT " + "and " * 1000
    >>> start, end = shown_around(text, (0, len(text)), 5007, 5011)
    >>> end - start <= MAX_SENTENCE, text[start:].split()[0], text[:end].split()[-1]
    (True, 'very', 'and')
    """
    first, last = sentence
    n_around = max(0, MAX_SENTENCE - (end - start)) // 2
    if last - first <= MAX_SENTENCE:
        return sentence
    if first < start - n_around:
        first = text.find(" ", start - n_around, start) + 1 or start
    if last > end + n_around:
        last = max(text.rfind(" ", end, end + n_around), end)
    return first, last


def _cut(text: str, match: re.Match[str]) -> int:
    """Return where the next sentence begins, or 0 if the stop ends none."""
    following = text[match.end()]
    before = text[max(0, match.start() - 12) : match.start() + 1]
    if match["stop"] == "." and not match["close"] and (_NEVER.search(before) and not _ends_in_unit(before)):
        return 0
    if _SELDOM.search(before) and following.islower():
        return 0
    if not _OPENS.match(following):
        return 0
    return match.end()


def _ends_in_unit(before: str) -> bool:
    """Tell a sentence that ends in a one-letter symbol ("of size N.") from an initial ("J. Smith")."""
    return bool(re.search(r"\b(?:size|type|step|class|group|level|top|in|of|is|to) [A-Z]\.$", before))


def _trim(text: str, start: int, end: int) -> tuple[int, int] | None:
    piece = text[start:end]
    left = start + len(piece) - len(piece.lstrip())
    right = start + len(piece.rstrip())
    return (left, right) if left < right else None
