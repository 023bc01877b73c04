"""A linear-chain conditional random field over word labels (Lafferty et al. 2001)."""

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

Array = NDArray[np.float32]
_TINY = np.float32(1e-30)


class LabelChain(nn.Module):
    """Scores of label sequences: emissions plus learned transitions; forbidden steps cost 1e4."""

    def __init__(self, allowed: Tensor, starts: Tensor, ends: Tensor) -> None:
        super().__init__()
        n_labels = allowed.shape[0]
        self.steps = nn.Parameter(torch.zeros(n_labels, n_labels))
        self.register_buffer("step_cost", torch.where(allowed, 0.0, -1e4))
        self.register_buffer("start_cost", torch.where(starts, 0.0, -1e4))
        self.register_buffer("end_cost", torch.where(ends, 0.0, -1e4))

    def loss(self, emissions: Tensor, labels: Tensor, lengths: Tensor) -> Tensor:
        """Sum over rows of the negative log-likelihood of the labels; rows are padded at the end."""
        steps = self.steps + self.get_buffer("step_cost")
        bounds = self.get_buffer("start_cost"), self.get_buffer("end_cost")
        total: Tensor = _LogTotal.apply(emissions, steps, *bounds, lengths)
        return total - self._score(emissions, steps, labels, lengths)

    def _score(self, emissions: Tensor, steps: Tensor, labels: Tensor, lengths: Tensor) -> Tensor:
        """Sum over rows of the score of the labels themselves."""
        real = torch.arange(labels.shape[1])[None] < lengths[:, None]
        emitted = emissions.gather(2, labels[..., None])[..., 0]
        stepped = steps[labels[:, :-1], labels[:, 1:]]
        return (emitted * real).sum() + (stepped * real[:, 1:]).sum()


class _LogTotal(torch.autograd.Function):
    """Log of the sum over all label sequences, with its gradient (the expected counts)."""

    @staticmethod
    def forward(ctx: Any, emissions: Tensor, steps: Tensor, starts: Tensor, ends: Tensor, lengths: Tensor) -> Tensor:
        total, by_word, by_step = expected_counts(
            emissions.detach().numpy(),
            np.exp(steps.detach().numpy()),
            np.exp(starts.numpy()),
            np.exp(ends.numpy()),
            lengths.numpy(),
        )
        ctx.save_for_backward(torch.from_numpy(by_word), torch.from_numpy(by_step))
        return torch.tensor(total, dtype=torch.float32)

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor | None, ...]:
        by_word, by_step = ctx.saved_tensors
        return gradients[0] * by_word, gradients[0] * by_step, None, None, None


def expected_counts(
    emissions: Array, steps: Array, starts: Array, ends: Array, lengths: NDArray[np.int64]
) -> tuple[float, Array, Array]:
    """Log total, and how often each label (by row and word) and each step is expected.

    ``steps``, ``starts`` and ``ends`` are factors (not logs), ``emissions`` are logs of shape
    (rows, words, labels). Forward and backward recursions, scaled to sum to one at each word.
    """
    n_rows, n_words, n_labels = emissions.shape
    peaks = emissions.max(2, keepdims=True)
    potentials = np.exp(emissions - peaks)
    real = np.arange(n_words)[None] < lengths[:, None]
    forward = np.empty_like(potentials)
    scales = np.ones((n_rows, n_words), np.float32)
    state = potentials[:, 0] * starts
    for word in range(n_words):
        moved = state if word == 0 else (state @ steps) * potentials[:, word]
        scale = np.maximum(moved.sum(1), _TINY)
        state = np.where(real[:, word, None], moved / scale[:, None], state)
        scales[:, word] = np.where(real[:, word], scale, 1)
        forward[:, word] = state
    final = np.maximum(state @ ends, _TINY)
    backward = np.empty_like(potentials)
    state = np.broadcast_to(ends, (n_rows, n_labels)) / final[:, None]
    by_step = np.zeros_like(steps)
    for word in range(n_words - 1, -1, -1):
        backward[:, word] = state
        if word:
            ahead = potentials[:, word] * state / scales[:, word, None]
            ahead = ahead * real[:, word, None]
            by_step += forward[:, word - 1].T @ ahead
            state = np.where(real[:, word, None], ahead @ steps.T, state)
    total = float((np.log(scales) + peaks[..., 0] * real).sum() + np.log(final).sum())
    return total, forward * backward * real[..., None], by_step * steps
