"""Cypher without a server: the graph in kglite, loaded from the store and kept as a file.

The property graph is that of `kg.properties`: labels, node properties, relationships that carry their best
evidence. kglite knows four names of its own on each node: `title`, `name` and `label` where no such property
is stored, and `type`. `title` is null unless a paper has one; `name` belongs on concepts and `label` on papers.
It matches a pattern from its leftmost node, so a query begins where it is anchored.
"""

import gc
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import kglite

from kg.errors import QueryError, StoreError
from kg.graph import family
from kg.properties import labels, of_node, of_relationship
from kg.querying import caching
from kg.querying.arguments import Argument
from kg.querying.engines import Limits
from kg.querying.rows import Rows, Value
from kg.records import Edge, Node
from kg.schema import SCHEMA, EdgeType, Family
from kg.store import Store, open_store

_STEM = "kglite"
_FILE = "graph.kgl"
_N_BATCH = 5_000


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kglite:
    """A frozen graph: nothing can change it, any thread may ask it."""

    graph: Any

    def run(self, text: str, arguments: Mapping[str, Argument], limits: Limits) -> Rows:
        try:
            found = self.graph.cypher(
                text,
                params={name: argument.value for name, argument in arguments.items()},
                timeout_ms=max(1, round(limits.timeout * 1000)),
                row_limit=limits.max_rows + 1,
            )
        except kglite.CypherTimeoutError as error:
            raise QueryError(
                f"not done after {limits.timeout:g} s; begin the first MATCH at a node with a given id, or allow more"
            ) from error
        except (kglite.KgError, ValueError, OverflowError) as error:
            raise QueryError(_first_line(error)) from error
        rows = tuple(tuple(_value(cell) for cell in row.values()) for row in found.to_list())
        kept = rows[: limits.max_rows]
        return Rows(columns=tuple(found.columns), rows=kept, truncated=len(rows) > len(kept))


def open_kglite(folder: Path) -> _Kglite:
    """Return kglite on the graph of a folder; a graph that has changed is loaded anew."""
    kglite.set_query_warning_policy("silent")
    return _opened(folder.resolve(), caching.state(folder, _STEM, kglite.__version__))


@lru_cache(maxsize=4)
def _opened(folder: Path, state: str) -> _Kglite:
    name = f"{_STEM}-{state}"
    kept = caching.kept(folder, name)
    if kept is not None:
        try:
            return _Kglite(graph=kglite.load(str(kept / _FILE)).freeze())
        except kglite.KgError:
            caching.forget(folder, name)
    with open_store(folder) as store, _without_garbage_collection():
        graph = _load(store)
    caching.keep(folder, name, lambda path: _save(graph, path / _FILE))
    return _Kglite(graph=graph.freeze())


def _save(graph: Any, path: Path) -> None:
    try:
        graph.save(str(path))
    except kglite.FileIoError as error:
        raise OSError(f"{path}: {error}") from error


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """Millions of small dicts make the collector look at each again and again."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _load(store: Store) -> Any:
    by_family: dict[Family, list[Node]] = {"Paper": [], "Concept": [], "Result": []}
    for node in store.nodes():
        by_family[family(node)].append(node)
    spec = [
        {"type": name, "id_field": "id", "title_field": "title", "records": [_record(node) for node in nodes]}
        for name, nodes in by_family.items()
        if nodes
    ]
    graph = kglite.from_records({"nodes": spec, "connections": []}) if spec else kglite.KnowledgeGraph()
    for kind in SCHEMA.concept_kinds:
        ids = [node.id for node in by_family["Concept"] if kind in labels(node)]
        if ids:
            graph.add_label("Concept", ids, kind)
    _load_edges(graph, store.edges())
    return graph


def _record(node: Node) -> dict[str, Any]:
    # Where there is no title kglite would take another property for it.
    return {"title": None, **of_node(node)}


def _load_edges(graph: Any, edges: Iterable[Edge]) -> None:
    batches: dict[str, list[dict[str, Any]]] = {}
    for edge in edges:
        batch = batches.setdefault(edge.type, [])
        batch.append({"source": edge.source, "target": edge.target, "properties": of_relationship(edge)})
        if len(batch) == _N_BATCH:
            _load_batch(graph, SCHEMA.edge_type(edge.type), batch)
            batch.clear()
    for edge_type, batch in batches.items():
        _load_batch(graph, SCHEMA.edge_type(edge_type), batch)


def _load_batch(graph: Any, edge_type: EdgeType, batch: list[dict[str, Any]]) -> None:
    if not batch:
        return
    # Type and labels are the schema's own; all else is a parameter.
    graph.cypher(
        f"UNWIND $rows AS row MATCH (a:{edge_type.source} {{id: row.source}}) "
        f"MATCH (b:{edge_type.target} {{id: row.target}}) CREATE (a)-[r:{edge_type.name}]->(b) SET r = row.properties",
        params={"rows": batch},
        timeout_ms=0,
    )
    made = graph.last_mutation_stats["relationships_created"]
    if made != len(batch):
        raise StoreError(f"{edge_type.name}: {len(batch) - made} edges lead nowhere; build the graph again")


def _value(cell: Any) -> Value:
    """Return a cell with lists as tuples; a node or relationship as its properties."""
    if isinstance(cell, list | tuple):
        return tuple(map(_value, cell))
    if isinstance(cell, dict):
        if "properties" in cell and isinstance(cell["properties"], dict):
            own = {"type": cell["type"]} if "type" in cell else {}
            stored = {name: _value(value) for name, value in cell["properties"].items() if value is not None}
            return own | {name: value for name, value in stored.items() if name != "type"}
        return {str(name): _value(value) for name, value in cell.items()}
    return cell if cell is None or isinstance(cell, str | int | float | bool) else str(cell)


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0].strip() or type(error).__name__
