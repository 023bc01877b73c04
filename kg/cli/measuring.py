"""Commands that measure the pipeline and train it."""

from dataclasses import replace
from pathlib import Path

import click

from kg.cli.output import object_options, print_object, print_rows, say
from kg.cli.paths import FILE, FOLDER, PATH
from kg.cli.progress import progress


@click.command(name="eval")
@click.argument("gold", metavar="GOLD...", nargs=-1, required=True, type=PATH)
@click.option("--predicted", type=PATH, help="Score this output instead of the pipeline's.")
@click.option("--concepts", type=PATH, help="Score resolution: which entities are one concept.")
@click.option("--traps", type=PATH, help="With --concepts: pairs that must stay apart.")
@click.option("--masked-acronyms", is_flag=True, help="Score resolution: how often a bare acronym is read right.")
@click.option("--model", type=PATH, help="A folder made by `kg train`, or: rules; else the shipped one.")
@click.option("--min-confidence", type=click.FloatRange(0, 1), help="Leave out what is less sure; 0.35 by default.")
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


@click.command()
@click.argument("corpus", type=FILE)
@click.option("-o", "--output", required=True, type=FOLDER, help="Folder to make.")
@click.option("--base", type=PATH, help="Folder of a small BERT to start from, not MiniLM-L6.")
@click.option("--steps", type=click.IntRange(1), help="Steps of training; by default as for the shipped model.")
@click.option("--held-out", type=click.IntRange(0), help="Abstracts kept apart to calibrate on; none if over half.")
@click.option("--seed", type=int, help="Another order and other random numbers.")
@click.option("--threads", type=click.IntRange(1), help="Processor cores to use.")
def train(corpus: Path, output: Path, base: Path | None, steps: int | None, **settings: int | None) -> None:
    """Train an extraction model on annotated abstracts.

    CORPUS is JSON Lines as `kg eval` takes them. Use the model by --model OUTPUT. A run that was stopped goes on
    from its checkpoint in OUTPUT. Needs PyTorch: pip install -e '.[train]'.
    """
    from kg.training import Recipe, of_length
    from kg.training import train as run

    names = {"held_out": "n_held_out", "seed": "seed", "threads": "n_threads"}
    chosen = {names[name]: value for name, value in settings.items() if value is not None}
    recipe = replace(Recipe(), **chosen)  # type: ignore[arg-type]
    if steps is not None:
        recipe = of_length(recipe, steps)
    with progress() as show:
        run(corpus, output, recipe=recipe, base=base, progress=show)
    say(f"wrote {output}; use it by --model {output}")


COMMANDS = (evaluate, train)
