"""Cypher on a Neo4j server that `kg load` filled: read-only transactions, parameters, a time limit.

The server must hold the graph of the folder that is asked, whole: the marker's state and checksum say so.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from neo4j.graph import Node, Relationship
from neo4j.graph import Path as Walk

from kg.errors import QueryError
from kg.propertygraph import MARKER, OURS
from kg.querying.arguments import Argument
from kg.querying.engines import Limits
from kg.querying.rows import Rows, Value
from kg.server import Connection, Login, connected, login
from kg.store import open_store

_LABEL_BY_TABLE = {"papers": "Paper", "concepts": "Concept", "results": "Result"}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Neo4j:
    """A server, asked on a connection of its own each time."""

    at: Login
    folder: Path

    def run(self, text: str, arguments: Mapping[str, Argument], limits: Limits) -> Rows:
        parameters = {name: argument.value for name, argument in arguments.items()}
        with connected(self.at) as connection:
            _check(connection, self.folder)
            columns, found = connection.ask(text, parameters, timeout=limits.timeout, max_rows=limits.max_rows + 1)
        rows = tuple(tuple(map(_value, row)) for row in found[: limits.max_rows])
        return Rows(columns=columns, rows=rows, truncated=len(found) > len(rows))


def open_neo4j(folder: Path) -> _Neo4j:
    """Return the server that the environment names (KG_NEO4J_URI), to be asked about the graph of a folder."""
    return _Neo4j(at=login(), folder=folder)


def _check(connection: Connection, folder: Path) -> None:
    """Raise QueryError unless the server holds the graph of the folder as it is now, of a load that came to its end."""
    markers = connection.rows(f"MATCH (g:{MARKER}) WHERE g.{OURS.name} RETURN g.name, g.state, g.checksum")
    advice = f"run `kg load {folder} {connection.at.uri}`"
    if not markers:
        raise QueryError(f"{connection.at.uri} holds no graph; {advice}")
    ((name, state, checksum),) = markers
    if state != "complete":
        raise QueryError(f"{connection.at.uri}: the load of '{name}' did not come to its end; {advice}")
    with open_store(folder) as store:
        if store.checksum() != checksum:
            raise QueryError(f"{connection.at.uri} holds '{name}', which is another graph or an older one; {advice}")


def _value(cell: Any) -> Value:
    """Return a cell as the other engines give it: lists as tuples, a node or relationship as its properties."""
    match cell:
        case Node():
            return {"type": _family(cell), **_properties(cell)}
        case Relationship():
            return {"type": cell.type, **_properties(cell)}
        case Walk():
            steps = zip(cell.nodes, cell.relationships, strict=False)
            return (*(_value(part) for step in steps for part in step), _value(cell.nodes[-1]))
        case list() | tuple():
            return tuple(map(_value, cell))
        case dict():
            return {str(name): _value(value) for name, value in cell.items()}
        case None | str() | int() | float() | bool():
            return cell
    return str(cell)


def _properties(entity: Node | Relationship) -> dict[str, Value]:
    return {name: _value(value) for name, value in entity.items() if name not in {OURS.name, "type"}}


def _family(node: Node) -> str:
    return next((label for label in _LABEL_BY_TABLE.values() if label in node.labels), ":".join(sorted(node.labels)))
