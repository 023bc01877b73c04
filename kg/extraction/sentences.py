"""Component `sentences`: where sentences begin and end, by `kg.sentences`."""

from bisect import bisect_left

from spacy.language import Language
from spacy.tokens import Doc

from kg.sentences import split_sentences


@Language.component("sentences", assigns=["token.is_sent_start", "doc._.sentences"])
def sentences(doc: Doc) -> Doc:
    """Set `doc._.sentences`, offsets of the sentences, and `token.is_sent_start` where one begins."""
    doc._.sentences = split_sentences(doc.text)
    offsets = [token.idx for token in doc]
    for start, _ in doc._.sentences:
        doc[bisect_left(offsets, start)].is_sent_start = True
    return doc


if not Doc.has_extension("sentences"):
    Doc.set_extension("sentences", default=None)
