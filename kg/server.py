"""A connection to a Neo4j server: the one room that knows the driver, and that turns its errors into one line.

Statements are constants of our own; whatever comes from a paper or a person travels as a parameter.
"""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

import neo4j
from neo4j.exceptions import (
    AuthError,
    ClientError,
    ConfigurationError,
    DriverError,
    Neo4jError,
    ServiceUnavailable,
    SessionExpired,
)

from kg.errors import QueryError, ServerError

_Transaction: TypeAlias = neo4j.ManagedTransaction | neo4j.Transaction
_Result = TypeVar("_Result")

DEFAULT_URI = "bolt://localhost:7687"
MIN_VERSION = (5, 23)
_SCHEMES = ("bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc")
_RETRY_SECONDS = 60.0
_READ_ONLY = ("ReadOnly", "NotALeader")
_AT_FAULT = ("ClientError.Statement", "ClientError.Procedure", "ClientError.Schema")
_OUT_OF_MEMORY = ("OutOfMemory", "MemoryPool", "MemoryLimit")
_OUT_OF_MEMORY_ADVICE = "the server is out of memory; give it more (server.memory.heap.max_size), then run again"


@dataclass(frozen=True, slots=True, kw_only=True)
class Login:
    """Where a server is and who we are there; without a password it is asked without any."""

    uri: str
    user: str = "neo4j"
    password: str = field(default="", repr=False)
    database: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """What a writing statement did, and the one value that it returned."""

    n_nodes_created: int
    n_nodes_deleted: int
    n_relationships_created: int
    n_relationships_deleted: int
    value: int


class OutOfMemoryError(ServerError):
    """A transaction was too big for the server; the same rows in smaller ones may pass."""


def login(uri: str | None = None) -> Login:
    """Return the login that the environment says: KG_NEO4J_URI, _USER, _PASSWORD and _DATABASE.

    An explicit `uri` wins over the environment; without either it is bolt://localhost:7687. ServerError, which
    doesn't show it, if the URI holds a user or password.
    """
    return Login(
        uri=_without_secrets(uri or os.environ.get("KG_NEO4J_URI") or DEFAULT_URI),
        user=os.environ.get("KG_NEO4J_USER") or "neo4j",
        password=os.environ.get("KG_NEO4J_PASSWORD", ""),
        database=os.environ.get("KG_NEO4J_DATABASE") or None,
    )


