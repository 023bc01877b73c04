"""Schema to what is published in `schema/`: ontology, SHACL shapes, JSON-LD context, constraints, a page.

Pure functions from the schema to text, the same bytes every time; `python -m kg.derivation FOLDER` refreshes
the files, and a test compares the checked-in ones with a fresh derivation.
"""

import json
from collections.abc import Callable
from pathlib import Path

from kg import propertygraph, vocabulary
from kg.derivation.ontology import ontology
from kg.derivation.page import page
from kg.derivation.shapes import shapes
from kg.derivation.turtle import to_turtle
from kg.files import replacing

__all__ = ["derive", "write_schema"]


def derive() -> dict[str, str]:
    """Return the text of each published file by its name.

    >>> sorted(derive())
    ['README.md', 'constraints.cypher', 'context.jsonld', 'ontology.ttl', 'shapes.ttl']
    """
    return {name: text() for name, text in _TEXTS.items()}


def write_schema(folder: Path) -> None:
    """Write the published files into a folder, each whole or not at all."""
    for name, text in derive().items():
        with replacing(folder / name) as temporary:
            temporary.write_text(text, encoding="utf-8", newline="\n")


def _context() -> str:
    return json.dumps({"@context": vocabulary.context()}, indent=2, ensure_ascii=False) + "\n"


def _constraints() -> str:
    head = "// Constraints and indexes for Neo4j 5, Community edition included; derived from kg/schema.py.\n"
    return head + "".join(f"{statement};\n" for statement in propertygraph.constraints())


_TEXTS: dict[str, Callable[[], str]] = {
    "ontology.ttl": lambda: to_turtle(ontology()),
    "shapes.ttl": lambda: to_turtle(shapes()),
    "context.jsonld": _context,
    "constraints.cypher": _constraints,
    "README.md": page,
}
