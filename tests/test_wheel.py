"""What a user installs: not this checkout but the wheel, with its data, far from the source."""

import shutil
import subprocess
import sys

import pytest

from tests.docs import ROOT

_CALLS = """
import sys, pathlib, kg
assert str(pathlib.Path(kg.__file__)).startswith(sys.argv[1]), kg.__file__
seeds, out = sys.argv[2], pathlib.Path(sys.argv[3])
for _ in range(2):
    graph = kg.build(seeds, out)
    extractions = list(kg.extract(kg.read(sorted(pathlib.Path(seeds).glob("*.txt")), report=print)))
    assert len(extractions) == 30
    kg.assemble(extractions, kg.resolve(extractions))
    assert not kg.validate(kg.open(out))
    assert kg.stats(out)["papers"] == 30
    paper = extractions[2].paper.id
    kg.explain(out, paper, "MIMIC-III")
    for query in kg.queries():
        for engine in ("kglite", "oxigraph"):
            known = {"concept": "MIMIC-III", "paper": paper, "text": "MIMIC", "kind": "Dataset"}
            given = {p.name: known[p.name] for p in query.parameters if p.name in known}
            kg.query(out, query.name, given, engine=engine)
    for form in kg.formats():
        if form.direction == "write":
            kg.export(out, form.name, out.parent / f"export-{form.name}")
    kg.view(out, around="MIMIC-III")
    gold = pathlib.Path(seeds) / "gold.jsonl"
    assert kg.evaluate(gold, gold).scores["entity"].f1 == 1
    assert len(list(kg.read_annotations(gold))) == 30
    assert kg.merges(out)
    assert kg.why(out, "FL", "federated learning").one
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A folder into which the wheel of this checkout is installed, without its dependencies."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    ignored = shutil.ignore_patterns(".git", ".venv*", "__pycache__", "*.egg-info", "build", ".*_cache", "out*")
    shutil.copytree(ROOT, source, ignore=ignored)
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*pip, "--target", str(folder / "site"), str(source)], check=True, cwd=folder)
    shutil.rmtree(source)
    return folder / "site"


def test_every_public_function_works_twice_from_the_installed_wheel(installed, tmp_path):
    arguments = [str(installed), str(ROOT / "seeds"), str(tmp_path / "graph")]
    done = subprocess.run(
        [sys.executable, "-c", _CALLS, *arguments],
        cwd=tmp_path,
        env={"PYTHONPATH": str(installed), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr[-3000:]
