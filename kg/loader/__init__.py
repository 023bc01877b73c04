"""A graph folder into a Neo4j database, and out of it again.

One database holds one graph of ours, named by its marker node. A load makes the database equal to the folder:
it creates, updates and removes, in batches that are each safe to repeat, so an interrupted load is completed by
the next one. Nodes that kg did not write are never touched.
"""

import secrets
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from kg.errors import ServerError
from kg.loader import statements
from kg.loader.checking import check, graph_in
from kg.loader.sweeping import remove_all, remove_gone
from kg.loader.writing import Changes, write_graph
from kg.progress import Progress, silent
from kg.propertygraph import constraints
from kg.server import Connection, connected, login
from kg.store import FILE, open_store

"""Called with the name of the step, how much is done and how much there is (0 if that isn't known)."""
_INDEX_SECONDS = 600


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadReport:
    """What a load or an unload changed in the database.

    `severed` is the number of relationships that others had drawn to nodes of ours that are gone; they went
    with the nodes.
    """

    name: str
    uri: str
    nodes: Changes
    relationships: Changes
    severed: int = 0


def load(
    folder: Path | str,
    uri: str | None = None,
    *,
    name: str | None = None,
    mentions: bool = False,
    progress: Progress = silent,
) -> LoadReport:
    """Make a Neo4j database equal to a graph folder and return what changed; a second load changes nothing.

    The server is `uri`, else KG_NEO4J_URI, else bolt://localhost:7687; user, password and database come from
    KG_NEO4J_USER, KG_NEO4J_PASSWORD and KG_NEO4J_DATABASE. The graph is known there by `name`, else by the
    folder's name. With `mentions` all evidence is loaded, as Mention nodes; a relationship carries the best
    always. Memory does not grow with the graph.

    Raises StoreError if the folder holds no graph; ServerError, before anything is written, if there is no
    such server, or the database holds another graph or nodes or constraints that clash with ours.
    """
    folder = Path(folder)
    name = name or folder.resolve().name
    with open_store(folder) as store, store.snapshot(), connected(login(uri)) as connection:
        check(connection, name)
        _prepare(connection, progress)
        token, fresh = _begin(connection, name)
        nodes, relationships = write_graph(connection, store, fresh=fresh, mentions=mentions, progress=progress)
        progress("removing", 0, 0)
        swept = remove_gone(connection, store, mentions=mentions)
        _finish(connection, name, token, store.checksum())
        return LoadReport(
            name=name,
            uri=connection.at.uri,
            nodes=nodes + swept.nodes,
            relationships=relationships + swept.relationships,
            severed=swept.severed,
        )


def unload(graph: Path | str, uri: str | None = None, *, progress: Progress = silent) -> LoadReport:
    """Take a graph out of a Neo4j database, with its constraints and indexes, and return what was removed.

    `graph` is a graph folder or the name of the graph. Nodes that kg did not write stay. Raises ServerError if
    the database holds no graph of this name.
    """
    name = Path(graph).resolve().name if (Path(graph) / FILE).is_file() else str(graph)
    with connected(login(uri)) as connection:
        held = graph_in(connection)
        if held != name:
            found = "no graph of kg" if held is None else f"the graph '{held}'"
            raise ServerError(f"{connection.at.uri}: the database holds {found}; there is no '{name}' to take out")
        progress("removing", 0, 0)
        swept = remove_all(connection, progress=progress)
        for statement in statements.drops():
            connection.run(statement)
        return LoadReport(
            name=name,
            uri=connection.at.uri,
            nodes=swept.nodes,
            relationships=swept.relationships,
            severed=swept.severed,
        )


def _prepare(connection: Connection, progress: Progress) -> None:
    progress("constraints", 0, 0)
    for statement in constraints():
        connection.run(statement)
    connection.run("CALL db.awaitIndexes($seconds)", seconds=_INDEX_SECONDS)


def _begin(connection: Connection, name: str) -> tuple[str, bool]:
    """Write the marker, by which an interrupted load is told.

    Return the token by which `_finish` knows it, and whether the database holds nothing of ours yet.
    """
    token = secrets.token_hex(8)
    found = dict(connection.rows(statements.count_all()))
    empty = not any(found[label] for label in statements.LABELS)
    written = connection.write(statements.BEGIN, [], name=name, token=token, version=version("kg"))
    if not written.value:
        raise ServerError(f"{connection.at.uri}: another graph came into the database just now; look, and run again")
    return token, empty and written.n_nodes_created == 1


def _finish(connection: Connection, name: str, token: str, checksum: str) -> None:
    said = {"name": name, "token": token, "version": version("kg"), "checksum": checksum}
    written = connection.write(statements.FINISH, [], **said)
    if not written.value:
        raise ServerError(f"{connection.at.uri}: another load was at work in this database; run this one again alone")


__all__ = ["Changes", "LoadReport", "Progress", "load", "unload"]
