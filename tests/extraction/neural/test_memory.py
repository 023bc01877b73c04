"""The memory: wordings as they stood in abstracts, found again however they are written."""

import numpy as np
import pytest

from kg.extraction.neural.labels import KINDS, ROLES
from kg.extraction.neural.memory import NOTHING, Counts, Memory, form_of
from kg.extraction.neural.words import split_words

TASK = KINDS.index("Task")


def _counts(n_texts: int, n_tasks: int) -> Counts:
    kinds = [0] * len(KINDS)
    kinds[TASK] = n_tasks
    roles = [0] * len(ROLES)
    roles[ROLES.index("addresses")] = n_tasks
    return Counts(n_texts, tuple(kinds), tuple(roles))


MEMORY = Memory.of({"reinforcement learning": _counts(20, 20), "gpt 4": _counts(3, 0), "policy": _counts(9, 1)})


def _found(text: str) -> dict[str, int]:
    words = split_words(text)
    return {text[words[f].start : words[t].end]: c.n_texts for (f, t), c in MEMORY.find(words).items()}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Reinforcement-Learning helps", {"Reinforcement-Learning": 20}),
        (r"\emph{reinforcement} learning", {"reinforcement} learning": 20}),
        ("GPT-4 and GPT‑4 but not GPT-40", {"GPT-4": 3, "GPT‑4": 3}),
        ("policies and a policy", {"policies": 9, "policy": 9}),
        ("reinforcement, learning", {}),
        ("reinforcement", {}),
        ("", {}),
        ("🙂 } $ --", {}),
    ],
)
def test_wordings_are_found_however_they_are_written(text: str, found: dict[str, int]) -> None:
    assert _found(text) == found


def test_a_form_sets_case_hyphens_and_the_last_plural_aside() -> None:
    words = split_words("Multi-Agent Systems")
    assert form_of(words, (0, len(words) - 1)) == "multi agent system"
    assert form_of(split_words("- {"), (0, 1)) == ""


def test_what_is_written_is_read_alike(tmp_path) -> None:
    MEMORY.write(tmp_path / "memory.json")
    assert Memory.read(tmp_path / "memory.json") == MEMORY
    NOTHING.write(tmp_path / "none.json")
    assert Memory.read(tmp_path / "none.json") == NOTHING


def test_logs_are_of_shares_and_follow_the_counts() -> None:
    often, seldom = _counts(20, 20), _counts(20, 1)
    for counts in (often, seldom):
        assert np.exp(counts.kind_logs()).sum() == pytest.approx(1, abs=1e-6)
        assert np.exp(counts.role_logs()).sum() == pytest.approx(1, abs=1e-6)
    assert often.kind_logs().argmax() == TASK
    assert seldom.kind_logs().argmax() == len(KINDS)
    assert (often.share, seldom.share) == (1.0, 0.05)
    assert _counts(40, 1).weight > seldom.weight > _counts(2, 1).weight
