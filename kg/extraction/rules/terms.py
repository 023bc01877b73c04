"""Component `rule_terms`: established terms ("contrastive learning"), and terms built like them ("anomaly detection").

A term is in the list of established terms, or it is a head word with a kind ("detection": Task) and the
words before it that belong to a name rather than to the sentence ("graph", not "robust"). The lists say for
each entry how often annotators took it: that share is the confidence.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from spacy.language import Language
from spacy.tokens import Doc

from kg.extraction.data import Term, read_heads, read_modifiers, read_terms
from kg.extraction.rules.phrases import PhraseTable
from kg.extraction.rules.runs import Word

MAX_WORDS = 6
MIN_MODIFIER = 0.5
# A name before one of these is the name alone: "the Qwen3-32B model", "the MMLU benchmark".
_PLAIN_HEADS = frozenset(
    """
    model dataset benchmark framework method algorithm approach architecture corpus score metric family series
    """.split()  # noqa: SIM905  # words read better than a list of strings
)


class Candidate(NamedTuple):
    """Words first to before last that may be a mention, with its kind, the rule, and a confidence."""

    first: int
    last: int
    kind: str
    rule: str
    confidence: float


class TermGrammar:
    """The three lists, ready to be matched."""

    def __init__(self, terms: dict[tuple[str, ...], Term], heads: dict[str, Term], modifiers: dict[str, float]) -> None:
        self._terms = PhraseTable(terms)
        self._heads = heads
        self._modifiers = modifiers

    def find(self, words: Sequence[Word]) -> Iterator[Candidate]:
        """Yield all candidates, overlapping as they come."""
        norms = [word.norm for word in words]
        breaks = [word.gap not in {" ", "-"} for word in words]
        anchors: dict[int, int] = {}
        for first, last, term in self._terms.find(norms, breaks):
            if _whole_word(words, first, last):
                yield Candidate(first, last, term.kind, "term", term.share)
                anchors[last] = min(first, anchors.get(last, first))
        for place, norm in enumerate(norms):
            head = self._heads.get(norm)
            if head and _whole_word(words, place, place + 1, left=False):
                anchor = anchors.get(place + 1, place)
                first = self._extend(words, anchor)
                if first < anchor and not (norm in _PLAIN_HEADS and is_name_like(words[place - 1].text)):
                    yield Candidate(first, place + 1, head.kind, "head", head.share)

    def _extend(self, words: Sequence[Word], first: int) -> int:
        """Return where a term begins that has its core at `first`."""
        start = first
        while start > 0 and words[start].gap in {" ", "-"} and first - start < MAX_WORDS:
            unit = unit_start(words, start - 1)
            if words[unit].norm[0].isdigit() and unit_keys(words, unit, start)[0] not in self._modifiers:
                break
            if words[start].gap != "-" and self.modifier_share(words, unit, start) < MIN_MODIFIER:
                break
            start = unit
        return start

    def modifier_share(self, words: Sequence[Word], first: int, last: int) -> float:
        """Return how often the unit (words joined by hyphens) belongs to the term that follows it."""
        keys = unit_keys(words, first, last)
        return next((self._modifiers[key] for key in keys if key in self._modifiers), 0.5)


def unit_start(words: Sequence[Word], place: int) -> int:
    """Return the first word of the hyphenated compound that ends at `place`."""
    while place > 0 and words[place].gap == "-":
        place -= 1
    return place


def unit_keys(words: Sequence[Word], first: int, last: int) -> list[str]:
    """Return the keys under which a unit may be listed, the most telling first."""
    if last - first == 1:
        shape = "<name>" if is_name_like(words[first].text) else "<word>"
        return [words[first].norm, shape]
    return ["-".join(w.norm for w in words[first:last]), "-" + words[last - 1].norm, "<compound>"]


@lru_cache(maxsize=100_000)
def is_name_like(text: str) -> bool:
    """Tell whether a word has a capital or a digit inside, or is all capitals.

    >>> [is_name_like(t) for t in ("BERT", "GPT4", "FeMAM", "Bayesian", "A")]
    [True, True, True, False, False]
    """
    return len(text) > 1 and any(c.isupper() or c.isdigit() for c in text[1:])


def _whole_word(words: Sequence[Word], first: int, last: int, *, left: bool = True) -> bool:
    """False if a hyphen ties the words to others: "graph" in "graph-based", "model" in "model-free"."""
    tied_left = left and first > 0 and words[first].gap not in {" ", "|"}
    tied_right = last < len(words) and words[last].gap not in {" ", "|", "/"}
    return not tied_left and not tied_right


@Language.factory("rule_terms", requires=["doc._.words"], assigns=["doc._.candidates"])
def make_terms(nlp: Language, name: str) -> "Terms":  # noqa: ARG001  # the signature that spaCy calls
    """Return the component with the lists that are shipped."""
    return Terms(TermGrammar(read_terms(), read_heads(), read_modifiers()))


class Terms:
    """Adds what the grammar finds to `doc._.candidates`."""

    def __init__(self, grammar: TermGrammar) -> None:
        self._grammar = grammar

    def __call__(self, doc: Doc) -> Doc:
        """Extend `doc._.candidates`."""
        doc._.candidates = [*(doc._.candidates or ()), *self._grammar.find(doc._.words)]
        return doc


if not Doc.has_extension("candidates"):
    Doc.set_extension("candidates", default=None)
