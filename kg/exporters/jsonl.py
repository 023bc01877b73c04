"""JSON Lines: one record a line (papers, concepts, results, then edges with all evidence); nothing is lost.

Each line is an object whose `record` says what it is; fields at their default are left out.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from kg.errors import ReadError, SchemaError
from kg.files import replacing
from kg.graph import Graph, edges, make, nodes
from kg.records import Concept, Edge, Node, Paper, ReportedResult
from kg.serialization import from_data, to_data

_NODES: dict[str, type[Node]] = {"paper": Paper, "concept": Concept, "result": ReportedResult}
_NAMES: dict[type, str] = {cls: name for name, cls in _NODES.items()} | {Edge: "edge"}


def write(graph: Graph, path: Path, *, include_text: bool = True) -> None:
    """Write the records of a graph; equal graphs give equal bytes."""
    with replacing(path) as temporary, temporary.open("w", encoding="utf-8", newline="\n") as file:
        for record in _records(graph):
            shown = record if include_text else _without_text(record)
            data = {"record": _NAMES[type(record)], **to_data(shown)}
            file.write(json.dumps(data, ensure_ascii=False, allow_nan=False) + "\n")


def read_graph(path: Path) -> Graph:
    """Return the graph that `write` made this file from; ReadError with the line if it is not one."""
    found_nodes: list[Node] = []
    found_edges: list[Edge] = []
    with path.open(encoding="utf-8", newline="\n") as file:
        for number, line in enumerate(file, start=1):
            record = _record(line, f"{path}:{number}")
            if isinstance(record, Edge):
                found_edges.append(record)
            else:
                found_nodes.append(record)
    try:
        return make(found_nodes, found_edges)
    except KeyError as error:
        raise ReadError(f"{path}: no edge type {error}; see the schema for the types") from error


def _records(graph: Graph) -> Iterator[Node | Edge]:
    yield from sorted(nodes(graph), key=lambda node: list(_NODES.values()).index(type(node)))
    yield from edges(graph)


def _without_text(record: Node | Edge) -> Node | Edge:
    if isinstance(record, Paper):
        return replace(record, text="")
    if isinstance(record, Edge):
        return replace(record, evidence=tuple(replace(evidence, sentence="") for evidence in record.evidence))
    return record


def _record(line: str, where: str) -> Node | Edge:
    try:
        data: dict[str, Any] = json.loads(line)
        name = data.pop("record")
        return from_data(Edge, data) if name == "edge" else from_data(_NODES[name], data)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        what = str(error) if isinstance(error, SchemaError) else f"not a record of a graph ({error})"
        raise ReadError(f"{where}: {what}; a line is what `kg export --to jsonl` writes") from error
