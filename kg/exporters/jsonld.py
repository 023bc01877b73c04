"""JSON-LD: the graph in RDF as JSON with its context inside, one resource a line, for web developers."""

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from pyoxigraph import Literal, NamedNode, Triple

from kg.exporters import rdf
from kg.files import replacing
from kg.graph import Graph
from kg.vocabulary import BASE, PREFIXES, context, expand

LOSSY = rdf.LOSSY

_TYPE = expand("rdf:type")
_NATIVE: dict[str, Callable[[str], int | bool]] = {
    "xsd:integer": int,
    "xsd:boolean": lambda text: text == "true",
}


def write(graph: Graph, path: Path, *, include_text: bool = True, base: str = BASE) -> None:
    """Write the resources of a graph; equal graphs give equal bytes. `base` is the namespace of the data."""
    with replacing(path) as temporary, temporary.open("w", encoding="utf-8", newline="\n") as file:
        file.write(f'{{"@context": {_json(context())},\n "@graph": [')
        separator = "\n  "
        for resource in _resources(rdf.of_graph(graph, include_text=include_text, base=base)):
            file.write(f"{separator}{_json(resource)}")
            separator = ",\n  "
        file.write("\n ]}\n")


def _resources(triples: Iterable[Triple]) -> Iterator[dict[str, Any]]:
    """Yield an object for each run of triples with one subject; a subject may come again, as JSON-LD allows."""
    names, defined = _names(), context()
    for subject, group in groupby(triples, key=lambda triple: triple.subject):
        assert isinstance(subject, NamedNode)
        resource: dict[str, Any] = {"@id": subject.value}
        for triple in group:
            predicate = triple.predicate.value
            if predicate == _TYPE:
                assert isinstance(triple.object, NamedNode)
                resource.setdefault("@type", []).append(_curie(triple.object.value))
                continue
            name = names.get(predicate) or _curie(predicate)
            _add(resource, name, _value(triple.object, defined.get(name)), defined.get(name))
        yield resource


def _names() -> dict[str, str]:
    """Return the terms of the context by the IRI of their predicate."""
    return {expand(d["@id"]): name for name, d in context().items() if isinstance(d, dict)}


def _add(resource: dict[str, Any], name: str, value: Any, definition: Any) -> None:
    if definition and definition.get("@container") == "@set":
        resource.setdefault(name, []).append(value)
    elif name not in resource:
        resource[name] = value
    elif isinstance(resource[name], list):
        resource[name].append(value)
    else:
        resource[name] = [resource[name], value]


def _value(term: Any, definition: Any) -> Any:
    """Return a term as the context lets it be written: bare if the context knows its type, else with it."""
    known = definition.get("@type") if definition else None
    if isinstance(term, NamedNode):
        return term.value if known == "@id" else {"@id": term.value}
    assert isinstance(term, Literal)
    datatype = _curie(term.datatype.value)
    if datatype in {known, "xsd:string"}:
        native = _NATIVE.get(datatype)
        return native(term.value) if native else term.value
    return {"@value": term.value, "@type": datatype}


def _curie(iri: str) -> str:
    prefix = next((p for p, namespace in PREFIXES.items() if iri.startswith(namespace)), None)
    return iri if prefix is None else f"{prefix}:{iri.removeprefix(PREFIXES[prefix])}"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
