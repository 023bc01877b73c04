"""Turtle: the graph in RDF with prefixes, each resource with its properties together, for people and tools."""

import re
from pathlib import Path

from pyoxigraph import RdfFormat, serialize

from kg.exporters import rdf
from kg.files import replacing
from kg.graph import Graph
from kg.vocabulary import BASE, PREFIXES

LOSSY = rdf.LOSSY


def write(graph: Graph, path: Path, *, include_text: bool = True, base: str = BASE) -> None:
    """Write the triples of a graph; equal graphs give equal bytes. `base` is the namespace of the data.

    The data's own IRIs stand in full: as prefixed names the serializer leaves a last dot bare, which rdflib refuses.
    """
    with replacing(path) as temporary:
        triples = rdf.of_graph(graph, include_text=include_text, base=base)
        serialize(triples, str(temporary), format=RdfFormat.TURTLE, prefixes=PREFIXES)
        _sort_prefixes(temporary, len(PREFIXES))


def _sort_prefixes(path: Path, n_prefixes: int) -> None:
    """Sort the prefix lines at the head of a file in place: the serializer's order changes from run to run."""
    with path.open("r+b") as file:
        head = [file.readline() for _ in range(n_prefixes)]
        assert all(re.match(rb"@prefix \S+ <[^>]*> \.\n", line) for line in head)
        file.seek(0)
        file.writelines(sorted(head))
