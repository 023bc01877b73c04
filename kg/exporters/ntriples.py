"""N-Triples: the graph in RDF, one triple a line, for loading into a triple store."""

from pathlib import Path

from pyoxigraph import RdfFormat, serialize

from kg.exporters import rdf
from kg.files import replacing
from kg.graph import Graph
from kg.vocabulary import BASE

LOSSY = rdf.LOSSY


def write(graph: Graph, path: Path, *, include_text: bool = True, base: str = BASE) -> None:
    """Write the triples of a graph; equal graphs give equal bytes. `base` is the namespace of the data."""
    with replacing(path) as temporary:
        triples = rdf.of_graph(graph, include_text=include_text, base=base)
        serialize(triples, str(temporary), format=RdfFormat.N_TRIPLES)
