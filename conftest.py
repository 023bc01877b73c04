"""Doctests of the modules that need PyTorch are left out where it can't run; tests/conftest.py does so for tests."""

import os
import sys
from importlib.util import find_spec

# PyTorch, igraph and kglite each want thread-local storage that glibc's loader keeps only a little of for
# libraries loaded late: in one process, as tests are, the last to come finds none left.
LOADER_SETTING = "GLIBC_TUNABLES=glibc.rtld.optional_static_tls=4096"


def missing_torch() -> str | None:
    """Return what keeps tests from PyTorch and how to get it, in one line; None if nothing does."""
    if not all(map(find_spec, ("torch", "onnx", "safetensors"))):
        return "no PyTorch found; get it by `pip install -e '.[train]'`"
    if sys.platform == "linux" and "optional_static_tls" not in os.environ.get("GLIBC_TUNABLES", ""):
        return f"PyTorch can't be loaded beside the other libraries; run the tests with {LOADER_SETTING}"
    return None


collect_ignore_glob = []
if missing_torch() and os.environ.get("KG_REQUIRE_ALL") != "1":
    collect_ignore_glob.append("kg/training/*.py")
