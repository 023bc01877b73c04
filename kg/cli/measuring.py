"""Commands that measure the pipeline."""

from pathlib import Path

import click

from kg.cli.output import object_options, print_object, print_rows


@click.command(name="eval")
@click.argument("gold", metavar="GOLD", type=click.Path(path_type=Path))
@click.option("--predicted", type=click.Path(path_type=Path), help="Score this output instead of the pipeline's.")
@click.option("--model", type=click.Path(path_type=Path), help="A model of your own, made by `kg train`.")
@click.option("--min-confidence", type=click.FloatRange(0, 1), help="Leave out what is less sure than this.")
@object_options
def evaluate(gold: Path, predicted: Path | None, model: Path | None, min_confidence: float | None, output: str) -> None:
    """Score extraction against annotated abstracts.

    Precision, recall and F1 of mentions, entities, roles, aliases and results, by kind and by role.
    """
    from kg.evaluation import evaluate as score

    found = score(gold, predicted, model=model, min_confidence=min_confidence)
    if output == "json":
        print_object(found.to_data())
        return
    for table in found.tables():
        print_rows(table.columns, table.rows, output, title=table.title)


COMMANDS = (evaluate,)
