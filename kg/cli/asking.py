"""Commands that ask a graph."""

from pathlib import Path
from typing import Any

import click

from kg.cli.output import object_options, print_object, print_rows, print_text, row_options, say
from kg.cli.paths import PATH
from kg.errors import KgError

_DIR = click.argument("folder", metavar="DIR", type=PATH)


@click.command(name="query")
@_DIR
@click.argument("query", metavar="NAME|FILE|TEXT")
@click.argument("parameters", metavar="[KEY=VALUE]...", nargs=-1)
@click.option("--engine", metavar="NAME", help="kglite (Cypher), oxigraph (SPARQL) or neo4j (a server).")
@click.option("--timeout", type=click.FloatRange(min=0, min_open=True), default=60.0, help="Seconds; 60 by default.")
@row_options
def ask(folder: Path, query: str, parameters: tuple[str, ...], engine: str | None, timeout: float, output: str) -> None:
    """Print the rows of a query: a library name, a file, or a text.

    The text is Cypher or SPARQL; `kg queries` lists the library with its parameters. Where there is
    no row, a line says what the concept or paper has instead.

    \b
    kg query out papers-evaluating-on concept=MMLU
    kg query out "MATCH (c:Benchmark) RETURN c.name, c.n_papers ORDER BY c.n_papers DESC LIMIT 9"
    """
    from kg.querying import query as run_query

    values: dict[str, object] = {}
    for parameter in parameters:
        key, equals, value = parameter.partition("=")
        if not equals or not key:
            raise click.UsageError(f"{parameter}: not a parameter; write key=value")
        if key in values:
            raise click.UsageError(f"{key}: given twice; give each parameter once")
        values[key] = value
    rows = run_query(folder, query, values, engine=engine, timeout=timeout)
    print_rows(rows.columns, rows.rows, output)
    if rows.hint:
        say(" ".join(rows.hint.split()))
    if rows.truncated:
        say(f"only the first {len(rows.rows)} rows; bound the query by LIMIT")


@click.command()
@row_options
def queries(output: str) -> None:
    """List the query library: names, questions, parameters and columns."""
    from kg.querying import queries as library

    rows = [(q.name, q.question, [p.usage for p in q.parameters], list(q.columns)) for q in library()]
    print_rows(("name", "question", "parameters", "columns"), rows, output)


@click.command()
@_DIR
@click.argument("paper")
@click.argument("concept")
@row_options
def explain(folder: Path, paper: str, concept: str, output: str) -> None:
    """Show the sentence behind an edge, the words marked, and who said so.

    PAPER is named by its id, its title or how that begins, or the name that it coins; CONCEPT by id, name or alias.
    """
    from kg.inspection import explain as find_explanation
    from kg.inspection import marked

    found = find_explanation(folder, paper, concept)
    data = found.to_data()
    if output != "table":
        print_rows(list(data[0]), [list(item.values()) for item in data], output)
        return
    edge = found.edge
    print_text(f"{found.paper.label}  ({found.paper.id})")
    print_text(
        f"{edge.type} {found.concept.name}  ({found.concept.id}, a {edge.kind} here; confidence {edge.confidence:.2f})"
    )
    for evidence in edge.evidence:
        print_text(f"\n  “{marked(evidence, ('[', ']'))}”")
        print_text(f"  in the {evidence.field}, characters {evidence.start} to {evidence.end}")
        print_text(f"  name found by {evidence.said_by}, confidence {evidence.confidence:.2f}")
        if evidence.role_by:
            print_text(f"  relation by {evidence.role_by}" + (f": “{evidence.cue}”" if evidence.cue else ""))


@click.command()
@_DIR
@object_options
def stats(folder: Path, output: str) -> None:
    """Show what a graph holds: counts, and the concepts named most."""
    from kg.inspection import stats as count

    counts = count(folder)
    if output == "json":
        print_object(counts)
        return
    totals = [(name, counts[name]) for name in ("papers", "concepts", "results", "edges", "evidence")]
    totals.insert(2, ("families that no paper names", counts["families"]))
    print_rows(("what", "count"), totals, output)
    print_text("")
    print_rows(("relation", "count"), list(counts["edges_by_type"].items()), output)
    rows = [
        (kind, n, "; ".join(f"{top['name']} ({top['papers']})" for top in counts["top"][kind]))
        for kind, n in counts["concepts_by_kind"].items()
    ]
    print_text("")
    print_rows(("kind", "concepts", "named by most papers"), rows, output)


@click.command()
@_DIR
@click.option("--shacl", is_flag=True, help="Also check the RDF against schema/shapes.ttl (needs pyshacl; slow).")
@row_options
def validate(folder: Path, shacl: bool, output: str) -> None:
    """Check a graph against the schema; exit with 1 if anything breaks it."""
    from kg.building import open_graph
    from kg.validation import validate as find_problems
    from kg.validation import validate_shacl

    graph = open_graph(folder)
    problems: list[Any] = list(find_problems(graph))
    if shacl:
        problems.extend(validate_shacl(graph))
    if problems or output != "table":
        print_rows(("where", "what", "allowed"), [(p.where, p.what, p.allowed) for p in problems], output)
    if problems:
        raise KgError(f"{folder}: {len(problems)} problems; the rows above say where")
    say(f"{folder}: {graph.number_of_nodes()} nodes and {graph.number_of_edges()} edges, no problem")


@click.command()
@row_options
def formats(output: str) -> None:
    """List the formats that can be read and written."""
    from kg.publishing import formats as list_formats

    rows = [(f.name, f.direction, f.description, f.loses, f.module) for f in list_formats()]
    print_rows(("name", "direction", "what", "loses", "module"), rows, output)


@click.command()
@_DIR
@click.option("--undecided", is_flag=True, help="The bare acronyms that stayed alone instead, and what they may mean.")
@row_options
def merges(folder: Path, undecided: bool, output: str) -> None:
    """List which names were found to be one concept, and why.

    A file given to `kg build --aliases` decides over every one of them.
    """
    from kg import identity

    columns: tuple[str, ...]
    if undecided:
        columns = ("concept", "acronym", "candidates", "papers", "grounds")
        rows = [[getattr(item, name) for name in columns] for item in identity.undecided(folder)]
    else:
        columns = ("concept", "left", "right", "reason", "grounds", "papers", "n_papers")
        rows = [[getattr(item, name) for name in columns] for item in identity.merges(folder)]
    print_rows(columns, rows, output)


@click.command()
@_DIR
@click.argument("left", metavar="NAME")
@click.argument("right", metavar="NAME")
@object_options
def why(folder: Path, left: str, right: str, output: str) -> None:
    """Say why two names are, or are not, one concept."""
    from kg import identity

    answer = identity.why(folder, left, right)
    if output == "json":
        data = {"one": answer.one, "left": answer.left, "right": answer.right, "reasons": list(answer.reasons)}
        print_object(data)
        return
    print_text(f"one concept: {answer.left}" if answer.one else f"two concepts: {answer.left} and {answer.right}")
    for reason in answer.reasons:
        print_text(f"  {reason}")


COMMANDS = (ask, explain, stats, queries, merges, why, validate, formats)
