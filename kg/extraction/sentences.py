"""Component `sentences`: where sentences begin and end, by `kg.sentences`."""

from bisect import bisect_left
from typing import Any

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc

from kg.sentences import split_sentences


@Language.component("sentences", assigns=["token.is_sent_start", "doc._.sentences"])
def sentences(doc: Doc) -> Doc:
    """Set `doc._.sentences`, offsets of the sentences, and `token.is_sent_start` where one begins."""
    doc._.sentences = split_sentences(doc.text)
    offsets = [token.idx for token in doc]
    begins: Any = np.zeros(len(doc), dtype="uint64")
    begins[[bisect_left(offsets, start) for start, _ in doc._.sentences]] = 1
    # At once: set token by token, each would be a walk over all of them.
    return doc.from_array(["SENT_START"], begins)


if not Doc.has_extension("sentences"):
    Doc.set_extension("sentences", default=None)
