"""Commands that measure the pipeline."""

from pathlib import Path

import click

from kg.cli.output import object_options, print_object, print_rows


@click.command(name="eval")
@click.argument("gold", metavar="GOLD...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--predicted", type=click.Path(path_type=Path), help="Score this output instead of the pipeline's.")
@click.option("--concepts", type=click.Path(path_type=Path), help="Score resolution: which entities are one concept.")
@click.option("--traps", type=click.Path(path_type=Path), help="With --concepts: pairs that must stay apart.")
@click.option("--masked-acronyms", is_flag=True, help="Score resolution: how often a bare acronym is read right.")
@click.option("--model", type=click.Path(path_type=Path), help="A folder made by `kg train`, or: rules.")
@click.option("--min-confidence", type=click.FloatRange(0, 1), help="Leave out what is less sure than this.")
@object_options
def evaluate(
    gold: tuple[Path, ...],
    predicted: Path | None,
    concepts: Path | None,
    traps: Path | None,
    masked_acronyms: bool,
    model: Path | None,
    min_confidence: float | None,
    output: str,
) -> None:
    """Score extraction, or resolution, against annotated abstracts.

    Precision, recall and F1 of mentions, entities, roles, aliases and results, by kind and by role. With --concepts the
    annotated entities are resolved instead, and B-cubed and pairwise scores say how well; with --masked-acronyms each
    acronym that an abstract spells out is hidden from it in turn, and the shares say how often resolution gives it its
    meaning back.
    """
    if traps and not concepts:
        raise click.UsageError("--traps needs --concepts")
    if concepts or masked_acronyms:
        _print_resolution(gold, concepts, traps, masked_acronyms, output)
        return
    from kg.evaluation import evaluate as score

    found = score(gold, predicted, model=model, min_confidence=min_confidence)
    if output == "json":
        print_object(found.to_data())
        return
    for table in found.tables():
        print_rows(table.columns, table.rows, output, title=table.title)


def _print_resolution(
    gold: tuple[Path, ...], concepts: Path | None, traps: Path | None, masked_acronyms: bool, output: str
) -> None:
    from kg.acronym_evaluation import evaluate_acronyms
    from kg.annotations import read_annotations
    from kg.concept_evaluation import evaluate_concepts

    scores = {}
    if concepts:
        scores["resolution"] = evaluate_concepts(gold, concepts, traps)
    if masked_acronyms:
        extractions = [extraction for path in gold for extraction in read_annotations(path)]
        scores["masked_acronyms"] = evaluate_acronyms(extractions)
    if output == "json":
        print_object(scores)
        return
    for title, measures in scores.items():
        print_rows(("measure", "value"), list(measures.items()), output, title=title.replace("_", " "))


COMMANDS = (evaluate,)
