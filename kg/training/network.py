"""The extraction network: an encoder, and heads for labels, spans, roles, aliases and results."""

import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.nn.utils.rnn import pad_sequence

from kg.extraction.neural.labels import (
    FIELDS,
    KINDS,
    KINDS_BY_ROLE,
    ROLES,
    may_end,
    may_follow,
    may_start,
    n_labels,
)
from kg.extraction.neural.layout import (
    HEADS,
    MAX_SPAN_WORDS,
    N_COLUMNS,
    POINTER_WIDTH,
    ROLE_WIDTH,
    SPAN_WIDTH,
)
from kg.training.batches import Batch
from kg.training.encoder_network import Encoder, EncoderShape
from kg.training.field import LabelChain

WEIGHT_BY_LOSS = {
    "labels": 1.0,
    "spans": 1.0,
    "values": 1.0,
    "roles": 2.0,
    "aliases": 0.3,
    "pointers": 2.0,
}


class ExtractionNetwork(nn.Module):
    """All that is trained; ``columns`` is what is shipped as ONNX, the rest is small matrices."""

    def __init__(self, shape: EncoderShape, *, head_dropout: float = 0.2) -> None:
        super().__init__()
        self.encoder = Encoder(shape)
        self.heads = nn.Linear(shape.width, N_COLUMNS)
        self.head_dropout = nn.Dropout(head_dropout)
        self.chain = _chain(n_labels(len(KINDS)))
        self.value_chain = _chain(n_labels(1))
        self.span_length = nn.Parameter(torch.zeros(MAX_SPAN_WORDS, SPAN_WIDTH))
        self.span_out = nn.Linear(SPAN_WIDTH, len(KINDS) + 1)
        self.role_text = nn.Linear(shape.width, 64)
        self.role_kind = nn.Parameter(torch.randn(len(KINDS), 16) * 0.1)
        self.role_hidden = nn.Linear(2 * ROLE_WIDTH + 64 + 16 + 4, 128)
        self.role_out = nn.Linear(128, len(ROLES))
        allowed = [[kind in KINDS_BY_ROLE[role] for role in ROLES] for kind in KINDS]
        self.register_buffer("role_cost", torch.where(torch.tensor(allowed), 0.0, -1e4))
        self.alias_scale = nn.Parameter(torch.tensor([5.0, -2.0]))
        self.pointer_hidden = nn.Linear(2 * shape.width, 256)
        self.pointer_out = nn.Linear(256, len(FIELDS) * 2 * POINTER_WIDTH)
        self.pointer_null = nn.Parameter(torch.zeros(len(FIELDS), 2))

    def columns(self, states: Tensor) -> Tensor:
        """The head columns of word states."""
        columns: Tensor = self.heads(states)
        return columns

    def losses(self, batch: Batch) -> dict[str, Tensor]:
        """Sum of each loss over the batch."""
        states = self.encoder(batch.ids, batch.shapes, batch.types, batch.mask)
        texts = states[:, 0]
        words = states.flatten(0, 1)[batch.firsts]
        words = self.head_dropout(words)
        columns = self.columns(words)
        found = {
            "labels": self._chain_loss(self.chain, columns[:, HEADS["labels"]], batch, batch.labels),
            "values": self._chain_loss(self.value_chain, columns[:, HEADS["value_labels"]], batch, batch.value_labels),
            "spans": self._span_loss(columns, batch),
        }
        if len(batch.entity_kinds):
            scores = self.role_scores(columns, texts, batch)
            found["roles"] = functional.cross_entropy(scores, batch.entity_roles, reduction="sum")
            found["aliases"] = self._alias_loss(columns, batch)
        if len(batch.numbers):
            found["pointers"] = self._pointer_loss(words, columns, batch)
        return found

    def span_scores(self, columns: Tensor, spans: Tensor) -> Tensor:
        """Score of each kind, and of none, for spans (first and last word)."""
        first, last = spans[:, 0], spans[:, 1]
        lengths = last - first
        sums = functional.pad(columns[:, HEADS["span_mean"]].cumsum(0), (0, 0, 1, 0))
        means = (sums[last + 1] - sums[first]) / (lengths + 1)[:, None]
        hidden = (
            columns[:, HEADS["span_first"]][first]
            + columns[:, HEADS["span_last"]][last]
            + means
            + self.span_length[lengths]
        )
        scores: Tensor = self.span_out(functional.relu(hidden))
        return scores

    def role_scores(self, columns: Tensor, texts: Tensor, batch: Batch) -> Tensor:
        """Score of each role for the entities of the batch; roles that a kind excludes cost 1e4."""
        first, last = batch.mention_spans[:, 0], batch.mention_spans[:, 1]
        sums = functional.pad(columns[:, HEADS["role_mean"]].cumsum(0), (0, 0, 1, 0))
        means = (sums[last + 1] - sums[first]) / (last - first + 1)[:, None]
        mentions = functional.relu(
            columns[:, HEADS["role_first"]][first] + columns[:, HEADS["role_last"]][last] + means
        )
        n_entities = len(batch.entity_kinds)
        owner = batch.mention_entities
        counts = torch.bincount(owner, minlength=n_entities).clamp_min(1)[:, None]
        mean = torch.zeros(n_entities, ROLE_WIDTH).index_add(0, owner, mentions) / counts
        peak = torch.zeros(n_entities, ROLE_WIDTH).index_reduce(0, owner, mentions, "amax")
        parts = [
            mean,
            peak,
            self.role_text(texts)[batch.entity_rows],
            self.role_kind[batch.entity_kinds],
            batch.entity_places,
        ]
        hidden = functional.relu(self.role_hidden(torch.cat(parts, 1)))
        scores: Tensor = self.role_out(self.head_dropout(hidden))
        return scores + self.get_buffer("role_cost")[batch.entity_kinds]

    def _span_loss(self, columns: Tensor, batch: Batch) -> Tensor:
        scores = self.span_scores(columns, batch.spans)
        losses = functional.cross_entropy(scores, batch.span_kinds, reduction="none")
        return (losses * batch.span_weights).sum()

    def _chain_loss(self, chain: LabelChain, emissions: Tensor, batch: Batch, labels: Tensor) -> Tensor:
        sizes = batch.lengths.tolist()
        rows = pad_sequence(list(torch.split(emissions, sizes)), batch_first=True)
        targets = pad_sequence(list(torch.split(labels, sizes)), batch_first=True)
        return chain.loss(rows, targets, batch.lengths)

    def _alias_loss(self, columns: Tensor, batch: Batch) -> Tensor:
        first, last = batch.mention_spans[:, 0], batch.mention_spans[:, 1]
        sums = functional.pad(columns[:, HEADS["alias"]].cumsum(0), (0, 0, 1, 0))
        means = (sums[last + 1] - sums[first]) / (last - first + 1)[:, None]
        vectors = functional.normalize(means, dim=1)
        logits = vectors @ vectors.T * self.alias_scale[0] + self.alias_scale[1]
        owner, surface = batch.mention_entities, batch.mention_surfaces
        rows = batch.entity_rows[owner]
        is_pair = (rows[:, None] == rows[None]) & (surface[:, None] < surface[None])
        same = (owner[:, None] == owner[None]).float()
        return functional.binary_cross_entropy_with_logits(logits[is_pair], same[is_pair], reduction="sum")

    def _pointer_loss(self, words: Tensor, columns: Tensor, batch: Batch) -> Tensor:
        ends = words[batch.numbers[:, 0]], words[batch.numbers[:, 1]]
        hidden = torch.tanh(self.pointer_hidden(torch.cat(ends, 1)))
        queries = self.pointer_out(hidden).view(-1, len(FIELDS), 2, POINTER_WIDTH)
        heads = (HEADS["pointer_first"], HEADS["pointer_last"])
        total = torch.zeros(())
        for number, targets in enumerate(batch.pointer_targets):
            row = int(batch.number_rows[number])
            begin = int(batch.starts[row])
            keys = columns[begin : begin + int(batch.lengths[row])]
            for side, head in enumerate(heads):
                scores = queries[number, :, side] @ keys[:, head].T / POINTER_WIDTH**0.5
                scores = torch.cat([scores, self.pointer_null[:, side, None]], 1)
                log_shares = scores.log_softmax(1)
                for which, target in enumerate(targets):
                    places = target[side] or [scores.shape[1] - 1]
                    total = total - log_shares[which, places].logsumexp(0)
        return total


def _chain(n: int) -> LabelChain:
    labels = range(n)
    return LabelChain(
        torch.tensor([[may_follow(before, after) for after in labels] for before in labels]),
        torch.tensor([may_start(label) for label in labels]),
        torch.tensor([may_end(label) for label in labels]),
    )


def total_loss(losses: dict[str, Tensor], n_words: int) -> Tensor:
    """The weighted sum of the losses for a word."""
    return sum((WEIGHT_BY_LOSS[name] * loss for name, loss in losses.items()), torch.zeros(())) / n_words
