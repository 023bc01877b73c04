"""The query library: twins under one name, `queries/<question>.cypher` and `.rq`, same columns, same rows."""

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType

from kg.errors import MissingPartError, NameNotFoundError, QueryError
from kg.querying.guards import language_of
from kg.querying.headers import Header, Parameter, read_header
from kg.querying.scanning import Language

LANGUAGE_BY_SUFFIX: Mapping[str, Language] = MappingProxyType({".cypher": "cypher", ".rq": "sparql"})
_SUFFIX_BY_LANGUAGE = {language: suffix for suffix, language in LANGUAGE_BY_SUFFIX.items()}
_N_NEAREST = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One query of the library: what it answers, what it takes, what its rows hold."""

    name: str
    question: str
    parameters: tuple[Parameter, ...]
    columns: tuple[str, ...]
    languages: tuple[Language, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """A query to run: `where` says in messages what it is; the header is empty if it has none."""

    where: str
    language: Language
    text: str
    header: Header


def library_folder() -> Path:
    """Return the folder of the query library: inside an installed package, beside it in a source checkout."""
    package = Path(__file__).parents[1]
    for folder in (package / "_queries", package.parent / "queries"):
        if folder.is_dir():
            return folder
    raise MissingPartError(f"{package}: the query library is not there; install kg again")


def queries() -> tuple[Question, ...]:
    """Return the questions of the library, sorted by name.

    >>> [question.parameters[0].usage for question in queries() if question.name == "papers-evaluating-on"]
    ['concept=CONCEPT']
    """
    return tuple(_question(name, files) for name, files in sorted(_files().items()))


def find_script(query: str, language: Language | None) -> Script:
    """Return the query that is meant: a name of the library, a file, or a text.

    `language` is what the engine speaks, or None if that is open: then Cypher goes before SPARQL in the
    library. Raises QueryError or NameNotFoundError with what there is instead.
    """
    files = _files()
    if query in files:
        wanted = language or ("cypher" if "cypher" in files[query] else "sparql")
        if wanted not in files[query]:
            raise QueryError(f"{query}: is not there in {wanted}; take another engine")
        return _script_of_file(files[query][wanted], where=query)
    if query.strip() and not any(character.isspace() for character in query.strip()):
        path = Path(query)
        if path.suffix in LANGUAGE_BY_SUFFIX:
            return _script_of_file(path, where=query)
        raise _unknown(query, list(files))
    return Script(
        where="query", language=language_of(query, where="query"), text=query, header=read_header(query, where="query")
    )


def _files() -> dict[str, dict[Language, Path]]:
    files: dict[str, dict[Language, Path]] = {}
    for path in sorted(library_folder().iterdir()):
        if path.suffix in LANGUAGE_BY_SUFFIX:
            files.setdefault(path.stem, {})[LANGUAGE_BY_SUFFIX[path.suffix]] = path
    return files


def _question(name: str, files: dict[Language, Path]) -> Question:
    languages: tuple[Language, ...] = tuple(language for language in _SUFFIX_BY_LANGUAGE if language in files)
    header = _script_of_file(files[languages[0]], where=name).header
    return Question(
        name=name,
        question=header.question,
        parameters=header.parameters,
        columns=header.columns,
        languages=languages,
    )


def _script_of_file(path: Path, *, where: str) -> Script:
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise QueryError(f"{path}: can't be read ({error.strerror}); name a .cypher or .rq file") from error
    except UnicodeDecodeError as error:
        raise QueryError(f"{path}: is not UTF-8 at byte {error.start}; save it as UTF-8") from error
    return Script(
        where=where, language=LANGUAGE_BY_SUFFIX[path.suffix], text=text, header=read_header(text, where=where)
    )


def _unknown(name: str, known: list[str]) -> NameNotFoundError:
    words = set(name.split("-"))
    near = get_close_matches(name, known, n=_N_NEAREST, cutoff=0.5)
    near += sorted(other for other in known if other not in near and words & set(other.split("-")))
    advice = f"the nearest: {', '.join(near[:_N_NEAREST])}" if near else "`kg queries` lists the library"
    return NameNotFoundError(f"{name}: no such query; {advice}", tuple(near[:_N_NEAREST]))
