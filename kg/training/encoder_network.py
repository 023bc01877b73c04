"""The transformer encoder (BERT's architecture) in PyTorch, with word shapes as further input."""

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional


@dataclass(frozen=True, slots=True, kw_only=True)
class EncoderShape:
    """Sizes of the encoder; the defaults are MiniLM-L6's."""

    n_layers: int = 6
    width: int = 384
    n_heads: int = 12
    inner_width: int = 1536
    n_subwords: int = 30522
    n_positions: int = 512
    n_shapes: int = 32
    dropout: float = 0.1


class PooledDropout(nn.Module):
    """Dropout that takes its random numbers from a pool, which is many times faster on a CPU.

    Each call reads the pool of masks at a random place; `renew` draws it anew. So that a run can go on from a
    checkpoint, the pool depends on nothing but the seed.
    """

    _POOL_SIZE = 1 << 23

    def __init__(self, share: float) -> None:
        super().__init__()
        self.share = share
        self._pool = torch.empty(0)

    def renew(self, seed: int) -> None:
        """Draw the pool of a seed."""
        drawn = torch.rand(self._POOL_SIZE, generator=torch.Generator().manual_seed(seed)) >= self.share
        self._pool = drawn.float() / (1 - self.share)

    def forward(self, states: Tensor) -> Tensor:
        """Return the states, in training with a share of them dropped."""
        if not self.training or not self.share:
            return states
        room = self._pool.numel() - states.numel()
        if room < 0:
            return functional.dropout(states, self.share)
        place = int(torch.randint(room + 1, ()))
        return states * self._pool[place : place + states.numel()].view_as(states)


class Layer(nn.Module):
    """One transformer layer, normalized after each half."""

    def __init__(self, shape: EncoderShape) -> None:
        super().__init__()
        self.n_heads = shape.n_heads
        self.qkv = nn.Linear(shape.width, 3 * shape.width)
        self.out = nn.Linear(shape.width, shape.width)
        self.attention_norm = nn.LayerNorm(shape.width, eps=1e-12)
        self.widen = nn.Linear(shape.width, shape.inner_width)
        self.narrow = nn.Linear(shape.inner_width, shape.width)
        self.norm = nn.LayerNorm(shape.width, eps=1e-12)
        self.dropout = PooledDropout(shape.dropout)

    def forward(self, states: Tensor, mask: Tensor | None) -> Tensor:
        """Return the next states; ``mask`` is true where a subword may be attended to."""
        n_rows, length, width = states.shape
        parts = self.qkv(states).view(n_rows, length, 3, self.n_heads, width // self.n_heads)
        query, key, value = parts.permute(2, 0, 3, 1, 4).unbind(0)
        mixed = functional.scaled_dot_product_attention(query, key, value, attn_mask=mask)
        mixed = mixed.transpose(1, 2).reshape(n_rows, length, width)
        states = self.attention_norm(states + self.dropout(self.out(mixed)))
        inner = self.narrow(functional.gelu(self.widen(states)))
        normed: Tensor = self.norm(states + self.dropout(inner))
        return normed


class Encoder(nn.Module):
    """Subword ids, shapes and types to one state a subword."""

    def __init__(self, shape: EncoderShape) -> None:
        super().__init__()
        self.subwords = nn.Embedding(shape.n_subwords, shape.width)
        self.positions = nn.Embedding(shape.n_positions, shape.width)
        self.types = nn.Embedding(2, shape.width)
        self.shapes = nn.Embedding(shape.n_shapes, shape.width)
        nn.init.normal_(self.shapes.weight, std=0.01)
        self.norm = nn.LayerNorm(shape.width, eps=1e-12)
        self.dropout = PooledDropout(shape.dropout)
        self.layers = nn.ModuleList(Layer(shape) for _ in range(shape.n_layers))

    def forward(self, ids: Tensor, shapes: Tensor, types: Tensor, mask: Tensor | None) -> Tensor:
        """States of the last layer; ``mask`` is true where a subword is real (None: everywhere)."""
        places = torch.arange(ids.shape[1], device=ids.device)
        states = self.subwords(ids) + self.positions(places) + self.types(types)
        states = self.dropout(self.norm(states + self.shapes(shapes)))
        attention = None if mask is None else mask[:, None, None, :]
        for layer in self.layers:
            states = layer(states, attention)
        final: Tensor = states
        return final

    def load_bert(self, weights: dict[str, Tensor]) -> None:
        """Take over weights named as Hugging Face's BertModel names them."""
        own: dict[str, Tensor] = {"shapes.weight": self.shapes.weight.data}
        table = "embeddings."
        own["subwords.weight"] = weights[table + "word_embeddings.weight"]
        own["positions.weight"] = weights[table + "position_embeddings.weight"]
        own["types.weight"] = weights[table + "token_type_embeddings.weight"]
        for part in ("weight", "bias"):
            own["norm." + part] = weights[table + "LayerNorm." + part]
            for number in range(len(self.layers)):
                ours, theirs = f"layers.{number}.", f"encoder.layer.{number}."
                attention = theirs + "attention."
                own[ours + "qkv." + part] = torch.cat(
                    [weights[f"{attention}self.{name}.{part}"] for name in ("query", "key", "value")]
                )
                own[ours + "out." + part] = weights[f"{attention}output.dense.{part}"]
                own[ours + "attention_norm." + part] = weights[f"{attention}output.LayerNorm.{part}"]
                own[ours + "widen." + part] = weights[f"{theirs}intermediate.dense.{part}"]
                own[ours + "narrow." + part] = weights[f"{theirs}output.dense.{part}"]
                own[ours + "norm." + part] = weights[f"{theirs}output.LayerNorm.{part}"]
        self.load_state_dict(own)
