"""Refreshes the published files: `python -m kg.derivation [FOLDER]`, by default `schema/`."""

import sys
from pathlib import Path

from kg.derivation import write_schema

if __name__ == "__main__":
    write_schema(Path(sys.argv[1] if len(sys.argv) > 1 else "schema"))
