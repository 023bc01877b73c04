"""All that turns the encoder's rows into entities: trained matrices, memory, and weights fitted after training."""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kg.extraction.neural.candidates import EVEN, N_SPAN_SOURCES
from kg.extraction.neural.evidence import NEUTRAL, Weighing
from kg.extraction.neural.files import HEADS_FILE, JUDGE_FILE, MEMORY_FILE, reading
from kg.extraction.neural.heads import Heads
from kg.extraction.neural.judge import Judge
from kg.extraction.neural.linking import Linker
from kg.extraction.neural.memory import NOTHING, Memory
from kg.extraction.neural.mixing import Mixture
from kg.extraction.neural.role_evidence import N_ROLE_SOURCES

UNMOVED = Mixture(weights=np.array([1.0, *np.zeros(N_ROLE_SOURCES - 1)]))
"""Leaves the network's shares of roles as they are: where fitting begins."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decoder:
    """The matrices and the memory, and how spans, kinds and roles weigh their sources; as fitting begins by default."""

    heads: Heads
    memory: Memory = NOTHING
    spans: Mixture = EVEN
    kinds: Weighing = NEUTRAL
    roles: Mixture = UNMOVED


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitted:
    """What is fitted on abstracts that the network was not trained on, the memory aside."""

    spans: Mixture
    kinds: Weighing
    roles: Mixture
    judge: Judge
    linker: Linker

    def write(self, folder: Path) -> None:
        """Write it into a model folder, a line for each part."""
        parts = {
            "spans": self.spans.to_data(),
            "kinds": self.kinds.to_data(),
            "roles": self.roles.to_data(),
            "judge": self.judge.to_data(),
            "linker": self.linker.to_data(),
        }
        lines = (f"{json.dumps(name)}: {json.dumps(data)}" for name, data in parts.items())
        (folder / JUDGE_FILE).write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf8")


def read_fitted(folder: Path) -> Fitted:
    """Return what `write` wrote into a model folder; ReadError, with the name of the file, if it is something else."""
    with reading(folder / JUDGE_FILE) as path:
        data = json.loads(path.read_text(encoding="utf8"))
        return Fitted(
            spans=Mixture.from_data(data["spans"], N_SPAN_SOURCES),
            kinds=Weighing.from_data(data["kinds"]),
            roles=Mixture.from_data(data["roles"], N_ROLE_SOURCES),
            judge=Judge.from_data(data["judge"]),
            linker=Linker.from_data(data["linker"]),
        )


def read_decoder(folder: Path, fitted: Fitted) -> Decoder:
    """Return the decoder of a model folder; ReadError, with the name of the file, for one that is broken."""
    return Decoder(
        heads=load_heads(folder),
        memory=load_memory(folder),
        spans=fitted.spans,
        kinds=fitted.kinds,
        roles=fitted.roles,
    )


def load_memory(folder: Path) -> Memory:
    """Return what a model folder remembers of wordings."""
    with reading(folder / MEMORY_FILE) as path:
        return Memory.read(path)


def load_heads(folder: Path) -> Heads:
    """Return the small matrices of a model folder."""
    with reading(folder / HEADS_FILE) as path, np.load(path, allow_pickle=False) as arrays:
        return Heads({name: arrays[name] for name in arrays.files})
