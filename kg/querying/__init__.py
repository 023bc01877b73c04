"""Questions to a graph folder: find a query, check it, run it in an engine, answer in rows.

`query` runs a query of the library, a file or a text; `queries` lists the library. Embedded engines are
loaded from the store and kept in `DIR/cache`, under the state of the store, so that a rebuilt graph is
never answered for from an old cache.
"""

from kg.querying.asking import query
from kg.querying.library import Question, library_folder, queries
from kg.querying.rows import Rows, Value

__all__ = ["Question", "Rows", "Value", "library_folder", "queries", "query"]
