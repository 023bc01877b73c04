"""A missing browser or server leaves out its tests in one line, or fails them where all is required."""

from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

_TESTS = """
import pytest

@pytest.mark.browser
def test_one(): pass

@pytest.mark.browser
def test_two(): pass

@pytest.mark.server
def test_three(): pass

def test_four(): pass
"""
_MARKS = "[pytest]\nmarkers =\n browser: b\n server: s\n"


@pytest.fixture
def bare(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    for name in ("KG_CHROMIUM", "KG_REQUIRE_ALL", "KG_TEST_NEO4J_URI"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", str(pytester.path))
    pytester.makeini(_MARKS)
    pytester.makeconftest((Path(__file__).parents[1] / "conftest.py").read_text("utf-8"))
    pytester.makepyfile(_TESTS)
    return pytester


def test_what_is_missing_is_left_out_in_one_line_that_says_how_to_get_it(bare: pytest.Pytester) -> None:
    result = bare.runpytest()
    result.assert_outcomes(passed=1, deselected=3)
    result.stdout.fnmatch_lines(["left out: 2 marked browser: *apt-get install chromium*"])
    result.stdout.fnmatch_lines(["left out: 1 marked server: *KG_TEST_NEO4J_URI*"])


def test_what_is_missing_fails_where_all_is_required(bare: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KG_REQUIRE_ALL", "1")
    bare.runpytest().assert_outcomes(passed=1, errors=3)


def test_what_is_there_runs(bare: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    program = bare.path / "my-chromium"
    program.touch(mode=0o755)
    monkeypatch.setenv("KG_CHROMIUM", str(program))
    bare.runpytest("-m", "browser").assert_outcomes(passed=2, deselected=2)
