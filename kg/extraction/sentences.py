"""Component `sentences`: marks where sentences begin, by `kg.sentences`."""

from bisect import bisect_left

from spacy.language import Language
from spacy.tokens import Doc

from kg.sentences import split_sentences


@Language.component("sentences", assigns=["token.is_sent_start"])
def sentences(doc: Doc) -> Doc:
    """Set `token.is_sent_start` of every token."""
    offsets = [token.idx for token in doc]
    starts = {bisect_left(offsets, start) for start, _ in split_sentences(doc.text)}
    for number, token in enumerate(doc):
        token.is_sent_start = number in starts or number == 0
    return doc
