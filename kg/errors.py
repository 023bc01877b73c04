"""The errors that kg raises on purpose.

    KgError
    ├── ReadError (ValueError)        a list of papers can't be read
    ├── StoreError (ValueError)       a graph folder is missing, foreign or damaged
    ├── SchemaError (ValueError)      a record breaks the schema
    ├── QueryError (ValueError)       a query is unknown, malformed or failed
    ├── NameNotFoundError (KeyError)  no paper, concept, format or query has this name
    ├── ServerError (RuntimeError)    a Neo4j server is absent, refuses, or holds something else
    └── MissingPartError (ImportError)  an optional package or file is not installed

Each message reads `<where>: <what was found>; <what is allowed, or what to do>`. The command line
shows a KgError as that one line and exits with 1; any other exception is a fault of ours.
"""


class KgError(Exception):
    """Anything that kg refuses, with the place and the remedy in its message."""

    def __str__(self) -> str:
        # KeyError would show the repr of the message.
        return str(self.args[0]) if self.args else ""


class ReadError(KgError, ValueError):
    """A list of papers can't be read: the file, the line or record, and what is needed."""


class StoreError(KgError, ValueError):
    """A graph folder is missing, foreign, damaged or of another version."""


class SchemaError(KgError, ValueError):
    """One or more records break the schema; `problems` lists them all."""

    def __init__(self, message: str, problems: tuple[object, ...] = ()) -> None:
        super().__init__(message)
        self.problems = problems


class QueryError(KgError, ValueError):
    """A query is malformed, lacks a parameter, or failed in its engine."""


class NameNotFoundError(KgError, KeyError):
    """Nothing has this name, or several things have; `candidates` lists the nearest."""

    def __init__(self, message: str, candidates: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.candidates = candidates


class ServerError(KgError, RuntimeError):
    """A Neo4j server is absent, refuses us, is too old, or holds something that is not ours."""


class MissingPartError(KgError, ImportError):
    """An optional package or program is not installed; the message has the line that installs it."""
