"""Commands that talk to a Neo4j server."""

import click

COMMANDS: tuple[click.Command, ...] = ()
