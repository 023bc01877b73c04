"""Which abstracts are kept apart: spread over the corpus, the same ones each time, none of a small corpus."""

import dataclasses
import json

import pytest

from kg.training.examples import example_of
from kg.training.recipe import Recipe, hold_out, of_length, recipe_of

RECIPE = Recipe(n_held_out=5)


def test_a_recipe_survives_json():
    assert recipe_of(json.loads(json.dumps(dataclasses.asdict(Recipe())))) == Recipe()


@pytest.mark.parametrize("n_steps", [1, 2, 3, 100, 2100, 5000])
def test_a_shorter_or_longer_recipe_has_as_many_steps_as_were_asked_for(n_steps):
    cycles = of_length(Recipe(), n_steps).cycles

    assert sum(cycle.n_steps for cycle in cycles) == n_steps
    assert all(cycle.n_steps > 0 for cycle in cycles)


def _examples(n):
    return [example_of({"key": str(number), "text": "We use BERT.", "entities": []}) for number in range(n)]


def test_what_is_kept_apart_is_spread_and_not_trained_on():
    examples = _examples(50)
    kept, apart = hold_out(examples, RECIPE)

    assert [int(example.key) // 10 for example in apart] == [0, 1, 2, 3, 4]
    assert {e.key for e in kept}.isdisjoint(e.key for e in apart)
    assert len(kept) == 45
    assert hold_out(examples, RECIPE)[1] == apart


def test_a_small_corpus_is_trained_on_whole():
    kept, apart = hold_out(_examples(9), RECIPE)

    assert (len(kept), apart) == (9, [])
