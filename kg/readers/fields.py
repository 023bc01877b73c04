"""The fields of a record, under the names that lists give them, as a `Paper`."""

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from kg.readers.inverted_index import to_text
from kg.records import Omission, Paper
from kg.text import digest

Report = Callable[[Omission], None]

# By field of a Paper: its names in lists, the best first, without case, spaces and signs. What is empty
# counts as absent, so the next name is tried.
_NAMES: dict[str, tuple[str, ...]] = {
    "id": (
        "key", "id", "paperid", "citekey", "citationkey", "bibtexkey", "openreviewid", "arxivid", "forum", "eid",
        "uniquewosid", "ut", "uid", "accessionnumber", "referenceid", "doi", "di",
    ),
    "title": (
        "title", "papertitle", "articletitle", "documenttitle", "primarytitle", "titleprimary", "displayname", "ti",
    ),
    "text": (
        "abstract", "abstracts", "abstracttext", "abstractnote", "paperabstract", "abstractinvertedindex",
        "indexedabstract", "ab", "text", "summary",
    ),
    "year": (
        "year", "publicationyear", "pubyear", "publishedyear", "yearpublished", "py", "publicationdate",
        "published", "publishedat", "pubdate", "issued", "date",
    ),
    "venue": (
        "venue", "conference", "conferencename", "booktitle", "journal", "journaltitle", "sourcetitle",
        "publicationtitle", "publicationname", "containertitle", "periodicalfull", "journalref", "so",
    ),
    "authors": (
        "authors", "authorfullnames", "author", "authornames", "authorsprimary", "authorlist", "af", "au",
        "creators", "creator", "authorships",
    ),
    "url": (
        "url", "link", "links", "paperurl", "openreviewurl", "openreviewlink", "arxivurl", "href",
        "landingpageurl", "pdf", "pdfurl",
    ),
    "keywords": ("keywords", "authorkeywords", "keyword", "tags", "manualtags", "de"),
}  # fmt: skip
FIELD_BY_NAME = {name: field for field, names in _NAMES.items() for name in names}
"""By name, plain as `plain_name` gives it: the field of a Paper that it stands for."""

MAX_TEXT = 100_000
"""How many characters an abstract may have: twenty times what any has, less than whole papers."""

_ABSENT = frozenset({
    "", "-", "--", "not found", "na", "n/a", "nan", "none", "null", "no abstract", "not available",
    "no abstract available", "abstract not available", "abstract not found",
})  # fmt: skip
_INVERTED = frozenset({"abstractinvertedindex", "indexedabstract"})
_FORBIDDEN = re.compile(r"[\x00\x1f\ud800-\udfff]")
_YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)")
_NAME_PARTS = (("given", "family"), ("firstName", "lastName"), ("first_name", "last_name"), ("first", "last"))


def plain_name(name: str) -> str:
    """Return a field's or column's name without case, spaces and signs.

    >>> plain_name("Author(s)"), plain_name("Publication Year"), FIELD_BY_NAME[plain_name("Abstract Note")]
    ('authors', 'publicationyear', 'text')
    """
    return re.sub(r"[\W_]+", "", name).casefold()


def text_id(text: str) -> str:
    r"""Return the id of a paper that has none: of its abstract, whatever the layout.

    >>> text_id("We propose X.") == text_id(" We  propose\nX. ")
    True
    """
    return f"p-{digest(' '.join(text.split()))}"


def to_paper(record: Mapping[str, Any], place: str, report: Report) -> Paper | None:
    """Return the paper of a record, or None after reporting why there is none.

    The abstract is kept letter for letter but for space around it; space inside of titles and names, where
    it is layout, becomes single. `place` (a line or record) becomes the source. A field other than id,
    title and abstract that can't be read is reported and left out.
    """
    try:
        fields = _fields(record)
        problem = _problem(fields) or _forbidden(fields)
    except ValueError as error:
        problem = str(error)
    if problem:
        report(Omission(where=place, reason=problem))
        return None
    text = fields["text"]
    details = {field: convert(fields[field]) for field, convert in _DETAILS.items() if field in fields}
    for field in [field for field, value in details.items() if not value]:
        del details[field]
        report(Omission(where=place, reason=f"paper kept without its {field}, which is {_excerpt(fields[field])}"))
    return Paper(
        id=_line(str(fields["id"])) if "id" in fields else text_id(text),
        text=text.strip(),
        title=_line(fields.get("title", "")),
        source=place,
        **details,
    )


