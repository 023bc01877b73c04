"""From a question to rows: find the query, check it, bind its parameters, run it."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from kg.errors import QueryError
from kg.files import named
from kg.querying import engines
from kg.querying.arguments import Argument, bind, bind_undeclared
from kg.querying.engines import MAX_ROWS, Limits
from kg.querying.guards import check
from kg.querying.hints import hint
from kg.querying.library import Script, find_script
from kg.querying.rows import Rows
from kg.querying.scanning import parameter_names, without_comments
from kg.store import open_store


def query(
    folder: Path | str,
    query: str,
    parameters: Mapping[str, object] | None = None,
    *,
    engine: str | None = None,
    timeout: float = 60,
    max_rows: int = MAX_ROWS,
) -> Rows:
    """Return the rows that a query finds in a graph folder.

    `query` is a name of the library, the path of a .cypher or .rq file, or a text in Cypher or SPARQL.
    Parameters that the query declares in its header are checked and found by name ("GSM8K" for a concept);
    those of a text without header go to the engine as they are. Engines: kglite (Cypher) and oxigraph
    (SPARQL), embedded, loaded from the folder and kept in its cache. `timeout` is in seconds.

    Only reading queries run. Raises QueryError, also when time is up; NameNotFoundError for a name that
    nothing or several things have; StoreError if the folder holds no graph.
    """
    folder = named(folder)
    chosen = None if engine is None else engines.named(engine)
    script = find_script(query, None if chosen is None else chosen.language)
    chosen = chosen or engines.default(script.language)
    if chosen.language != script.language:
        raise QueryError(f"{script.where}: is {script.language}; {engine} speaks {chosen.language}")
    if timeout <= 0:
        raise QueryError(f"{script.where}: a timeout of {timeout} seconds; it takes more than 0")
    text = without_comments(script.text, script.language)
    check(text, script.language, where=script.where)
    arguments = _arguments(folder, script, text, parameters or {})
    limits = Limits(timeout=timeout, max_rows=max_rows)
    try:
        rows = chosen.open(folder).run(text, arguments, limits)
    except QueryError as error:
        raise QueryError(f"{script.where}: {error}") from error
    if rows.rows:
        return rows
    with open_store(folder) as store:
        return replace(rows, hint=hint(store, arguments))


def _arguments(folder: Path, script: Script, text: str, given: Mapping[str, object]) -> dict[str, Argument]:
    names = parameter_names(text, script.language)
    declared = script.header.parameters
    if not declared:
        return bind_undeclared(names, given, where=script.where)
    unused = [parameter.name for parameter in declared if parameter.name not in names]
    if unused:
        raise QueryError(f"{script.where}: declares {', '.join(unused)} and does not use it; write ${unused[0]}")
    with open_store(folder) as store:
        return bind(store, declared, given, where=script.where)
