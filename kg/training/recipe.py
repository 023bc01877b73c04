"""How a model is trained: the settings, and which examples are kept apart for calibration."""

import itertools
import random
from collections.abc import Sequence
from dataclasses import dataclass

from kg.training.examples import Example


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """Settings of a training run; the defaults are those of the shipped model."""

    n_steps: int = 1300
    n_decay_steps: int = 350
    batch_size: int = 8
    learning_rate: float = 3e-4
    head_learning_rate: float = 1e-3
    layer_decay: float = 0.9
    weight_decay: float = 0.01
    n_warmup_steps: int = 100
    max_gradient: float = 1.0
    title_share: float = 0.5
    mask_share: float = 0.05
    average_decay: float = 0.997
    n_held_out: int = 300
    seed: int = 13
    n_threads: int = 2
    checkpoint_seconds: float = 600.0


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
