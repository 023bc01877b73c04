"""Component `rule_roles`: how the paper relates to each entity, by cue words in the sentence of a mention.

Each rule is a pattern that must end right before the mention (or begin right after it) within its sentence;
the words that matched are kept as evidence. The strongest role that some mention supports and that the
schema allows for the kind is taken; without a cue the usual role of the kind.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from operator import itemgetter

from spacy.language import Language
from spacy.tokens import Doc

from kg.extraction.rules.confidences import shape_of
from kg.extraction.rules.cues import PROPOSE, WE, Cue, find_cues
from kg.extraction.rules.drafts import DraftEntity, DraftMention
from kg.extraction.rules.runs import Word
from kg.schema import SCHEMA
from kg.text import fold

_USUAL = {
    "Method": "uses",
    "Model": "uses",
    "Dataset": "evaluates_on",
    "Benchmark": "evaluates_on",
    "Task": "addresses",
    "Metric": "measures",
}
_COINED = frozenset({"name", "names", "definition"})
# An abstract that says a name more often than this says nothing new about it, and a hostile one costs no more.
_N_READ = 16


def decide_roles(
    text: str,
    words: Sequence[Word],
    sentences: Sequence[tuple[int, int]],
    drafts: Sequence[DraftEntity],
    *,
    title: str = "",
) -> None:
    """Set role, rule and cue of each draft; a title that begins "X: ..." says that the paper proposes X."""
    turn = _turning_point(text)
    for draft in drafts:
        allowed = SCHEMA.roles_of(draft.kind)
        found = [
            hit
            for number, mention in enumerate(draft.mentions[:_N_READ])
            for hit in _cues(text, words, sentences, mention, number)
        ]
        found = [*_title_hit(draft, words, title), *(hit for hit in found if hit[0] in allowed)]
        if found:
            role, rule, start, cue, number = min(found, key=lambda hit: (allowed.index(hit[0]), hit[4]))
            # What a paper coins and proposes is seldom a task, whatever its last word.
            if role == "proposes" and draft.kind == "Task" and all(m.rule in _COINED for m in draft.mentions):
                draft.kind = "Method"
            draft.role, draft.role_by = role, f"cue:{rule}" if cue else f"rule:{rule}"
            if cue:
                draft.cue, draft.cue_start, draft.cue_mention = cue, start, number
        else:
            draft.role, draft.role_by = _usual_role(draft, words, turn)


def _title_hit(draft: DraftEntity, words: Sequence[Word], title: str) -> list[tuple[str, str, int, str, int]]:
    head, colon, _ = title.partition(":")
    name = fold(head) if colon else ""
    surfaces = [" ".join(w.text for w in words[m.first : m.last]) for m in draft.mentions if m.rule in _COINED]
    hits = name and any(fold(surface) == name for surface in surfaces)
    return [("proposes", "title-name", -1, "", -1)] if hits else []


def _usual_role(draft: DraftEntity, words: Sequence[Word], turn: int) -> tuple[str, str]:
    """Return the role of an entity that no cue speaks for.

    What is named once, before the paper turns to its own work, is background; a new name in its own part is
    most often a part of the contribution.
    """
    before = all(words[mention.first].start < turn for mention in draft.mentions)
    if before and len(draft.mentions) == 1 and draft.kind in {"Method", "Task", "Metric"}:
        return "mentions", "rule:background"
    if not before and draft.kind == "Method" and all(_is_likely_coined(words, m) for m in draft.mentions):
        return "proposes", "rule:new-name"
    return _USUAL[draft.kind], "rule:usual"


def _is_likely_coined(words: Sequence[Word], mention: DraftMention) -> bool:
    """Tell a new name from what may as well be a version, a unit or two words with capitals."""
    shape = shape_of(words[mention.first : mention.last])
    return mention.rule == "definition" or (mention.rule in _COINED and shape in {"camel", "capitals", "hyphen"})


def _turning_point(text: str) -> int:
    """Return where the paper's own work begins: the first "we" or "this paper", else 0."""
    match = re.search(
        rf"(?i)\b{WE}\b[^.;]{{0,80}}?\b(?:{PROPOSE}|study|investigate|show|explore|examine|address|analyze|evaluate|ask)\b",
        text,
    )
    return match.start() if match else 0


def _cues(
    text: str,
    words: Sequence[Word],
    sentences: Sequence[tuple[int, int]],
    mention: DraftMention,
    number: int,
) -> Iterator[tuple[str, str, int, str, int]]:
    start, end = words[mention.first].start, words[mention.last - 1].end
    at = bisect_right(sentences, start, key=itemgetter(0)) - 1
    sentence = sentences[at] if at >= 0 and start < sentences[at][1] else (start, end)
    for hit in find_cues(text, sentence, (start, end)):
        if hit.cue.role != "proposes" or _may_be_proposed(mention, hit.cue):
            yield hit.cue.role, hit.cue.name, hit.start, hit.words, number


def _may_be_proposed(mention: DraftMention, cue: Cue) -> bool:
    """An established term is seldom what "our X" or "we present X" coins."""
    coined = mention.rule in _COINED
    if cue.name in {"we-propose-named", "is-proposed-named"}:
        return True
    return coined or (cue.name == "we-propose" and mention.rule == "head")


@Language.component("rule_roles", requires=["doc._.entities", "doc._.sentences"], assigns=["doc._.entities"])
def roles(doc: Doc) -> Doc:
    """Complete `doc._.entities`."""
    decide_roles(doc.text, doc._.words, doc._.sentences, doc._.entities, title=doc._.title)
    return doc
