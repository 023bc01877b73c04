"""What the encoder says of a text: one row of numbers for each word."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kg.extraction.neural.words import Word


@dataclass(frozen=True, slots=True, kw_only=True)
class Encoded:
    """A text in words, the encoder's state of each, the head columns of each, and the whole text's state."""

    words: list[Word]
    states: NDArray[np.float32]
    columns: NDArray[np.float32]
    summary: NDArray[np.float32]