class Connection:
    """An open connection to one database; every failure is a ServerError with what to do."""

    def __init__(self, driver: neo4j.Driver, at: Login) -> None:
        self.at = at
        self._driver = driver

    def rows(self, statement: str, **parameters: Any) -> list[tuple[Any, ...]]:
        """Return the rows of a reading statement, in a transaction that is tried again after passing failures.

        Raises OutOfMemoryError if the transaction is too big for the server.
        """
        with explained(self.at), self._session(neo4j.READ_ACCESS) as session:
            return session.execute_read(self._sized(_reading(statement, parameters)))

    def stream(self, statement: str, **parameters: Any) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of a reading statement as they come, in one transaction."""
        with explained(self.at), self._session(neo4j.READ_ACCESS) as session:
            yield from (tuple(record.values()) for record in session.run(statement, parameters))

    def ask(
        self, statement: str, parameters: Mapping[str, Any], *, timeout: float, max_rows: int
    ) -> tuple[tuple[str, ...], list[tuple[Any, ...]]]:
        """Return the columns and at most `max_rows` rows of a query.

        Raises QueryError if the query is at fault or takes longer than `timeout` seconds.
        """
        work = neo4j.unit_of_work(timeout=timeout)(self._sized(_asking(statement, parameters, max_rows)))
        with explained(self.at), self._session(neo4j.READ_ACCESS) as session:
            try:
                return session.execute_read(work)
            except Neo4jError as error:
                code = str(error.code)
                if "TransactionTimedOut" in code:
                    message = f"not done after {timeout:g} s; begin the first MATCH at a node with a given id"
                    raise QueryError(f"{message}, or allow more time") from error
                if any(part in code for part in _AT_FAULT):
                    raise QueryError(_first_line(error)) from error
                raise

    def run(self, statement: str, **parameters: Any) -> None:
        """Run a writing statement of its own (a constraint, say)."""
        with explained(self.at), self._session(neo4j.WRITE_ACCESS) as session:
            session.run(statement, parameters).consume()

    def write(self, statement: str, rows: Sequence[Any], **parameters: Any) -> Written:
        """Run a writing statement that returns one number on `$rows`, in a transaction.

        It is tried again after failures that pass, such as a restart of the server. Raises OutOfMemoryError
        if the transaction is too big for the server.
        """
        work = self._sized(_writing(statement, {"rows": rows, **parameters}))
        with explained(self.at), self._session(neo4j.WRITE_ACCESS) as session, self._size_told():
            return session.execute_write(work)

    def write_once(self, statement: str, rows: Sequence[Any]) -> Written | None:
        """Run a writing statement on `$rows` in a transaction that is not tried again.

        None if it failed in a way that may pass, or found what it was to make: then nobody knows whether it came
        through, and something that is safe to repeat must follow. Raises OutOfMemoryError as `write` does.
        """
        with explained(self.at), self._session(neo4j.WRITE_ACCESS) as session:
            try:
                with self._size_told(), session.begin_transaction() as transaction:
                    written = _writing(statement, {"rows": rows})(transaction)
                    transaction.commit()
                    return written
            except (Neo4jError, DriverError) as error:
                if error.is_retryable() or "ConstraintValidation" in str(getattr(error, "code", "")):
                    return None
                raise

    def _session(self, access: str) -> neo4j.Session:
        return self._driver.session(database=self.at.database, default_access_mode=access)

    def _sized(self, work: Callable[[_Transaction], _Result]) -> Callable[[_Transaction], _Result]:
        """Return `work` that tells its size from within, or the driver would try it again: it would be as big then."""

        def sized(transaction: _Transaction) -> _Result:
            with self._size_told():
                return work(transaction)

        return sized

    @contextmanager
    def _size_told(self) -> Iterator[None]:
        """Raise OutOfMemoryError where the server says that a transaction is too big, at a statement or at its end."""
        try:
            yield
        except Neo4jError as error:
            if any(part in str(error.code) for part in _OUT_OF_MEMORY):
                raise OutOfMemoryError(f"{self.at.uri}: {_OUT_OF_MEMORY_ADVICE}") from error
            raise


@contextmanager
def connected(at: Login) -> Iterator[Connection]:
    """Yield a connection to a server that answers, lets us in and is new enough; else raise ServerError."""
    with _driver(at) as driver:
        with explained(at):
            try:
                agent = driver.get_server_info().agent
            except ValueError as error:  # a port that is no number is noticed only here
                raise _no_address(at, error) from error
        check_version(agent.partition("/")[2], at.uri)
        yield Connection(driver, at)


def check_version(version: str, uri: str) -> None:
    """Raise ServerError if a server's version is too old.

    >>> check_version("5.26.28", "bolt://localhost"), check_version("2025.11.2", "bolt://localhost")
    (None, None)
    >>> check_version("4.4.48", "bolt://localhost")
    Traceback (most recent call last):
    kg.errors.ServerError: bolt://localhost: Neo4j 4.4.48; kg needs 5.23 or later: use another server
    """
    numbers = tuple(int(part) for part in version.partition("-")[0].split(".")[:2] if part.isdigit())
    if numbers < MIN_VERSION:
        needed = ".".join(map(str, MIN_VERSION))
        raise ServerError(
            f"{uri}: Neo4j {version or 'of unknown version'}; kg needs {needed} or later: use another server"
        )


@contextmanager
def explained(at: Login) -> Iterator[None]:
    """Turn the driver's errors within the block into a ServerError of one line."""
    try:
        yield
    except (Neo4jError, DriverError) as error:
        raise ServerError(f"{at.uri}: {explain(error, at)}") from error


