"""GraphML: nodes and edges with typed attributes, for Gephi, yEd, igraph and networkx.

Lists and the evidence of an edge are JSON text, since GraphML has no lists.
"""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote
from xml.sax.saxutils import escape

from kg import properties
from kg.files import replacing
from kg.graph import Graph, edges, ends, family, key, nodes
from kg.records import Edge, Node
from kg.schema import SCHEMA, TEXT_PROPERTIES

LOSSY = "control characters, which XML cannot hold, are replaced by U+FFFD; lists become JSON text"

_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns"
    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
    xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
"""
_TYPES = {"string": "string", "integer": "long", "float": "double", "boolean": "boolean", "strings": "string"}
_ILLEGAL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write(graph: Graph, path: Path, *, include_text: bool = True) -> None:
    """Write the nodes and edges of a graph; equal graphs give equal bytes."""
    with replacing(path) as temporary, temporary.open("w", encoding="utf-8", newline="\n") as file:
        file.write(_HEAD)
        file.writelines(_keys())
        file.write('<graph edgedefault="directed">\n')
        file.writelines(_node(node, include_text=include_text) for node in nodes(graph))
        file.writelines(_edge(n, edge, include_text=include_text) for n, edge in enumerate(edges(graph)))
        file.write("</graph>\n</graphml>\n")


def _keys() -> Iterator[str]:
    """Yield the declarations of attributes; one name has one type in all families."""
    of_nodes = {p.name: p.type for declared in SCHEMA.node_properties.values() for p in declared}
    of_edges = {p.name: p.type for p in SCHEMA.edge_properties}
    for name, type_ in {"label": "string", "kind": "string", **of_nodes}.items():
        yield f'<key id="node_{name}" for="node" attr.name="{name}" attr.type="{_TYPES[type_]}"/>\n'
    for name, type_ in {"label": "string", **of_edges, "evidence": "string"}.items():
        yield f'<key id="edge_{name}" for="edge" attr.name="{name}" attr.type="{_TYPES[type_]}"/>\n'


def _node(node: Node, *, include_text: bool) -> str:
    values = properties.of_node(node)
    shown = {"label": values.get("name") or values.get("value") or "", "kind": properties.labels(node)[-1]}
    data = _data("node", {**shown, **values}, include_text=include_text)
    return f'<node id="{_id(key(family(node), node.id))}">{data}</node>\n'


def _edge(number: int, edge: Edge, *, include_text: bool) -> str:
    source, target = map(_id, ends(edge))
    found = [_kept(properties.of_evidence(e), include_text=include_text) for e in edge.evidence]
    values = {"label": edge.type, **properties.of_edge(edge), **({"evidence": found} if found else {})}
    data = _data("edge", values, include_text=include_text)
    return f'<edge id="e{number}" source="{source}" target="{target}">{data}</edge>\n'


def _data(owner: str, values: Mapping[str, Any], *, include_text: bool) -> str:
    kept = _kept(values, include_text=include_text)
    return "".join(f'<data key="{owner}_{name}">{_text(value)}</data>' for name, value in kept.items())


def _kept(values: Mapping[str, Any], *, include_text: bool) -> dict[str, Any]:
    return {name: value for name, value in values.items() if include_text or name not in TEXT_PROPERTIES}


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    text = json.dumps(value) if isinstance(value, list) else str(value)
    return escape(_ILLEGAL.sub("\ufffd", text), {"\r": "&#13;"})


def _id(name: str) -> str:
    """Return a node key as an XML name that no parser folds: percent-encoded."""
    return quote(name, safe=":")
