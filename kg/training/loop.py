"""The training loop: batches, steps, averaged weights and checkpoints."""

import math
import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from kg.errors import ReadError
from kg.extraction.neural.windows import Tokenizer
from kg.training.batches import Batch, make_batch
from kg.training.encoder_network import PooledDropout
from kg.training.examples import Example
from kg.training.network import ExtractionNetwork, total_loss
from kg.training.recipe import Recipe

MASK = 103
_POOL_STEPS = 32

Progress = Callable[[str, int, int], None]
"""Takes the name of the work, how much is done and how much there is."""


def silent(_work: str, _done: int, _all: int) -> None:
    """Show no progress."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Keeping:
    """Where a run keeps its state, what it is made of (a run of other things can't go on), who is told."""

    checkpoint: Path
    made_of: str
    show: Progress = silent


def fit(
    network: ExtractionNetwork, examples: Sequence[Example], tokenize: Tokenizer, recipe: Recipe, keeping: Keeping
) -> dict[str, Tensor]:
    """Train the network and return its averaged weights; goes on from the checkpoint if there is one."""
    optimizer = torch.optim.AdamW(list(_groups(network, recipe)), weight_decay=recipe.weight_decay)
    peaks = [group["lr"] for group in optimizer.param_groups]
    n_batches = -(-len(examples) // recipe.batch_size)
    average, step = _resumed(network, optimizer, keeping)
    last_saved = time.monotonic()
    is_pooled = False
    network.train()
    while step < recipe.n_steps:
        plan = batch_plan(examples, recipe, epoch=step // n_batches)
        for numbers in plan[step % n_batches :][: recipe.n_steps - step]:
            if not is_pooled or step % _POOL_STEPS == 0:
                _renew_pools(network, recipe.seed * 6007 + step // _POOL_STEPS)
                is_pooled = True
            rate = _share(step, recipe)
            for group, peak in zip(optimizer.param_groups, peaks, strict=True):
                group["lr"] = peak * rate
            batch = _prepared([examples[i] for i in numbers], tokenize, recipe, step)
            torch.manual_seed(recipe.seed * 1_000_003 + step)
            loss = _step(network, optimizer, batch, recipe)
            if not math.isfinite(loss):
                raise ReadError(f"step {step}: the loss is {loss}; take a smaller learning rate or another base")
            step += 1
            keeping.show("training", step, recipe.n_steps)
            _move_average(average, network, min(recipe.average_decay, step / (step + 20)))
            is_due = time.monotonic() - last_saved > recipe.checkpoint_seconds
            if is_due or step % n_batches == 0 or step == recipe.n_steps:
                state = {"network": network.state_dict(), "optimizer": optimizer.state_dict(), "average": average}
                save(keeping.checkpoint, {**state, "step": step, "made_of": keeping.made_of})
                last_saved = time.monotonic()
    return average


def _resumed(
    network: ExtractionNetwork, optimizer: torch.optim.Optimizer, keeping: Keeping
) -> tuple[dict[str, Tensor], int]:
    """Return the averaged weights and the step to go on from, and load the rest of the checkpoint, if there is one."""
    if not keeping.checkpoint.exists():
        return {name: tensor.clone() for name, tensor in network.state_dict().items()}, 0
    saved = torch.load(keeping.checkpoint, weights_only=True)
    if saved.get("made_of") != keeping.made_of:
        raise ReadError(
            f"{keeping.checkpoint}: of another corpus, base or recipe; remove it, or name another output folder"
        )
    network.load_state_dict(saved["network"])
    optimizer.load_state_dict(saved["optimizer"])
    return saved["average"], saved["step"]


def _renew_pools(network: nn.Module, seed: int) -> None:
    pools = [module for module in network.modules() if isinstance(module, PooledDropout)]
    for number, pool in enumerate(pools):
        pool.renew(seed * 1009 + number)


def save(path: Path, state: Mapping[str, Any]) -> None:
    """Write a checkpoint in one move, so that a kill leaves the old one or the new one."""
    fresh = path.with_suffix(".part")
    torch.save(dict(state), fresh)
    fresh.replace(path)


def batch_plan(examples: Sequence[Example], recipe: Recipe, *, epoch: int) -> list[list[int]]:
    """Numbers of the examples of each batch of an epoch: of like length, in random order."""
    chooser = random.Random(recipe.seed * 1009 + epoch)  # noqa: S311  # a seed for training, not a secret
    order = list(range(len(examples)))
    chooser.shuffle(order)
    pool = recipe.batch_size * 50
    batches = []
    for begin in range(0, len(order), pool):
        chunk = sorted(order[begin : begin + pool], key=lambda i: len(examples[i].words))
        batches += [chunk[i : i + recipe.batch_size] for i in range(0, len(chunk), recipe.batch_size)]
    chooser.shuffle(batches)
    return batches


def _prepared(examples: list[Example], tokenize: Tokenizer, recipe: Recipe, step: int) -> Batch:
    """The batch of a step, some titles left out and some subwords masked."""
    chooser = random.Random(recipe.seed * 7919 + step)  # noqa: S311  # a seed for training, not a secret
    titled = [chooser.random() < recipe.title_share for _ in examples]
    batch = make_batch(examples, tokenize, titled, seed=recipe.seed * 15_485_863 + step)
    generator = torch.Generator().manual_seed(recipe.seed * 104_729 + step)
    hidden = torch.rand(batch.ids.shape, generator=generator) < recipe.mask_share
    batch.ids[hidden & (batch.shapes > 0)] = MASK
    return batch


def _step(network: ExtractionNetwork, optimizer: torch.optim.Optimizer, batch: Batch, recipe: Recipe) -> float:
    """Take one step and return its loss, a mean over words."""
    loss = total_loss(network.losses(batch), len(batch.labels))
    optimizer.zero_grad(set_to_none=True)
    loss.backward()  # type: ignore[no-untyped-call]
    nn.utils.clip_grad_norm_(network.parameters(), recipe.max_gradient)
    optimizer.step()
    return float(loss.detach())


def _groups(network: ExtractionNetwork, recipe: Recipe) -> Iterator[dict[str, object]]:
    """Parameters by learning rate: lower for deeper layers; the table of subwords stays as it is."""
    encoder = network.encoder
    encoder.subwords.weight.requires_grad = False
    n_layers = len(encoder.layers)
    for number, layer in enumerate(encoder.layers):
        rate = recipe.learning_rate * recipe.layer_decay ** (n_layers - 1 - number)
        yield {"params": list(layer.parameters()), "lr": rate}
    lowest = recipe.learning_rate * recipe.layer_decay**n_layers
    tables = [encoder.positions, encoder.types, encoder.norm]
    yield {"params": [p for table in tables for p in table.parameters()], "lr": lowest}
    yield {"params": list(encoder.shapes.parameters()), "lr": recipe.head_learning_rate}
    heads = [p for name, p in network.named_parameters() if not name.startswith("encoder.")]
    yield {"params": heads, "lr": recipe.head_learning_rate}


def _share(step: int, recipe: Recipe) -> float:
    """Share of the full learning rate at a step: a rise, a plain, and a straight line down to nothing."""
    if step < recipe.n_warmup_steps:
        return (step + 1) / recipe.n_warmup_steps
    return min(1.0, (recipe.n_steps - step) / recipe.n_decay_steps)


@torch.no_grad()
def _move_average(average: dict[str, Tensor], network: nn.Module, decay: float) -> None:
    for name, tensor in network.state_dict().items():
        if name == "encoder.subwords.weight":
            continue
        average[name].lerp_(tensor, 1 - decay)
