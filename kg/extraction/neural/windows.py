"""Windows of subwords: what the encoder reads of a title and a text.

Each window is ``[CLS] title [SEP] some words of the text [SEP]`` and has at most 512 subwords.
Windows of a long text overlap; each word is read from the window in which it stands farthest from
an edge, so that nothing is cut off.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kg.extraction.neural.words import Word

MAX_SUBWORDS = 512
MAX_TITLE_SUBWORDS = 48
OVERLAP = 96
CLS, SEP, UNKNOWN = 101, 102, 100


Tokenizer = Callable[[str], Sequence[int]]
"""Subword ids of one word, without special tokens; empty for what the vocabulary drops."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """Encoder input, and which words it answers for.

    ``ids``, ``shapes`` and ``types`` run over subwords; ``firsts`` holds the place of the first
    subword of each word from ``first_word`` on; of those, the words from ``keep_from`` to before
    ``keep_to`` (numbered in the whole text) are to be read from this window.
    """

    ids: list[int]
    shapes: list[int]
    types: list[int]
    firsts: list[int]
    first_word: int
    keep_from: int
    keep_to: int


def make_windows(title: Sequence[Word], text: Sequence[Word], tokenize: Tokenizer) -> list[Window]:
    """Windows that together cover every word of the text exactly once; none for an empty text."""
    head_ids, head_shapes = [CLS], [0]
    if title:
        title_ids, title_shapes, _ = _subwords(title, tokenize)
        head_ids += [*title_ids[:MAX_TITLE_SUBWORDS], SEP]
        head_shapes += [*title_shapes[:MAX_TITLE_SUBWORDS], 0]
    ids, shapes, firsts = _subwords(text, tokenize)
    room = MAX_SUBWORDS - len(head_ids) - 1
    spans = _word_spans(firsts, len(ids), room)
    windows = []
    for number, (begin, end) in enumerate(spans):
        low = firsts[begin]
        high = firsts[end] if end < len(firsts) else len(ids)
        before = spans[number - 1][1] if number else begin
        after = spans[number + 1][0] if number + 1 < len(spans) else end
        body = ids[low:high][:room]
        windows.append(
            Window(
                ids=[*head_ids, *body, SEP],
                shapes=[*head_shapes, *shapes[low:high][:room], 0],
                types=[1 if title else 0] * len(head_ids) + [0] * (len(body) + 1),
                firsts=[firsts[i] - low + len(head_ids) for i in range(begin, end)],
                first_word=begin,
                keep_from=(begin + before) // 2 if number else begin,
                keep_to=(after + end) // 2 if number + 1 < len(spans) else end,
            )
        )
    return windows


def _subwords(words: Sequence[Word], tokenize: Tokenizer) -> tuple[list[int], list[int], list[int]]:
    """Subword ids, their shapes, and the place of the first subword of each word."""
    ids: list[int] = []
    shapes: list[int] = []
    firsts: list[int] = []
    for word in words:
        pieces = tokenize(word.text) or (UNKNOWN,)
        firsts.append(len(ids))
        ids.extend(pieces)
        shapes.extend([word.shape] * len(pieces))
    return ids, shapes, firsts


def _word_spans(firsts: list[int], n_subwords: int, room: int) -> list[tuple[int, int]]:
    """Ranges of words that fit into the room, each beginning an overlap before the last one's end."""
    spans: list[tuple[int, int]] = []
    begin = 0
    while begin < len(firsts):
        end = begin + 1
        while end < len(firsts) and _end_of(firsts, end, n_subwords) - firsts[begin] <= room:
            end += 1
        spans.append((begin, end))
        if end == len(firsts):
            break
        following = end
        while following > begin + 1 and firsts[end] - firsts[following - 1] <= OVERLAP:
            following -= 1
        begin = following
    return spans


def _end_of(firsts: list[int], word: int, n_subwords: int) -> int:
    """Place after the last subword of a word."""
    return firsts[word + 1] if word + 1 < len(firsts) else n_subwords
