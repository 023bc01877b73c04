"""Commands that read lists and make graphs, pictures and files."""

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kg.cli.output import print_rows, print_text, row_options, say
from kg.cli.paths import PATH
from kg.cli.progress import progress

if TYPE_CHECKING:
    from kg.records import Omission

_LISTS = click.argument("lists", metavar="LIST...", nargs=-1, required=True, type=PATH)
_DIR = click.argument("folder", metavar="DIR", type=PATH)
_FORMAT = click.option("--format", "format_", metavar="NAME", help="Read the lists as this format (see `kg formats`).")
_MODEL = click.option("--model", type=PATH, help="A folder made by `kg train`, or: rules; else the shipped one.")
_CONFIDENCE = click.option(
    "--min-confidence", type=click.FloatRange(0, 1), help="Leave out what is less sure; 0.35 by default."
)
_N_FIRST_WORDS = 6
_WORKERS = click.option("--workers", type=click.IntRange(min=0), default=0, help="Processes; 0: as many as pay.")


@click.command()
@_LISTS
@click.option("-o", "--output", "folder", required=True, type=PATH, help="The graph folder.")
@_FORMAT
@click.option("--annotations", is_flag=True, help="The lists are annotated abstracts: take what they say.")
@click.option("--add", is_flag=True, help="Keep the papers that the folder holds already.")
@click.option("--aliases", type=PATH, help="Names to merge and to split; see README.md.")
@_MODEL
@_CONFIDENCE
@_WORKERS
def build(
    lists: tuple[Path, ...],
    folder: Path,
    format_: str | None,
    annotations: bool,
    add: bool,
    aliases: Path | None,
    model: Path | None,
    min_confidence: float | None,
    workers: int,
) -> None:
    """Make a graph folder from lists of abstracts (files or folders), view included.

    A second build into the same folder replaces the graph and reuses every extraction that still fits, so a
    build that was stopped goes on where it was.
    """
    from kg import building

    chosen = building.BuildOptions(
        format=format_, annotations=annotations, add=add, aliases=aliases, model=model, workers=workers
    )
    if min_confidence is not None:
        chosen = replace(chosen, min_confidence=min_confidence)
    with progress() as show:
        building.build(lists, folder, options=chosen, progress=show)
    _summary(folder, aliases)


def _summary(folder: Path, aliases: Path | None) -> None:
    from kg.building import REPORT, VIEW
    from kg.inspection import stats

    counts = stats(folder)
    rows = [("papers", counts["papers"], "")]
    for kind, n_concepts in counts["concepts_by_kind"].items():
        most = ", ".join(f"{top['name']} ({top['papers']})" for top in counts["top"][kind][:3])
        rows.append((f"{kind} concepts", n_concepts, most))
    rows.append(("families that no paper names", counts["families"], ""))
    rows.extend((name, counts[name], "") for name in ("results", "edges", "evidence"))
    print_rows(("what", "count", "named by most papers"), rows, "table")
    reported = [json.loads(line)["where"] for line in (folder / REPORT).open(encoding="utf-8")]
    n_idle = sum(where.rpartition(":")[0] == str(aliases) for where in reported)
    if n_omitted := len(reported) - n_idle:
        say(f"{n_omitted} passed over: {folder / REPORT}")
    if n_idle:
        say(f"{n_idle} of the lines in {aliases} name what no paper names: {folder / REPORT}")
    if (folder / VIEW).exists():
        say(f"open in a browser: {folder / VIEW}")


@click.command()
@_LISTS
@_FORMAT
@row_options
def papers(lists: tuple[Path, ...], format_: str | None, output: str) -> None:
    """Show the papers of lists as they are read, and what was passed over and why."""
    from kg.readers import read
    from kg.readers.duplicates import distinct
    from kg.readers.reporting import nothing_read

    omissions: list[Omission] = []
    found = list(distinct(read(lists, format=format_, report=omissions.append), omissions.append))
    if output == "table":
        rows = [(p.id, p.title or _beginning(p.text), len(p.text), p.year, p.source) for p in found]
        print_rows(("id", "title or first words", "characters", "year", "source"), rows, output)
    else:
        columns = ("id", "title", "text", "year", "venue", "authors", "url", "keywords", "source")
        print_rows(columns, [[getattr(paper, name) for name in columns] for paper in found], output)
    _report(omissions)
    say(f"{len(found)} papers, {len(omissions)} passed over")
    if not found:
        raise nothing_read(lists, omissions)


def _beginning(text: str) -> str:
    words = text.split(maxsplit=_N_FIRST_WORDS)
    return " ".join(words[:_N_FIRST_WORDS]) + ("…" if len(words) > _N_FIRST_WORDS else "")


def _report(omissions: "list[Omission]") -> None:
    for omission in omissions:
        say(f"{omission.where}: {omission.reason}")


@click.command()
@_LISTS
@_FORMAT
@click.option("--with-title", is_flag=True, help="Also what only the title names.")
@_MODEL
@_CONFIDENCE
@_WORKERS
def extract(
    lists: tuple[Path, ...],
    format_: str | None,
    with_title: bool,
    model: Path | None,
    min_confidence: float | None,
    workers: int,
) -> None:
    """Print what each abstract names, as JSON Lines.

    One record an abstract: entities with kind and role, and results. `spans` are offsets into the
    abstract, `cue` the words that speak for the role.
    """
    from kg.annotations import to_annotation
    from kg.extraction import DEFAULT_MIN_CONFIDENCE
    from kg.extraction import extract as extract_papers
    from kg.readers import read
    from kg.readers.duplicates import distinct
    from kg.readers.reporting import nothing_read

    omissions: list[Omission] = []
    found = distinct(read(lists, format=format_, report=omissions.append), omissions.append)
    limit = DEFAULT_MIN_CONFIDENCE if min_confidence is None else min_confidence
    n_papers = 0
    for extraction in extract_papers(found, model=model, min_confidence=limit, workers=workers):
        click.echo(json.dumps(to_annotation(extraction, with_title=with_title), ensure_ascii=False))
        n_papers += 1
    _report(omissions)
    if not n_papers:
        raise nothing_read(lists, omissions)


@click.command()
@_DIR
@click.option("--around", metavar="CONCEPT", help="Draw only this concept, its papers and what they name.")
@click.option(
    "-o",
    "--output",
    "path",
    type=PATH,
    help="The file; by default DIR/view.html, with --around DIR/around.html.",
)
def view(folder: Path, around: str | None, path: Path | None) -> None:
    """Draw a graph: one HTML file that opens without a network."""
    from kg.publishing import view as write_view

    print_text(f"{write_view(folder, path, around=around)}")


@click.command()
@_DIR
@click.option("--to", required=True, metavar="FORMAT", help="A format that can be written (see `kg formats`).")
@click.option("-o", "--output", "path", required=True, type=PATH, help="The file or folder.")
@click.option("--no-text", is_flag=True, help="Leave abstracts and sentences out.")
def export(folder: Path, to: str, path: Path, no_text: bool) -> None:
    """Write a graph in another format: RDF, Neo4j, GraphML, JSON Lines, HTML."""
    from kg.publishing import export as write_export

    print_text(f"{write_export(folder, to, path, include_text=not no_text)}")


COMMANDS = (build, papers, extract, view, export)
