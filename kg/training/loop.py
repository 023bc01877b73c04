"""The training loop: batches, steps, averaged weights and checkpoints."""

import dataclasses
import math
import random
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from kg.errors import ReadError
from kg.extraction.neural.windows import Tokenizer
from kg.progress import Progress, silent
from kg.training.batches import Batch, make_batch
from kg.training.encoder_network import PooledDropout
from kg.training.examples import Example
from kg.training.network import ExtractionNetwork, total_loss
from kg.training.recipe import Cycle, Recipe

MASK = 103
_POOL_STEPS = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Keeping:
    """Where a run keeps its state, what it is made of (a run of other things can't go on), who is told."""

    checkpoint: Path
    made_of: str
    show: Progress = silent


@dataclass(frozen=True, slots=True, kw_only=True)
class _Work:
    """What every cycle of a run has in common."""

    network: ExtractionNetwork
    examples: Sequence[Example]
    tokenize: Tokenizer
    recipe: Recipe
    keeping: Keeping


def fit(
    network: ExtractionNetwork, examples: Sequence[Example], tokenize: Tokenizer, recipe: Recipe, keeping: Keeping
) -> dict[str, Tensor]:
    """Train the network and return the mean of what its cycles end with; goes on from the checkpoint if there is one.

    What a cycle ends with are its weights averaged over its steps, the last ones most.
    """
    work = _Work(network=network, examples=examples, tokenize=tokenize, recipe=recipe, keeping=keeping)
    state = _saved(keeping)
    ends: list[dict[str, Tensor]] = state.pop("ends", [])
    while len(ends) < len(recipe.cycles):
        ends.append(_cycle(work, ends, state))
        state = {}
    return _mean(ends, [cycle.weight for cycle in recipe.cycles])


def _cycle(work: _Work, ends: list[dict[str, Tensor]], state: dict[str, Any]) -> dict[str, Tensor]:
    """Go through a cycle from the end of the one before, or on from a saved state; return its averaged weights."""
    network, keeping = work.network, work.keeping
    if ends:
        network.load_state_dict(ends[-1])
    cycle = work.recipe.cycles[len(ends)]
    recipe = dataclasses.replace(work.recipe, seed=work.recipe.seed + len(ends))
    n_before, n_all = (sum(c.n_steps for c in cycles) for cycles in (recipe.cycles[: len(ends)], recipe.cycles))
    optimizer = torch.optim.AdamW(list(_groups(network, recipe, cycle)), weight_decay=recipe.weight_decay)
    peaks = [group["lr"] for group in optimizer.param_groups]
    average = {name: tensor.clone() for name, tensor in network.state_dict().items()}
    if state:
        network.load_state_dict(state["network"])
        optimizer.load_state_dict(state["optimizer"])
        average = state["average"]
    first_step = state.get("step", 0)
    last_saved = time.monotonic()
    network.train()
    for step, numbers in _batches_from(first_step, cycle, work.examples, recipe):
        if step % _POOL_STEPS == 0 or step == first_step:
            _renew_pools(network, recipe.seed * 6007 + step // _POOL_STEPS)
        for group, peak in zip(optimizer.param_groups, peaks, strict=True):
            group["lr"] = peak * _share(step, cycle)
        batch = _prepared([work.examples[i] for i in numbers], work.tokenize, recipe, step)
        torch.manual_seed(recipe.seed * 1_000_003 + step)
        loss = _step(network, optimizer, batch, recipe)
        if not math.isfinite(loss):
            raise ReadError(f"step {n_before + step}: the loss is {loss}; take a smaller learning rate or another base")
        n_done = step + 1
        keeping.show("training", n_before + n_done, n_all)
        _move_average(average, network, min(recipe.average_decay, n_done / (n_done + 20)))
        is_due = time.monotonic() - last_saved > recipe.checkpoint_seconds
        if is_due or n_done == cycle.n_steps or n_done % _n_batches(work.examples, recipe) == 0:
            weights = {"network": network.state_dict(), "optimizer": optimizer.state_dict(), "average": average}
            save(keeping.checkpoint, {**weights, "ends": ends, "step": n_done, "made_of": keeping.made_of})
            last_saved = time.monotonic()
    return average


def _batches_from(
    step: int, cycle: Cycle, examples: Sequence[Example], recipe: Recipe
) -> Iterator[tuple[int, list[int]]]:
    """Yield the steps of a cycle that are left, each with the numbers of its examples."""
    n_batches = _n_batches(examples, recipe)
    while step < cycle.n_steps:
        plan = batch_plan(examples, recipe, epoch=step // n_batches)
        for numbers in plan[step % n_batches :][: cycle.n_steps - step]:
            yield step, numbers
            step += 1


def _n_batches(examples: Sequence[Example], recipe: Recipe) -> int:
    return -(-len(examples) // recipe.batch_size)


def _saved(keeping: Keeping) -> dict[str, Any]:
    """Return the state that a checkpoint holds; empty if there is none."""
    if not keeping.checkpoint.exists():
        return {}
    saved: dict[str, Any] = torch.load(keeping.checkpoint, weights_only=True)
    if saved.get("made_of") != keeping.made_of:
        raise ReadError(
            f"{keeping.checkpoint}: of another corpus, base or recipe; remove it, or name another output folder"
        )
    return saved


def _mean(ends: Sequence[dict[str, Tensor]], weights: Sequence[float]) -> dict[str, Tensor]:
    """Return the weighted mean of sets of weights; what isn't a real number is the last one's."""
    total = sum(weights)
    mean = dict(ends[-1])
    for name, tensor in mean.items():
        if tensor.is_floating_point():
            mean[name] = sum((end[name] * (w / total) for end, w in zip(ends, weights, strict=True)), torch.zeros(()))
    return mean


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


def _groups(network: ExtractionNetwork, recipe: Recipe, cycle: Cycle) -> Iterator[dict[str, object]]:
    """Parameters by learning rate: lower for deeper layers; the table of subwords stays as it is."""
    encoder = network.encoder
    encoder.subwords.weight.requires_grad = False
    n_layers = len(encoder.layers)
    for number, layer in enumerate(encoder.layers):
        rate = cycle.learning_rate * recipe.layer_decay ** (n_layers - 1 - number)
        yield {"params": list(layer.parameters()), "lr": rate}
    lowest = cycle.learning_rate * recipe.layer_decay**n_layers
    tables = [encoder.positions, encoder.types, encoder.norm]
    yield {"params": [p for table in tables for p in table.parameters()], "lr": lowest}
    yield {"params": list(encoder.shapes.parameters()), "lr": cycle.head_learning_rate}
    heads = [p for name, p in network.named_parameters() if not name.startswith("encoder.")]
    yield {"params": heads, "lr": cycle.head_learning_rate}


def _share(step: int, cycle: Cycle) -> float:
    """Share of the full learning rate at a step: a rise, a plain, and a straight line down to nothing."""
    if step < cycle.n_warmup_steps:
        return (step + 1) / cycle.n_warmup_steps
    return min(1.0, (cycle.n_steps - step) / cycle.n_decay_steps)


@torch.no_grad()
def _move_average(average: dict[str, Tensor], network: nn.Module, decay: float) -> None:
    for name, tensor in network.state_dict().items():
        if name == "encoder.subwords.weight":
            continue
        average[name].lerp_(tensor, 1 - decay)
