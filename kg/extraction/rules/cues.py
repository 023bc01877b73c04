r"""The cues: wordings that say how a paper relates to the name right after (or right before) them.

Each pattern is matched within the sentence of a mention, and must end where the mention begins (`after`:
begin where it ends), quotes, brackets and LaTeX emphasis aside.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

# How far before a name its cue may begin.
_REACH = 240


class Cue(NamedTuple):
    """A rule: the role it speaks for, its name, a pattern, and whether it stands after the mention."""

    role: str
    name: str
    pattern: re.Pattern[str]
    after: bool = False


class Hit(NamedTuple):
    """A cue that was found: its words and the offset at which they stand."""

    cue: Cue
    start: int
    words: str


def find_cues(text: str, sentence: tuple[int, int], place: tuple[int, int], *, role: str = "") -> Iterator[Hit]:
    """Yield the cues (for one role, if named) right before or after `place` in its sentence; all are offsets."""
    start, end = place
    left = text[max(sentence[0], start - _REACH) : start]
    right = text[end : sentence[1]]
    for cue in CUES:
        if role and cue.role != role:
            continue
        match = cue.pattern.match(right) if cue.after else cue.pattern.search(left)
        if match:
            offset = end if cue.after else start - len(left)
            yield Hit(cue, offset + match.start("cue"), match["cue"].strip())


def _any(words: str) -> str:
    """Return a pattern of alternatives, given apart by " | "."""
    return "(?:" + "|".join(part.strip() for part in words.split(" | ")) + ")"


def _before(role: str, name: str, pattern: str) -> Cue:
    opening = r"[\s\"'“‘`*_${\\(]*(?:\\?(?:emph|text\w+)\{)?"
    return Cue(role, name, re.compile(rf"(?i)(?P<cue>{pattern}){opening}$"))


def _after(role: str, name: str, pattern: str) -> Cue:
    closing = r"[}*$\"'”’)\]]*"
    return Cue(role, name, re.compile(rf"(?i){closing}(?P<cue>{pattern})"), after=True)


WE = r"(?:we|this (?:paper|work|study|article)|(?:our|the) (?:paper|work|study)|here)"
_WE_CASED = r"(?-i:\b(?:[Ww]e|[Tt]his (?:paper|work|study|article)|(?:[Oo]ur|[Tt]he) (?:paper|work|study))\b)"
PROPOSE = _any(
    r"propos\w+ | present(?:s|ed|ing)? | introduc\w+ | develop(?:s|ed|ing)? | releas\w+ | design(?:s|ed)? | "
    r"construct(?:s|ed)? | creat(?:e|es|ed|ing) | contribut\w+ | curat(?:e|es|ed|ing) | formulat\w+ | devis\w+ | "
    r"unveil\w* | builds? | built | offers? | describes? | coin(?:s|ed)? | open-sourc\w+"
)
# What may stand between the verb and its object: no preposition, since another thing follows one.
_PREPOSITION = _any(
    "for | to | by | using | with | that | which | where | based | on | in | via | from | through | of | as | and"
)
_OBJECT = rf"(?:(?!(?<!-)\b{_PREPOSITION}\b)[^.;:()]){{0,90}}?"
_NAMED = _any(
    r"called | named | termed | dubbed | namely | coined | denoted(?: as| by)? | referred to as | i\.e\.,? | "
    r"which we call | we call | we name | codenamed"
)
# Earlier members of the same list: "A, B and ".
_LIST = r"(?:[^.;()]{0,80}?(?:,|\band\b|\bor\b)\s+(?:the\s+)?)?"
_NOVEL = _any(
    r"novel | new | first | simple | unified | lightweight | general | efficient | comprehensive | scalable | fully | "
    r"flexible | training-free | principled | large-scale | multi-\w+ | end-to-end | plug-and-play"
)
_RIVAL = _any(
    r"existing | previous | prior | standard | strong | state-of-the-art | SOTA | both | all | the | recent | "
    r"several | other | conventional | traditional | leading | vanilla | baselines? | methods | such as | like | "
    r"including | competitive | classical | models"
)
_BEAT = _any(
    r"outperform\w* | surpass\w* | beat(?:s|ing)? | exceed(?:s|ed|ing)? | improv\w+ (?:up)?on | better than | "
    r"superior to | over | than | rival\w* | underperform\w*"
)
_AGAINST = _any(
    r"compar\w+ (?:\w+ )?(?:to|with|against) | relative to | versus | vs\.? | against | unlike | "
    r"in contrast (?:to|with) | as opposed to | instead of | rather than"
)
_TESTED = _any(
    r"evaluat\w+ | experiment\w* | test(?:ed|s|ing)? | validat\w+ | benchmark(?:ed|ing) | results? | performance | "
    r"achiev\w+ | demonstrat\w+ | show\w* | accuracy | score\w* | gains? | improve\w* | outperform\w* | on | across"
)
_TRAINED = _any(
    r"train(?:ed|ing|s)? | pre-?train(?:ed|ing)? | fine-?tun(?:e|ed|ing) | learn(?:ed)? | collected | built | "
    r"constructed | derived | sampled | sourced"
)
_USING = _any(
    r"us(?:e|es|ed|ing) | utiliz\w+ | employ\w* | leverag\w+ | adopt\w* | appl(?:y|ies|ied|ying) | based on | "
    r"build(?:s|ing)? (?:up)?on | built (?:up)?on | via | through | combin\w+ | integrat\w+ | incorporat\w+ | "
    r"extend\w* | with | by | from | analy[sz]\w+ | study | studies | investigat\w+ | inspired by | adapt\w* | into | "
    r"fine-?tun\w+ | train\w* | power\w+ | equipped"
)
_OURS = "method | model | approach | framework | algorithm | system | benchmark | dataset | proposed"

CUES = (
    _before("proposes", "we-propose", rf"\b{WE}\b[^.;:]{{0,60}}?\b{PROPOSE}\b{_OBJECT}"),
    _before("proposes", "we-propose-named", rf"\b{WE}\b[^.;]{{0,60}}?\b{PROPOSE}\b[^.;]{{0,160}}?\b{_NAMED}"),
    _before(
        "proposes",
        "we-propose-long-form",
        rf"{_WE_CASED}[^.;:]{{0,60}}?\b{PROPOSE}\b{_OBJECT}(?-i:[A-Z])[^.;()]{{0,120}}?\(",
    ),
    _before("proposes", "is-proposed-named", rf"\b{PROPOSE}\b[^.;]{{0,120}}?\b{_NAMED}"),
    _before("proposes", "our", r"\b(?:our|the) (?:(?:newly |novel )?proposed|newly introduced|novel)(?: \w+){0,2}"),
    _before("proposes", "our-name", rf"\bour(?: {_any(_OURS)})?,?"),
    _after("proposes", "a-novel", rf",?\s*(?:which is |is )?(?:a|an|the first) (?:\w+-)?{_NOVEL}\b"),
    _after("proposes", "is-proposed", r"\s*,?\s*(?:is|are|was) (?:proposed|introduced|presented|developed)\b"),
    _before("compares_to", "outperforms", rf"\b{_BEAT}\s+{_LIST}(?:{_RIVAL} ?,?){{0,5}}"),
    _before("compares_to", "compared-with", rf"\b{_AGAINST}\s+{_LIST}(?:{_RIVAL} ){{0,3}}"),
    _before(
        "compares_to",
        "baselines",
        r"\b(?:baselines?|competitors|state-of-the-art (?:methods|models|approaches|algorithms))\b[^.;]{0,30}?"
        rf"(?:such as|like|including|,|\()\s*{_LIST}",
    ),
    _after("compares_to", "baseline", r" (?:baselines?|counterparts?)\b"),
    _before(
        "evaluates_on",
        "evaluated-on",
        rf"\b{_TESTED}\b[^.;]{{0,160}}?\b(?:on|across|in|with|using|over|including|and)\b[^.;]{{0,120}}?",
    ),
    _before("uses", "trained-on", rf"\b{_TRAINED} (?:\w+ ){{0,4}}?(?:on|from|with|using)\b[^.;,]{{0,60}}?"),
    _before("uses", "using", rf"\b{_USING}\s+[^.;,]{{0,50}}?"),
)
"""In the order in which they are tried; the strongest role found wins, whatever the order."""
