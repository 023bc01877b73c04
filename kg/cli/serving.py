"""Commands that talk to a Neo4j server."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from kg.cli.output import object_options, print_object, print_rows, say
from kg.cli.paths import PATH
from kg.cli.progress import progress

if TYPE_CHECKING:
    from kg.loader import LoadReport

_URI = click.argument("uri", required=False)


@click.command()
@click.argument("folder", metavar="DIR", type=PATH)
@_URI
@click.option("--name", help="The name of the graph in the database; the folder's name by default.")
@click.option("--mentions", is_flag=True, help="Load all evidence, as Mention nodes, not only the best of each edge.")
@object_options
def load(folder: Path, uri: str | None, name: str | None, mentions: bool, output: str) -> None:
    """Load a graph into a Neo4j database, or bring the one there up to date.

    The server is URI, else KG_NEO4J_URI, else bolt://localhost:7687; user and password come from KG_NEO4J_USER and
    KG_NEO4J_PASSWORD. A second load changes nothing; an interrupted one is completed by the next; what kg did not
    write is never touched.
    """
    from kg.loader import load as load_graph

    with progress() as show:
        report = load_graph(folder, uri, name=name, mentions=mentions, progress=show)
    _print(report, output)


@click.command()
@click.argument("graph", metavar="DIR|NAME")
@_URI
@object_options
def unload(graph: str, uri: str | None, output: str) -> None:
    """Take a graph out of a Neo4j database; what kg did not write stays."""
    from kg.loader import unload as unload_graph

    with progress() as show:
        report = unload_graph(graph, uri, progress=show)
    _print(report, output)


def _print(report: "LoadReport", output: str) -> None:
    columns = ("created", "updated", "removed")
    changes = {"nodes": report.nodes, "relationships": report.relationships}
    if output == "json":
        counts = {what: {c: getattr(change, c) for c in columns} for what, change in changes.items()}
        print_object({"name": report.name, "uri": report.uri, **counts, "severed": report.severed})
        return
    print_rows(("what", *columns), [(w, *(getattr(c, n) for n in columns)) for w, c in changes.items()], output)
    say(f"graph '{report.name}' at {report.uri}")
    if report.severed:
        say(f"{report.severed} relationships of others to nodes that are gone went with them")


COMMANDS = (load, unload)
