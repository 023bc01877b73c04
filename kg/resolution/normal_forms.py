"""Normal forms of names: the spellings of one name agree, names of different things do not.

Three forms, each coarser: `words_of` (the words of a name, folded one by one), `normal_form` (those words joined by
spaces: what ids are made of) and `key` (the same without the gaps that writers set at will: "fine-tuning",
"fine tuning" and "finetuning").
"""

# ruff: noqa: SIM905 - word lists read better as text

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache

from kg.text import plain, singular

_DASHES = re.compile(r"[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]")
_QUOTES = re.compile("[\u2018\u2019\u02bc\u2032`\u00b4\u201c\u201d\u201e\u00ab\u00bb\"']")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_GREEK = dict(
    zip(
        "αβγδεζηθικλμνξοπρστυφχψωςϵϑϕ",
        "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi "
        "chi psi omega sigma epsilon theta phi".split(),
        strict=True,
    )
)
_LETTERS = re.compile("[" + "".join(_GREEK) + "]")
_BRACKET = re.compile(r"\s*\(([^()]*)\)\s*")
_PLAIN = re.compile(r"[A-Za-z0-9.+#&/()-]+(?: [A-Za-z0-9.+#&/()-]+)*")
_GAPS = re.compile(r"[\s\-_/]+")
_EDGES = " .,;:!?*&"
_ACCENT = re.compile(r"\\[\"'`^~=.Hcvu]\s?\{?([A-Za-z])\}?")
# A search algorithm's star is part of its name: A* is not A, RRT* is not RRT.
_STARRED = re.compile(r"[A-Z][A-Z0-9-]*\*$")
# A word that a line's end broke: "accu- racy"; but "pre- and post-training" is none.
_BROKEN = re.compile(r"(?<=[a-z])- (?=[a-z])(?!(?:and|or|to|versus|vs|nor|but)\b)")
# "LLM-based agents" are LLM agents; but "model-based" and "energy-based" say something of their own, and evaluation by
# a language model is not that of one: what is done (ending in -ation, -ing, …) keeps the word.
_BASED = re.compile(
    r"(?:(?<=[A-Z]{2})|(?<=ransformer)|(?<=iffusion)|(?<=anguage model)|(?<=anguage models)|(?<=network))"
    r"[\s-]based(?=\s\w)(?!.*(?:ion|ions|ing|ment|ments|sis|ses|ance|attack|attacks|search)$)"
)

