"""The graph folder: one SQLite file, `kg.sqlite`, is the truth; what stands beside it can be rebuilt.

Tables have plain names and anyone may read them: papers, concepts, results, edges, evidence; extractions
(kept by a hash of text, model and rules, so that nothing is extracted twice); extracted (which of them each
paper has); run (how it was made).
A graph is replaced in one transaction: a killed build leaves the old graph and every stored extraction.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from itertools import chain, groupby
from pathlib import Path
from typing import Any

from kg import faults
from kg.checksum import Checksum, checksum
from kg.errors import StoreError
from kg.records import Concept, Edge, Evidence, Node, Paper, ReportedResult
from kg.tables import TABLES
from kg.text import digest

FILE = "kg.sqlite"
VERSION = 1
TIMEOUT = 10
"""How many seconds to wait for another process that writes."""

_CHECKSUM = "checksum"
"""The row of `run` that says what the graph holds, not how it was made."""
_LISTS = {"authors", "keywords", "aliases", "kind_votes", "former_ids", "papers", "candidates"}
_DECISIONS = {
    "merges": ("concept", "left", "right", "reason", "grounds", "papers", "n_papers"),
    "undecided": ("concept", "acronym", "candidates", "papers", "grounds"),
}
_COLUMNS = {
    "papers": ("id", "label", "title", "text", "year", "venue", "authors", "url", "keywords", "source"),
    "concepts": ("id", "kind", "name", "aliases", "kind_votes", "mentioned", "former_ids"),
    "results": ("id", "paper", "value", "metric", "on", "by", "vs", "low", "high", "unit", "relation", "change"),
}
_EVIDENCE = (
    "paper", "field", "start", "end", "surface", "sentence", "sentence_start", "said_by", "role_by", "cue",
    "confidence",
)  # fmt: skip


class Store:
    """An open graph folder. All iteration is sorted by id, so output made from it is deterministic."""

    def __init__(self, folder: Path, connection: sqlite3.Connection) -> None:
        self.folder = folder
        self._db = connection

    def papers(self, *, id: str | None = None) -> Iterator[Paper]:  # noqa: A002
        """Yield the papers by id, or the one with this id if there is one."""
        for row in self._db.execute(*_select("papers", id)):
            yield Paper(**_values("papers", row))

    def concepts(self, *, id: str | None = None) -> Iterator[Concept]:  # noqa: A002
        """Yield the concepts by id, or the one with this id if there is one."""
        for row in self._db.execute(*_select("concepts", id)):
            values = _values("concepts", row)
            values["kind_votes"] = tuple((kind, count) for kind, count in values["kind_votes"])
            values["mentioned"] = bool(values["mentioned"])
            yield Concept(**values)

    def results(self) -> Iterator[ReportedResult]:
        """Yield the reported results by id."""
        for row in self._db.execute(*_select("results")):
            yield ReportedResult(**_values("results", row))

    def nodes(self) -> Iterator[Node]:
        """Yield all nodes: papers, concepts, results."""
        yield from self.papers()
        yield from self.concepts()
        yield from self.results()

    def edges(self, *, source: str | None = None, target: str | None = None) -> Iterator[Edge]:
        """Yield the edges with their evidence, by source, target and type; of one source or target if named.

        Streams: memory does not grow with the graph.
        """
        where, values = _condition(source, target)
        order = "ORDER BY source, target, type"
        rows = self._db.execute(
            f"SELECT source, target, type, kind, confidence, rule FROM edges {where} {order}", values
        )
        columns = ", ".join(f'"{name}"' for name in _EVIDENCE)
        found = self._db.execute(f"SELECT source, target, type, {columns} FROM evidence {where} {order}, rank", values)
        groups = groupby(found, key=lambda row: row[:3])
        group = next(groups, None)
        for row in rows:
            evidence: tuple[Evidence, ...] = ()
            if group is not None and group[0] == row[:3]:
                evidence = tuple(Evidence(**dict(zip(_EVIDENCE, e[3:], strict=True))) for e in group[1])
                group = next(groups, None)
            yield Edge(
                source=row[0],
                target=row[1],
                type=row[2],
                kind=row[3],
                confidence=row[4],
                rule=row[5],
                evidence=evidence,
            )

    def counts(self) -> dict[str, int]:
        """Return the number of rows of each table of the graph."""
        tables = ("papers", "concepts", "results", "edges", "evidence")
        return {table: self._db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables}

    def edge_types(self) -> dict[str, int]:
        """Return the number of edges of each type."""
        return dict(self._db.execute("SELECT type, count(*) FROM edges GROUP BY type"))

    def proposals(self) -> Iterator[tuple[str, str]]:
        """Yield paper and concept of each edge PROPOSES, sorted."""
        yield from self._db.execute("SELECT source, target FROM edges WHERE type = 'PROPOSES' ORDER BY source, target")

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Let everything that is read within the block be of one graph, whatever a build does meanwhile."""
        self._db.execute("BEGIN")
        try:
            yield
        finally:
            self._db.rollback()

    def lacks_node(self, table: str, id: str) -> bool:  # noqa: A002
        """Return whether no record of `table` (papers, concepts or results) has this id."""
        assert table in _COLUMNS
        return self._db.execute(f"SELECT 1 FROM {table} WHERE id = ?", (id,)).fetchone() is None

    def n_evidence(self, source: str, target: str, edge_type: str) -> int | None:
        """Return how many pieces of evidence an edge has; None if there is no such edge."""
        key = (source, target, edge_type)
        where = "WHERE source = ? AND target = ? AND type = ?"
        if self._db.execute(f"SELECT 1 FROM edges {where}", key).fetchone() is None:
            return None
        return int(self._db.execute(f"SELECT count(*) FROM evidence {where}", key).fetchone()[0])

    def run(self) -> dict[str, Any]:
        """Return how the graph was made: versions, inputs, options."""
        rows = self._db.execute("SELECT key, value FROM run WHERE key <> ? ORDER BY key", (_CHECKSUM,))
        return {key: _parsed(value) for key, value in rows}

    def checksum(self) -> str:
        """Return the checksum of the graph's records; it is kept, so this costs nothing."""
        row = self._db.execute("SELECT value FROM run WHERE key = ?", (_CHECKSUM,)).fetchone()
        if row is not None:
            return str(_parsed(row[0]))
        return checksum(chain(self.nodes(), self.edges()))  # a folder of a kg that did not keep it

    def extraction(self, hash: str) -> str | None:  # noqa: A002
        """Return the stored extraction (JSON) with this hash, or None if there is none, or it is damaged."""
        row = self._db.execute(
            "SELECT CAST(record AS BLOB), digest FROM extractions WHERE hash = ?", (hash,)
        ).fetchone()
        record = row[0].decode(errors="replace") if row and row[0] else ""
        return record if row and digest(record) == row[1] else None

    def extracted(self) -> dict[str, str]:
        """Return the hash of the stored extraction of each paper of the graph, by paper id."""
        return dict(self._db.execute("SELECT paper, hash FROM extracted"))

    def decisions(self, table: str) -> Iterator[dict[str, Any]]:
        """Yield the rows of `merges` or `undecided`, in the order of resolution, lists as tuples."""
        columns = _DECISIONS[table]
        for row in self._db.execute(f"SELECT {', '.join(map(_quote, columns))} FROM {table} ORDER BY rowid"):
            pairs = zip(columns, row, strict=True)
            yield {name: tuple(_parsed(value)) if name in _LISTS else value for name, value in pairs}

    def keep_extractions(self, records: Iterable[tuple[str, str]]) -> None:
        """Store extractions (hash, JSON) at once and durably."""
        with self._db:
            rows = ((hash_, record, digest(record)) for hash_, record in records)
            self._db.executemany("INSERT OR REPLACE INTO extractions VALUES (?, ?, ?)", rows)

    def replace_graph(
        self,
        nodes: Iterable[Node],
        edges: Iterable[Edge],
        *,
        extracted: Mapping[str, str] | None = None,
        run: Mapping[str, Any] | None = None,
        decisions: Mapping[str, Iterable[Mapping[str, Any]]] | None = None,
    ) -> None:
        """Replace the graph by these records, in one transaction; stored extractions stay.

        `decisions` has the rows of the tables `merges` and `undecided`: what resolution did and left.
        """
        total = Checksum()
        with self._db:
            for table in ("papers", "concepts", "results", "edges", "evidence", "extracted", "run", *_DECISIONS):
                self._db.execute(f"DELETE FROM {table}")
            for node in nodes:
                total.add(node)
                table, row = _row(node)
                self._db.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)
            for edge in edges:
                total.add(edge)
                self._insert_edge(edge)
            for table, rows in (decisions or {}).items():
                marks = ", ".join("?" * len(_DECISIONS[table]))
                values = ([_cell(row[name]) for name in _DECISIONS[table]] for row in rows)
                self._db.executemany(f"INSERT INTO {table} VALUES ({marks})", values)
            self._db.executemany("INSERT INTO extracted VALUES (?, ?)", (extracted or {}).items())
            said = {**(run or {}), _CHECKSUM: str(total)}
            self._db.executemany("INSERT INTO run VALUES (?, ?)", ((k, _json(v)) for k, v in said.items()))

    def _insert_edge(self, edge: Edge) -> None:
        key = (edge.source, edge.target, edge.type)
        self._db.execute("INSERT INTO edges VALUES (?, ?, ?, ?, ?, ?)", (*key, edge.kind, edge.confidence, edge.rule))
        self._db.executemany(
            f"INSERT INTO evidence VALUES ({', '.join('?' * (4 + len(_EVIDENCE)))})",
            ((*key, rank, *(getattr(e, name) for name in _EVIDENCE)) for rank, e in enumerate(edge.evidence)),
        )


