"""The shipped encoder, run by onnxruntime on one thread: text to one row of numbers for each word."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from tokenizers import Tokenizer

from kg.extraction.neural.encoded import Encoded
from kg.extraction.neural.files import ENCODER_FILE, TOKENIZER_FILE, reading
from kg.extraction.neural.layout import N_COLUMNS
from kg.extraction.neural.windows import Window, make_windows
from kg.extraction.neural.words import split_words

_INPUTS = ("ids", "shapes", "types", "firsts")
_OUTPUTS = ("states", "columns", "summary")


class Encoder:
    """An encoder folder, loaded. Each window is a run of its own, so no text depends on another.

    Raises ReadError, with the name of the file, for a broken one.
    """

    def __init__(self, folder: Path) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        with reading(folder / ENCODER_FILE) as path:
            self._session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
            _check(self._session)
        with reading(folder / TOKENIZER_FILE) as path:
            tokenizer = Tokenizer.from_file(str(path))
        tokenizer.no_truncation()
        tokenizer.no_padding()
        self._subwords = lru_cache(maxsize=65536)(
            lambda word: tuple(tokenizer.encode(word, add_special_tokens=False).ids)
        )

    def encode(self, title: str, text: str) -> Encoded:
        """Return the rows of the text's words; the title, which may be empty, is context alone."""
        words = split_words(text)
        windows = make_windows(split_words(title), words, self._tokenize)
        parts = [self._run(window) for window in windows]
        if not parts:
            nothing = np.zeros((0, 0), np.float32)
            return Encoded(
                words=[], states=nothing, columns=np.zeros((0, N_COLUMNS), np.float32), summary=nothing.reshape(-1)
            )
        return Encoded(
            words=words,
            states=np.concatenate([states for states, _, _ in parts]),
            columns=np.concatenate([columns for _, columns, _ in parts]),
            summary=np.mean([summary for _, _, summary in parts], axis=0, dtype=np.float32),
        )

    def _tokenize(self, word: str) -> Sequence[int]:
        return self._subwords(word)

    def _run(self, window: Window) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
        states, columns, summary = self._session.run(
            list(_OUTPUTS),
            {
                "ids": np.array([window.ids], np.int64),
                "shapes": np.array([window.shapes], np.int64),
                "types": np.array([window.types], np.int64),
                "firsts": np.array(window.firsts, np.int64),
            },
        )
        kept = slice(window.keep_from - window.first_word, window.keep_to - window.first_word)
        return states[kept], columns[kept], summary


def _check(session: onnxruntime.InferenceSession) -> None:
    """Raise ValueError for a network that is not an encoder of this form."""
    names = {part.name for part in session.get_inputs()}, {part.name: part.shape for part in session.get_outputs()}
    if names[0] != set(_INPUTS) or not set(_OUTPUTS) <= names[1].keys():
        raise ValueError(f"a network from {sorted(names[0])} to {sorted(names[1])}")
    if names[1]["columns"][-1] != N_COLUMNS:
        raise ValueError(f"{names[1]['columns'][-1]} columns a word instead of {N_COLUMNS}")
