"""The generated documentation: `python tests/docs.py` writes it, test_docs.py compares it.

Parts of README.md stand between `<!-- name -->` and `<!-- /name -->`; docs/commands.md is generated as a whole.
"""

import re
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from click.testing import CliRunner  # noqa: E402

import kg  # noqa: E402
from kg.cli import main  # noqa: E402


def parts(folder: Path) -> dict[str, str]:
    """Return the generated parts by name; `folder` holds the graph of the seeds."""
    explained = CliRunner().invoke(main, ["explain", str(folder), "PRIMO", "MIMIC-III"]).stdout
    return {
        "queries": _table(
            ("question", "name", "parameters"),
            [(q.question, f"`{q.name}`", " ".join(f"`{p.usage}`" for p in q.parameters)) for q in kg.queries()],
        ),
        "formats": _table(
            ("read", "what"), [(f"`{f.name}`", f.description) for f in kg.formats() if f.direction == "read"]
        ),
        "explain": f"```text\n{explained}```",
    }


def fill(page: str, name: str, text: str) -> str:
    """Return the page with the part `name` replaced; the part must be there."""
    pattern = re.compile(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", re.DOTALL)
    if not pattern.search(page):
        raise SystemExit(f"README.md: no part {name!r}; put <!-- {name} --> and <!-- /{name} --> where it belongs")
    return pattern.sub(lambda match: f"{match.group(1)}{text}\n{match.group(2)}", page)


def _table(columns: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = [columns, tuple("---" for _ in columns), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def commands_page() -> str:
    """Return docs/commands.md: the help of every command, in the order of use."""
    sections = ["# Commands\n\nGenerated from `--help`."]
    for name in ("", *main.commands):
        words = [name] if name else []
        shown = CliRunner().invoke(main, [*words, "--help"], prog_name="kg", terminal_width=100).stdout
        sections.append(f"## {' '.join(['kg', *words])}\n\n```text\n{shown.rstrip()}\n```")
    return "\n\n".join(sections) + "\n"


def refresh(readme: Path) -> None:
    """Write the generated parts into the README."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "out"
        kg.build([ROOT / "seeds"], folder, options=kg.BuildOptions(view=False))
        page = readme.read_text(encoding="utf-8")
        for name, text in parts(folder).items():
            page = fill(page, name, text)
    readme.write_text(page, encoding="utf-8")
    (readme.parent / "docs" / "commands.md").write_text(commands_page(), encoding="utf-8")


if __name__ == "__main__":
    refresh(ROOT / "README.md")
