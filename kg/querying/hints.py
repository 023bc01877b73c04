"""What to ask instead, where a question about a paper or concept has no answer."""

import shlex
from collections import Counter
from collections.abc import Iterable, Mapping

from kg.querying.arguments import Argument
from kg.records import Edge
from kg.schema import SCHEMA
from kg.store import Store


def hint(store: Store, arguments: Mapping[str, Argument]) -> str:
    """Return, in one line, which relations the papers and concepts asked about do have, and what query shows them.

    Empty if the question was about none.
    """
    return "; ".join(filter(None, (_of(store, argument) for argument in arguments.values())))


def _of(store: Store, argument: Argument) -> str:
    name = str(argument.value)
    if argument.type == "paper":
        relations = _relations(store.edges(source=name))
        return f"{name} has {relations}: {_call(store, 'relations-of-paper', 'paper', name)}" if relations else ""
    if argument.type != "concept":
        return ""
    edges = list(store.edges(target=name))
    if relations := _relations(edges):
        return f"{name} has {relations}: {_call(store, 'relations-of-concept', 'concept', name)}"
    has_family = any(edge.type == "VARIANT_OF" for edge in edges)
    below = f", only its family: {_call(store, 'family-members', 'concept', name)}" if has_family else ""
    return f"no paper names {name}{below}"


def _relations(edges: Iterable[Edge]) -> str:
    """Return the types of the edges between papers and concepts, strongest first, with their numbers."""
    counts = Counter(edge.type for edge in edges)
    return ", ".join(f"{role.upper()} {counts[role.upper()]}" for role in SCHEMA.roles if counts[role.upper()])


def _call(store: Store, query: str, parameter: str, value: str) -> str:
    return f"`kg query {shlex.quote(str(store.folder))} {query} {shlex.quote(f'{parameter}={value}')}`"
