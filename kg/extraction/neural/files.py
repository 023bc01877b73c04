"""The files of a model folder, and how a broken one is refused."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kg.errors import ReadError

ENCODER_FILE = "encoder.onnx"
TOKENIZER_FILE = "tokenizer.json"
HEADS_FILE = "heads.npz"
JUDGE_FILE = "judge.json"
MEMORY_FILE = "memory.json"
CONFIG_FILE = "config.json"
FILES = (ENCODER_FILE, TOKENIZER_FILE, HEADS_FILE, JUDGE_FILE, MEMORY_FILE)
_N_SHOWN = 120


@contextmanager
def reading(path: Path) -> Iterator[Path]:
    """Lend the path of a file of a model folder; whatever fault reading it shows is a ReadError that names the file."""
    try:
        yield path
    except ReadError:
        raise
    # onnxruntime and tokenizers raise bare exceptions of their own for a damaged file.
    except Exception as fault:
        what = f"no {fault}" if isinstance(fault, KeyError) else " ".join(str(fault).split()) or type(fault).__name__
        raise ReadError(
            f"{path}: can't be read ({what[:_N_SHOWN]}); make the model anew with `kg train`, or name another folder"
        ) from fault
