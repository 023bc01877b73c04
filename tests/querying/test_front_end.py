"""The shipped Cypher is what Neo4j's own front end takes, in Cypher 5 and Cypher 25, without a warning."""

import shutil
import subprocess
from pathlib import Path

import pytest

from kg.querying import library_folder

pytestmark = pytest.mark.node

FRONT_END = Path(__file__).parent / "front_end"


@pytest.fixture(scope="session")
def modules(tmp_path_factory):
    """Neo4j's front end as npm installs it, in the version that package.json pins."""
    folder = tmp_path_factory.mktemp("front_end")
    shutil.copy(FRONT_END / "package.json", folder)
    subprocess.run(
        ["npm", "install", "--no-audit", "--no-fund", "--loglevel=error"], cwd=folder, check=True, timeout=600
    )
    return folder / "node_modules"


def complaints(modules, folder):
    program = ["node", str(FRONT_END / "check.cjs"), str(modules), str(folder)]
    return subprocess.run(program, capture_output=True, text=True, check=True, timeout=600).stdout.splitlines()


def test_neo4j_has_nothing_against_any_query_of_the_library(modules):
    assert complaints(modules, library_folder()) == []


def test_neo4j_does_object_to_what_is_wrong_in_one_version_or_old_in_both(modules, tmp_path):
    (tmp_path / "order.cypher").write_text("MATCH (p:Paper) RETURN p.year ORDER BY count(p)")
    (tmp_path / "old.cypher").write_text("MATCH (p:Paper) RETURN id(p)")
    found = complaints(modules, tmp_path)
    assert any(line.startswith("order.cypher:1 CYPHER 25: Illegal aggregation") for line in found)
    assert sum("deprecated" in line for line in found) == 2
