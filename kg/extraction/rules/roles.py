"""Component `rule_roles`: how the paper relates to each entity, by cue words in the sentence of a mention.

Each rule is a pattern that must end right before the mention (or begin right after it) within its sentence;
the words that matched are kept as evidence. The strongest role that some mention supports and that the
schema allows for the kind is taken; without a cue the usual role of the kind.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from spacy.language import Language
from spacy.tokens import Doc

from kg.extraction.rules.drafts import DraftEntity, DraftMention
from kg.extraction.rules.runs import Word
from kg.schema import SCHEMA

_WE = r"(?:we|this (?:paper|work|study|article)|(?:our|the) (?:paper|work|study)|here)"
_WE_CASED = r"(?:[Ww]e|[Tt]his (?:paper|work|study|article)|(?:[Oo]ur|[Tt]he) (?:paper|work|study))"
_PROPOSE = (
    r"(?:propos\w+|present(?:s|ed|ing)?|introduc\w+|develop(?:s|ed|ing)?|releas\w+|design(?:s|ed)?|construct(?:s|ed)?|"
    r"creat(?:e|es|ed|ing)|contribut\w+|curat(?:e|es|ed|ing)|formulat\w+|devis\w+|unveil\w*|build(?:s)?|built|offer(?:s)?|"
    r"describe(?:s)?|coin(?:s|ed)?|open-sourc\w+)"
)
# What may stand between the verb and the name that is its object.
_OBJECT = (
    r"(?:(?!(?<!-)\b(?:for|to|by|using|with|that|which|where|based|on|in|via|from|through|of|as|and)\b)[^.;:()]){0,90}?"
)
_NAMED = r"(?:called|named|termed|dubbed|namely|coined|denoted(?: as| by)?|referred to as|i\.e\.,?|which we call|we call|we name|codenamed)"
_LIST = r"(?:[^.;()]{0,80}?(?:,|\band\b|\bor\b)\s+(?:the\s+)?)?"


class Cue(NamedTuple):
    """A rule: the role, a pattern, and whether it stands before the mention or after it."""

    role: str
    name: str
    pattern: re.Pattern[str]
    after: bool = False


def _before(role: str, name: str, pattern: str) -> Cue:
    return Cue(role, name, re.compile(rf"(?i)(?P<cue>{pattern})[\s\"'“‘`*_${{\\(]*(?:\\?(?:emph|text\w+)\{{)?$"))


def _after(role: str, name: str, pattern: str) -> Cue:
    return Cue(role, name, re.compile(rf"(?i)[}}*$\"'”’)\]]*(?P<cue>{pattern})"), after=True)


CUES = (
    _before("proposes", "we-propose", rf"\b{_WE}\b[^.;:]{{0,60}}?\b{_PROPOSE}\b{_OBJECT}"),
    _before("proposes", "we-propose-named", rf"\b{_WE}\b[^.;]{{0,60}}?\b{_PROPOSE}\b[^.;]{{0,160}}?\b{_NAMED}"),
    _before("proposes", "we-propose-long-form", rf"(?-i:\b{_WE_CASED}\b)[^.;:]{{0,60}}?\b{_PROPOSE}\b{_OBJECT}(?-i:[A-Z])[^.;()]{{0,120}}?\("),
    _before("proposes", "is-proposed-named", rf"\b{_PROPOSE}\b[^.;]{{0,120}}?\b{_NAMED}"),
    _before("proposes", "our", r"\b(?:our|the) (?:(?:newly |novel )?proposed|newly introduced|novel)(?: \w+){0,2}"),
    _before("proposes", "our-name", r"\bour(?: (?:method|model|approach|framework|algorithm|system|benchmark|dataset|proposed))?,?"),
    _after("proposes", "a-novel", r",?\s*(?:which is |is )?(?:a|an|the first) (?:\w+-)?(?:novel|new|first|simple|unified|lightweight|general|efficient|comprehensive|scalable|fully|flexible|training-free|principled|large-scale|multi-\w+|end-to-end|plug-and-play)\b"),
    _after("proposes", "is-proposed", r"\s*,?\s*(?:is|are|was) (?:proposed|introduced|presented|developed)\b"),
    _before("compares_to", "outperforms", rf"\b(?:outperform\w*|surpass\w*|beat(?:s|ing)?|exceed(?:s|ed|ing)?|improv\w+ (?:up)?on|better than|superior to|over|than|rival\w*|underperform\w*)\s+{_LIST}(?:(?:existing|previous|prior|standard|strong|state-of-the-art|SOTA|both|all|the|recent|several|other|conventional|traditional|leading|vanilla|baseline|baselines|methods|such as|like|including|competitive|classical|models) ?,?){{0,5}}"),
    _before("compares_to", "compared-with", rf"\b(?:compar\w+ (?:\w+ )?(?:to|with|against)|relative to|versus|vs\.?|against|unlike|in contrast (?:to|with)|as opposed to|instead of|rather than)\s+{_LIST}(?:(?:existing|standard|the|prior|strong|state-of-the-art|baseline|baselines|vanilla|traditional|conventional) ){{0,3}}"),
    _before("compares_to", "baselines", rf"\b(?:baselines?|competitors|state-of-the-art (?:methods|models|approaches|algorithms))\b[^.;]{{0,30}}?(?:such as|like|including|,|\()\s*{_LIST}"),
    _after("compares_to", "baseline", r" (?:baselines?|counterparts?)\b"),
    _before("evaluates_on", "evaluated-on", r"\b(?:evaluat\w+|experiment\w*|test(?:ed|s|ing)?|validat\w+|benchmark(?:ed|ing)|results?|performance|achiev\w+|demonstrat\w+|show\w*|accuracy|score\w*|gains?|improve\w*|outperform\w*|on|across)\b[^.;]{0,160}?\b(?:on|across|in|with|using|over|including|including the|and)\b[^.;]{0,120}?"),
    _before("uses", "trained-on", r"\b(?:train(?:ed|ing|s)?|pre-?train(?:ed|ing)?|fine-?tun(?:e|ed|ing)|learn(?:ed)?|collected|built|constructed|derived|sampled|sourced) (?:\w+ ){0,4}?(?:on|from|with|using)\b[^.;,]{0,60}?"),
    _before("uses", "using", r"\b(?:us(?:e|es|ed|ing)|utiliz\w+|employ\w*|leverag\w+|adopt\w*|apply|applies|applied|applying|based on|build(?:s|ing)? (?:up)?on|built (?:up)?on|via|through|combin\w+|integrat\w+|incorporat\w+|extend\w*|with|by|from|analy[sz]\w+|study|studies|investigat\w+|inspired by|adapt\w*|into|fine-?tun\w+|train\w*|power\w+|equipped)\s+[^.;,]{0,50}?"),
)  # fmt: skip
_USUAL = {
    "Method": "uses",
    "Model": "uses",
    "Dataset": "evaluates_on",
    "Benchmark": "evaluates_on",
    "Task": "addresses",
    "Metric": "measures",
}
_COINED = frozenset({"name", "names", "definition"})
_REACH = 240


def decide_roles(
    text: str, words: Sequence[Word], sentences: Sequence[tuple[int, int]], drafts: Sequence[DraftEntity]
) -> None:
    """Set role, rule and cue of each draft."""
    turn = _turning_point(text)
    for draft in drafts:
        allowed = SCHEMA.roles_of(draft.kind)
        found = [
            hit
            for number, mention in enumerate(draft.mentions)
            for hit in _cues(text, words, sentences, draft, mention, number)
        ]
        found = [hit for hit in found if hit[0] in allowed]
        if found:
            role, rule, start, cue, number = min(found, key=lambda hit: (allowed.index(hit[0]), hit[4]))
            draft.role, draft.role_by, draft.cue, draft.cue_start, draft.cue_mention = (
                role,
                f"cue:{rule}",
                cue,
                start,
                number,
            )
        else:
            draft.role, draft.role_by = _usual_role(draft, words, turn)


def _usual_role(draft: DraftEntity, words: Sequence[Word], turn: int) -> tuple[str, str]:
    """Return the role of an entity that no cue speaks for.

    What is named once, before the paper turns to its own work, is background; a new name in its own part is
    most often a part of the contribution.
    """
    before = all(words[mention.first].start < turn for mention in draft.mentions)
    if before and len(draft.mentions) == 1 and draft.kind in {"Method", "Task", "Metric"}:
        return "mentions", "rule:background"
    if not before and draft.kind == "Method" and all(m.rule in _COINED for m in draft.mentions):
        return "proposes", "rule:new-name"
    return _USUAL[draft.kind], "rule:usual"


def _turning_point(text: str) -> int:
    """Return where the paper's own work begins: the first "we" or "this paper", else 0."""
    match = re.search(
        rf"(?i)\b{_WE}\b[^.;]{{0,80}}?\b(?:{_PROPOSE}|study|investigate|show|explore|examine|address|analyze|evaluate|ask)\b",
        text,
    )
    return match.start() if match else 0


