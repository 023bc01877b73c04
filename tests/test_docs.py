import re
import shlex

import pytest
from click.testing import CliRunner

from kg.cli import main
from kg.resolution.decisions import read_decisions
from tests.docs import ROOT, commands_page, fill, parts

README = (ROOT / "README.md").read_text(encoding="utf-8")


def commands():
    """The `kg` lines of the README's tour."""
    blocks = re.findall(r"<!-- tour -->\n```console\n(.*?)```", README, re.DOTALL)
    return [line[2:] for block in blocks for line in block.splitlines() if line.startswith("$ kg ")]


def test_generated_parts_of_the_readme_are_fresh(seeds_folder):
    for name, text in parts(seeds_folder).items():
        assert fill(README, name, text) == README, f"{name}: run `python tests/docs.py`"


@pytest.mark.parametrize("command", commands())
def test_every_command_of_the_tour_runs(command, seeds_folder, tmp_path):
    words = [
        str(seeds_folder) if word == "out" else str(tmp_path / word) if word.startswith("out") else word
        for word in shlex.split(command)[1:]
    ]
    if words[0] == "view":
        words += ["-o", str(tmp_path / "view.html")]
    result = CliRunner().invoke(main, words)

    assert result.exit_code == 0, result.output
    assert result.stdout.strip()
    assert "no rows" not in result.stderr


def test_the_alias_file_of_the_readme_is_one(tmp_path):
    [text] = re.findall(r"<!-- aliases -->\n```text\n(.*?)```", README, re.DOTALL)
    (tmp_path / "names.tsv").write_text(text, encoding="utf-8")
    decisions = read_decisions(tmp_path / "names.tsv")

    assert decisions.same == (("LLaMA adapter", "LLaMA-Adapter"),)
    assert decisions.apart == (("SAM", "Sam"),)
    assert set(decisions.means.values()) == {"stochastic gradient descent", "Schema-Guided Dialogue"}


def test_the_page_of_commands_is_fresh():
    assert (ROOT / "docs" / "commands.md").read_text(encoding="utf-8") == commands_page(), "run `python tests/docs.py`"


def test_links_of_the_documentation_lead_somewhere():
    for path in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", path.read_text(encoding="utf-8")):
            assert (path.parent / target).exists(), f"{path.name}: {target}"
