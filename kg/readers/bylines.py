"""Lines that name the authors of a paper and nothing else, as they stand below its title."""

import re

_PREFIX = re.compile(r"(?:authors?[ \t]*:|by\b)[ \t]*", re.IGNORECASE)
# What is put behind names: affiliations in brackets, numbers and signs of footnotes, also raised by LaTeX.
_BEHIND = re.compile(
    r"\([^()]*\)|\[[^\[\]]*\]|\$[^$]*\$|\\textsuperscript\{[^{}]*\}|[\d*†‡§¶♯⋆∗✉^]+(?:,[\d*†‡§¶♯⋆∗✉^]+)*(?=\s|,|;|$)"
)
_BETWEEN = re.compile(r"\s*(?:[,;·•|&，；、]|\band\b)\s*")
_PARTICLE = re.compile(r"a[lf]|bin|d(?:[aeiou]|al|el|ella|en|er|os)|el|ibn|l[ae]|te[nr]|v[ao]n|vom|y|zur?")
_INITIALS = re.compile(r"(?:[^\W\d_]\.-?){1,3}")
_WORD = re.compile(r"[^\W\d_]+(?:['’.\-‐][^\W\d_]+)*")
_SUFFIX = re.compile(r"Jr\.?|Sr\.?|II|III|IV")
_CHINESE = re.compile(r"[\u4e00-\u9fff]{2,4}")
# Words of titles and keywords, capitalized as names are, that are hardly any person's.
_NO_NAME = re.compile(
    r"(?:adversarial|agent|algorithm|alignment|analysis|attention|bayesian|benchmark|causal|clustering|code|computer|control|"
    r"convolutional|data|dataset|deep|detection|diffusion|distributed|efficient|embedding|estimation|evaluation|explainable|"
    r"fairness|federated|fine-tuning|foundation|game|generation|generative|gradient|graph|image|inference|interpretability|"
    r"kernel|knowledge|language|large|learning|machine|memory|method|model|multi-agent|multimodal|natural|network|neural|"
    r"offline|online|optimal|optimization|planning|policy|privacy|processing|reasoning|recognition|recommendation|regression|"
    r"reinforcement|representation|retrieval|robotic|robust|robustness|safety|sampling|scaling|search|security|segmentation|"
    r"self-supervised|series|speech|statistical|supervised|system|text|theory|time|training|transfer|transformer|translation|"
    r"tree|tuning|understanding|unsupervised|video|vision|visual)s?"
)
_MAX_WORDS = 5
_MAX_LENGTH = 5_000


def authors_of(text: str) -> tuple[str, ...]:
    """Return the names on a line, or wrapped lines, of nothing but two names or more; else nothing.

    One name is enough behind "By" or "Authors:".

    >>> authors_of("Ann B. Lee¹, Bo van der Wu* (MIT) and Cy Day")
    ('Ann B. Lee', 'Bo van der Wu', 'Cy Day')
    >>> authors_of("Graph Networks, Federated Learning"), authors_of("Ann Lee and Bo Wu prune heads.")
    ((), ())
    """
    if len(text) > _MAX_LENGTH:
        return ()
    prefix = _PREFIX.match(text)
    plain = _BEHIND.sub("", re.sub(r"[¹²³⁰-⁹]+", "", text[prefix.end() :] if prefix else text))
    names = [
        name for part in _BETWEEN.split(plain) if (name := " ".join(part.split())) and name not in {"et al.", "et al"}
    ]
    if len(names) < (1 if prefix else 2) or not all(map(_is_name, names)):
        return ()
    return tuple(names)


def _is_name(name: str) -> bool:
    """Return whether a text is the name of a person: a surname in capitals and small letters, and what goes before."""
    if _CHINESE.fullmatch(name):
        return True
    words = name.split()
    if len(words) > 2 and _SUFFIX.fullmatch(words[-1]):
        del words[-1]
    if not 2 <= len(words) <= _MAX_WORDS or _PARTICLE.fullmatch(words[-1]):
        return False
    return all(map(_is_part, words)) and any(len(word) > 1 and not _INITIALS.fullmatch(word) for word in words)


def _is_part(word: str) -> bool:
    if _PARTICLE.fullmatch(word) or _INITIALS.fullmatch(word):
        return True
    is_written_as_name = word[:1].isupper() and not (word.isupper() and len(word) > 2)
    return is_written_as_name and _WORD.fullmatch(word) is not None and not _NO_NAME.fullmatch(word.casefold())
