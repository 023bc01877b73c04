"""From a Doc to records: the only place where spaCy's world ends and ours begins."""

from collections.abc import Sequence
from dataclasses import replace

from spacy.tokens import Doc

from kg.extraction.rules.drafts import DraftEntity, DraftMention, DraftResult
from kg.extraction.rules.runs import Word
from kg.quantities import read_quantity
from kg.records import Entity, Extraction, Field, Mention, Paper, Result
from kg.sentences import sentence_at
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
    text, words, sentences = doc.text, doc._.words, doc._.sentences
    return [_entity(text, words, draft, field, sentences) for draft in doc._.entities]


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
    text, sentences = doc.text, doc._.sentences
    return [_result(text, draft, sentences) for draft in doc._.results]


def _order(entity: Entity) -> tuple[bool, int, int, str]:
    first = entity.mentions[0]
    return first.field == "title", first.start, first.end, entity.kind


def _entity(text: str, words: Sequence[Word], draft: DraftEntity, field: Field, sentences: Sentences) -> Entity:
    mentions = tuple(_mention(text, words, draft, number, field, sentences) for number in range(len(draft.mentions)))
    surfaces = [mention.surface for mention in mentions]
    return Entity(
        kind=draft.kind,
        name=display_name(surfaces, draft),
        role=draft.role,
        mentions=mentions,
        confidence=round(draft.confidence, 3),
        role_by=draft.role_by,
        long_form=next(
            (m.surface for m, d in zip(mentions, draft.mentions, strict=True) if _is_long(words, d, draft)), ""
        ),
    )


def display_name(surfaces: Sequence[str], draft: DraftEntity) -> str:
    """Return the surface to show: the short name of what is coined, the long form of what is established."""
    if draft.role == "proposes":
        return min(surfaces, key=lambda s: (len(s), surfaces.index(s)))
    return max(surfaces, key=lambda s: (len(s.split()), -surfaces.index(s)))


def _is_long(words: Sequence[Word], mention: DraftMention, draft: DraftEntity) -> bool:
    return bool(draft.long) and " ".join(word.text for word in words[mention.first : mention.last]) == draft.long


def _mention(
    text: str, words: Sequence[Word], draft: DraftEntity, number: int, field: Field, sentences: Sentences
) -> Mention:
    mention = draft.mentions[number]
    start, end = words[mention.first].start, words[mention.last - 1].end
    sentence_start, sentence_end = sentence_at(sentences, start, end)
    is_cued = number == draft.cue_mention
    return Mention(
        field=field,
        start=start,
        end=end,
        surface=text[start:end],
        sentence_start=sentence_start,
        sentence_end=sentence_end,
        said_by=f"rule:{mention.rule}",
        confidence=round(mention.confidence, 3),
        cue=draft.cue if is_cued else "",
        cue_start=draft.cue_start if is_cued else -1,
    )


def _result(text: str, draft: DraftResult, sentences: Sentences) -> Result:
    sentence_start, sentence_end = sentence_at(sentences, draft.start, draft.end)
    value = text[draft.start : draft.end]
    quantity = read_quantity(value, before=text[sentence_start : draft.start], after=text[draft.end : sentence_end])
    return Result(
        value=value,
        metric=text[slice(*draft.metric)],
        start=draft.start,
        end=draft.end,
        sentence_start=sentence_start,
        sentence_end=sentence_end,
        on=text[slice(*draft.on)] if draft.on else "",
        by=text[slice(*draft.by)] if draft.by else "",
        vs=text[slice(*draft.vs)] if draft.vs else "",
        low=quantity.low,
        high=quantity.high,
        unit=quantity.unit,
        relation=quantity.relation,
        change=quantity.change,
        said_by="rule:result",
        confidence=round(draft.confidence, 3),
    )
