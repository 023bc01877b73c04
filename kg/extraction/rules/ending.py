"""Component `rule_ending`: the drafts of the rules as what was found, by character offsets."""

from collections.abc import Sequence

from spacy.language import Language
from spacy.tokens import Doc

from kg.extraction.found import FoundEntity, FoundMention, FoundResult, Span
from kg.extraction.rules.drafts import DraftEntity, DraftMention, DraftResult
from kg.extraction.rules.runs import Word


@Language.component(
    "rule_ending",
    requires=["doc._.entities", "doc._.results"],
    assigns=["doc._.found_entities", "doc._.found_results"],
)
def ending(doc: Doc) -> Doc:
    """Set `doc._.found_entities` and `doc._.found_results`."""
    doc._.found_entities = tuple(_entity(doc._.words, draft) for draft in doc._.entities)
    doc._.found_results = tuple(_result(draft) for draft in doc._.results)
    return doc


def _entity(words: Sequence[Word], draft: DraftEntity) -> FoundEntity:
    return FoundEntity(
        kind=draft.kind,
        role=draft.role,
        role_by=draft.role_by,
        mentions=tuple(_mention(words, draft, number) for number in range(len(draft.mentions))),
        confidence=draft.confidence,
        long=next((_place(words, m) for m in draft.mentions if draft.long and _spelled(words, m) == draft.long), None),
    )


def _mention(words: Sequence[Word], draft: DraftEntity, number: int) -> FoundMention:
    mention = draft.mentions[number]
    start, end = _place(words, mention)
    is_cued = number == draft.cue_mention
    return FoundMention(
        start=start,
        end=end,
        said_by=f"rule:{mention.rule}",
        confidence=mention.confidence,
        cue=draft.cue if is_cued else "",
        cue_start=draft.cue_start if is_cued else -1,
    )


def _place(words: Sequence[Word], mention: DraftMention) -> Span:
    return words[mention.first].start, words[mention.last - 1].end


def _spelled(words: Sequence[Word], mention: DraftMention) -> str:
    return " ".join(word.text for word in words[mention.first : mention.last])


def _result(draft: DraftResult) -> FoundResult:
    return FoundResult(
        value=(draft.start, draft.end),
        metric=draft.metric,
        on=draft.on,
        by=draft.by,
        vs=draft.vs,
        said_by="rule:result",
        confidence=draft.confidence,
    )