def _cues(
    text: str,
    words: Sequence[Word],
    sentences: Sequence[tuple[int, int]],
    draft: DraftEntity,
    mention: DraftMention,
    number: int,
) -> Iterator[tuple[str, str, int, str, int]]:
    start, end = words[mention.first].start, words[mention.last - 1].end
    sentence = next(((s, e) for s, e in sentences if s <= start < e), (start, end))
    left = text[max(sentence[0], start - _REACH) : start]
    right = text[end : sentence[1]]
    for cue in CUES:
        match = cue.pattern.match(right) if cue.after else cue.pattern.search(left)
        if match and not (cue.role == "proposes" and not _may_be_proposed(draft, mention, cue)):
            place = end + match.start("cue") if cue.after else start - len(left) + match.start("cue")
            yield cue.role, cue.name, place, match["cue"].strip(), number


def _may_be_proposed(draft: DraftEntity, mention: DraftMention, cue: Cue) -> bool:
    """An established term is seldom what "our X" or "we present X" coins."""
    coined = mention.rule in _COINED
    if cue.name in {"we-propose-named", "is-proposed-named"}:
        return True
    return coined or (cue.name == "we-propose" and mention.rule == "head")


@Language.component("rule_roles", requires=["doc._.entities", "doc._.sentences"], assigns=["doc._.entities"])
def roles(doc: Doc) -> Doc:
    """Complete `doc._.entities`."""
    decide_roles(doc.text, doc._.words, doc._.sentences, doc._.entities)
    return doc
