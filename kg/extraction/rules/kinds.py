"""Component `rule_kinds`: the kind of each entity, by the words around it, its own form, and the lists."""

import collections
import re
from collections.abc import Iterator, Mapping, Sequence

from spacy.language import Language
from spacy.tokens import Doc

from kg.extraction.data import Term, read_heads
from kg.extraction.nouns import KIND_BY_NOUN
from kg.extraction.rules.drafts import DraftEntity
from kg.extraction.rules.runs import Word
from kg.extraction.rules.terms import is_name_like

_BENCHMARK = re.compile(
    r"(?i)(?:bench(?:mark)?|arena|gym|eval|test|exam|olympiad)(?:[-_ ]?[\w.+]{1,8})?$|^(?:MMLU|GSM|AIME|SWE-)"
)
_MODEL = re.compile(
    r"(?i)\b(?:gpt|llama|qwen|gemini|gemma|claude|mistral|deepseek|bert|clip|t5|vit|resnet|phi-?\d|mamba|o[134](?:-mini)?$)"
    r"|\d+(?:\.\d+)?[BM](?:-|$)"
    r"|(?:former|LM|BERT|GPT|Net|VAE|GAN|LLM|CNN|MLP|GNN|ViT|VLA|LLaVA)s?(?:[-_ ]?[\d.]+)?$"
)
_DATASET = re.compile(
    r"(?:MNIST|CIFAR|ImageNet|COCO|KITTI|Dataset|Corpus|Data|-?\d+[kKM]|Wiki\w*)$|^(?:CIFAR|MNIST|ImageNet|MIMIC|COCO)"
)
_SHAPES = (("Benchmark", _BENCHMARK), ("Model", _MODEL), ("Dataset", _DATASET))
_JOINING = frozenset(
    ["and", "or", "including", "such", "as", "like", "namely", "e", "g", "i", "the", "1", "2", "3", "10", "100"]
)
_WEIGHT = {"term": 3.0, "head": 3.0, "list": 2.0}


def decide_kind(draft: DraftEntity, words: Sequence[Word], heads: Mapping[str, Term]) -> str:
    """Return the kind with the most votes; without any, Method."""
    votes: dict[str, float] = collections.defaultdict(float)
    for mention in draft.mentions:
        if mention.kind:
            votes[mention.kind] += _WEIGHT.get(mention.rule, 1.0) / len(draft.mentions)
        # The words around a name say what it is; an established term says it itself.
        if mention.rule not in {"term", "head"}:
            for kind, weight in _context(words, mention.first, mention.last):
                votes[kind] += weight
        for kind, weight in _form(words[mention.first : mention.last], heads):
            votes[kind] += weight / len(draft.mentions)
    return max(votes, key=lambda kind: (votes[kind], kind)) if votes else "Method"


def _context(words: Sequence[Word], first: int, last: int) -> Iterator[tuple[str, float]]:
    """Yield votes of the nouns around: "the X dataset", "a benchmark called X", "X, a novel framework"."""
    for place in range(last, min(last + 3, len(words))):
        if words[place].gap not in {" ", "|"} or (words[place].gap == "|" and place > last):
            break
        kind = KIND_BY_NOUN.get(words[place].norm)
        if kind and words[place].gap == " ":
            yield kind, 4.0 if place == last else 1.5
            break
    if last < len(words) and words[last].norm in {"a", "an", "the", "is", "our"}:
        yield from _apposition(words, last, 1.5 if words[last].norm == "is" else 4.0)
    yield from _enumeration(words, first, last)
    for place in range(first - 1, max(first - 4, -1), -1):
        kind = KIND_BY_NOUN.get(words[place].norm)
        if kind:
            yield kind, 2.0
            break
        if words[place].norm not in {
            "called",
            "named",
            "termed",
            "dubbed",
            "such",
            "a",
            "namely",
            "including",
            "like",
            "on",
        }:
            break


def _enumeration(words: Sequence[Word], first: int, last: int) -> Iterator[tuple[str, float]]:
    """Yield the vote of the noun that heads or closes a list of names: "datasets (A, B and C)", "A and B datasets"."""
    for steps in (range(first - 1, max(first - 16, -1), -1), range(last, min(last + 10, len(words)))):
        for place in steps:
            kind = KIND_BY_NOUN.get(words[place].norm)
            if kind in {"Dataset", "Benchmark"}:
                yield kind, 2.5
            if kind or not (words[place].norm in _JOINING or is_name_like(words[place].text)):
                break


def _apposition(words: Sequence[Word], first: int, weight: float) -> Iterator[tuple[str, float]]:
    for place in range(first, min(first + 14, len(words))):
        if words[place].norm in {"that", "which", "for", "to", "of", "with", "by", "using", "designed", "where"}:
            kind = next((k for p in range(place - 1, first, -1) if (k := KIND_BY_NOUN.get(words[p].norm))), None)
            if kind:
                yield kind, weight
            return
        if place > first and words[place].gap == "|":
            kind = KIND_BY_NOUN.get(words[place - 1].norm)
            if kind:
                yield kind, weight
            return


def _form(span: Sequence[Word], heads: Mapping[str, Term]) -> Iterator[tuple[str, float]]:
    text = "".join((w.gap if w.gap != "|" else " ") * (n > 0) + w.text for n, w in enumerate(span))
    for kind, shape in _SHAPES:
        if shape.search(text):
            yield kind, 2.0
            break
    if len(span) > 1 and (head := heads.get(span[-1].norm)):
        yield head.kind, 2.0


@Language.factory("rule_kinds", requires=["doc._.entities"], assigns=["doc._.entities"])
def make_kinds(nlp: Language, name: str) -> "Kinds":  # noqa: ARG001  # the signature that spaCy calls
    """Return the component with the head words that are shipped."""
    return Kinds(read_heads())


class Kinds:
    """Sets the kind of each draft entity."""

    def __init__(self, heads: Mapping[str, Term]) -> None:
        self._heads = heads

    def __call__(self, doc: Doc) -> Doc:
        """Complete `doc._.entities`."""
        for draft in doc._.entities:
            draft.kind = decide_kind(draft, doc._.words, self._heads)
        return doc
