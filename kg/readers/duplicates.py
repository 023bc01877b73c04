"""Papers that come twice, and ids that stand for several papers; decided by content, never by order."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from typing import Any

from kg.readers.fields import Report, text_id
from kg.records import Omission, Paper
from kg.text import digest

_Key = tuple[str, str]
"""The id that a list gives, and the hash of the text."""
_N_HASH = 16  # longer than that of `text_id`, so that no id with this suffix passes for one


def distinct(papers: Iterable[Paper], report: Report) -> Iterator[Paper]:
    """Yield each paper once, in the order of their sources, whatever the order they come in.

    - Same id and same text (but for layout) is one paper: the record with most fields filled stays, of
      equals the one whose source sorts first. The others are reported.
    - Same id, other text: each of them gets the hash of its text behind the id, and is reported.
    - A paper that came without id, with the text of one that has an id, is that paper; reported.

    Applied to its own result it changes nothing, unless an id of the list mimics such a hash; ids differ even then.
    """
    groups: dict[_Key, list[Paper]] = {}
    for paper in papers:
        groups.setdefault(_key(paper), []).append(paper)
    _report_unnamed(groups, report)
    best_by_key = {key: _best(group, report) for key, group in groups.items()}
    n_texts = Counter(id_ for id_, _ in best_by_key)
    id_by_key = _told_apart({key: key[0] if n_texts[key[0]] > 1 else p.id for key, p in best_by_key.items()})
    kept = []
    for key, paper in best_by_key.items():
        if n_texts[key[0]] > 1 or id_by_key[key] != paper.id:
            reason = f"kept as {id_by_key[key]}: other abstracts have the id {key[0]} too"
            report(Omission(where=paper.source, reason=reason))
        kept.append(replace(paper, id=id_by_key[key]))
    yield from sorted(kept, key=_rank)


def _key(paper: Paper) -> _Key:
    """Return the paper's id without the suffix that an earlier run put behind it, and the hash of its text."""
    hash_ = digest(" ".join(paper.text.split()), length=_N_HASH)
    id_ = paper.id
    while id_.endswith(f"-{hash_}"):  # whatever a list holds, no id ends with its own suffix now
        id_ = id_.removesuffix(f"-{hash_}")
    return id_, hash_


def _report_unnamed(groups: dict[_Key, list[Paper]], report: Report) -> None:
    """Take those papers out that came without id and whose text another paper has under its id."""
    ids_by_hash: dict[str, list[str]] = {}
    for id_, hash_ in groups:
        ids_by_hash.setdefault(hash_, []).append(id_)
    for hash_, ids in ids_by_hash.items():
        unnamed = next((id_ for id_ in ids if id_ == text_id(groups[id_, hash_][0].text)), None)
        if unnamed is not None and len(ids) > 1:
            named = min(id_ for id_ in ids if id_ != unnamed)
            for paper in groups.pop((unnamed, hash_)):
                report(Omission(where=paper.source, reason=f"same abstract as paper {named}"))


def _best(group: list[Paper], report: Report) -> Paper:
    first, *others = sorted(group, key=lambda paper: (-_n_filled(paper), _rank(paper)))
    for paper in others:
        report(Omission(where=paper.source, reason=f"same paper as {first.source}"))
    return first


def _told_apart(id_by_key: dict[_Key, str]) -> dict[_Key, str]:
    """Return the ids made distinct: those that several papers have get the hash of the text behind them.

    A list may hold what looks like such a hash, so this goes on until all ids differ; as the hashes of
    one id's texts differ, it ends.
    """
    while True:
        counts = Counter(id_by_key.values())
        clashing = [key for key, id_ in id_by_key.items() if counts[id_] > 1]
        if not clashing:
            return id_by_key
        for key in clashing:
            id_by_key[key] += f"-{key[1]}"


def _n_filled(paper: Paper) -> int:
    return sum(bool(getattr(paper, field.name)) for field in fields(paper))


def _rank(paper: Paper) -> tuple[Any, ...]:
    """Return a key that sorts papers by source, line 9 before line 10, and equal sources by what they hold."""
    numbered = [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", paper.source)]
    return numbered, [repr(getattr(paper, field.name)) for field in fields(paper) if field.name != "id"], paper.id
