"""One server for the session: assembled (tests/neo4j/server.py), or the empty one in KG_TEST_NEO4J_URI.

Tests that stop, kill or import always use the assembled one: a user's server is not theirs to stop.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from neo4j import Driver, GraphDatabase

from kg.graph import Graph, edges, nodes
from kg.propertygraph import indexes
from kg.store import open_store
from tests.neo4j.server import Server


class Database:
    """An empty database, the environment by which kg finds it, and a driver of the test's own to look at it."""

    def __init__(self, uri: str, user: str, password: str) -> None:
        self.uri = uri
        self.environment = {"KG_NEO4J_URI": uri, "KG_NEO4J_USER": user, "KG_NEO4J_PASSWORD": password}
        self.driver: Driver = GraphDatabase.driver(uri, auth=(user, password))

    def rows(self, statement: str, **parameters) -> list[tuple]:
        return [
            tuple(r.values()) for r in self.driver.execute_query(statement, parameters, bookmark_manager_=None).records
        ]

    def value(self, statement: str, **parameters):
        return self.rows(statement, **parameters)[0][0]

    def content(self) -> tuple[list, list]:
        """All nodes and all relationships with labels, types and properties, in an order of their own."""
        found_nodes = self.rows("MATCH (n) RETURN labels(n), properties(n)")
        found_edges = self.rows("MATCH (a)-[r]->(b) RETURN labels(a), a.id, type(r), labels(b), b.id, properties(r)")
        return sorted(map(_plain, found_nodes)), sorted(map(_plain, found_edges))

    def wipe(self, *, schema: bool = True) -> None:
        """Remove all nodes, and with `schema` all constraints and indexes; without it kg's own stay (it is faster)."""
        ours = set() if schema else {index.name for index in indexes()}
        with self.driver.session() as session:
            session.run("MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 2000 ROWS").consume()
            for name, *_ in self.rows("SHOW CONSTRAINTS YIELD name"):
                if name not in ours:
                    session.run(f"DROP CONSTRAINT `{name}`").consume()
            for name, *_ in self.rows("SHOW INDEXES YIELD name, type WHERE type <> 'LOOKUP' RETURN name"):
                if name not in ours:
                    session.run(f"DROP INDEX `{name}`").consume()


def _plain(row: tuple) -> str:
    """A row as a text that sorts; `1` and `1.0` and `true` stay apart."""
    return repr([dict(sorted(v.items())) if isinstance(v, dict) else v for v in map(_sorted_labels, row)])


def _sorted_labels(value):
    return sorted(value) if isinstance(value, list) else value


@pytest.fixture(scope="session")
def assembled(tmp_path_factory) -> Iterator[Server]:
    """The assembled server, running."""
    server = Server(tmp_path_factory.mktemp("neo4j-home"))
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def shared(request) -> Iterator[Database]:
    """The server that tests may write into."""
    uri = os.environ.get("KG_TEST_NEO4J_URI")
    if not uri:
        server = request.getfixturevalue("assembled")
        database = Database(server.uri, "neo4j", server.password)
        yield database
        database.driver.close()
        return
    user, password = os.environ.get("KG_NEO4J_USER", "neo4j"), os.environ.get("KG_NEO4J_PASSWORD", "")
    database = Database(uri, user, password)
    if database.value("MATCH (n) RETURN count(n)"):
        pytest.exit(f"KG_TEST_NEO4J_URI: {uri} is not empty; tests only use an empty database", returncode=1)
    yield database
    database.wipe()
    database.driver.close()


@pytest.fixture
def database(shared, monkeypatch) -> Database:
    """The shared server without nodes, and the environment by which kg finds it."""
    shared.wipe(schema=False)
    return _pointed_at(shared, monkeypatch)


@pytest.fixture
def bare(shared, monkeypatch) -> Database:
    """The shared server, with no constraint or index either."""
    shared.wipe()
    return _pointed_at(shared, monkeypatch)


@pytest.fixture
def own(assembled, monkeypatch) -> Iterator[Database]:
    """The assembled server, empty, for tests that stop or kill it."""
    database = Database(assembled.uri, "neo4j", assembled.password)
    database.wipe(schema=False)
    yield _pointed_at(database, monkeypatch)
    database.driver.close()


@pytest.fixture
def another(tmp_path_factory, monkeypatch) -> Iterator[Callable[[dict[str, str]], Database]]:
    """A function that starts a server of the test's own with these settings; a later call starts it with others."""
    server = Server(tmp_path_factory.mktemp("neo4j-home"), {"dbms.security.auth_enabled": "false"})
    databases = []

    def start(settings: dict[str, str]) -> Database:
        server.stop()
        server.configure(settings)
        server.start()
        databases.append(Database(server.uri, "neo4j", server.password))
        return _pointed_at(databases[-1], monkeypatch)

    yield start
    for database in databases:
        database.driver.close()
    server.stop()


def _pointed_at(database: Database, monkeypatch) -> Database:
    for name, value in database.environment.items():
        monkeypatch.setenv(name, value)
    return database


def store_graph(graph: Graph, folder: Path) -> Path:
    """Write a graph into a graph folder and return it."""
    with open_store(folder, create=True) as store:
        store.replace_graph(nodes(graph), edges(graph))
    return folder
