"""The graph as a picture in one HTML file that opens offline: search, legend, evidence on click (pyvis).

pyvis writes the network and brings vis-network; the page around it is ours. Of pyvis's page only the
inline styles and scripts are taken, so nothing is asked of another host, and a policy in the page lets
run what stands in it by hash and nothing else. Text from papers reaches the page only as JSON and the
screen only as text.
"""

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from importlib.resources import files
from math import sqrt
from pathlib import Path
from typing import Any

from kg import graph as graphs
from kg.errors import MissingPartError
from kg.exporters.picture.details import details, drawn_edges
from kg.exporters.picture.layout import place
from kg.exporters.picture.selection import Selection, select
from kg.files import replacing
from kg.graph import Graph
from kg.records import Concept, Edge
from kg.schema import SCHEMA

LOSSY = "a picture: it can't be read back, shows the most connected of a large graph and 5 pieces of evidence an edge"

_INLINE = re.compile(r"<(script|style)((?:\s[^>]*)?)>(.*?)</\1>", re.DOTALL)
_PLACEHOLDER = re.compile(r"\{\{(\w+)\}\}")
_SCRIPTS = ("state.js", "canvas.js", "panel.js", "search.js", "start.js")
_UNSAFE = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&"}
_OPTIONS = {
    "autoResize": True,
    "physics": {"enabled": False},
    "layout": {"improvedLayout": False},
    "interaction": {"hover": True, "multiselect": False, "tooltipDelay": 10**6, "selectConnectedEdges": False},
    "nodes": {"borderWidth": 0, "borderWidthSelected": 0, "chosen": False},
    "edges": {"smooth": False, "color": {"inherit": "to", "opacity": 0.5}, "width": 1.6, "chosen": False},
    "groups": {
        kind.name: {"color": kind.color, "shape": "square" if kind.family == "Paper" else "dot"}
        for kind in SCHEMA.kinds
    },
}


def write(
    graph: Graph, path: Path, *, include_text: bool = True, around: str | None = None, max_nodes: int = 1500
) -> None:
    """Write the picture of a graph; equal graphs give equal bytes.

    `around` is a node key such as "concept:imagenet": the picture then shows that node, its papers and
    what they name. Above `max_nodes` nodes the most connected are kept, and the page says what is left
    out. Raises NameNotFoundError if the graph lacks `around`.
    """
    selection = select(graph, around=around, max_nodes=max_nodes)
    page = _page(_network(selection), details(selection, include_text=include_text))
    with replacing(path) as temporary:
        temporary.write_bytes(page.encode())


def _network(selection: Selection) -> str:
    """Return the page of pyvis for these nodes and edges."""
    from pyvis.network import Network

    positions = {key: at for at, key in enumerate(selection.nodes)}
    edges = [_line(*_positions(e, positions), e.type) for e in drawn_edges(selection)]
    sizes = [_size(n_links) for n_links in selection.n_links_by_key.values()]
    places = place(sizes, [(edge["from"], edge["to"]) for edge in edges])
    # Constants alone for what pyvis copies into its page as it stands: heading, colors, sizes, options.
    network = Network(height="100%", width="100%", bgcolor="transparent", cdn_resources="in_line")
    network.options = _OPTIONS
    # add_node and add_edge look through all nodes each time: quadratic.
    network.nodes = [
        {"id": at, "x": x, "y": y, "size": size, "group": node.kind if isinstance(node, Concept) else "Paper"}
        for at, (node, size, (x, y)) in enumerate(zip(selection.nodes.values(), sizes, places, strict=True))
    ]
    network.edges = _bent(edges)
    return str(network.generate_html())


def _positions(edge: Edge, positions: Mapping[str, int]) -> tuple[int, int]:
    source, target = graphs.ends(edge)
    return positions[source], positions[target]


def _size(n_links: int) -> float:
    return round(min(5 + 3 * sqrt(n_links), 60), 1)


def _line(source: int, target: int, edge_type: str) -> dict[str, Any]:
    line: dict[str, Any] = {"from": source, "to": target}
    match edge_type:
        case "PROPOSES":
            line["width"] = 4
        case "MENTIONS":
            line["width"] = 0.9
        case _ if SCHEMA.edge_type(edge_type).source == "Concept":
            line["dashes"] = True
    return line


def _bent(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Number the lines and bend the second and further ones between the same ends, so that all can be seen."""
    n_between: dict[frozenset[int], int] = {}
    for at, line in enumerate(lines):
        ends = frozenset((line["from"], line["to"]))
        nth = n_between[ends] = n_between.get(ends, -1) + 1
        line["id"] = at
        if nth:
            line["smooth"] = {"enabled": True, "type": "curvedCW", "roundness": round(0.15 * nth, 2)}
    return lines


def _page(network: str, data: Mapping[str, Any]) -> str:
    """Return the whole page: our frame, the styles and scripts of pyvis, the data, our style and script."""
    found = [(tag, body) for tag, attributes, body in _INLINE.findall(_lines(network)) if "src=" not in attributes]
    styles = [*(body for tag, body in found if tag == "style"), _asset("page.css")]
    scripts = [*(body for tag, body in found if tag == "script")]
    if not any("new vis.DataSet(" in script for script in scripts):
        raise MissingPartError("pyvis: this version writes another page than kg knows; install pyvis 0.3.2")
    scripts.append("(() => {\n'use strict';\n" + "\n".join(map(_asset, _SCRIPTS)) + "})();")
    parts = {
        "policy": _policy(styles, scripts),
        "styles": "\n".join(f"<style>{style}</style>" for style in styles),
        "data": safe_json(data),
        "scripts": "\n".join(f"<script>{script}</script>" for script in scripts),
    }
    return _PLACEHOLDER.sub(lambda match: parts[match.group(1)], _asset("page.html"))


def safe_json(data: object) -> str:
    r"""Return JSON in ASCII that no HTML parser can leave: without `<`, `>` and `&`.

    >>> safe_json("</script>")
    '"\\u003c/script\\u003e"'
    """
    return json.dumps(data, separators=(",", ":")).translate(_UNSAFE)


def _policy(styles: list[str], scripts: list[str]) -> str:
    """Return the content security policy under which these styles and scripts work and nothing else."""
    allowed = {"style-src": styles, "script-src": scripts}
    hashes = (f"{name} {' '.join(map(_hash, bodies))}" for name, bodies in allowed.items())
    return "; ".join(["default-src 'none'", *hashes, "img-src data: blob:", "base-uri 'none'", "form-action 'none'"])


def _hash(body: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(body.encode()).digest()).decode()}'"


def _asset(name: str) -> str:
    return _lines(files("kg.exporters.picture").joinpath(name).read_text("utf-8"))


def _lines(text: str) -> str:
    """Return text with the line ends that an HTML parser makes of it, which the hashes are taken from."""
    return text.replace("\r\n", "\n").replace("\r", "\n")
