"""How a model is trained: the settings, and which examples are kept apart for calibration."""

import itertools
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kg.training.examples import Example


@dataclass(frozen=True, slots=True, kw_only=True)
class Cycle:
    """Steps over which the learning rates rise, stay and fall to nothing; `weight` is what their end counts for."""

    n_steps: int
    n_warmup_steps: int
    n_decay_steps: int
    learning_rate: float = 3e-4
    head_learning_rate: float = 1e-3
    weight: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """Settings of a training run; the defaults are those of the shipped model.

    Each cycle starts from what the one before ended with; the model is the weighted mean of all their ends, which
    is better than each (Izmailov et al., "Averaging weights leads to wider optima and better generalization", 2018).
    """

    cycles: tuple[Cycle, ...] = (
        Cycle(n_steps=1300, n_warmup_steps=100, n_decay_steps=350),
        Cycle(
            n_steps=800, n_warmup_steps=60, n_decay_steps=400, learning_rate=2e-4, head_learning_rate=6e-4, weight=2.0
        ),
    )
    batch_size: int = 8
    layer_decay: float = 0.9
    weight_decay: float = 0.01
    max_gradient: float = 1.0
    title_share: float = 0.5
    mask_share: float = 0.05
    average_decay: float = 0.997
    n_held_out: int = 300
    seed: int = 13
    n_threads: int = 2
    checkpoint_seconds: float = 600.0


def recipe_of(data: Mapping[str, Any]) -> Recipe:
    """Return the recipe that `dataclasses.asdict` made the data of."""
    return Recipe(**{**data, "cycles": tuple(Cycle(**cycle) for cycle in data["cycles"])})


def of_length(recipe: Recipe, n_steps: int) -> Recipe:
    """Return the recipe with so many steps in all; cycles, rises and falls keep their shares.

    >>> [cycle.n_steps for cycle in of_length(Recipe(), 210).cycles]
    [130, 80]
    """
    share = n_steps / sum(cycle.n_steps for cycle in recipe.cycles)
    ends = [round(share * end) for end in itertools.accumulate(cycle.n_steps for cycle in recipe.cycles)]
    cycles = [
        replace(
            cycle,
            n_steps=end - begin,
            n_warmup_steps=max(1, min(cycle.n_warmup_steps, round(share * cycle.n_warmup_steps))),
            n_decay_steps=max(1, round(share * cycle.n_decay_steps)),
        )
        for cycle, (begin, end) in zip(recipe.cycles, itertools.pairwise([0, *ends]), strict=True)
        if end > begin
    ]
    return replace(recipe, cycles=tuple(cycles))


def hold_out(examples: Sequence[Example], recipe: Recipe) -> tuple[list[Example], list[Example]]:
    """Examples to train on and examples to calibrate on, the latter spread over the file."""
    if len(examples) < 2 * recipe.n_held_out:
        return list(examples), []
    chooser = random.Random(recipe.seed)  # noqa: S311  # a seed for training, not a secret
    n = recipe.n_held_out
    bounds = [len(examples) * i // n for i in range(n + 1)]
    chosen = {chooser.randrange(low, high) for low, high in itertools.pairwise(bounds)}
    kept = [example for i, example in enumerate(examples) if i not in chosen]
    return kept, [examples[i] for i in sorted(chosen)]
