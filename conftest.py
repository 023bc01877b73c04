"""Tests that need a browser, a server or PyTorch are left out, in one line, where there is none.

With KG_REQUIRE_ALL=1 in the environment (as `.ci/run` sets it) nothing is left out: what is missing fails.
"""

import os
import shutil
import sys
from collections import Counter
from collections.abc import Callable
from importlib.util import find_spec

import pytest

# PyTorch, igraph and kglite each want thread-local storage that glibc's loader keeps only a little of for
# libraries loaded late: in one process, as tests are, the last to come finds none left.
_LOADER_SETTING = "GLIBC_TUNABLES=glibc.rtld.optional_static_tls=4096"

_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


@pytest.fixture(scope="session")
def browser_program() -> str:
    """The program that tests marked `browser` drive."""
    program = _browser()
    assert program, "a test that uses this fixture carries the mark `browser`"
    return program


def _browser() -> str | None:
    """Return KG_CHROMIUM, else the first Chromium on the PATH."""
    named = os.environ.get("KG_CHROMIUM")
    return next(filter(None, map(shutil.which, [named] if named else _BROWSERS)), None)


def _missing_browser() -> str | None:
    if _browser():
        return None
    return "no Chromium found; get one (Debian: `apt-get install chromium`) or name it in KG_CHROMIUM"


def _missing_server() -> str | None:
    if os.environ.get("KG_TEST_NEO4J_URI") or (shutil.which("java") and shutil.which("mvn")):
        return None
    return (
        "no Neo4j can be assembled without Java and Maven; get them (Debian: "
        "`apt-get install openjdk-17-jre-headless maven`) or name an empty server in KG_TEST_NEO4J_URI"
    )


def _missing_node() -> str | None:
    return None if shutil.which("npm") else "no npm found; get Node.js 20 or later (Debian: `apt-get install npm`)"


def _missing_torch() -> str | None:
    if not all(map(find_spec, ("torch", "onnx", "safetensors"))):
        return "no PyTorch found; get it by `pip install -e '.[train]'`"
    if sys.platform == "linux" and "optional_static_tls" not in os.environ.get("GLIBC_TUNABLES", ""):
        return f"PyTorch can't be loaded beside the other libraries; run the tests with {_LOADER_SETTING}"
    return None


# By mark: what says in one line what is missing and how to get it, or None where all is there.
_MISSING: dict[str, Callable[[], str | None]] = {
    "browser": _missing_browser,
    "server": _missing_server,
    "node": _missing_node,
    "torch": _missing_torch,
}

_LEFT_OUT = pytest.StashKey[Counter[str]]()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what can't run here, unless all is required."""
    if _all_required():
        return
    left_out = [item for item in items if _reason(item)]
    config.stash[_LEFT_OUT] = Counter(_reason(item) for item in left_out)
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not _reason(item)]


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Fail what can't run here: it is there only where all is required."""
    if reason := _reason(item):
        pytest.fail(reason, pytrace=False)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say in one line a part what was left out, and how to get it."""
    for reason, n_tests in sorted(config.stash.get(_LEFT_OUT, Counter()).items()):
        terminalreporter.write_line(f"left out: {n_tests} {reason}", yellow=True)


def _all_required() -> bool:
    return os.environ.get("KG_REQUIRE_ALL") == "1"


def _reason(item: pytest.Item) -> str:
    """Return why a test can't run here, in one line; empty if it can."""
    for mark, missing in _MISSING.items():
        if item.get_closest_marker(mark) and (reason := missing()):
            return f"marked {mark}: {reason}"
    return ""


# The doctests of the modules that need PyTorch.
collect_ignore_glob = ["kg/training/*.py"] if _missing_torch() and not _all_required() else []
