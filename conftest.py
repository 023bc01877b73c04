"""Doctests of the modules that need PyTorch are left out where there is none; tests/conftest.py does so for tests."""

import os
from importlib.util import find_spec

# First of all: where PyTorch comes before it, the loader has no room left for igraph's thread-local storage.
import igraph  # noqa: F401

collect_ignore_glob = []
if find_spec("torch") is None and os.environ.get("KG_REQUIRE_ALL") != "1":
    collect_ignore_glob.append("kg/training/*.py")