@contextmanager
def open_store(folder: Path, *, create: bool = False) -> Iterator[Store]:
    """Open a graph folder: to read, or with `create` to write, making it if it is absent.

    Raises StoreError if the folder holds no graph, or one of another version, or is damaged or in use.
    """
    file = folder / FILE
    if create:
        _make_folder(folder)
    elif not file.is_file():
        raise StoreError(f"{folder}: holds no graph; make one with `kg build LIST... -o {folder}`")
    uri = f"{file.resolve().as_uri()}?mode={'rwc' if create else 'ro'}"
    try:
        with closing(sqlite3.connect(uri, uri=True, timeout=TIMEOUT)) as connection:
            _check(connection, file, create=create)
            try:
                yield Store(folder, connection)
            finally:
                if create:
                    _put_log_away(connection)
    except sqlite3.DatabaseError as error:
        raise StoreError(f"{file}: {faults.of_database(error)}") from error


def _put_log_away(connection: sqlite3.Connection) -> None:
    """Leave one plain file: it can be read where nothing may be written (a mounted archive); a log beside it can't."""
    with suppress(sqlite3.OperationalError):  # someone reads, or the disk is full: the next build does it
        connection.execute("PRAGMA journal_mode = DELETE")


def _make_folder(folder: Path) -> None:
    if folder.is_dir() and not (folder / FILE).exists() and any(folder.iterdir()):
        raise StoreError(f"{folder}: holds files that are not a graph; name a new or empty folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"{folder}: can't make this folder ({error.strerror}); name another") from error


def _check(connection: sqlite3.Connection, file: Path, *, create: bool) -> None:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version == 0 and create:
        connection.executescript(f"BEGIN; {TABLES} PRAGMA user_version = {VERSION}; COMMIT;")
    elif version != VERSION:
        raise StoreError(
            f"{file}: graph of version {version}, this kg reads {VERSION}; delete the file and build it again"
        )
    if create:
        connection.execute("PRAGMA journal_mode = WAL")


def _select(table: str, id_: str | None = None) -> tuple[str, tuple[str, ...]]:
    select = f"SELECT {', '.join(_quoted(table))} FROM {table}"
    return (f"{select} ORDER BY id", ()) if id_ is None else (f"{select} WHERE id = ?", (id_,))


def _quoted(table: str) -> list[str]:
    return list(map(_quote, _COLUMNS[table]))


def _quote(name: str) -> str:
    return f'"{name}"'


def _values(table: str, row: tuple[Any, ...]) -> dict[str, Any]:
    pairs = zip(_COLUMNS[table], row, strict=True)
    return {name: tuple(_parsed(value)) if name in _LISTS else value for name, value in pairs}


def _row(node: Node) -> tuple[str, tuple[Any, ...]]:
    table = {Paper: "papers", Concept: "concepts", ReportedResult: "results"}[type(node)]
    values = (getattr(node, name) for name in _COLUMNS[table])
    return table, tuple(map(_cell, values))


def _cell(value: object) -> object:
    return _json(value) if isinstance(value, tuple) else value


def _condition(source: str | None, target: str | None) -> tuple[str, tuple[str, ...]]:
    named = [(name, value) for name, value in (("source", source), ("target", target)) if value is not None]
    if not named:
        return "", ()
    return "WHERE " + " AND ".join(f"{name} = ?" for name, _ in named), tuple(value for _, value in named)


def _parsed(cell: str) -> Any:
    try:
        return json.loads(cell)
    except (ValueError, TypeError) as error:
        raise sqlite3.DatabaseError(f"{cell!r:.40} is damaged") from error


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
