"""Papers that come twice, and ids that stand for several papers; decided by content, never by order."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from typing import Any

from kg.readers.fields import Report, text_id
from kg.records import Omission, Paper

_Key = tuple[str, str]
"""The id that a list gives, and the id of the text."""


def distinct(papers: Iterable[Paper], report: Report) -> Iterator[Paper]:
    """Yield each paper once, in the order of their sources, whatever the order they come in.

    - Same id and same text (but for layout) is one paper: the record with most fields filled stays, of
      equals the one whose source sorts first. The others are reported.
    - Same id, other text: each of them gets the hash of its text behind the id, and is reported.
    - A paper that came without id, with the text of one that has an id, is that paper; reported.

    Applied to its own result it changes nothing, also when more papers come with it.
    """
    groups: dict[_Key, list[Paper]] = {}
    for paper in papers:
        groups.setdefault(_key(paper), []).append(paper)
    _report_unnamed(groups, report)
    best_by_key = {key: _best(group, report) for key, group in groups.items()}
    id_by_key = _ids(best_by_key)
    n_texts = Counter(id_ for id_, _ in best_by_key)
    kept = []
    for key, paper in best_by_key.items():
        if id_by_key[key] != key[0]:
            n_others = max(n_texts[key[0]] - 1, 1)
            reason = f"kept as {id_by_key[key]}: {n_others} more with another abstract have the id {key[0]}"
            report(Omission(where=paper.source, reason=reason))
        kept.append(replace(paper, id=id_by_key[key]))
    yield from sorted(kept, key=_rank)


def _key(paper: Paper) -> _Key:
    """Return the paper's id without the suffix that an earlier run put behind it, and that of its text."""
    text = text_id(paper.text)
    return paper.id if paper.id == text else paper.id.removesuffix(_suffix(text)), text


def _suffix(text: str) -> str:
    return text.removeprefix("p")


def _report_unnamed(groups: dict[_Key, list[Paper]], report: Report) -> None:
    """Take those papers out that came without id and whose text another paper has under its id."""
    ids_by_text: dict[str, list[str]] = {}
    for id_, text in groups:
        if id_ != text:
            ids_by_text.setdefault(text, []).append(id_)
    for text, ids in ids_by_text.items():
        for paper in groups.pop((text, text), []):
            report(Omission(where=paper.source, reason=f"same abstract as paper {min(ids)}"))


def _best(group: list[Paper], report: Report) -> Paper:
    first, *others = sorted(group, key=lambda paper: (-_n_filled(paper), _rank(paper)))
    for paper in others:
        report(Omission(where=paper.source, reason=f"same paper as {first.source}"))
    return first


def _ids(keys: Iterable[_Key]) -> dict[_Key, str]:
    """Return an id for each paper: its own unless another has it, else with the hash of its text behind it.

    A list may hold what looks like such a hash, so this goes on until all ids differ; as the hashes of
    one id's texts differ, it ends.
    """
    id_by_key = {key: key[0] for key in keys}
    while True:
        counts = Counter(id_by_key.values())
        clashing = [key for key, id_ in id_by_key.items() if counts[id_] > 1]
        if not clashing:
            return id_by_key
        for key in clashing:
            id_by_key[key] += _suffix(key[1])


def _n_filled(paper: Paper) -> int:
    return sum(bool(getattr(paper, field.name)) for field in fields(paper))


def _rank(paper: Paper) -> tuple[Any, ...]:
    """Return a key that sorts papers by source, line 9 before line 10, and equal sources by what they hold."""
    numbered = [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", paper.source)]
    return numbered, [repr(getattr(paper, field.name)) for field in fields(paper) if field.name != "id"], paper.id
