"""Component `rule_grouping`: mentions of one thing within one abstract become one entity.

Letter case, plural, hyphens and spaces are set aside; a short form joins its long form. This is the only
identity that extraction decides.
"""

from collections.abc import Iterable, Sequence

from spacy.language import Language
from spacy.tokens import Doc

from kg.extraction.rules.abbreviations import Definition
from kg.extraction.rules.drafts import DraftEntity, DraftMention
from kg.extraction.rules.runs import Word


def group(
    words: Sequence[Word], mentions: Iterable[DraftMention], definitions: Iterable[Definition]
) -> list[DraftEntity]:
    """Return draft entities in the order of their first mentions."""
    leader: dict[str, str] = {}
    forms: dict[str, tuple[str, str]] = {}
    for d in definitions:
        long, short = key_of(words, d.long_first, d.long_last), key_of(words, d.short_first, d.short_last)
        leader.setdefault(short, long)
        forms[long] = (_surface(words, d.short_first, d.short_last), _surface(words, d.long_first, d.long_last))
    drafts: dict[str, DraftEntity] = {}
    for mention in mentions:
        key = key_of(words, mention.first, mention.last)
        key = leader.get(key, key)
        draft = drafts.setdefault(key, DraftEntity())
        draft.mentions.append(mention)
        draft.short, draft.long = forms.get(key, ("", ""))
    return list(drafts.values())


def key_of(words: Sequence[Word], first: int, last: int) -> str:
    """Return the form by which mentions agree: "multi-modal models" is "Multimodal Model"."""
    return "".join(word.norm if word.gap in {" ", "-", "|"} else word.gap + word.norm for word in words[first:last])


def _surface(words: Sequence[Word], first: int, last: int) -> str:
    return " ".join(word.text for word in words[first:last])


@Language.component("rule_grouping", requires=["doc._.mentions", "doc._.definitions"], assigns=["doc._.entities"])
def grouping(doc: Doc) -> Doc:
    """Set `doc._.entities`."""
    doc._.entities = group(doc._.words, doc._.mentions, doc._.definitions)
    return doc
