"""Annotated abstracts: the JSON form in which entities, roles and results of one abstract are written down.

    {"key": …, "title": …, "text": …, "entities": [{"type": kind, "name": …, "mentions": [surface, …],
     "role": …}], "results": [{"value": …, "metric": …, "on": …, "by": …, "vs": …}]}

Written by `to_annotation` (what `kg extract` prints, with spans, confidence and cue), read back by
`read_annotations` (gold files, and the truth that `kg build --annotations` makes a graph of). Only here is
a kind called `type`.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from kg.acronyms import is_short_form, long_form
from kg.errors import ReadError
from kg.quantities import read_quantity
from kg.records import Entity, Extraction, Mention, Paper, Result
from kg.schema import SCHEMA
from kg.sentences import sentence_at, split_sentences

_N_FAULTS = 20
_RESULT_STRINGS = ("value", "metric", "on", "by", "vs")
_WORD = r"[^\W_]"
_FORBIDDEN = re.compile(r"[\x00\x1f\ud800-\udfff]")


def is_annotation(record: Mapping[str, Any]) -> bool:
    """Tell whether a record of a list is an annotated abstract, which a reader of papers passes over.

    >>> is_annotation({"key": "a", "text": "…", "entities": []}), is_annotation({"key": "a", "text": "…"})
    (True, False)
    """
    entities = record.get("entities")
    return isinstance(entities, list) and all(isinstance(e, dict) and "type" in e and "mentions" in e for e in entities)


def to_annotation(extraction: Extraction, *, with_title: bool = False) -> dict[str, Any]:
    """Return the annotation record of one extraction, its `key` being the paper's id.

    `mentions` are the distinct surfaces and `spans` their offsets into the abstract. What only the title
    names is left out unless `with_title`; then `title_spans` say where it stands there.
    """
    entities = (_entity_data(entity, with_title=with_title) for entity in extraction.entities)
    return {
        "key": extraction.paper.id,
        "entities": [data for data in entities if data],
        "results": [_result_data(result) for result in extraction.results],
    }


def read_annotations(path: Path) -> Iterator[Extraction]:
    """Yield the annotated abstracts of a JSON Lines file (or a JSON array) as extractions, in its order.

    Every word-bounded occurrence of a mention becomes a Mention; where mentions overlap, the longest wins.
    Nothing is yielded from a file with faults: ReadError lists them, each with its place.
    """
    faults: list[str] = []
    extractions: list[Extraction] = []
    keys: dict[str, str] = {}
    for where, record in read_records(path):
        found = [*_faults(record, keys)]
        faults += [f"{where}: {fault}" for fault in found]
        if not found:
            keys[_key(record)] = where
            extractions.append(_extraction(record, where))
    if faults:
        more = f"\n… and {len(faults) - _N_FAULTS} more" if len(faults) > _N_FAULTS else ""
        raise ReadError("\n".join(faults[:_N_FAULTS]) + more)
    yield from extractions


def read_records(path: Path) -> list[tuple[str, dict[str, Any]]]:
    """Return the records of a JSON Lines file or a JSON array, each with its place (`file:line`)."""
    try:
        content = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ReadError(f"{path}: can't be read ({error}); name a UTF-8 file of annotated abstracts") from error
    if content.lstrip().startswith("["):
        try:
            items = json.loads(content)
        except (ValueError, RecursionError) as error:
            raise ReadError(f"{path}: not a JSON array ({error})") from error
        places = [(f"{path}:record {n}", item) for n, item in enumerate(items, 1)]
    else:
        lines = enumerate(content.split("\n"), 1)
        places = [(f"{path}:{n}", _parse(line, f"{path}:{n}")) for n, line in lines if line.strip()]
    if not places:
        raise ReadError(f"{path}: holds no records; one annotated abstract a line is needed")
    for where, record in places:
        if not isinstance(record, dict):
            raise ReadError(f"{where}: is not a JSON object; an annotated abstract has key, text and entities")
    return places


def find_occurrences(surface: str, text: str) -> list[tuple[int, int]]:
    """Return the spans of `surface` in `text` that touch no letter or digit on either side.

    >>> find_occurrences("GAN", "GAN, CGAN, GANs and GAN-2")
    [(0, 3), (20, 23)]
    """
    pattern = rf"(?<!{_WORD}){re.escape(surface)}(?!{_WORD})"
    return [match.span() for match in re.finditer(pattern, text)]


def _parse(line: str, where: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ReadError(f"{where}: not JSON ({error}); one annotated abstract a line is needed") from error


def _key(record: Mapping[str, Any]) -> str:
    return str(record.get("key") or record.get("id") or "")


def _text(record: Mapping[str, Any]) -> str:
    text = record.get("text") or record.get("abstract") or ""
    return text if isinstance(text, str) else ""


def _faults(record: Mapping[str, Any], keys: Mapping[str, str]) -> Iterator[str]:
    key, text = _key(record), _text(record)
    if not key:
        yield "no key; each annotated abstract needs one"
    elif key in keys:
        yield f"key {key!r} stands at {keys[key]} already; each abstract needs its own"
    if not text:
        yield "no text; an annotation needs its abstract"
    character = _forbidden(key, str(record.get("title") or ""), text)
    if character:
        yield f"holds {character}; no text may hold NUL, U+001F or half of a surrogate pair"
    if not is_annotation(record):
        yield "no entities; a list of objects with type, name, mentions and role is needed"
        return
    owners: dict[str, str] = {}
    for entity in record["entities"]:
        yield from _entity_faults(entity, text, owners)
    results = record.get("results") or []
    if not isinstance(results, list):
        yield f"results {results!r}: a list of objects with value and metric is needed"
        return
    for result in results:
        yield from _result_faults(result, text)


def _forbidden(*texts: str) -> str:
    found = next((match for text in texts if (match := _FORBIDDEN.search(text))), None)
    return "" if found is None else f"U+{ord(found.group()):04X}"


def _entity_faults(entity: Mapping[str, Any], text: str, owners: dict[str, str]) -> Iterator[str]:
    kind, name, mentions, role = (entity.get(field) for field in ("type", "name", "mentions", "role"))
    label = f"{kind} {name!r}"
    if kind not in SCHEMA.concept_kinds:
        yield f"{label}: no such type; known: {', '.join(SCHEMA.concept_kinds)}"
        return
    if role not in SCHEMA.roles_of(kind):
        yield f"{label}: role {role!r} does not fit; allowed: {', '.join(SCHEMA.roles_of(kind))}"
    if not isinstance(mentions, list) or not mentions or not all(isinstance(m, str) for m in mentions):
        yield f"{label}: no mentions; a list of surfaces is needed"
        return
    if name not in mentions:
        yield f"{label}: the name is not among its mentions"
    for surface in mentions:
        if not surface.strip() or surface != surface.strip():
            yield f"{label}: mention {surface!r} is blank or has outer white space"
        elif not find_occurrences(surface, text):
            yield f"{label}: mention {surface!r} does not occur in the text at word boundaries"
        if owners.setdefault(surface, label) != label:
            yield f"{label}: mention {surface!r} belongs to {owners[surface]} as well; one entity each"


def _result_faults(result: Any, text: str) -> Iterator[str]:
    if not isinstance(result, dict) or not result.get("value") or not result.get("metric"):
        yield f"result {result}: value and metric are needed"
        return
    for field in _RESULT_STRINGS:
        string = result.get(field) or ""
        if not isinstance(string, str) or string not in text:
            yield f"result {result['value']!r}: {field} {string!r} does not occur in the text"


def _extraction(record: Mapping[str, Any], where: str) -> Extraction:
    text = _text(record)
    paper = Paper(id=_key(record), text=text, title=str(record.get("title") or ""), source=where)
    sentences = split_sentences(text)
    spans = _spans_by_entity(record["entities"], text)
    entities = [_entity(data, spans[n], text, sentences) for n, data in enumerate(record["entities"])]
    results = [_result(data, text, sentences) for data in record.get("results") or ()]
    return Extraction(
        paper=paper,
        entities=tuple(sorted(entities, key=lambda e: (e.mentions[0].start, e.mentions[0].end, e.name))),
        results=tuple(sorted(results, key=lambda r: (r.start, r.metric))),
    )


def _spans_by_entity(entities: list[dict[str, Any]], text: str) -> list[list[tuple[int, int]]]:
    """Return the spans of each entity; a surface that stands only inside longer mentions keeps those places."""
    found = [
        (s, e, n, m) for n, data in enumerate(entities) for m in data["mentions"] for s, e in find_occurrences(m, text)
    ]
    kept: list[tuple[int, int, int, str]] = []
    for span in sorted(found, key=lambda f: (f[0] - f[1], f[0])):
        if all(span[1] <= start or span[0] >= end for start, end, *_ in kept):
            kept.append(span)
    shown = {surface for *_, surface in kept}
    kept += [span for span in found if span[3] not in shown]
    return [sorted((start, end) for start, end, owner, _ in kept if owner == n) for n in range(len(entities))]


def _entity(
    data: Mapping[str, Any], spans: list[tuple[int, int]], text: str, sentences: list[tuple[int, int]]
) -> Entity:
    mentions = tuple(_mention(start, end, text, sentences) for start, end in spans)
    name, surfaces = data["name"], list(data["mentions"])
    shorts = (short for short in [name, *surfaces] if is_short_form(short))
    spelled_out = next((found for short in shorts if (found := long_form(surfaces, short))), "")
    return Entity(
        kind=data["type"],
        name=name,
        role=data["role"],
        mentions=mentions,
        role_by="annotation",
        long_form=spelled_out,
    )


def _mention(start: int, end: int, text: str, sentences: list[tuple[int, int]]) -> Mention:
    sentence_start, sentence_end = sentence_at(sentences, start, end)
    return Mention(
        field="text",
        start=start,
        end=end,
        surface=text[start:end],
        sentence_start=sentence_start,
        sentence_end=sentence_end,
        said_by="annotation",
    )


def _result(data: Mapping[str, Any], text: str, sentences: list[tuple[int, int]]) -> Result:
    strings = {field: data.get(field) or "" for field in _RESULT_STRINGS}
    start = _place(strings, text, sentences)
    end = start + len(strings["value"])
    sentence_start, sentence_end = sentence_at(sentences, start, end)
    quantity = read_quantity(strings["value"], before=text[sentence_start:start], after=text[end:sentence_end])
    return Result(
        value=strings["value"],
        metric=strings["metric"],
        on=strings["on"],
        by=strings["by"],
        vs=strings["vs"],
        start=start,
        end=end,
        sentence_start=sentence_start,
        sentence_end=sentence_end,
        low=quantity.low,
        high=quantity.high,
        unit=quantity.unit,
        relation=quantity.relation,
        change=quantity.change,
        said_by="annotation",
    )


def _place(strings: Mapping[str, str], text: str, sentences: list[tuple[int, int]]) -> int:
    """Return where the value stands: of several places the one whose sentence names most of the other strings."""
    value = strings["value"]
    starts = [m.start() for m in re.finditer(rf"(?<![\d.]){re.escape(value)}", text)] or [text.find(value)]
    others = [string for field, string in strings.items() if field != "value" and string]

    def n_named(start: int) -> int:
        first, last = sentence_at(sentences, start, start + len(value))
        return sum(string in text[first:last] for string in others)

    return max(starts, key=lambda start: (n_named(start), -start))


def _entity_data(entity: Entity, *, with_title: bool) -> dict[str, Any]:
    in_text = [m for m in entity.mentions if m.field == "text"]
    in_title = [m for m in entity.mentions if m.field == "title"] if with_title else []
    if not in_text and not in_title:
        return {}
    surfaces = list(dict.fromkeys(m.surface for m in [*in_text, *in_title]))
    data: dict[str, Any] = {
        "type": entity.kind,
        "name": entity.name if entity.name in surfaces else surfaces[0],
        "mentions": surfaces,
        "role": entity.role,
        "spans": [[m.start, m.end] for m in in_text],
        "confidence": entity.confidence,
    }
    if in_title:
        data["title_spans"] = [[m.start, m.end] for m in in_title]
    cue = next((m.cue for m in entity.mentions if m.cue), "")
    return {**data, "cue": cue} if cue else data


def _result_data(result: Result) -> dict[str, Any]:
    strings = {field: getattr(result, field) for field in _RESULT_STRINGS}
    return {field: string for field, string in strings.items() if string}


def write_annotations(records: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Yield each record as one line of JSON, the letters of the texts kept."""
    for record in records:
        yield json.dumps(record, ensure_ascii=False)
