"""Component `rule_runs`: the words of a Doc with what stands between them, for rules that match phrases.

A phrase may run across spaces and hyphens ("large-language model"), a name also across signs inside it
("Qwen2.5", "pass@1"); anything else between two words breaks both.
"""

import re
from typing import NamedTuple

from spacy.language import Language
from spacy.tokens import Doc

_SPACE = re.compile(r"[ \t\u00a0~]+|[ \t]*\n[ \t]*(?!\s)")
# Begins only where a run of its letters does: at each letter of a long run the search would be quadratic.
_URL = re.compile(r"https?://\S+|www\.\S+|(?<![\w.-])[\w.-]+\.(?:com|org|io|net|edu|ai)/\S*")
_HYPHENS = frozenset("-\u2010\u2011\u2012\u2013\u2212")
_GLUE = frozenset([".", "@", "&", "'", "’", "_", "^", "+", "/", "\\_"])


class Word(NamedTuple):
    """A word of a text: surface, normal form, token number, offsets, and the gap before it.

    `gap` is " " or "-" where a phrase may run on, the sign itself where only a name may, else "|".
    """

    text: str
    norm: str
    token: int
    start: int
    end: int
    gap: str


def words_of(doc: Doc) -> list[Word]:
    """Return the words of a Doc: tokens with a letter or digit; no LaTeX commands, no web addresses."""
    text = doc.text
    words: list[Word] = []
    last = 0
    in_address = {position for match in _URL.finditer(text) for position in range(*match.span())}
    for number, token in enumerate(doc):
        surface = token.text
        if token.norm_[:1] == "\\" or not any(map(str.isalnum, token.norm_)):
            continue
        start = token.idx
        if start in in_address:
            continue
        words.append(Word(surface, token.norm_, number, start, start + len(surface), _gap(text[last:start])))
        last = start + len(surface)
    return words


def _gap(between: str) -> str:
    if between in _HYPHENS:
        return "-"
    if between == " " or _SPACE.fullmatch(between):
        return " "
    return between if between in _GLUE else "|"


@Language.component("rule_runs", requires=["token.norm"], assigns=["doc._.words"])
def runs(doc: Doc) -> Doc:
    """Set `doc._.words`."""
    doc._.words = words_of(doc)
    return doc


if not Doc.has_extension("words"):
    Doc.set_extension("words", default=None)
