"""docker-compose.yml: what its schema allows, what users are promised, and that its settings start a server."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from ruamel.yaml import YAML

import kg

PATH = Path(kg.__file__).parents[1] / "docker-compose.yml"
SERVICE = YAML(typ="safe").load(PATH)["services"]["neo4j"]


def settings():
    """The environment of the container as the settings that the official image makes of it."""
    named = {
        name.removeprefix("NEO4J_"): value for name, value in SERVICE["environment"].items() if name != "NEO4J_AUTH"
    }
    written = {name.replace("__", "\0").replace("_", ".").replace("\0", "_"): value for name, value in named.items()}
    return {name: re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", value) for name, value in written.items()}


def test_it_keeps_the_schema_of_compose_files():
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", PATH]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_schema_would_object(tmp_path):
    wrong = tmp_path / "docker-compose.yml"
    wrong.write_text(PATH.read_text().replace("healthcheck:", "healthchek:"))
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", wrong]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 1


def test_it_is_the_long_term_line_on_loopback_with_a_password_from_outside():
    assert SERVICE["image"] == "neo4j:5.26-community"
    assert all(port.startswith("127.0.0.1:") for port in SERVICE["ports"])
    assert re.fullmatch(r"neo4j/\$\{KG_NEO4J_PASSWORD:\?[^}]+\}", SERVICE["environment"]["NEO4J_AUTH"])
    assert "neo4j-data:/data" in SERVICE["volumes"]
    assert any(volume.endswith(":/import:ro") for volume in SERVICE["volumes"])
    assert SERVICE["healthcheck"]["test"]


@pytest.mark.server
def test_its_settings_start_a_server_that_has_them(another, tmp_path):
    wanted = {**settings(), "server.directories.import": str(tmp_path)}
    assert wanted["server.memory.heap.max_size"] == "1g"
    found = dict(another(wanted).rows("SHOW SETTINGS YIELD name, value"))
    sizes = {"512m": "512.00MiB", "1g": "1.00GiB"}
    assert {name: found[name] for name in wanted} == {name: sizes.get(value, value) for name, value in wanted.items()}
