"""Names with the acronyms in them spelled out, where the paper or a table says what they mean."""

import re
from collections.abc import Mapping
from functools import cache, lru_cache

from kg.resolution.normal_forms import is_acronym, normal_form, without_bracket
from kg.resolution.tables import expansions

_TOKEN = re.compile(r"[^\s-]+|[\s-]+")
_VOWEL = re.compile(r"[aeiouy]", re.IGNORECASE)


def spelled_out(name: str, local: Mapping[str, str]) -> str:
    """Return the normal form of a name in which acronyms that are plain in this paper or everywhere are spelled out.

    >>> spelled_out("LLM-based agents", {}), spelled_out("RQ-RAG", {}), spelled_out("SLM training", {})
    ('large language model agent', 'rq rag', 'slm training')
    >>> spelled_out("SLM training", {"SLM": "speech language model"})
    'speech language model training'
    >>> spelled_out("LLM agents", {"LLM": "Large Language Models"})
    'large language model agent'
    """
    if any(short in name for short in local):
        return _with_acronyms_spelled_out(name, local)
    return _spelled_out_by_table(name)


@cache
def shipped_form(long: str) -> str:
    """Return the normal form of a long form of the shipped table, acronyms in its lower-case words spelled out.

    >>> shipped_form("ai generated content")
    'artificial intelligence generated content'
    """
    words = long.split(" ")
    return spelled_out(" ".join(_long_by_word().get(word, word) for word in words) if len(words) > 1 else long, {})


@cache
def _long_by_word() -> Mapping[str, str]:
    return {short.casefold(): normal_form(each) for short, each in expansions().items() if short.isupper()}


@lru_cache(maxsize=1 << 16)
def _spelled_out_by_table(name: str) -> str:
    return _with_acronyms_spelled_out(name, {})


def _with_acronyms_spelled_out(name: str, local: Mapping[str, str]) -> str:
    name = without_bracket(name)
    if " " not in name and "-" not in name:
        return normal_form(name)
    words = name.split(" ")
    return normal_form(" ".join(_spelled_out(word, local, sole=len(words) == 1) for word in words))


def _spelled_out(word: str, local: Mapping[str, str], *, sole: bool) -> str:
    """Return a word of a name with its acronyms spelled out: all of it, or parts beside small words ("LLM-based").

    A coined compound ("KG-RAG", "Sentence-BERT") stays.
    """
    if not sole and (long := _long(word, local)):
        return long
    parts = _TOKEN.findall(word)
    if len(parts) == 1 or any(part[:1].isupper() and not is_acronym(part) for part in parts):
        return word
    longs = [_long(part, local) for part in parts]
    n_capital = sum(any(letter.isupper() or letter.isdigit() for letter in part) for part in parts)
    if sum(map(bool, longs)) != n_capital or n_capital > 1:
        return word
    return "".join(long or part for long, part in zip(longs, parts, strict=True))


def _long(word: str, local: Mapping[str, str]) -> str:
    if not is_acronym(word):
        return ""
    for short in (word, word.removesuffix("s")):
        long = local.get(short) or expansions().get(short)
        if long and normal_form(long) != normal_form(word):
            return normal_form(long)  # a plural stands at the end of a name only
    return ""


def is_wordlike(name: str) -> bool:
    """Tell whether a single word may be an ordinary one: no two capitals, a vowel in it.

    >>> [is_wordlike(name) for name in ("Star", "star", "STAR", "STaR", "llm", "GPT-4")]
    [True, True, False, False, False, False]
    """
    return name.isalpha() and bool(_VOWEL.search(name)) and not is_acronym(name)
