"""kg: a knowledge graph from lists of machine-learning paper abstracts, with the sentence behind every edge.

The one public door. Everything is loaded on first use, so that `import kg` costs nothing:

    import kg
    graph = kg.build(["seeds"], "out")        # a networkx.MultiDiGraph of records
    rows = kg.query("out", "papers-evaluating-on", {"concept": "MMLU"})
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kg.annotations import read_annotations as read_annotations
    from kg.assembly import assemble as assemble
    from kg.building import BuildOptions as BuildOptions
    from kg.building import build as build
    from kg.building import open_graph as open  # noqa: A004
    from kg.evaluation import evaluate as evaluate
    from kg.extraction import extract as extract
    from kg.identity import merges as merges
    from kg.identity import why as why
    from kg.inspection import explain as explain
    from kg.inspection import stats as stats
    from kg.loader import load as load
    from kg.loader import unload as unload
    from kg.publishing import export as export
    from kg.publishing import formats as formats
    from kg.publishing import view as view
    from kg.querying import queries as queries
    from kg.querying import query as query
    from kg.readers import read as read
    from kg.resolution import resolve as resolve
    from kg.training import train as train
    from kg.validation import validate as validate

_ROOMS = {
    "BuildOptions": "kg.building",
    "assemble": "kg.assembly",
    "build": "kg.building",
    "evaluate": "kg.evaluation",
    "explain": "kg.inspection",
    "export": "kg.publishing",
    "extract": "kg.extraction",
    "formats": "kg.publishing",
    "load": "kg.loader",
    "merges": "kg.identity",
    "open": "kg.building:open_graph",
    "queries": "kg.querying",
    "query": "kg.querying",
    "read": "kg.readers",
    "read_annotations": "kg.annotations",
    "resolve": "kg.resolution",
    "stats": "kg.inspection",
    "train": "kg.training",
    "unload": "kg.loader",
    "validate": "kg.validation",
    "view": "kg.publishing",
    "why": "kg.identity",
}

__all__ = [
    "BuildOptions",
    "assemble",
    "build",
    "evaluate",
    "explain",
    "export",
    "extract",
    "formats",
    "load",
    "merges",
    "open",
    "queries",
    "query",
    "read",
    "read_annotations",
    "resolve",
    "stats",
    "train",
    "unload",
    "validate",
    "view",
    "why",
]


def __getattr__(name: str) -> Any:
    if name not in _ROOMS:
        raise AttributeError(f"module 'kg' has no attribute {name!r}; it has {', '.join(__all__)}")
    module, _, attribute = _ROOMS[name].partition(":")
    value = getattr(importlib.import_module(module), attribute or name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
