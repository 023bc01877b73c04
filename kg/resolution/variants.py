"""Families: a version, size or variant points to what it is one of, by the structure of its name.

Versions and sizes are never one; "anything of the Llama family" is a query over VARIANT_OF.
"""

import re

from kg.resolution.normal_forms import clean

# Kinds that are versioned; a Metric such as "F1" or a Task is not.
FAMILY_KINDS = frozenset({"Model", "Dataset", "Benchmark"})

_BASE = re.compile(r"[A-Za-z][A-Za-z]*[A-Za-z]")
_VERSION = r"v?\d{1,4}(?:\.\d+){0,2}[a-z]{0,2}"
_SIZE = r"(?:\d+x)?\d+(?:\.\d+)?[kKmMbBtT]"
_WORDS = (
    "air base chat code coder dev distill distilled flash full hard haiku instruct it large lite long max medium micro "
    "mini nano next omni opus plus preview pro small sonnet super thinking tiny turbo ultra verified vision vl xl xxl"
)
_PART = re.compile(rf"(?:{_VERSION}|{_SIZE}|{'|'.join(_WORDS.split())})", re.IGNORECASE)
_GAP = re.compile(r"[\s_-]+")
_GLUED = re.compile(r"^([A-Za-z]{2,}?)(v?\d.*)$")


def families(name: str) -> tuple[str, ...]:
    """Return the families of a name, nearest first, or none if it is no version, size or variant.

    >>> families("Llama-3-8B"), families("GPT-4o mini"), families("ImageNet-1k")
    (('Llama 3', 'Llama'), ('GPT 4o', 'GPT'), ('ImageNet',))
    >>> families("DINOv2"), families("Qwen2.5-VL-7B")
    (('DINO',), ('Qwen 2.5 VL', 'Qwen 2.5', 'Qwen'))
    >>> families("CIFAR10"), families("F1"), families("T5"), families("self-attention")
    (('CIFAR',), (), (), ())
    """
    parts = _parts(clean(name))
    if len(parts) < 2 or not _is_proper(parts[0]) or not all(map(_PART.fullmatch, parts[1:])):
        return ()
    return tuple(" ".join(parts[:end]) for end in range(len(parts) - 1, 0, -1))


def _parts(name: str) -> list[str]:
    first, *rest = _GAP.split(name)
    glued = _GLUED.match(first)
    return [*(glued.groups() if glued else (first,)), *rest]


def _is_proper(word: str) -> bool:
    return bool(_BASE.fullmatch(word)) and any(letter.isupper() for letter in word)