def explain(error: Exception, at: Login) -> str:
    """Return what a driver's error means and what to do, in one line."""
    code = str(getattr(error, "code", "") or "")
    match error:
        case AuthError() if "AuthenticationRateLimit" in code:
            return "too many wrong passwords; wait a few seconds and try the right one"
        case AuthError() | ClientError() if "CredentialsExpired" in code:
            return f"the password of {at.user} must be changed first; do so with cypher-shell or Neo4j Browser"
        case AuthError():
            given = f"user {at.user} with this password" if at.password else "us without a password"
            return f"refuses {given}; set KG_NEO4J_USER and KG_NEO4J_PASSWORD"
        case ServiceUnavailable() | SessionExpired():
            return "no Neo4j server answers there; start one (`docker compose up -d`) or name another, and run again"
    if "DatabaseNotFound" in code:
        return f"holds no database {at.database}; name another, or make it with CREATE DATABASE"
    if any(part in code for part in _READ_ONLY):
        return "the database is read-only; make it writable (server.databases.read_only) or name another"
    if any(part in code for part in _OUT_OF_MEMORY):
        return _OUT_OF_MEMORY_ADVICE
    if "Forbidden" in code:
        return f"user {at.user} may not do this ({_first_line(error)}); use one who may write and make constraints"
    return f"{_first_line(error)} ({code or type(error).__name__}); see the server's log"


def _without_secrets(uri: str) -> str:
    if "@" in uri:
        scheme, _, rest = uri.partition("://")
        shown = f"{scheme}://{rest.rpartition('@')[2]}" if rest else "the address"
        raise ServerError(f"{shown}: holds a user or password; set KG_NEO4J_USER and KG_NEO4J_PASSWORD instead")
    return uri


def _driver(at: Login) -> neo4j.Driver:
    scheme = at.uri.partition("://")[0]
    if scheme not in _SCHEMES:
        raise ServerError(
            f"{at.uri}: not the address of a server; write one like {DEFAULT_URI} ({', '.join(_SCHEMES)})"
        )
    try:
        return neo4j.GraphDatabase.driver(
            at.uri,
            auth=(at.user, at.password) if at.password else None,
            max_transaction_retry_time=_RETRY_SECONDS,
            notifications_min_severity=neo4j.NotificationMinimumSeverity.OFF,
        )
    except (ConfigurationError, ValueError) as error:
        raise _no_address(at, error) from error


def _no_address(at: Login, error: Exception) -> ServerError:
    return ServerError(f"{at.uri}: not the address of a server ({_first_line(error)}); write one like {DEFAULT_URI}")


def _asking(
    statement: str, parameters: Mapping[str, Any], max_rows: int
) -> Callable[[_Transaction], tuple[tuple[str, ...], list[tuple[Any, ...]]]]:
    def ask(transaction: _Transaction) -> tuple[tuple[str, ...], list[tuple[Any, ...]]]:
        result = transaction.run(statement, dict(parameters))
        return tuple(result.keys()), [tuple(record.values()) for record in result.fetch(max_rows)]

    return ask


def _reading(statement: str, parameters: Mapping[str, Any]) -> Callable[[_Transaction], list[tuple[Any, ...]]]:
    def read(transaction: _Transaction) -> list[tuple[Any, ...]]:
        return [tuple(record.values()) for record in transaction.run(statement, dict(parameters))]

    return read


def _writing(statement: str, parameters: Mapping[str, Any]) -> Callable[[_Transaction], Written]:
    def write(transaction: _Transaction) -> Written:
        result = transaction.run(statement, dict(parameters))
        (value,) = result.single(strict=True)
        counters = result.consume().counters
        return Written(
            n_nodes_created=counters.nodes_created,
            n_nodes_deleted=counters.nodes_deleted,
            n_relationships_created=counters.relationships_created,
            n_relationships_deleted=counters.relationships_deleted,
            value=value,
        )

    return write


def _first_line(error: Exception) -> str:
    message = getattr(error, "message", None) or str(error)
    return str(message).strip().partition("\n")[0] or type(error).__name__
