"""Commands that measure the pipeline."""

from pathlib import Path

import click

from kg.cli.output import object_options, print_object, print_rows


@click.command(name="eval")
@click.argument("gold", metavar="GOLD...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--predicted", type=click.Path(path_type=Path), help="Score this output instead of the pipeline's.")
@click.option("--concepts", type=click.Path(path_type=Path), help="Score resolution: which entities are one concept.")
@click.option("--traps", type=click.Path(path_type=Path), help="With --concepts: pairs that must stay apart.")
@click.option("--model", type=click.Path(path_type=Path), help="A model of your own, made by `kg train`.")
@click.option("--min-confidence", type=click.FloatRange(0, 1), help="Leave out what is less sure than this.")
@object_options
def evaluate(
    gold: tuple[Path, ...],
    predicted: Path | None,
    concepts: Path | None,
    traps: Path | None,
    model: Path | None,
    min_confidence: float | None,
    output: str,
) -> None:
    """Score extraction, or resolution, against annotated abstracts.

    Precision, recall and F1 of mentions, entities, roles, aliases and results, by kind and by role. With --concepts the
    annotated entities are resolved instead, and B-cubed and pairwise scores say how well.
    """
    if traps and not concepts:
        raise click.UsageError("--traps needs --concepts")
    if concepts:
        _print_resolution(gold, concepts, traps, output)
        return
    from kg.evaluation import evaluate as score

    found = score(gold, predicted, model=model, min_confidence=min_confidence)
    if output == "json":
        print_object(found.to_data())
        return
    for table in found.tables():
        print_rows(table.columns, table.rows, output, title=table.title)


def _print_resolution(gold: tuple[Path, ...], concepts: Path, traps: Path | None, output: str) -> None:
    from kg.concept_evaluation import evaluate_concepts

    scores = evaluate_concepts(gold, concepts, traps)
    if output == "json":
        print_object({"resolution": scores})
    else:
        print_rows(("measure", "value"), list(scores.items()), output, title="Resolution of annotated entities")


COMMANDS = (evaluate,)