def _fields(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values that are there, by field of a Paper; ValueError if an inverted abstract is malformed."""
    value_by_name: dict[str, Any] = {}
    for name, value in record.items():
        if not _is_absent(value):
            value_by_name.setdefault(plain_name(name), value)
    found = {}
    for field, names in _NAMES.items():
        for name in names:
            if name in value_by_name and not (field == "url" and _is_local(value_by_name[name])):
                found[field] = to_text(value_by_name[name]) if name in _INVERTED else value_by_name[name]
                break
    return found


def _is_local(url: Any) -> bool:
    """Return whether a URL is the path of a file on a server that it doesn't name."""
    return isinstance(url, str) and url.startswith("/") and not url.startswith("//")


def _is_absent(value: Any) -> bool:
    # To str.strip, U+001F is space; to us it is a fault.
    is_blank = isinstance(value, str) and not value.strip() and not _FORBIDDEN.search(value)
    return value is None or value in ([], {}) or is_blank


def _problem(fields: Mapping[str, Any]) -> str:
    """Return why these fields are no paper; empty if they are one."""
    if "text" not in fields:
        return "no abstract; a paper needs one (as 'abstract', 'text' or 'summary')"
    text, title, id_ = fields["text"], fields.get("title", ""), fields.get("id", "")
    if not isinstance(text, str):
        return f"the abstract is {_type(text)}; it must be a string"
    if text.strip(" \t\n[].").replace("_", " ").casefold() in _ABSENT:
        return f"no abstract, but {text.strip()!r}"
    if len(text) > MAX_TEXT:
        return f"the abstract has {len(text):,} characters; at most {MAX_TEXT:,} are read: is it a whole paper or list?"
    if not isinstance(title, str):
        return f"the title is {_type(title)}; it must be a string"
    if isinstance(id_, bool) or not isinstance(id_, str | int):
        return f"the id is {_type(id_)}; it must be a string or a whole number"
    return ""


def _forbidden(fields: Mapping[str, Any]) -> str:
    """Return what no paper may hold, and where it does; empty if all is well.

    Lone surrogates have no UTF-8, databases refuse U+0000, and U+001F parts the elements of our arrays.
    """
    for field, value in fields.items():
        for text in _strings(value):
            found = _FORBIDDEN.search(text)
            if found:
                return f"{'the abstract' if field == 'text' else f'the {field}'} holds {_described(found.group())}"
    return ""


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple | dict):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _strings(item)


def _year(value: Any) -> int | None:
    if isinstance(value, Mapping):  # CSL: {"date-parts": [["2018", 7, 15]]}
        value = str(value.get("date-parts", value))
    found = _YEAR.search(str(value))
    return int(found.group()) if found else None


def _authors(value: Any) -> tuple[str, ...]:
    return _lines(_listed(value, _split_names))


def _keywords(value: Any) -> tuple[str, ...]:
    return _lines(_listed(value, _split_keywords))


def _listed(value: Any, split: Callable[[str], list[str]]) -> Iterable[str]:
    if isinstance(value, str):
        if value.startswith("[") and value.endswith("]"):  # a Python or JSON list, as data frames are saved
            try:
                return _listed(ast.literal_eval(value), split)
            except (ValueError, SyntaxError, MemoryError, RecursionError):
                return split(value)
        return split(value)
    if isinstance(value, Mapping):
        return [_name(value)]
    if isinstance(value, list | tuple):
        return [_name(item) for item in value]
    return []


def _name(value: Any) -> str:
    if isinstance(value, str):
        return value
    if not isinstance(value, Mapping):
        return ""
    for key in ("name", "display_name", "full_name", "fullname", "literal", "tag", "keyword", "term"):
        if isinstance(value.get(key), str):
            return str(value[key])
    for first, last in _NAME_PARTS:
        if isinstance(value.get(last), str):
            return f"{value.get(first) or ''} {value[last]}"
    return _name(value.get("author"))  # OpenAlex: one of `authorships`


def _split_names(text: str) -> list[str]:
    """Return the names of "A; B", "Last, First and Last, First" and "First Last, First Last"."""
    if re.search("[;；]", text):
        return re.split("[;；]", text)
    names = []
    for part in re.split(r"\s+and\s+|\s*、\s*", text):
        pieces = [piece.strip() for piece in part.split(",") if piece.strip()]
        are_full = all(" " in piece for piece in pieces)
        names += pieces if are_full else [part]
    return [name for name in names if name != "others"]


def _split_keywords(text: str) -> list[str]:
    return re.split("[;；]" if re.search("[;；]", text) else "[,，]", text)


def _one(value: Any) -> str:
    """Return a value, or the first of several, as one line; nothing if it is no text."""
    return _line(_name(value[0] if isinstance(value, list | tuple) else value))


def _line(text: str) -> str:
    return " ".join(text.split())


def _excerpt(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= 60 else f"{shown[:60]}…"


def _lines(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(filter(None, map(_line, texts)))


def _type(value: Any) -> str:
    names = {
        bool: "true or false",
        int: "a number",
        float: "a number with a fraction",
        list: "an array",
        dict: "an object",
    }
    return names.get(type(value), type(value).__name__)


def _described(character: str) -> str:
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:
        return f"a byte that is not UTF-8 (0x{code - 0xDC00:02X}); save the list as UTF-8"
    name = {0: "NUL", 0x1F: "unit separator"}.get(code, "half of a surrogate pair")
    return f"U+{code:04X} ({name}), which can't be stored"


_DETAILS: dict[str, Callable[[Any], Any]] = {
    "year": _year, "venue": _one, "authors": _authors, "url": _one, "keywords": _keywords
}  # fmt: skip
