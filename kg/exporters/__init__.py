"""Graph to file: one module a format, found by entry point, each with `write(graph, path)`.

`write(graph, path, *, include_text=True)` writes one file (or one folder) whole or not at all, the same
bytes for equal graphs, and asks no network. Without text, abstracts and sentences are left out. A format
that keeps everything has `read_graph(path)`; another one says in `LOSSY` what it can't hold.
"""
