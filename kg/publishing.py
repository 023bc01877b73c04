"""A graph folder to the files that others read: exports and the view; and the formats that there are."""

from dataclasses import dataclass
from pathlib import Path

from kg import registry
from kg.building import AROUND, VIEW, open_graph
from kg.exporters import html
from kg.files import named
from kg.graph import key
from kg.naming import find_concept
from kg.store import open_store


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A registered format: its direction ("read" or "write"), what it is, and what a reader of it loses."""

    name: str
    direction: str
    description: str
    module: str
    loses: str = ""


def export(folder: Path | str, to: str, path: Path | str, *, include_text: bool = True) -> Path:
    """Write the graph of a folder to `path` in the registered format `to` and return the path.

    Without `include_text` abstracts and sentences stay out (offsets and surfaces remain), for those who may
    not pass them on. Equal graphs give equal bytes. Raises NameNotFoundError for an unknown format.
    """
    exporter = registry.get(registry.EXPORTERS, to)
    target = named(path)
    exporter.write(open_graph(folder), target, include_text=include_text)
    return target


def view(folder: Path | str, path: Path | str | None = None, *, around: str | None = None) -> Path:
    """Write the picture of a graph folder as one HTML file that needs no network, and return its path.

    `around` names a concept: then only it, its papers and what they name are drawn. Unless `path` says otherwise
    the file stands in the folder: `view.html` the whole graph, `around.html` a part of it.
    """
    folder = named(folder)
    center = None
    if around is not None:
        with open_store(folder) as store:
            center = key("Concept", find_concept(store, around).id)
    target = named(path) if path is not None else folder / (VIEW if center is None else AROUND)
    html.write(open_graph(folder), target, around=center)
    return target


def formats() -> tuple[Format, ...]:
    """Return the formats that can be read and written, by direction and name."""
    found = []
    for group, direction in ((registry.READERS, "read"), (registry.EXPORTERS, "write")):
        for name in registry.names(group):
            module = registry.get(group, name)
            summary = (module.__doc__ or "").strip().split("\n\n")[0].replace("\n", " ")
            loses = getattr(module, "LOSSY", "")
            found.append(
                Format(name=name, direction=direction, description=summary, module=module.__name__, loses=loses)
            )
    return tuple(found)
