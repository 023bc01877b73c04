"""Query texts cut into tokens, as far as is needed to tell words from strings, comments and names.

Not a parser: an engine judges the syntax. What counts is that a word inside a string or comment is never
taken for a word of the query and none of the query is taken for a string or comment; comments are
blanked out before an engine sees the text, so that both read the same.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

Language: TypeAlias = Literal["cypher", "sparql"]
TokenType: TypeAlias = Literal["comment", "string", "quoted", "iri", "parameter", "variable", "name", "word", "other"]

_TOKENS: dict[Language, re.Pattern[str]] = {
    "cypher": re.compile(
        r"""(?P<comment>//[^\n]*|/\*.*?(?:\*/|\Z))
        |(?P<string>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")
        |(?P<quoted>`(?:[^`]|``)*`)
        |(?P<parameter>\$\w+)
        |(?P<word>[^\W\d]\w*)
        |(?P<other>\d\w*|\s+|.)""",
        re.VERBOSE | re.DOTALL,
    ),
    "sparql": re.compile(
        r"""(?P<comment>\#[^\n]*)
        |(?P<string>'''(?:'{0,2}(?:[^'\\]|\\.))*'''|\"""(?:"{0,2}(?:[^"\\]|\\.))*\"""
                   |'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")
        |(?P<iri><[^<>"{}|^`\\\x00-\x20]*>)
        |(?P<parameter>\$\w+)
        |(?P<variable>\?\w+)
        |(?P<name>(?:[^\W\d][\w.-]*)?:(?:[\w:%.\\-]*[\w:%-])?)
        |(?P<word>@?[^\W\d]\w*)
        |(?P<other>\d[\w.]*|\s+|.)""",
        re.VERBOSE | re.DOTALL,
    ),
}


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a query text: its type and the characters as they stand."""

    type: TokenType
    text: str


def scan(text: str, language: Language) -> Iterator[Token]:
    """Yield the tokens of a query; joined, they are the text.

    >>> [token.text for token in scan("RETURN 'SET' // SET", "cypher") if token.type == "word"]
    ['RETURN']
    """
    for match in _TOKENS[language].finditer(text):
        yield Token(match.lastgroup, match.group())  # type: ignore[arg-type]


def without_comments(text: str, language: Language) -> str:
    """Return a query with spaces for its comments and one kind of line end; places in it stay the same.

    >>> without_comments("RETURN 1 // one", "cypher")
    'RETURN 1       '
    """
    text = text.replace("\r\n", " \n").replace("\r", "\n")
    pieces = (re.sub(r"[^\n]", " ", t.text) if t.type == "comment" else t.text for t in scan(text, language))
    return "".join(pieces)


def words(text: str, language: Language) -> list[Token]:
    """Return the tokens of a query that say something: all but comments and white space."""
    return [token for token in scan(text, language) if token.type != "comment" and not token.text.isspace()]


def parameter_names(text: str, language: Language) -> tuple[str, ...]:
    """Return the names after `$` in a query, each once, in order.

    >>> parameter_names("MATCH (p {id: $paper}) WHERE p.x = '$no' RETURN p.id LIMIT $limit", "cypher")
    ('paper', 'limit')
    """
    found = (token.text[1:] for token in scan(text, language) if token.type == "parameter")
    return tuple(dict.fromkeys(found))
