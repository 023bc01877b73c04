"""What is remembered of the seeds' annotations: counts of texts, by kind and by role."""

import json

from kg.extraction.neural.labels import KINDS, ROLES
from kg.extraction.neural.memory import NOTHING
from kg.training.examples import example_of
from kg.training.remembering import memory_of


def _example(text, *entities):
    record = {
        "key": "one",
        "text": text,
        "entities": [{"type": k, "role": r, "name": m[0], "mentions": m} for k, r, m in entities],
    }
    return example_of(json.loads(json.dumps(record)))


FL = ("Task", "addresses", ["Federated learning", "FL"])
EXAMPLES = [
    _example("Federated learning (FL) is learning apart. Federated learning!", FL),
    _example("We like federated learning and learning.", ("Task", "mentions", ["federated learning"])),
    _example(
        "Nothing here of federated learning.",
    ),
    _example("Deep learning.", ("Method", "uses", ["learning"])),
]


def test_texts_are_counted_by_kind_and_role():
    counts = memory_of(EXAMPLES).counts_by_form["federated learning"]
    assert counts.n_texts == 3
    assert counts.by_kind[KINDS.index("Task")] == 2
    assert (counts.by_role[ROLES.index("addresses")], counts.by_role[ROLES.index("mentions")]) == (1, 1)


def test_a_wording_inside_a_longer_mention_does_not_count():
    counts = memory_of(EXAMPLES).counts_by_form["learning"]
    assert counts.n_texts == 4  # it stands by itself in the first and second, and in what is no mention in the third
    assert sum(counts.by_kind) == 1


def test_what_few_texts_have_is_left_out():
    assert "fl" not in memory_of(EXAMPLES).counts_by_form
    assert "fl" in memory_of(EXAMPLES, least=1).counts_by_form
    assert memory_of([]) == NOTHING
