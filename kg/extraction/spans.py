"""From a Doc to records: the only place where spaCy's world ends and ours begins."""

from collections.abc import Sequence
from dataclasses import replace

from spacy.tokens import Doc

from kg.extraction.found import FoundEntity, FoundMention, FoundResult
from kg.quantities import read_quantity
from kg.records import Entity, Extraction, Field, Mention, Paper, Result
from kg.sentences import sentence_at, shown_around
from kg.text import fold

Sentences = list[tuple[int, int]]


def to_extraction(paper: Paper, text_doc: Doc, title_doc: Doc | None, *, min_confidence: float) -> Extraction:
    """Return what was found in a paper's abstract and title, without what is less sure than `min_confidence`."""
    found = to_entities(text_doc, "text")
    if title_doc is not None:
        found = join_title(found, to_entities(title_doc, "title"))
    entities = [entity for entity in found if entity.confidence >= min_confidence]
    return Extraction(
        paper=paper,
        entities=tuple(sorted(entities, key=_order)),
        results=tuple(r for r in to_results(text_doc) if r.confidence >= min_confidence),
    )


def to_entities(doc: Doc, field: Field) -> list[Entity]:
    """Return the entities of one field."""
    text = doc.text  # spaCy makes it anew each time
    return [_entity(text, entity, field, doc._.sentences) for entity in doc._.found_entities]


def join_title(entities: Sequence[Entity], titled: Sequence[Entity]) -> list[Entity]:
    """Return the abstract's entities with their places in the title, and those that only the title names."""
    place_by_form = {fold(m.surface): n for n, entity in reversed(list(enumerate(entities))) for m in entity.mentions}
    joined = list(entities)
    for entity in titled:
        known = next((place_by_form[f] for m in entity.mentions if (f := fold(m.surface)) in place_by_form), None)
        if known is None:
            joined.append(entity)
        else:
            joined[known] = replace(joined[known], mentions=(*joined[known].mentions, *entity.mentions))
    return joined


def to_results(doc: Doc) -> list[Result]:
    """Return the results of an abstract, in order."""
    text = doc.text
    return [_result(text, result, doc._.sentences) for result in doc._.found_results]


def _order(entity: Entity) -> tuple[bool, int, int, str]:
    first = entity.mentions[0]
    return first.field == "title", first.start, first.end, entity.kind


def _entity(text: str, found: FoundEntity, field: Field, sentences: Sentences) -> Entity:
    mentions = tuple(_mention(text, mention, field, sentences) for mention in found.mentions)
    return Entity(
        kind=found.kind,
        name=display_name([mention.surface for mention in mentions], found.role),
        role=found.role,
        mentions=mentions,
        confidence=round(found.confidence, 3),
        role_by=found.role_by,
        long_form=text[slice(*found.long)] if found.long else "",
    )


def display_name(surfaces: Sequence[str], role: str) -> str:
    """Return the surface to show: the short name of what is coined, the long form of what is established."""
    if role == "proposes":
        return min(surfaces, key=lambda s: (len(s), surfaces.index(s)))
    return max(surfaces, key=lambda s: (len(s.split()), -surfaces.index(s)))


def _mention(text: str, found: FoundMention, field: Field, sentences: Sentences) -> Mention:
    sentence = sentence_at(sentences, found.start, found.end)
    sentence_start, sentence_end = shown_around(text, sentence, found.start, found.end)
    return Mention(
        field=field,
        start=found.start,
        end=found.end,
        surface=text[found.start : found.end],
        sentence_start=sentence_start,
        sentence_end=sentence_end,
        said_by=found.said_by,
        confidence=round(found.confidence, 3),
        cue=found.cue,
        cue_start=found.cue_start,
    )


def _result(text: str, found: FoundResult, sentences: Sentences) -> Result:
    start, end = found.value
    sentence_start, sentence_end = shown_around(text, sentence_at(sentences, start, end), start, end)
    quantity = read_quantity(text[start:end], before=text[sentence_start:start], after=text[end:sentence_end])
    return Result(
        value=text[start:end],
        metric=text[slice(*found.metric)],
        start=start,
        end=end,
        sentence_start=sentence_start,
        sentence_end=sentence_end,
        on=text[slice(*found.on)] if found.on else "",
        by=text[slice(*found.by)] if found.by else "",
        vs=text[slice(*found.vs)] if found.vs else "",
        low=quantity.low,
        high=quantity.high,
        unit=quantity.unit,
        relation=quantity.relation,
        change=quantity.change,
        said_by=found.said_by,
        confidence=round(found.confidence, 3),
    )
