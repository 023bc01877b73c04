"""What a database holds before a load: refused with a reason, before anything is written, where it doesn't fit."""

from kg.errors import ServerError
from kg.loader import statements
from kg.propertygraph import MARKER, MENTION, Index, indexes, mention_relationships, relationships
from kg.schema import SCHEMA
from kg.server import Connection

_OWN_LABELS = frozenset((*SCHEMA.node_properties, *SCHEMA.kind_names, MENTION, MARKER))
_OWN_TYPES = frozenset(r.type for r in (*relationships(), *mention_relationships()))
_TAKES_THE_PLACE = frozenset({("UNIQUE", "RANGE"), ("FULLTEXT", "FULLTEXT")})
"""Types of ours and of an index on the same properties: with it there ours isn't made. A RANGE index serves as ours."""
_CONSTRAINTS = "SHOW CONSTRAINTS YIELD name, type, labelsOrTypes, properties"
_INDEXES = (
    "SHOW INDEXES YIELD name, type, labelsOrTypes, properties, owningConstraint "
    "WHERE owningConstraint IS NULL AND type <> 'LOOKUP' RETURN name, type, labelsOrTypes, properties"
)


def check(connection: Connection, name: str) -> None:
    """Raise ServerError if the database holds another graph, or others' nodes or constraints that clash with ours."""
    where = connection.at.uri
    held = graph_in(connection)
    if held is not None and held != name:
        raise ServerError(
            f"{where}: the database holds the graph '{held}', not '{name}'; take it out with `kg unload`, "
            "load under its name, or use another database"
        )
    others = [f"{n_nodes} {label}" for label, n_nodes in connection.rows(statements.OTHERS) if label in _OWN_LABELS]
    if others:
        raise ServerError(
            f"{where}: nodes that kg did not write have its labels ({', '.join(others)}); use another database, "
            "or give them other labels"
        )
    clashes = [*_clashes(connection, _CONSTRAINTS), *_clashes(connection, _INDEXES)]
    if clashes:
        raise ServerError(
            f"{where}: constraints or indexes that kg did not make are in its way ({', '.join(clashes)}); "
            "drop them, or use another database"
        )


def graph_in(connection: Connection) -> str | None:
    """Return the name of the graph that the database holds, or None."""
    names = [str(name) for (name,) in connection.rows(statements.MARKERS)]
    return names[0] if names else None


def _clashes(connection: Connection, statement: str) -> list[str]:
    """Return the names of what is there and can't stand beside ours.

    That is anything of our name that is not ours, a constraint on our labels or types that ours don't
    promise to keep, and an index that takes the place of one of ours under another name.
    """
    own_by_name = {index.name: index for index in indexes()}
    found = []
    for name, type_, on, properties in connection.rows(statement):
        own = own_by_name.get(name)
        places = _OWN_LABELS | _OWN_TYPES
        if own is not None:
            if not _is_same(own, type_, on, properties):
                found.append(name)
        elif set(on or ()) & places and not _may_stay(type_, on, properties, constraint=statement is _CONSTRAINTS):
            found.append(name)
    return found


def _may_stay(type_: str, on: list[str], properties: list[str], *, constraint: bool) -> bool:
    if constraint:
        return any(_is_same(index, type_, on, properties) for index in indexes() if index.type == "UNIQUE")
    beside = [i for i in indexes() if [i.label] == on and sorted(i.properties) == sorted(properties)]
    return not any((i.type, type_) in _TAKES_THE_PLACE for i in beside)


def _is_same(own: Index, type_: str, on: list[str], properties: list[str]) -> bool:
    return own.type in type_ and [own.label] == on and [*own.properties] == properties
