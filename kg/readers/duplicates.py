"""Papers that come twice, and ids that stand for two papers; decided by content, never by order."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from typing import Any

from kg.readers.fields import Report, text_id
from kg.records import Omission, Paper
from kg.text import digest

_N_SUFFIX = 8


def distinct(papers: Iterable[Paper], report: Report) -> Iterator[Paper]:
    """Yield each paper once, in the order of their sources, whatever the order they come in.

    - Same id and same text (but for layout) is one paper: the record with most fields filled stays, of
      equals the one whose source sorts first. The others are reported.
    - Same id, other text: each of them gets the hash of its text behind the id, and is reported.
    - A paper that came without id, with the text of one that has an id, is that paper; reported.

    Applied to its own result it changes nothing, also when more papers are added.
    """
    by_text: dict[tuple[str, str], list[Paper]] = {}
    for paper in papers:
        by_text.setdefault((_own_id(paper), text_id(paper.text)), []).append(paper)
    texts_by_id: dict[str, int] = {}
    ids_by_text: dict[str, list[str]] = {}
    for id_, text in by_text:
        texts_by_id[id_] = texts_by_id.get(id_, 0) + 1
        if id_ != text:
            ids_by_text.setdefault(text, []).append(id_)
    kept = []
    for (id_, text), group in by_text.items():
        if id_ == text and text in ids_by_text:
            named = min(ids_by_text[text])
            for paper in group:
                report(Omission(where=paper.source, reason=f"same abstract as paper {named}"))
            continue
        first = _best(group, report)
        if texts_by_id[id_] > 1:
            first = replace(first, id=f"{id_}-{_suffix(first)}")
            reason = f"kept as {first.id}: {texts_by_id[id_]} papers with different abstracts have the id {id_}"
            report(Omission(where=first.source, reason=reason))
        kept.append(first)
    yield from sorted(kept, key=_rank)


def _best(group: list[Paper], report: Report) -> Paper:
    first, *others = sorted(group, key=lambda paper: (-_n_filled(paper), _rank(paper)))
    for paper in others:
        report(Omission(where=paper.source, reason=f"same paper as {first.source}"))
    return first


def _n_filled(paper: Paper) -> int:
    return sum(bool(getattr(paper, field.name)) for field in fields(paper))


def _rank(paper: Paper) -> tuple[Any, ...]:
    """Return a key that sorts papers by source, line 9 before line 10, and equal sources by what they hold."""
    numbered = [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", paper.source)]
    return numbered, [repr(getattr(paper, field.name)) for field in fields(paper)]


def _own_id(paper: Paper) -> str:
    """Return the id as the list gave it: without the suffix that an earlier run put behind it."""
    return paper.id.removesuffix(f"-{_suffix(paper)}")


def _suffix(paper: Paper) -> str:
    return digest(" ".join(paper.text.split()), length=_N_SUFFIX)
