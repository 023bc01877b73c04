"""Training of the extraction model; needs the extra ``train`` (PyTorch)."""

from pathlib import Path

from kg.progress import Progress, silent
from kg.training.apart import train_apart
from kg.training.recipe import Recipe, of_length

__all__ = ["Recipe", "of_length", "train"]


def train(
    corpus: Path | str,
    output: Path | str,
    *,
    recipe: Recipe | None = None,
    base: Path | str | None = None,
    progress: Progress | None = None,
) -> None:
    """Train an extraction model on a JSON Lines file of annotated abstracts and write it into the folder `output`.

    A run that was killed goes on from its checkpoint there. `base` is a folder with the weights to start from
    (config.json, model.safetensors and tokenizer.json of a small BERT); by default MiniLM-L6's, which the extra
    `train` brings. Raises ReadError for a corpus or base that can't be read, MissingPartError without PyTorch.
    """
    train_apart(
        Path(corpus),
        Path(output),
        recipe=recipe or Recipe(),
        base=None if base is None else Path(base),
        progress=progress or silent,
    )
