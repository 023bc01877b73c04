"""Which queries may run: those that only read the graph.

A query may come from anyone, so what an engine would let it do beside reading is refused here: writes,
files (`LOAD CSV` reads any file, even on a frozen graph), procedures that are not known to be harmless,
other servers (`SERVICE` makes requests). The engines' own read-only modes stand behind this.
"""

import re

from kg.errors import QueryError
from kg.querying.scanning import Language, Token, words

_CYPHER_STARTS = frozenset({"MATCH", "OPTIONAL", "WITH", "UNWIND", "RETURN", "CALL", "CYPHER"})
_CYPHER_WRITES = frozenset(
    {"CREATE", "MERGE", "SET", "DELETE", "DETACH", "NODETACH", "REMOVE", "FOREACH", "INSERT", "DROP", "LOAD"}
)
_PROCEDURES = frozenset(
    {
        "db.labels",
        "db.relationshipTypes",
        "db.propertyKeys",
        "db.index.fulltext.queryNodes",
        "db.index.fulltext.queryRelationships",
        "db.schema.visualization",
        "db.schema.nodeTypeProperties",
        "db.schema.relTypeProperties",
    }
)
_SPARQL_STARTS = frozenset({"SELECT", "ASK", "CONSTRUCT", "DESCRIBE", "PREFIX", "BASE"})
_SPARQL_WRITES = frozenset({"INSERT", "DELETE", "LOAD", "CLEAR", "CREATE", "DROP", "COPY", "MOVE", "ADD", "WITH"})
_ASCII_ESCAPE = re.compile(r"\\u+00[0-7][0-9A-Fa-f]")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


def language_of(text: str, *, where: str) -> Language:
    """Return the language that a query text is written in, by its first word; QueryError if it is neither.

    >>> language_of("MATCH (p:Paper) RETURN p.id", where="query"), language_of("PREFIX kg: <x:y> ASK {}", where="query")
    ('cypher', 'sparql')
    """
    sparql = words(text, "sparql")
    if sparql and sparql[0].text.upper() in _SPARQL_STARTS:
        return "sparql"
    cypher = words(text, "cypher")
    if cypher and cypher[0].text.upper() in _CYPHER_STARTS:
        return "cypher"
    if any(tokens and tokens[0].text.upper() in _SPARQL_WRITES | _CYPHER_WRITES for tokens in (sparql, cypher)):
        raise QueryError(f"{where}: writes; a query here only reads, and `kg build` makes the graph")
    raise QueryError(
        f"{where}: neither a query of the library nor Cypher (MATCH ... RETURN ...) nor SPARQL (SELECT ...); "
        "`kg queries` lists the library"
    )


def check(text: str, language: Language, *, where: str) -> None:
    """Raise QueryError unless the query only reads the graph.

    >>> check("MATCH (n) DETACH DELETE n", "cypher", where="query")
    Traceback (most recent call last):
    kg.errors.QueryError: query: DETACH writes; a query here only reads; a name like this goes between backticks
    """
    control = _CONTROL.search(text)
    if control is not None:
        raise QueryError(f"{where}: holds the control character {control[0]!r}; take it out")
    tokens = words(text, language)
    if language == "sparql":
        _check_sparql(tokens, where)
    else:
        _check_cypher(tokens, text, where)


def _check_sparql(tokens: list[Token], where: str) -> None:
    for token in tokens:
        if token.type == "word" and token.text.upper() == "SERVICE":
            raise QueryError(f"{where}: SERVICE asks another server; a query here only reads this graph")
    form = next((t.text.upper() for t in tokens if t.type == "word" and t.text.upper() not in {"PREFIX", "BASE"}), "")
    if form in _SPARQL_WRITES:
        raise QueryError(f"{where}: {form} writes; a query here only reads")


def _check_cypher(tokens: list[Token], text: str, where: str) -> None:
    # Neo4j reads \u0027 as a quote before it parses, so that strings would end elsewhere than they seem to.
    escape = _ASCII_ESCAPE.search(text)
    if escape is not None:
        raise QueryError(f"{where}: holds {escape[0]}; write the character itself")
    previous = ""
    for position, token in enumerate(tokens):
        word = token.text.upper()
        if token.text == ";" and position < len(tokens) - 1:
            raise QueryError(f"{where}: holds more than one statement; run them one by one")
        if token.type == "word" and previous not in {".", ":"}:
            _check_word(word, tokens[position + 1 :], where)
        previous = token.text


def _check_word(word: str, following: list[Token], where: str) -> None:
    if word == "LOAD":
        raise QueryError(f"{where}: LOAD reads a file; a query here only reads the graph")
    if word in _CYPHER_WRITES:
        raise QueryError(f"{where}: {word} writes; a query here only reads; a name like this goes between backticks")
    if word == "FORMAT" and following and following[0].text.upper() == "CSV":
        raise QueryError(f"{where}: FORMAT CSV is for one engine alone; rows come as CSV with --csv")
    if word == "CALL" and following and following[0].text not in {"{", "("}:
        _check_procedure(following, where)


def _check_procedure(following: list[Token], where: str) -> None:
    name = ""
    for token in following:
        if token.type not in {"word", "quoted"} and token.text != ".":
            break
        if token.type != "quoted" and name and not name.endswith(".") and token.text != ".":
            break
        name += token.text
    if name not in _PROCEDURES:
        raise QueryError(f"{where}: CALL {name} may do more than read; allowed are {', '.join(sorted(_PROCEDURES))}")
