"""Evening out activations before 8-bit products (SmoothQuant, Xiao et al. 2023).

A few columns of a transformer's activations are many times larger than the rest and coarsen the one scale
that all columns share. Each linear layer's inputs are divided by a factor a column, its weights multiplied
by the same, so that the result is equal and both sides fit 8 bits better.
"""

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from kg.training.batches import Batch
from kg.training.network import ExtractionNetwork

_BALANCE = 0.75
_TINY = 1e-5


class SmoothedLinear(nn.Module):
    """A linear layer whose inputs are scaled by column first."""

    def __init__(self, linear: nn.Linear, peaks: Tensor) -> None:
        super().__init__()
        weight_peaks = linear.weight.detach().abs().amax(0).clamp_min(_TINY)
        factors = (peaks.clamp_min(_TINY) ** _BALANCE / weight_peaks ** (1 - _BALANCE)).clamp_min(_TINY)
        self.shrink = nn.Parameter(1 / factors, requires_grad=False)
        self.weight = nn.Parameter(linear.weight.detach() * factors, requires_grad=False)
        self.bias = nn.Parameter(linear.bias.detach(), requires_grad=False)

    def forward(self, inputs: Tensor) -> Tensor:
        """Return what the plain layer would."""
        return functional.linear(inputs * self.shrink, self.weight, self.bias)


@torch.no_grad()
def smooth(network: ExtractionNetwork, batches: Sequence[Batch]) -> None:
    """Replace the linear layers of the encoder and its heads by smoothed ones, measured on the batches."""
    network.eval()
    layers: list[nn.Module] = [*network.encoder.layers, network]
    linears = [
        (layer, name, child)
        for layer in layers
        for name, child in layer.named_children()
        if isinstance(child, nn.Linear) and (layer is not network or name == "heads")
    ]
    peaks: dict[nn.Module, Tensor] = {}

    def measure(module: nn.Module, inputs: tuple[Any, ...]) -> None:
        found = inputs[0].detach().abs().flatten(0, -2).amax(0)
        peaks[module] = torch.maximum(peaks[module], found) if module in peaks else found

    hooks = [child.register_forward_pre_hook(measure) for _, _, child in linears]
    for batch in batches:
        states = network.encoder(batch.ids, batch.shapes, batch.types, batch.mask)
        network.columns(states.flatten(0, 1)[batch.firsts])
    for hook in hooks:
        hook.remove()
    for layer, name, child in linears:
        setattr(layer, name, SmoothedLinear(child, peaks[child]))
