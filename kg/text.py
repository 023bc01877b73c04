"""Normal forms of names and markup; pure functions from str to str."""

import hashlib
import re
import unicodedata

_DASHES = re.compile(r"[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]")
_QUOTES = str.maketrans({"\u2018": "'", "\u2019": "'", "\u02bc": "'", "\u201c": '"', "\u201d": '"'})
_COMMAND = re.compile(
    r"\\(?:emph|text(?:bf|it|tt|sc|sf|rm|up|sl|normal)?|math(?:bf|it|tt|cal|rm|sf|bb|frak|scr)|mbox|underline|bm|"
    r"boldsymbol|operatorname|ensuremath)\*?\s*\{([^{}]*)\}"
)
_GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε", "zeta": "ζ",
    "eta": "η", "theta": "θ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π",
    "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ", "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω",
    "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Pi": "Π", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ",
    "Omega": "Ω", "ell": "ℓ", "infty": "∞", "times": "×", "sim": "~", "approx": "≈", "rightarrow": "→", "to": "→",
}  # fmt: skip
_SYMBOL = re.compile(r"\\(" + "|".join(sorted(_GREEK, key=len, reverse=True)) + r")(?![A-Za-z])\s?")
_SPACE = re.compile(r"\s+")


def plain(surface: str) -> str:
    r"""Return a surface without LaTeX and Markdown markup, its letters, digits and signs kept.

    >>> plain(r"$\tau$-leaping"), plain(r"\textbf{m}ulti-agent"), plain("**NCP-Bench**")
    ('τ-leaping', 'multi-agent', 'NCP-Bench')
    """
    text = surface.replace(r"\%", "%").replace(r"\&", "&").replace(r"\_", "_").replace(r"\#", "#").replace("~", " ")
    previous = ""
    while previous != text:
        previous, text = text, _COMMAND.sub(r"\1", text)
    text = _SYMBOL.sub(lambda match: _GREEK[match.group(1)], text)
    text = re.sub(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1", r"\2", text)
    text = re.sub(r"(?<!\w)([*_])(?=\S)(.+?)(?<=\S)\1(?!\w)", r"\2", text)
    text = re.sub(r"[\^_]\{([^{}]*)\}", r"\1", text).replace("$", "")
    text = re.sub(r"\^(?=[\w+*])", "", text)
    text = re.sub(r"(?<!\\)[{}]", "", text)
    return _SPACE.sub(" ", text).strip() or surface


def fold(name: str) -> str:
    """Return the normal form by which spellings of one name agree.

    Markup, letter case, Unicode compatibility forms, dashes, hyphen or space, and the plural of the last
    word are set aside; digits and signs that tell things apart (C++, CIFAR-10) stay.

    >>> fold("Large Language Models") == fold("large-language model")
    True
    >>> fold("CIFAR-10") == fold("CIFAR-100"), fold("C++") == fold("C#")
    (False, False)
    """
    text = unicodedata.normalize("NFKC", plain(name)).translate(_QUOTES)
    text = _DASHES.sub("-", text).casefold()
    text = _SPACE.sub(" ", text.replace("-", " ")).strip(" .,;:()\"'")
    return singular(text) or name.casefold()


def singular(text: str) -> str:
    """Return lower-case text with the plural of its last word taken off.

    >>> singular("vision transformers"), singular("policies"), singular("bias"), singular("gans")
    ('vision transformer', 'policy', 'bias', 'gan')
    """
    if len(text) > 4 and text.endswith("ies"):
        return text[:-3] + "y"
    if re.search(r"(?:ss|x|ch|sh)es$", text):
        return text[:-2]
    if len(text) > 3 and text.endswith("s") and not re.search(r"(?:ss|us|is|as|os|'s)$", text):
        return text[:-1]
    return text


def digest(text: str, *, length: int = 12) -> str:
    """Return a short hexadecimal hash of a text, the same on every machine.

    >>> digest("abc")
    'ba7816bf8f01'
    """
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:length]


_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def printable(text: str) -> str:
    r"""Return text that is safe to show on a terminal: control, direction and surrogate characters as escapes.

    >>> printable("red\x1b[31m")
    'red\\x1b[31m'
    """
    return _UNPRINTABLE.sub(lambda match: match.group().encode("unicode_escape").decode("ascii"), text)
