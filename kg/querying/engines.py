"""The engines that answer queries: by name, each with its language and the function that opens it.

An engine is one module with an `open_...(folder)` function and one line in `ENGINES`; modules are imported
when their engine is first asked for.
"""

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Protocol, cast

from kg import faults
from kg.errors import QueryError
from kg.querying.arguments import Argument
from kg.querying.rows import Rows
from kg.querying.scanning import Language

MAX_ROWS = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How long a query may take, in seconds, and how many rows it may answer."""

    timeout: float = 60.0
    max_rows: int = MAX_ROWS


class Backend(Protocol):
    """An opened engine. It runs texts that have passed `kg.querying.guards.check`."""

    def run(self, text: str, arguments: Mapping[str, Argument], limits: Limits) -> Rows:
        """Return the rows of a query; raise QueryError, without saying where, if it fails or takes too long."""
        ...  # pragma: no cover


class _Opener(Protocol):
    def __call__(self, folder: Path) -> Backend: ...  # pragma: no cover


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine:
    """One engine: its language and where its opener is, as "module:function"."""

    language: Language
    opener: str

    def open(self, folder: Path) -> Backend:
        """Return the engine opened on the graph of a folder."""
        name, _, function = self.opener.partition(":")
        with faults.loading(name):
            module = importlib.import_module(name)
        return cast("_Opener", getattr(module, function))(folder)


ENGINES: Mapping[str, Engine] = MappingProxyType(
    {
        "kglite": Engine(language="cypher", opener="kg.querying.cypher:open_kglite"),
        "neo4j": Engine(language="cypher", opener="kg.querying.neo4j_backend:open_neo4j"),
        "oxigraph": Engine(language="sparql", opener="kg.querying.sparql:open_oxigraph"),
    }
)
_DEFAULTS: Mapping[Language, str] = MappingProxyType({"cypher": "kglite", "sparql": "oxigraph"})


def named(name: str) -> Engine:
    """Return the engine of this name; QueryError lists the engines if there is none."""
    if name not in ENGINES:
        listed = ", ".join(f"{known} ({engine.language})" for known, engine in ENGINES.items())
        raise QueryError(f"{name}: no such engine; there are {listed}")
    return ENGINES[name]


def default(language: Language) -> Engine:
    """Return the embedded engine that speaks a language."""
    return ENGINES[_DEFAULTS[language]]
