"""The rules of the house, kept by machine: docs/architecture.md says what they are for."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

import kg
from kg import errors

ROOT = Path(kg.__file__).parents[1]
MODULES = sorted(path for path in (ROOT / "kg").rglob("*.py"))
N_LINES = 320
N_FUNCTION_LINES = 50


def _id(path):
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", MODULES, ids=_id)
def test_no_room_is_too_large(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= N_LINES or path.name == "schema.py"


@pytest.mark.parametrize("path", MODULES, ids=_id)
def test_no_function_is_too_long(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            assert node.end_lineno - node.lineno < N_FUNCTION_LINES, node.name


@pytest.mark.parametrize("path", MODULES, ids=_id)
def test_every_room_says_what_it_holds(path):
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))), "no docstring"


def test_no_room_is_a_lumber_room():
    lumber = {"utils", "util", "helpers", "common", "base", "core", "misc"}
    assert not [path for path in MODULES if path.stem in lumber]


def test_no_module_has_the_name_of_a_public_function():
    assert not {path.stem for path in (ROOT / "kg").glob("*.py")} & set(kg.__all__)


def test_only_the_command_line_prints():
    for path in MODULES:
        if "cli" not in path.parts:
            calls = [n for n in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(n, ast.Call)]
            assert not [c for c in calls if isinstance(c.func, ast.Name) and c.func.id == "print"], path


def test_the_public_door_opens_every_room():
    for name in kg.__all__:
        assert getattr(kg, name).__doc__, name
    with pytest.raises(AttributeError, match="it has BuildOptions"):
        kg.nothing_of_this_name  # noqa: B018


def test_every_error_class_is_raised_somewhere():
    source = "\n".join(path.read_text(encoding="utf-8") for path in MODULES)
    for name, value in vars(errors).items():
        if isinstance(value, type) and issubclass(value, errors.KgError):
            assert re.search(rf"{name}\(", source.replace(f"class {name}(", "")), name


def test_entry_points_lead_into_their_rooms():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for group, room in (("kg.readers", "kg.readers."), ("kg.exporters", "kg.exporters.")):
        assert all(target.startswith(room) for target in project["entry-points"][group].values())


def test_nothing_is_left_undone():
    unfinished = re.compile(r"NotImplementedError|\bTODO\b|\bFIXME\b|pytest\.skip\(|mark\.skip|mark\.xfail")
    for path in [*MODULES, *(ROOT / "tests").rglob("*.py")]:
        if path != Path(__file__):
            assert not unfinished.search(path.read_text(encoding="utf-8")), path
