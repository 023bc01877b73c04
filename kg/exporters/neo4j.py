"""A folder for Neo4j: CSV tables for `neo4j-admin database import`, a script for that, and one for LOAD CSV.

All evidence is in the tables, so nothing is lost; whoever imports may leave the Mention nodes out, for each
relationship carries its best evidence as well.
"""

import dataclasses
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from importlib.metadata import version
from pathlib import Path
from typing import Any

from kg.checksum import Checksum
from kg.errors import SchemaError
from kg.exporters import neo4j_scripts
from kg.exporters.neo4j_tables import END, START, Table, Writer, node_tables, read_rows, relationship_tables
from kg.files import replacing_folder
from kg.graph import Graph, edges, make, nodes
from kg.properties import Value, labels, of_node, of_relationship
from kg.propertygraph import HAS_MENTION, MARKER, MARKER_ID, MENTION, REFERS_TO, of_mention
from kg.records import Concept, Edge, Evidence, Node, Paper, ReportedResult
from kg.schema import SCHEMA

SCRIPT = "import.sh"
_CLASSES = {"Paper": Paper, "Concept": Concept, "Result": ReportedResult}
_QUOTING = {"text", "sentence"}
"""What quotes a paper at length, and stays out of an export without text."""


def write(graph: Graph, path: Path, *, include_text: bool = True) -> None:
    """Write the folder; equal graphs give equal bytes.

    Without `include_text` abstracts and sentences stay out. Raises SchemaError if an element of a list holds
    U+001F, which parts elements; StoreError if the folder holds something else.
    """
    with replacing_folder(path, marker=SCRIPT) as folder:
        _write_tables(graph, folder, set() if include_text else _QUOTING)
        everything = [(t, _is_split(folder, t)) for t in (*node_tables(), *relationship_tables())]
        unmarked = [(table, split) for table, split in everything if MARKER not in table.labels]
        _write_text(folder / SCRIPT, neo4j_scripts.import_script(unmarked))
        _write_text(folder / "load.cypher", neo4j_scripts.load_script(_marker_first(everything)))
        _write_text(folder / "constraints.cypher", neo4j_scripts.constraints_script())
        _write_text(folder / "README.md", neo4j_scripts.readme())
        (folder / SCRIPT).chmod(0o755)


def read_graph(path: Path) -> Graph:
    """Return the graph that was written to a folder; StoreError if it holds other tables."""
    evidence = _read_evidence(path)
    return make(_read_nodes(path), _read_edges(path, evidence))


def _write_tables(graph: Graph, folder: Path, left_out: set[str]) -> None:
    with ExitStack() as stack:
        writers = {t.name: stack.enter_context(Writer(folder, t)) for t in (*node_tables(), *relationship_tables())}
        by_labels = {t.labels: writers[t.name] for t in node_tables()}
        by_ends = {
            (t.relationship.type, t.relationship.target): writers[t.name]
            for t in relationship_tables()
            if t.relationship
        }
        total = Checksum()
        for node in nodes(graph):
            total.add(node)
            by_labels[labels(node)].write(_without(of_node(node), left_out))
        for edge in edges(graph):
            total.add(edge)
            target = SCHEMA.edge_type(edge.type).target
            ends: dict[str, Value] = {f":{START}": edge.source, f":{END}": edge.target}
            by_ends[edge.type, target].write(ends | _without(of_relationship(edge), left_out))
            for rank in range(len(edge.evidence)):
                mention = of_mention(edge, rank)
                by_labels[MENTION,].write(_without(mention, left_out))
                by_ends[HAS_MENTION, MENTION].write(ends | {f":{END}": mention["id"]})
                by_ends[REFERS_TO, target].write(ends | {f":{START}": mention["id"]})
        marker: dict[str, Value] = {"id": MARKER_ID, "name": MARKER_ID, "version": version("kg"), "state": "complete"}
        whole: dict[str, Value] = {} if left_out else {"checksum": str(total)}
        by_labels[MARKER,].write(marker | whole)


def _without(values: dict[str, Value], left_out: set[str]) -> dict[str, Value]:
    return {name: value for name, value in values.items() if name not in left_out} if left_out else values


def _is_split(folder: Path, table: Table) -> bool:
    return (folder / f"{table.name}.backslash.csv").exists()


def _marker_first(tables: list[tuple[Table, bool]]) -> list[tuple[Table, bool]]:
    return sorted(tables, key=lambda item: MARKER not in item[0].labels)


def _write_text(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")


def _read_nodes(path: Path) -> Iterator[Node]:
    for table in node_tables():
        if table.labels[0] not in _CLASSES:
            continue
        for row in read_rows(path, table):
            yield _node(table.labels[0], row)


def _node(family: str, row: Mapping[str, Value]) -> Node:
    declared = {p.name for p in SCHEMA.node_properties[family]} - {"n_papers"}  # type: ignore[index]
    values: dict[str, Any] = {n: tuple(v) if isinstance(v, list) else v for n, v in row.items() if n in declared}
    if "kind_votes" in values:
        votes = (vote.rpartition(":") for vote in values["kind_votes"])
        values["kind_votes"] = tuple((kind, int(n_papers)) for kind, _, n_papers in votes)
    return _record(_CLASSES[family], values)  # type: ignore[no-any-return]


def _read_edges(path: Path, evidence: Mapping[tuple[str, str, str], tuple[Evidence, ...]]) -> Iterator[Edge]:
    for table in relationship_tables():
        if table.of_mentions or table.relationship is None:
            continue
        for row in read_rows(path, table):
            source, target = str(row[f":{START}"]), str(row[f":{END}"])
            key = (source, table.relationship.type, target)
            values: dict[str, Any] = {p.name: row[p.name] for p in SCHEMA.edge_properties if p.name in row}
            del values["n_evidence"]
            ends = dict(zip(("source", "type", "target"), key, strict=True))
            yield _record(Edge, {**values, **ends, "evidence": evidence.get(key, ())})


def _read_evidence(path: Path) -> dict[tuple[str, str, str], tuple[Evidence, ...]]:
    """Return all evidence by source, type and target of its edge, best first."""
    ends: dict[str, dict[Value, str]] = {HAS_MENTION: {}, REFERS_TO: {}}
    for table in relationship_tables():
        if table.relationship and table.of_mentions:
            has = table.relationship.type == HAS_MENTION
            mention, other = (f":{END}", f":{START}") if has else (f":{START}", f":{END}")
            for row in read_rows(path, table):
                ends[table.relationship.type][row[mention]] = str(row[other])
    found: dict[tuple[str, str, str], list[tuple[int, Evidence]]] = {}
    (table,) = (t for t in node_tables() if t.labels == (MENTION,))
    declared = {p.name for p in SCHEMA.evidence_properties}
    for row in read_rows(path, table):
        key = ends[HAS_MENTION][row["id"]], str(row["type"]), ends[REFERS_TO][row["id"]]
        values = {name: value for name, value in row.items() if name in declared}
        found.setdefault(key, []).append((int(str(row["rank"])), _record(Evidence, values)))
    return {key: tuple(e for _, e in sorted(ranked, key=lambda item: item[0])) for key, ranked in found.items()}


def _record(cls: Any, values: dict[str, Any]) -> Any:
    """Return a record; a required property whose cell was an empty string comes back as one."""
    required = {f.name: "" for f in dataclasses.fields(cls) if f.type is str and f.default is dataclasses.MISSING}
    try:
        return cls(**(required | values))
    except TypeError as error:
        raise SchemaError(f"{cls.__name__}: not the columns of this record ({error})") from error
