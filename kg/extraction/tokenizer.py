r"""Tokens of an abstract, markup set apart, offsets always into the text as it stands.

A token is a run of letters and digits, a LaTeX command (`\emph`, `\tau`), an escaped sign (`\%`), or one
other visible sign; so a mention may begin and end wherever a word does, and `\emph{X}` never sticks to X.
Emphasis or mathematics inside a word (`\textbf{m}ulti`, `**M**ulti`, `F$_1$`) is part of that one token, and so
is a short formula that a hyphen joins to a word (`$k$-means`). White space is kept as
spaCy does, so `doc.text` is the text. `token.norm_` is the word's normal form: no markup, lower case, singular.
"""

import re
from functools import lru_cache

from spacy.tokens import Doc
from spacy.vocab import Vocab

from kg.text import plain, singular

_LETTERS = r"[^\W_]+"
_MATH = r"\$[^$\s]{1,24}\$"
_COMMAND = rf"\\(?:emph|text[a-z]{{0,6}}|math[a-z]{{2,4}}|underline|bm)\*?\{{{_LETTERS}\}}"
_STYLED = rf"(?:{_COMMAND}|\*\*{_LETTERS}\*\*|{_MATH})"
_TOKEN = re.compile(
    rf"{_LETTERS}(?:{_STYLED})+(?:{_LETTERS})?|(?:{_STYLED})+{_LETTERS}|{_MATH}(?=[-\u2010-\u2013][^\W_])|(?<=-){_MATH}"
    rf"|[A-Z][^\W_]*\+{{1,2}}(?![^\W_+])|{_LETTERS}|\\[A-Za-z]+\*?|\\\S|\*\*|\S|\s+"
)


class MarkupTokenizer:
    """Makes the Doc of a text; the `tokenizer` of the pipeline."""

    def __init__(self, vocab: Vocab) -> None:
        self.vocab = vocab
        self._known: set[str] = set()

    def __call__(self, text: str) -> Doc:
        """Return the Doc of a text, without loss: `doc.text == text`."""
        words: list[str] = []
        spaces: list[bool] = []
        for piece in _TOKEN.findall(text):
            if piece == " " and spaces and not spaces[-1]:
                spaces[-1] = True
            elif piece[0] == " " and spaces and not spaces[-1] and not words[-1].isspace():
                spaces[-1] = True
                words.append(piece[1:])
                spaces.append(False)
            else:
                words.append(piece)
                spaces.append(False)
        # The normal form belongs to the word, so it is set once a word and not once a token.
        for word in set(words).difference(self._known):
            self.vocab[word].norm_ = normal_form(word)
            self._known.add(word)
        return Doc(self.vocab, words=words, spaces=spaces)


@lru_cache(maxsize=100_000)
def normal_form(word: str) -> str:
    r"""Return the form by which spellings of a word agree: no markup, lower case, singular.

    >>> normal_form("Networks"), normal_form(r"\textbf{m}ulti"), normal_form("–")
    ('network', 'multi', '-')
    """
    if word in "-\u2010\u2011\u2012\u2013\u2212":
        return "-"
    return singular(plain(word).casefold()) if not word.isspace() else " "


def split_normal(name: str) -> tuple[str, ...]:
    """Return the normal forms of the words of a name, hyphens and spaces left out.

    >>> split_normal("Large-Language Models")
    ('large', 'language', 'model')
    """
    words = (normal_form(piece) for piece in _TOKEN.findall(name) if not piece.isspace())
    return tuple(word for word in words if word != "-")
