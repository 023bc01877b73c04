"""Component `rule_confidences`: how sure the rules are of each entity, from its surest mention."""

from spacy.language import Language
from spacy.tokens import Doc


@Language.component("rule_confidences", requires=["doc._.entities"], assigns=["doc._.entities"])
def confidences(doc: Doc) -> Doc:
    """Complete `doc._.entities`."""
    for draft in doc._.entities:
        draft.confidence = max(mention.confidence for mention in draft.mentions)
    return doc