# British to American, by ending; the exceptions are words that only look British.
_BRITISH = (
    (re.compile(r"^(\w{3,})is(e|ed|es|er|ers|ing|ation|ations|ational)$"), r"\1iz\2"),
    (re.compile(r"^(\w{2,})ys(e|ed|es|ing)$"), r"\1yz\2"),
    (re.compile(r"^(behavi|col|fav|neighb|hum|lab|harb|endeav)our(\w*)$"), r"\1or\2"),
    (re.compile(r"^(\w*)modell(ing|ed|er|ers)$"), r"\1model\2"),
    (re.compile(r"^(\w*)label?l(ing|ed|er|ers)$"), r"\1label\2"),
    (re.compile(r"^(signal|travel|channel|tunnel|cancel|level|fuel|total)l(ing|ed|er|ers)$"), r"\1\2"),
    (re.compile(r"^(cent|fib|theat|met)re(s?)$"), r"\1er\2"),
    (re.compile(r"^(dialog|catalog|analog)ue(s?)$"), r"\1\2"),
    (re.compile(r"^(\w*)defence(s?)$"), r"\1defense\2"),
    (re.compile(r"^gr[e]y(\w*)$"), r"gray\1"),
    (re.compile(r"^artefact(\w*)$"), r"artifact\1"),
    (re.compile(r"^haem(\w+)$"), r"hem\1"),
    (re.compile(r"^(\w+)aemi(a|c)$"), r"\1emi\2"),
    (re.compile(r"^(a)naesthe(\w+)$"), r"\1nesthe\2"),
    (re.compile(r"^paediatric(\w*)$"), r"pediatric\1"),
    (re.compile(r"^ageing$"), "aging"),
    (re.compile(r"^(\w*)programme(s?)$"), r"\1program\2"),
    (re.compile(r"^judgement(s?)$"), r"judgment\1"),
)
# One search tells most words apart from all of these.
_MAY_BE_BRITISH = re.compile("|".join(pattern.pattern for pattern, _ in _BRITISH))
_NOT_BRITISH = frozenset(
    "advertise advise arise circumcise comprise compromise concise cruise demise denoise denoised denoiser denoising "
    "devise disguise enterprise excise exercise expertise franchise improvise incise merchandise noise otherwise "
    "paradise pairwise praise precise premise premises promise promising raise raised raising revise revised rise "
    "rising supervise supervised supervising supervisor surmise surprise surprised surprising televise treatise wise "
    "unsupervised compromised compromising advertised advertiser advertising advised advising noised noising "
    "arising bruise poise poised raiser stepwise likewise pointwise layerwise elementwise groupwise listwise "
    "blockwise tokenwise componentwise coordinatewise clockwise promised premised disguised revising revises".split()
)
_PLURALS = {
    "matrices": "matrix", "indices": "index", "vertices": "vertex", "vortices": "vortex", "simplices": "simplex",
    "analyses": "analysis", "hypotheses": "hypothesis", "parentheses": "parenthesis", "theses": "thesis",
    "axes": "axis", "biases": "bias", "losses": "loss", "phenomena": "phenomenon", "criteria": "criterion",
    "corpora": "corpus", "spectra": "spectrum", "minima": "minimum", "maxima": "maximum", "optima": "optimum",
    "foci": "focus", "stimuli": "stimulus", "radii": "radius", "priors": "prior", "viruses": "virus", "buses": "bus",
    "caches": "cache", "headaches": "headache", "photos": "photo", "demos": "demo", "macros": "macro",
    "cameras": "camera", "schemas": "schema", "personas": "persona", "formulas": "formula", "areas": "area",
    "ideas": "idea",
}  # fmt: skip
# "ratios", "videos": kg.text.singular leaves words in -os alone, for "chaos" and "cosmos".
_PLURAL_IN_OS = re.compile(r"[ie]os$")
_NO_PLURAL = re.compile(r"(?:ics|bayes|series|species|chaos|canvas|means|atlas|always|news|lens|gas|plus|mars)$")


@lru_cache(maxsize=1 << 16)
def normal_form(name: str) -> str:
    r"""Return the name without markup, letter case, hyphens, quotes, brackets that repeat it, British spelling, plural.

    >>> normal_form("Large-Language Models (LLMs)"), normal_form(r"\textbf{m}ulti-agent Modelling")
    ('large language model', 'multi agent modeling')
    >>> normal_form("C++"), normal_form("β-VAE"), normal_form("personalisation")
    ('c++', 'beta vae', 'personalization')
    """
    text = _BASED.sub("", without_bracket(clean(name))).casefold()
    text = _LETTERS.sub(lambda match: _GREEK[match.group()], text)
    text = _without_accents(_QUOTES.sub("", text))
    words = [american(word) for word in _without_edges(_GAPS.sub(" ", text)).split(" ") if word]
    if words and not _keeps_s(name):
        words[-1] = _singular(words[-1])
    star = "*" if words and _STARRED.search(clean(name)) else ""
    return " ".join(words).strip() + star or clean(name).casefold()


@lru_cache(maxsize=1 << 16)
def key(name: str) -> str:
    """Return the normal form without its gaps, but for one between two digits.

    >>> key("Fine-Tuning") == key("finetuning"), key("CIFAR10") == key("CIFAR-10")
    (True, True)
    >>> key("Llama 2 7B") == key("Llama 27B"), key("CIFAR-10") == key("CIFAR-100")
    (False, False)
    """
    return squeeze(normal_form(name))


def squeeze(normal: str) -> str:
    """Return a normal form without its gaps, but for one between two digits."""
    return re.sub(r"(?<!\d) | (?!\d)", "", normal)


