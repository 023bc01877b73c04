"""XML: answers of arXiv's API (Atom), files of the ACL Anthology, PubMed and EndNote, told by their elements."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TextIO
from xml.etree import ElementTree as ET

from kg.errors import ReadError
from kg.readers.decoding import open_text
from kg.readers.fields import Report, to_paper
from kg.readers.marks import tell_form
from kg.records import Paper

_N_CHUNK = 65_536
_ENTITY = "<!ENTITY"
_SPACE = re.compile(r"[ \t]*\n[ \t]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Form:
    """The paths of a paper's fields below its element, the best first; of `many` all that are found count.

    `around` are elements that stand before the papers and hold for all that follow.
    """

    fields: Mapping[str, tuple[str, ...]]
    many: Mapping[str, str]
    around: Mapping[str, str] = field(default_factory=dict)


_FORMS: Mapping[str, _Form] = {
    "entry": _Form(
        fields={
            "id": ("id",),
            "title": ("title",),
            "abstract": ("summary",),
            "year": ("published",),
            "venue": ("journal_ref",),
            "url": ("id",),
        },
        many={"authors": "author/name"},
    ),
    "paper": _Form(
        fields={"id": ("url", "bibkey"), "title": ("title",), "abstract": ("abstract",), "year": ("year",)},
        many={"authors": "author"},
        around={"year": "meta/year", "venue": "meta/booktitle"},
    ),
    "PubmedArticle": _Form(
        fields={
            "id": (".//PMID",),
            "title": (".//ArticleTitle",),
            "year": (".//PubDate/Year", ".//PubDate/MedlineDate"),
            "venue": (".//Journal/Title",),
        },
        many={"abstract": ".//Article/Abstract/AbstractText", "authors": ".//Author", "keywords": ".//Keyword"},
    ),
    "record": _Form(
        fields={
            "id": ("accession-num", "electronic-resource-num"),
            "title": ("titles/title",),
            "abstract": ("abstract",),
            "year": ("dates/year",),
            "venue": ("titles/secondary-title", "periodical/full-title"),
            "url": (".//url",),
        },
        many={"authors": "contributors/authors/author", "keywords": "keywords/keyword"},
    ),
}


def recognizes(head: str) -> bool:
    """Return whether a file begins as XML with an element of a paper in one of the four forms."""
    return tell_form(head) == "xml"


def read_papers(path: Path, report: Report) -> Iterator[Paper]:
    """Yield the paper of each element, streaming, by its place; one without abstract is reported.

    Raises ReadError if the file is not well-formed, or declares entities: they can be made to fill the memory.
    """
    around: dict[str, str] = {}
    number = 0
    for element in _elements(path):
        form = _FORMS.get(element.tag)
        if form is None:
            for name, where in ((n, w) for f in _FORMS.values() for n, w in f.around.items()):
                parent, _, child = where.partition("/")
                if element.tag == parent:
                    around[name] = _text(element.find(child))
            continue
        number += 1
        paper = to_paper({**around, **_values(element, form)}, f"record {number}", report)
        element.clear()
        if paper is not None:
            yield paper


def _elements(path: Path) -> Iterator[ET.Element]:
    """Yield each element when it ends, names without namespaces; what they hold comes before them."""
    parser: Any = ET.XMLPullParser(("end",))
    with open_text(path) as file:
        try:
            for chunk in _chunks(file, path):
                parser.feed(chunk)
                for _, element in parser.read_events():
                    element.tag = str(element.tag).rpartition("}")[2]
                    yield element
            parser.close()
        except UnicodeEncodeError as error:
            raise ReadError(f"{path}: XML with bytes that are not UTF-8; save it as UTF-8") from error
        except ET.ParseError as error:
            line, column = error.position
            what = error.msg.partition(":")[0]
            raise ReadError(f"{path}:{line}: not well-formed XML ({what} at column {column}); mend it there") from error


def _chunks(file: TextIO, path: Path) -> Iterator[str]:
    before = ""
    while chunk := file.read(_N_CHUNK):
        if _ENTITY in before + chunk:
            raise ReadError(f"{path}: XML that declares entities, which could fill the memory; save it without them")
        before = chunk[-len(_ENTITY) :]
        yield chunk


def _values(element: ET.Element, form: _Form) -> dict[str, Any]:
    """Return the fields of an element by the names that `kg.readers.fields` knows."""
    values: dict[str, Any] = {}
    for name, paths in form.fields.items():
        found = next(filter(None, (_text(element.find(path)) for path in paths)), "")
        if found:
            values[name] = found
    for name, path in form.many.items():
        parts = list(filter(None, (_person(e) if name == "authors" else _labeled(e) for e in element.iterfind(path))))
        if parts:
            values[name] = "\n".join(parts) if name == "abstract" else parts
    if element.tag == "paper" and "id" in values:
        values["url"] = f"https://aclanthology.org/{values['id']}"
    return values


def _person(element: ET.Element) -> str:
    """Return a name from its parts, or as it stands."""
    parts = [_text(element.find(first)) + " " + _text(element.find(last)) for first, last in _NAMES]
    return next((" ".join(part.split()) for part in parts if part.strip()), _text(element))


_NAMES = (("first", "last"), ("ForeName", "LastName"))


def _labeled(element: ET.Element) -> str:
    """Return a text with the heading that PubMed gives to parts of abstracts before it."""
    label, text = element.get("Label", ""), _text(element)
    return f"{label}: {text}" if label and text else text


def _text(element: ET.Element | None) -> str:
    """Return the text of an element and those in it, wrapped lines joined, formulas between dollar signs."""
    if element is None:
        return ""
    for formula in element.iter("tex-math"):
        formula.text = f"${(formula.text or '').strip('$')}$"
    return _SPACE.sub(" ", "".join(element.itertext())).strip()
