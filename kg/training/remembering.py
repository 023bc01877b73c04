"""Counting the wordings of the abstracts that are trained on: how often a mention, of which kind, in which role."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from kg.extraction.neural.labels import KINDS, ROLES
from kg.extraction.neural.memory import LEAST_TEXTS, Counts, Memory, form_of
from kg.extraction.neural.words import Word
from kg.training.examples import Example

Span = tuple[int, int]


def memory_of(examples: Sequence[Example], *, least: int = LEAST_TEXTS) -> Memory:
    """Return what the examples say of the wordings of their mentions, those of fewer than `least` texts left out.

    A wording inside a longer mention ("learning" in "federated learning") does not count as standing there.
    """
    kinds: dict[str, Counter[int]] = defaultdict(Counter)
    roles: dict[str, Counter[int]] = defaultdict(Counter)
    for example in examples:
        for form, (kind, role) in _annotated(example).items():
            kinds[form][kind] += 1
            roles[form][role] += 1
    index = Memory.of(dict.fromkeys(kinds, Counts(0, (), ())))
    n_texts = Counter(form for example in examples for form in _standing(example, index))
    return Memory.of(
        {
            form: Counts(
                n_texts[form],
                tuple(of_form[kind] for kind in range(len(KINDS))),
                tuple(roles[form][role] for role in range(len(ROLES))),
            )
            for form, of_form in kinds.items()
            if n_texts[form] >= least
        }
    )


def _annotated(example: Example) -> Mapping[str, tuple[int, int]]:
    """Return kind and role by wording, the first entity's where several share one."""
    found: dict[str, tuple[int, int]] = {}
    for entity in example.entities:
        for begin, end in entity.spans:
            form = form_of(example.words, (begin, end - 1))
            if form:
                found.setdefault(form, (entity.kind, entity.role))
    return found


def _standing(example: Example, index: Memory) -> set[str]:
    """Return the forms of an index that stand in an example outside longer mentions."""
    owner = _owners(example.words, [(begin, end - 1) for begin, end, _ in example.spans])
    return {
        form_of(example.words, (first, last))
        for first, last in index.find(example.words)
        if owner[first] is None or owner[first] == (first, last) or owner[first] != owner[last]
    }


def _owners(words: Sequence[Word], spans: Iterable[Span]) -> list[Span | None]:
    """Return for each word the span that holds it."""
    owner: list[Span | None] = [None] * len(words)
    for first, last in spans:
        for place in range(first, last + 1):
            owner[place] = (first, last)
    return owner
