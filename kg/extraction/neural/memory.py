"""What annotated abstracts said of the wordings that a text has: of what kind, in which role, or of no account.

"Scalability" stands in many abstracts and is seldom a metric there; "reinforcement learning" always is a task, and
mostly the one that is addressed. The network has seen the same abstracts but forgets most of what is rare in them.
"""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from kg.extraction.neural.heads import Floats, Span
from kg.extraction.neural.labels import KINDS, ROLES
from kg.extraction.neural.words import Word
from kg.text import singular

LEAST_TEXTS = 2
"""A wording of fewer texts is not remembered."""
_JOINERS = frozenset("-\u2010\u2011\u2013$\\{}*_")
# What is added to the counts, in texts: most wordings of a known form are of the kinds they were before.
_KIND_PRIOR, _NONE_PRIOR, _ROLE_PRIOR = 0.02, 0.5, 0.3


class Counts(NamedTuple):
    """In how many texts a wording stands (not inside a longer name), and in how many as each kind and in each role."""

    n_texts: int
    by_kind: tuple[int, ...]
    by_role: tuple[int, ...]

    @property
    def share(self) -> float:
        """The share of its texts in which the wording is a mention."""
        return sum(self.by_kind) / max(self.n_texts, 1)

    @property
    def weight(self) -> float:
        """How much the counts say: 1 for about twenty texts."""
        return float(np.log(self.n_texts) / 3)

    def kind_logs(self) -> Floats:
        """Log shares of the kinds, and last of none."""
        counts = np.array([*self.by_kind, 0.0]) + _KIND_PRIOR
        counts[-1] = max(self.n_texts - sum(self.by_kind), 0) + _NONE_PRIOR
        return np.asarray(np.log(counts / counts.sum()), np.float32)

    def role_logs(self) -> Floats:
        """Log shares of the roles."""
        counts = np.array(self.by_role) + _ROLE_PRIOR
        return np.asarray(np.log(counts / counts.sum()), np.float32)


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """Counts by wording (`form_of`), and which lengths in words the wordings have that begin with a word."""

    counts_by_form: Mapping[str, Counts]
    lengths_by_first: Mapping[str, frozenset[int]]

    @classmethod
    def of(cls, counts_by_form: Mapping[str, Counts]) -> "Memory":
        """Return the memory of these counts."""
        lengths: dict[str, set[int]] = defaultdict(set)
        for form in counts_by_form:
            parts = form.split(" ")
            lengths[parts[0]].add(len(parts))
        frozen = {first: frozenset(found) for first, found in lengths.items()}
        return cls(counts_by_form=dict(counts_by_form), lengths_by_first=frozen)

    def find(self, words: Sequence[Word]) -> dict[Span, Counts]:
        """Return the counts of every span of the text whose wording is remembered, in order."""
        places = [place for place, word in enumerate(words) if word.text not in _JOINERS]
        lowered = [words[place].text.lower() for place in places]
        singulars = [singular(text) for text in lowered]
        found = {}
        for begin, first in enumerate(lowered):
            lengths = self.lengths_by_first.get(first, frozenset()) | self._alone(singulars[begin])
            for length in sorted(lengths):
                end = begin + length - 1
                if end < len(lowered):
                    form = " ".join([*lowered[begin:end], singulars[end]])
                    if form in self.counts_by_form:
                        found[places[begin], places[end]] = self.counts_by_form[form]
        return found

    def _alone(self, form: str) -> frozenset[int]:
        return frozenset([1]) if form in self.counts_by_form else frozenset()

    def write(self, path: Path) -> None:
        """Write the counts as JSON, a wording a line: texts, then by kind, then by role."""
        rows = (
            f"{json.dumps(form)}:{json.dumps([n, *kinds, *roles], separators=(',', ':'))}"
            for form, (n, kinds, roles) in sorted(self.counts_by_form.items())
        )
        path.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf8")

    @classmethod
    def read(cls, path: Path) -> "Memory":
        """Return the memory that `write` wrote; ValueError or TypeError if it is something else."""
        counts_by_form = {}
        n_kinds = len(KINDS)
        for form, row in json.loads(path.read_text(encoding="utf8")).items():
            if len(row) != 1 + n_kinds + len(ROLES) or not all(isinstance(n, int) and n >= 0 for n in row):
                raise ValueError(f"{form!r} has not {1 + n_kinds + len(ROLES)} counts")
            counts_by_form[form] = Counts(row[0], tuple(row[1 : 1 + n_kinds]), tuple(row[1 + n_kinds :]))
        return cls.of(counts_by_form)


NOTHING = Memory.of({})
"""Remembers no wording."""


def form_of(words: Sequence[Word], span: Span) -> str:
    """Return the form by which wordings are remembered: lower case, hyphens and markup apart, the end in the singular.

    >>> from kg.extraction.neural.words import split_words
    >>> form_of(split_words("Large-Language Models"), (0, 3))
    'large language model'
    """
    texts = [word.text.lower() for word in words[span[0] : span[1] + 1] if word.text not in _JOINERS]
    return " ".join([*texts[:-1], singular(texts[-1])]) if texts else ""
