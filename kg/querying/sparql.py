"""SPARQL without a server: the graph in oxigraph, loaded from the store and kept on disk.

The triples are those of `kg.exporters.rdf`. A parameter is written `$name`; where it stands its value goes in
as one term, which pyoxigraph itself writes, so that a value can't be more than a value.
"""

import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import TypeAlias

import pyoxigraph
from pyoxigraph import BlankNode, Literal, NamedNode, Quad, RdfFormat, Triple

from kg.errors import QueryError
from kg.exporters import rdf
from kg.querying import caching
from kg.querying.arguments import Argument
from kg.querying.engines import Limits
from kg.querying.rows import Rows, Value
from kg.querying.scanning import scan
from kg.store import Store, open_store

Term: TypeAlias = NamedNode | BlankNode | Literal | Triple

_STEM = "oxigraph"
_STORE = "store"
_XSD = "http://www.w3.org/2001/XMLSchema#"
_INTEGERS = frozenset(
    _XSD + name for name in ("integer", "int", "long", "short", "byte", "nonNegativeInteger", "positiveInteger")
)
_FLOATS = frozenset(_XSD + name for name in ("decimal", "double", "float"))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Oxigraph:
    """A store that is only read."""

    store: pyoxigraph.Store

    def run(self, text: str, arguments: Mapping[str, Argument], limits: Limits) -> Rows:
        """Return the rows; the answer of ASK is one row, a triple of CONSTRUCT is one row of three columns.

        The engine can't be interrupted within a step, only between rows: what runs on after the time is up
        is a thread that ends with its step or with the process.
        """
        work = _Work(self.store, with_terms(text, arguments), limits.max_rows)
        thread = threading.Thread(target=work.run, name="kg-sparql", daemon=True)
        thread.start()
        try:
            thread.join(limits.timeout)
        finally:
            work.stopped.set()
        if thread.is_alive():
            raise QueryError(
                f"not done after {limits.timeout:g} s; name what the pattern begins at, bound its paths, or allow more"
            )
        if work.error is not None:
            raise QueryError(f"{work.error}") from work.error
        assert work.rows is not None
        return work.rows


class _Work:
    """A query on its way in a thread; afterwards it has rows or an error."""

    def __init__(self, store: pyoxigraph.Store, text: str, max_rows: int) -> None:
        self.stopped = threading.Event()
        self.rows: Rows | None = None
        self.error: Exception | None = None
        self._store, self._text, self._max_rows = store, text, max_rows

    def run(self) -> None:
        try:
            columns, found = _answer(self._store, self._text)
            rows = []
            for row in islice(found, self._max_rows + 1):
                if self.stopped.is_set():
                    return
                rows.append(tuple(_value(term) for term in row))
            kept = tuple(rows[: self._max_rows])
            self.rows = Rows(columns=columns, rows=kept, truncated=len(rows) > len(kept))
        except Exception as error:  # noqa: BLE001  # it is raised again by the thread that waits
            self.error = error


def open_oxigraph(folder: Path) -> _Oxigraph:
    """Return oxigraph on the triples of a folder's graph; a graph that has changed is loaded anew."""
    return _opened(folder.resolve(), caching.state(folder, _STEM, pyoxigraph.__version__))


def with_terms(text: str, arguments: Mapping[str, Argument]) -> str:
    r"""Return a query with each `$name` that has an argument replaced by its term.

    >>> with_terms("SELECT ?s { ?s ?p $x }", {"x": Argument(type="text", value='" } #')})
    'SELECT ?s { ?s ?p "\\" } #" }'
    """
    pieces = []
    for token in scan(text, "sparql"):
        name = token.text[1:] if token.type == "parameter" else ""
        pieces.append(str(_term(arguments[name])) if name in arguments else token.text)
    return "".join(pieces)


def _term(argument: Argument) -> NamedNode | Literal | int:
    if argument.type in {"concept", "paper"}:
        return rdf.iri(str(argument.type), str(argument.value))
    if argument.value is None:
        raise QueryError("a parameter is null; SPARQL has no such value")
    if isinstance(argument.value, int) and not isinstance(argument.value, bool):
        return argument.value  # bare digits: LIMIT takes no literal
    return Literal(argument.value)


@lru_cache(maxsize=4)
def _opened(folder: Path, state: str) -> _Oxigraph:
    name = f"{_STEM}-{state}"
    kept = caching.kept(folder, name) or caching.keep(folder, name, lambda path: _write(folder, path))
    if kept is not None:
        try:
            return _Oxigraph(store=pyoxigraph.Store.read_only(str(kept / _STORE)))
        except (OSError, ValueError, RuntimeError):  # RuntimeError: a damaged file
            caching.forget(folder, name)
    memory = pyoxigraph.Store()
    with open_store(folder) as store:
        memory.bulk_extend(Quad(*triple) for triple in _triples(store))
    return _Oxigraph(store=memory)


def _write(folder: Path, path: Path) -> None:
    """Load through a file: twice as fast as triple by triple, and no memory."""
    file = path / "graph.nt"
    with open_store(folder) as store:
        pyoxigraph.serialize(_triples(store), str(file), RdfFormat.N_TRIPLES)
    disk = pyoxigraph.Store(str(path / _STORE))
    disk.bulk_load(path=str(file), format=RdfFormat.N_TRIPLES)
    disk.flush()
    file.unlink()


def _triples(store: Store) -> Iterator[Triple]:
    return rdf.triples(store.nodes(), store.edges())


def _answer(store: pyoxigraph.Store, text: str) -> tuple[tuple[str, ...], Iterator[tuple[Term | bool | None, ...]]]:
    found = store.query(text)
    if isinstance(found, pyoxigraph.QueryBoolean):
        return ("answer",), iter([(bool(found),)])
    if isinstance(found, pyoxigraph.QueryTriples):
        columns: tuple[str, ...] = ("subject", "predicate", "object")
        return columns, ((t.subject, t.predicate, t.object) for t in found)
    return tuple(variable.value for variable in found.variables), (tuple(row) for row in found)


def _value(term: Term | bool | None) -> Value:
    """Return a term as a value: numbers and truth values as such, an IRI as its text, unbound as None."""
    if isinstance(term, NamedNode):
        return term.value
    if not isinstance(term, Literal):
        return term if term is None or isinstance(term, bool) else str(term)
    datatype = term.datatype.value
    try:
        if datatype in _INTEGERS:
            return int(term.value)
        if datatype in _FLOATS:
            return float(term.value)
    except ValueError:
        return term.value
    return term.value == "true" if datatype == f"{_XSD}boolean" else term.value
