"""Plain text: abstracts parted by blank lines, with lines of title and authors above or none; a heading or not."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path

from kg.readers.bylines import authors_of
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
_N_TOLD_BY = 60  # pieces from which it is told whether the list has titles, and authors below them
_MAX_BYLINES = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class _Piece:
    """The lines between two blank ones, or a title above the others; `number` is that of the first line."""

    number: int
    text: str
    authors: tuple[str, ...] = ()


def recognizes(head: str) -> bool:
    """Return whether the pieces between blank lines read like abstracts: long enough, in sentences.

    Single short lines count as headings; of the other pieces three in four must read like abstracts.
    """
    pieces = [piece.text for piece in _pieces(head.split("\n"))]
    bodies = [text for text in pieces if not _is_heading(text) and not authors_of(text)]
    if tell_form(head) or (len(bodies) == 1 and _is_unparted(bodies[0])):
        return False
    n_markdown = len(_MARKDOWN.findall(head))
    return n_markdown < 2 and 4 * sum(map(_reads_like_abstract, bodies)) >= max(3 * len(bodies), 1)


def read_papers(path: Path, report: Report) -> Iterator[Paper]:
    """Yield a paper for each piece, streaming; pieces too short to be abstracts are reported by line.

    Short lines are titles if they stand above most abstracts of the list's beginning, with a blank line between
    or not, else headings; lines of names are authors where most abstracts have them above.
    """
    with open_text(path) as lines:
        pieces = _with_authors(_parted(_pieces(lines)))
        first = list(islice(pieces, _N_TOLD_BY))
        titled = _has_titles([piece.text for piece in first])
        above: _Piece | None = None
        for piece in chain(first, pieces):
            if _is_heading(piece.text):
                if above:
                    report(_heading(above))
                above = piece
                continue
            if above and not titled:
                report(_heading(above))
            title = above if above and titled else None
            record = {"title": title.text if title else "", "text": piece.text, "authors": list(piece.authors)}
            paper = to_paper(record, str((title or piece).number), report)
            above = None
            if paper is not None:
                yield paper
        if above:
            report(_heading(above))


def _has_titles(pieces: list[str]) -> bool:
    """Return whether a short line stands above at least three in four abstracts, and above two."""
    abstracts = [at for at, text in enumerate(pieces) if not _is_heading(text)]
    n_titled = sum(at > 0 and _is_heading(pieces[at - 1]) for at in abstracts)
    return n_titled >= max(2, 0.75 * len(abstracts))


def _heading(piece: _Piece) -> Omission:
    shown = piece.text if len(piece.text) <= 60 else f"{piece.text[:60]}…"
    return Omission(where=str(piece.number), reason=f"a heading, not an abstract: {shown}")


def _pieces(lines: Iterable[str]) -> Iterator[_Piece]:
    """Yield the runs of lines between blank ones; a title that has but its authors below it comes without them."""
    for number, text in _runs(lines):
        title, _, names = text.partition("\n")
        if names and _is_heading(title) and not authors_of(title) and authors_of(names):
            yield _Piece(number=number, text=title)
            yield _Piece(number=number + 1, text=names)
        else:
            yield _Piece(number=number, text=text)


def _runs(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
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


def _parted(pieces: Iterator[_Piece]) -> Iterator[_Piece]:
    """Yield the pieces, with titles as pieces of their own if most abstracts begin with one, and two at least."""
    first = list(islice(pieces, _N_TOLD_BY))
    bodies = [piece.text for piece in first if not _is_heading(piece.text)]
    n_titled = sum(_begins_with_title(text) for text in bodies)
    is_titled = n_titled >= max(2, 0.75 * len(bodies))
    for piece in chain(first, pieces):
        title, _, rest = piece.text.partition("\n")
        if is_titled and _is_heading(title) and _reads_like_abstract(rest) and not rest[0].islower():
            yield _Piece(number=piece.number, text=title)
            yield _Piece(number=piece.number + 1, text=rest)
        else:
            yield piece


def _with_authors(pieces: Iterator[_Piece]) -> Iterator[_Piece]:
    """Yield the pieces, with names above an abstract as its authors if most abstracts have such, and two at least."""
    first = list(islice(pieces, _N_TOLD_BY))
    n_abstracts = sum(not _is_heading(piece.text) and not authors_of(piece.text) for piece in first)
    n_signed = sum(bool(authors_of(piece.text) or _signed(piece).authors) for piece in first)
    if n_signed < max(2, 0.75 * n_abstracts):
        yield from chain(first, pieces)
        return
    byline: _Piece | None = None
    for piece in chain(first, pieces):
        if byline and _is_heading(piece.text):
            yield byline
        names = byline.authors if byline and not _is_heading(piece.text) else ()
        byline = None
        if authors := authors_of(piece.text):
            byline = replace(piece, authors=authors)
        else:
            yield replace(piece, authors=names) if names else _signed(piece)
    if byline:
        yield byline


def _signed(piece: _Piece) -> _Piece:
    """Return an abstract without the lines of names that it begins with, these as its authors; else the piece."""
    lines = piece.text.split("\n")
    for n_lines in range(min(len(lines) - 1, _MAX_BYLINES), 0, -1):
        rest = "\n".join(lines[n_lines:])
        authors = authors_of(" ".join(lines[:n_lines]))
        if authors and _reads_like_abstract(rest):
            return _Piece(number=piece.number + n_lines, text=rest, authors=authors)
    return piece


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
