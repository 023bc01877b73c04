"""Which model a pipeline runs: the shipped one, one of the user's own, or the rules alone."""

from pathlib import Path

from kg.errors import ReadError
from kg.extraction.neural.files import FILES

RULES = Path("rules")
"""Named as a model, it stands for the rules."""
SHIPPED = Path(__file__).parent / "model"


def model_folder(model: Path | None) -> Path | None:
    """Return the folder of a model, the shipped one if none is named, or None for `RULES`.

    Raises ReadError if the folder isn't one that `kg train` made.
    """
    if model == RULES:
        return None
    folder = model or SHIPPED
    missing = [name for name in FILES if not (folder / name).is_file()]
    if missing:
        raise ReadError(f"{folder}: no {missing[0]}; a model is a folder that `kg train` made, or 'rules'")
    return folder
