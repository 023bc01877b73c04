"""Plain text: abstracts parted by blank lines, each with a title line above it or none; a heading or not."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path

from kg.readers.decoding import open_text
from kg.readers.fields import Report, to_paper
from kg.readers.marks import tell_form
from kg.records import Omission, Paper

_SENTENCE_END = re.compile(r"[.!?][)\]}\"'”’$*]*(?=\s|$)|[。！？]")
_LETTER = re.compile(r"[^\W\d_]")
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_MARKUP = re.compile(r"[@|<#>{]|[-*+]\s|\d+[.)]\s")  # of tables, headings, items; no abstract begins so
_MARKDOWN = re.compile(r"^(?:#{1,6} |```)", re.MULTILINE)
_MIN_LENGTH = 150
_MAX_LENGTH = 20_000
_MIN_SENTENCES = 2
_MAX_SENTENCE = 800  # mean length of the sentences of one abstract; formulas make long ones
_MAX_HEADING = 200
_N_TOLD_BY = 60  # pieces from which it is told whether the list has titles


def recognizes(head: str) -> bool:
    """Return whether the pieces between blank lines read like abstracts: long enough, in sentences.

    Single short lines count as headings; of the other pieces three in four must read like abstracts.
    """
    pieces = [text for _, text in _pieces(head.split("\n"))]
    bodies = [text for text in pieces if not _is_heading(text)]
    if tell_form(head) or (len(bodies) == 1 and _is_unparted(bodies[0])):
        return False
    n_markdown = len(_MARKDOWN.findall(head))
    return n_markdown < 2 and 4 * sum(map(_reads_like_abstract, bodies)) >= max(3 * len(bodies), 1)


def read_papers(path: Path, report: Report) -> Iterator[Paper]:
    """Yield a paper for each piece, streaming; pieces too short to be abstracts are reported by line.

    Short lines are titles if they stand above most abstracts of the list's beginning, with a blank line between
    or not, else headings.
    """
    with open_text(path) as lines:
        pieces = _parted(_pieces(lines))
        first = list(islice(pieces, _N_TOLD_BY))
        titled = _has_titles([text for _, text in first])
        above: tuple[int, str] | None = None
        for number, text in chain(first, pieces):
            if _is_heading(text):
                if above:
                    report(_heading(*above))
                above = (number, text)
                continue
            if above and not titled:
                report(_heading(*above))
            place = str(above[0] if above and titled else number)
            paper = to_paper({"title": above[1] if above and titled else "", "text": text}, place, report)
            above = None
            if paper is not None:
                yield paper
        if above:
            report(_heading(*above))


def _has_titles(pieces: list[str]) -> bool:
    """Return whether a short line stands above at least three in four abstracts, and above two."""
    abstracts = [at for at, text in enumerate(pieces) if not _is_heading(text)]
    n_titled = sum(at > 0 and _is_heading(pieces[at - 1]) for at in abstracts)
    return n_titled >= max(2, 0.75 * len(abstracts))


def _heading(number: int, text: str) -> Omission:
    shown = text if len(text) <= 60 else f"{text[:60]}…"
    return Omission(where=str(number), reason=f"a heading, not an abstract: {shown}")


def _pieces(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield the runs of lines between blank ones, each with the number of its first line."""
    piece: list[str] = []
    start = 0
    for number, line in enumerate(lines, 1):
        if line.strip():
            if not piece:
                start = number
            piece.append(line.rstrip("\n"))
        elif piece:
            yield start, "\n".join(piece)
            piece = []
    if piece:
        yield start, "\n".join(piece)


def _parted(pieces: Iterator[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Yield the pieces, with titles as pieces of their own if most abstracts begin with one, and two at least."""
    first = list(islice(pieces, _N_TOLD_BY))
    bodies = [text for _, text in first if not _is_heading(text)]
    n_titled = sum(_begins_with_title(text) for text in bodies)
    is_titled = n_titled >= max(2, 0.75 * len(bodies))
    for number, text in chain(first, pieces):
        title, _, rest = text.partition("\n")
        if is_titled and _is_heading(title) and _reads_like_abstract(rest) and not rest[0].islower():
            yield number, title
            yield number + 1, rest
        else:
            yield number, text


def _begins_with_title(text: str) -> bool:
    """Return whether the first line ends where no sentence does, and earlier than the other lines would let it."""
    title, *rest = text.split("\n")
    if not rest or not _is_heading(title) or not _reads_like_abstract("\n".join(rest)) or rest[0][0].islower():
        return False
    # Whoever wraps lines puts the next word on the line if there is room for it.
    return len(f"{title} {rest[0].split()[0]}") <= max(map(len, rest))


def _is_heading(text: str) -> bool:
    # A title may ask or exclaim at its end; with a full stop it is a sentence.
    return "\n" not in text and _weight(text) < _MAX_HEADING and not _SENTENCE_END.search(text.rstrip().rstrip("?!"))


def _reads_like_abstract(text: str) -> bool:
    n_letters = len(_LETTER.findall(text))
    n_sentences = len(_SENTENCE_END.findall(text))
    has_length = _MIN_LENGTH <= _weight(text) <= min(_MAX_LENGTH, _MAX_SENTENCE * n_sentences)
    is_prose = n_sentences >= _MIN_SENTENCES and 2 * n_letters > len(text)
    return has_length and is_prose and not _MARKUP.match(text)


def _is_unparted(text: str) -> bool:
    """Return whether a piece is three or more lines that are each an abstract."""
    lines = text.split("\n")
    return len(lines) > 2 and all(map(_reads_like_abstract, lines))


def _weight(text: str) -> int:
    """Return the length of a text in letters of the Latin kind: a Chinese character says as much as three."""
    return len(text) + 2 * len(_WIDE.findall(text))
