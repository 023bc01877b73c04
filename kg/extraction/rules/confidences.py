"""Component `rule_confidences`: how sure the rules are of each entity.

A listed entry has its share as its confidence. For a new name it depends on its shape and on how often
the abstract says it: the shares in which annotators took such names in the abstracts the lists were made from.
"""

import re
from collections.abc import Sequence

from spacy.language import Language
from spacy.tokens import Doc

from kg.extraction.rules.drafts import DraftEntity
from kg.extraction.rules.runs import Word

# By shape: named once, twice, three times or more.
_SHARES = {
    "camel": (0.70, 0.87, 0.97),
    "capitals": (0.72, 0.80, 0.87),
    "two capitals": (0.38, 0.60, 0.60),
    "hyphen": (0.64, 0.91, 0.97),
    "digit": (0.42, 0.55, 0.73),
    "several": (0.45, 0.75, 0.75),
}


def name_confidence(words: Sequence[Word], n_mentions: int) -> float:
    """Return the share of names of this shape, said so often, that are entities."""
    return _SHARES[shape_of(words)][min(n_mentions, 3) - 1]


def shape_of(words: Sequence[Word]) -> str:
    """Return the shape of a name, a key of the table."""
    text = "".join(word.text for word in words)
    if re.search(r"\d", text):
        return "digit"
    if any(word.gap == " " for word in words[1:]):
        return "several"
    if re.fullmatch(r"[A-Z]+s?", text):
        return "two capitals" if len(text.rstrip("s")) == 2 else "capitals"
    return "hyphen" if len(words) > 1 else "camel"


def _confidence(words: Sequence[Word], draft: DraftEntity) -> float:
    sure = [m.confidence for m in draft.mentions if m.rule not in {"name", "names"}]
    new = [m for m in draft.mentions if m.rule in {"name", "names"}]
    # A confidence below the usual one was read from the list of what is seldom a name.
    named = [
        min(m.confidence / 0.7, 1.0) * name_confidence(words[m.first : m.last], len(draft.mentions)) for m in new[:1]
    ]
    return max([*sure, *named])


@Language.component("rule_confidences", requires=["doc._.entities", "doc._.words"], assigns=["doc._.entities"])
def confidences(doc: Doc) -> Doc:
    """Complete `doc._.entities`."""
    for draft in doc._.entities:
        draft.confidence = _confidence(doc._.words, draft)
    return doc
