r"""Component `rule_abbreviations`: long forms and the short forms that the abstract gives for them.

Schwartz and Hearst 2003, "A simple algorithm for identifying abbreviation definitions in biomedical text":
the short form stands in brackets after the long form (or the other way round), and its letters are found in
the long form from the right. With what goes wrong in machine-learning abstracts: "(1)" and citations are no
short forms, brackets may nest or hold more than the short form ("(RL; Sutton, 1998)"), the first letter's
word may lie some words back or be missing ("the \emph{Poly}sketch"), and "V2A"-like digits stand for words.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from spacy.language import Language
from spacy.tokens import Doc

from kg.acronyms import is_short_form, match_long_form
from kg.extraction.rules.runs import Word
from kg.text import plain

_BRACKET = re.compile(r"[(\[]([^()\[\]]{2,80})[)\]]")
_LEAD = re.compile(
    r"^(?:i\.e\.,?|e\.g\.,?|called|termed|named|dubbed|denoted|abbreviated(?: as)?|or|hereafter|short for|aka)\s+"
)
_CUT = re.compile(r"[;,:]|\s(?:and|or)\s")
_CITATION = re.compile(r"\bet al\b|\b(?:19|20)\d\d\b|^\d+$|^[ivx]+$", re.IGNORECASE)
_MARKUP = re.compile(r"^(?:\\[a-z]+\{|\*\*|\$|[{*_`\"'“‘])+|(?:\}|\*\*|\$|[*_`\"'”’])+$")
_STOP = frozenset(
    """
    a an the of for in on with and or to by our this that called named as is are using via from new novel
    """.split()  # noqa: SIM905  # words read better than a list of strings
)


class Definition(NamedTuple):
    """A long form and its short form as word spans."""

    long_first: int
    long_last: int
    short_first: int
    short_last: int


def find_definitions(text: str, words: Sequence[Word]) -> Iterator[Definition]:
    """Yield the definitions of a text in order; a short form is defined once."""
    first_by_start = {word.start: n for n, word in enumerate(words)}
    last_by_end = {word.end: n + 1 for n, word in enumerate(words)}
    done: set[str] = set()
    for match in _BRACKET.finditer(text):
        before = _words_before(words, match.start(), last_by_end, text)
        if not before:
            continue
        inside = _short_span(text, match.start(1), match.end(1))
        first, last = first_by_start.get(inside[0]), last_by_end.get(inside[1])
        if first is not None and last is not None and text[slice(*inside)] not in done:
            definition = _long_before(words, before, (first, last), text[slice(*inside)])
            if definition:
                done.add(text[slice(*inside)])
                yield definition
                continue
        definition = _short_before(words, before, match, first_by_start, last_by_end)
        if definition:
            yield definition


def _short_span(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the offsets of the short form proper in a bracket: no lead-in, citation or markup."""
    lead = _LEAD.match(text[start:end])
    start += lead.end() if lead else 0
    cut = _CUT.search(text, start, end)
    end = cut.start() if cut else end
    piece = text[start:end]
    stripped = piece.strip()
    start += piece.find(stripped) if stripped else 0
    end = start + len(stripped)
    while edge := _MARKUP.search(text[start:end]):
        if edge.start() == 0:
            start += edge.end()
        else:
            end = start + edge.start()
        if start >= end:
            return start, start
    return start, end


def _words_before(
    words: Sequence[Word], bracket: int, last_by_end: dict[int, int], text: str
) -> tuple[int, int] | None:
    """Return the words of the same clause that stand before the bracket."""
    end = len(re.sub(r"[\s}*_$`\"'”’~]+$", "", text[:bracket]))
    last = last_by_end.get(end)
    if last is None:
        return None
    if last > 1 and words[last - 1].text == "s" and words[last - 1].gap in {"'", "’"}:
        last -= 1
    first = last - 1
    while (
        first > 0
        and last - first < 14
        and not re.search(r"[.;:!?()\[\]]\s|[()]", text[words[first - 1].end : words[first].start])
    ):
        first -= 1
    return first, last


def _long_before(
    words: Sequence[Word], before: tuple[int, int], inside: tuple[int, int], short: str
) -> Definition | None:
    if not is_short_form(plain(short)) or _CITATION.search(short):
        return None
    letters = [c for c in plain(short) if c.isalnum()]
    n_max = min(len(letters) + 5, len(letters) * 2 + 1)
    first, last = max(before[0], before[1] - n_max), before[1]
    joined, offsets = _joined(words, first, last)
    place = match_long_form(plain(short), joined)
    if place < 0:
        return None
    start = max(n for n, offset in enumerate(offsets) if offset <= place)
    start = _first_letter_word(words, first + start, last, letters)
    if last - start < 1 or (last - start == 1 and len(joined) - place <= len(letters) + 1):
        return None
    if words[start].norm in _STOP or "".join(w.norm for w in words[start:last]) == plain(short).casefold():
        return None
    return Definition(start, last, *inside)


def _first_letter_word(words: Sequence[Word], start: int, last: int, letters: Sequence[str]) -> int:
    """Prefer the reading in which each capital begins a word, if one begins a few words further on."""
    initials = "".join(letters).casefold().rstrip("s")
    for first in range(last - 1, max(start - 4, -1), -1):
        if "".join(w.norm[:1] for w in words[first:last]) == initials:
            start = first
            break
    while start > 0 and words[start].gap == "-":
        start -= 1
    return start


def _joined(words: Sequence[Word], first: int, last: int) -> tuple[str, list[int]]:
    offsets, text = [], ""
    for word in words[first:last]:
        text += " " if text else ""
        offsets.append(len(text))
        text += plain(word.text)
    return text, offsets


def _short_before(
    words: Sequence[Word],
    before: tuple[int, int],
    match: re.Match[str],
    first_by_start: dict[int, int],
    last_by_end: dict[int, int],
) -> Definition | None:
    """Read "FL (federated learning)", the short form first."""
    start = match.start(1) + len(match[1]) - len(match[1].lstrip())
    first, last = first_by_start.get(start), last_by_end.get(match.start(1) + len(match[1].rstrip()))
    if first is None or last is None or not 2 <= last - first <= 10:
        return None
    short_first = before[1] - 1
    while short_first > before[0] and words[short_first].gap in {"-", "."}:
        short_first -= 1
    short = "".join(plain(w.text) for w in words[short_first : before[1]])
    joined, _ = _joined(words, first, last)
    if not is_short_form(short) or match_long_form(short, joined) != 0:
        return None
    return Definition(first, last, short_first, before[1])


@Language.component("rule_abbreviations", requires=["doc._.words"], assigns=["doc._.definitions"])
def abbreviations(doc: Doc) -> Doc:
    """Set `doc._.definitions`."""
    doc._.definitions = list(find_definitions(doc.text, doc._.words))
    return doc


if not Doc.has_extension("definitions"):
    Doc.set_extension("definitions", default=None)
