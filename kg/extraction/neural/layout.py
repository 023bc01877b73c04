"""Where each head's numbers stand in the one row that the encoder gives for a word."""

from kg.extraction.neural.labels import FIELDS, KINDS, n_labels

SPAN_WIDTH = 192
ROLE_WIDTH = 128
ALIAS_WIDTH = 128
POINTER_WIDTH = 128
MAX_SPAN_WORDS = 10
N_VALUE_LABELS = n_labels(1)
N_FIELDS = len(FIELDS)

_SIZES = {
    "labels": n_labels(len(KINDS)),
    "value_labels": N_VALUE_LABELS,
    "span_first": SPAN_WIDTH,
    "span_last": SPAN_WIDTH,
    "span_mean": SPAN_WIDTH,
    "role_first": ROLE_WIDTH,
    "role_last": ROLE_WIDTH,
    "role_mean": ROLE_WIDTH,
    "alias": ALIAS_WIDTH,
    "pointer_first": POINTER_WIDTH,
    "pointer_last": POINTER_WIDTH,
}


def head_slices() -> dict[str, slice]:
    """Columns of each head, by name."""
    slices = {}
    begin = 0
    for name, size in _SIZES.items():
        slices[name] = slice(begin, begin + size)
        begin += size
    return slices


HEADS = head_slices()
N_COLUMNS = sum(_SIZES.values())
