"""Doctests of the modules that need PyTorch are left out where there is none; tests/conftest.py does so for tests."""

import os
from importlib.util import find_spec

collect_ignore_glob = []
if find_spec("torch") is None and os.environ.get("KG_REQUIRE_ALL") != "1":
    collect_ignore_glob.append("kg/training/*.py")