@lru_cache(maxsize=1 << 16)
def clean(name: str) -> str:
    r"""Return a name in one line of composed characters with plain dashes, its letter case kept.

    >>> clean("Qwen‑2.5\n(7B)"), clean("ﬁne–tuning")
    ('Qwen-2.5 (7B)', 'fine-tuning')
    """
    if _PLAIN.fullmatch(name):
        return _BROKEN.sub("", name)
    text = unicodedata.normalize("NFKC", plain(_ACCENT.sub(r"\1", name) if "\\" in name else name))
    text = _DASHES.sub("-", _CONTROL.sub(" ", text.replace("\u00ad", "")))
    return _BROKEN.sub("", re.sub(r"\s+", " ", text).strip()) or " ".join(f"U+{ord(sign):04X}" for sign in name)


def without_bracket(name: str, *, is_short: Callable[[str, str], bool] | None = None) -> str:
    """Return a name without a bracket that only shortens the words before it.

    >>> without_bracket("key-value (KV) cache"), without_bracket("GPT-4V(ision)"), without_bracket("f(x) model")
    ('key-value cache', 'GPT-4V(ision)', 'f(x) model')
    """
    match = _BRACKET.search(name)
    if match is None or not match.group(1) or not name[: match.start()]:
        return name
    before, inside, after = name[: match.start()], match.group(1), name[match.end() :]
    shortens = is_short or _initials_end
    if not shortens(inside, before):
        return name
    return f"{before} {after}".strip()


@lru_cache(maxsize=1 << 16)
def american(word: str) -> str:
    """Return a lower-case word in American spelling.

    >>> american("optimisation"), american("modelling"), american("supervised"), american("behaviour")
    ('optimization', 'modeling', 'supervised', 'behavior')
    """
    if (
        not _MAY_BE_BRITISH.search(word)
        or word in _NOT_BRITISH
        or word.removesuffix("s") in _NOT_BRITISH
        or word.endswith(("wise", "noise", "noising", "noised", "vised", "vise"))
    ):
        return word
    for pattern, replacement in _BRITISH:
        changed = pattern.sub(replacement, word)
        if changed != word:
            return changed
    return word


@lru_cache(maxsize=1 << 16)
def is_acronym(name: str) -> bool:
    """Tell whether a name is written like an acronym: one word with two capitals at least, plural or not.

    >>> [is_acronym(name) for name in ("LLMs", "LoRA", "k-NN", "GPT-4", "Transformer", "Sentence-BERT", "F1")]
    [True, True, True, True, False, True, False]
    """
    return " " not in name and len(name) <= 16 and sum(letter.isupper() for letter in name) >= 2


def _without_accents(text: str) -> str:
    """Return a text without the accents of Latin letters: "Fréchet" and "Frechet" are one name."""
    if text.isascii():
        return text
    stripped = re.sub("(?<=[a-z])[\u0300-\u036f]+", "", unicodedata.normalize("NFD", text))
    return unicodedata.normalize("NFC", stripped)


def _without_edges(text: str) -> str:
    """Return a text without punctuation around it and without a bracket that lost its other half."""
    text = text.strip(_EDGES)
    for left, right in ("()", "[]"):
        if text.startswith(left) and text.endswith(right):
            text = text[1:-1].strip(_EDGES)
        if text.count(left) != text.count(right):
            text = text.strip(left + right + _EDGES)
    return text


def _keeps_s(name: str) -> bool:
    """Tell whether a name ends in an S of its own: one word ("LPIPS", "SAVeS"), where a plural s would be small."""
    return name.endswith("S") and " " not in name


def _singular(word: str) -> str:
    if word in _PLURALS:
        return _PLURALS[word]
    if _PLURAL_IN_OS.search(word):
        return word[:-1]
    return word if _NO_PLURAL.search(word) else singular(word)


def _initials_end(short: str, words: str) -> bool:
    """Tell whether the letters of `short` begin the last words of `words`, one each, in order."""
    letters = re.sub(r"[^a-z0-9]", "", short.casefold())
    letters = letters[:-1] if letters.endswith("s") and short[-1:] == "s" else letters
    initials = "".join(word[0] for word in re.findall(r"[a-z0-9]+", words.casefold()))
    return len(letters) > 1 and initials.endswith(letters)
