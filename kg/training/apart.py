"""Training in a process of its own.

PyTorch and the graph libraries don't always find room in one process (glibc's loader keeps little thread-local
storage for libraries that come late), and training sets the processor's float mode, which is not a caller's wish.
The two processes speak in lines of JSON: an order, then reports, each of which is answered by an empty line. So
the training ends with its caller, at the step that the caller saw last.
"""

import dataclasses
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import IO

import kg.errors
from kg.errors import KgError, MissingPartError
from kg.progress import Progress
from kg.training.recipe import Recipe, recipe_of

_ROOT = str(Path(kg.errors.__file__).parents[1])


def train_apart(corpus: Path, output: Path, *, recipe: Recipe, base: Path | None, progress: Progress) -> None:
    """Train in a new process; raises what the training raises there."""
    order = [str(corpus), str(output), dataclasses.asdict(recipe), base and str(base)]
    paths = [_ROOT, *filter(None, [os.environ.get("PYTHONPATH")])]
    process = subprocess.Popen(
        [sys.executable, "-c", f"from {__name__} import obey; obey()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
    )
    assert process.stdin
    assert process.stdout
    with process:
        try:
            _tell(process.stdin, order)
            for line in process.stdout:
                name, *values = json.loads(line)
                if name == "error":
                    kind, message = values
                    raise getattr(kg.errors, kind)(message)
                progress(*values)
                _tell(process.stdin)
        finally:
            process.stdin.close()
    if process.returncode:
        raise KgError(
            f"training: its process ended with {process.returncode}, perhaps for lack of memory; "
            "the same command goes on from the last checkpoint"
        )


def obey() -> None:
    """Do the training that standard input asks for."""
    corpus, output, settings, base = json.loads(sys.stdin.readline())
    # What a library prints may not come between the lines of JSON.
    reports, sys.stdout = sys.stdout, sys.stderr

    def report(*values: object) -> None:
        _tell(reports, ["progress", *values])
        if not sys.stdin.readline():
            sys.exit("the training's caller is gone")

    try:
        from kg.training.run import train

        train(
            Path(corpus), Path(output), recipe=recipe_of(settings), base=None if base is None else Path(base),
            progress=report,
        )  # fmt: skip
    except ModuleNotFoundError as error:
        missing = MissingPartError(f"{error.name}: is not installed; pip install -e '.[train]'")
        _tell(reports, ["error", type(missing).__name__, str(missing)])
    except KgError as error:
        _tell(reports, ["error", type(error).__name__, str(error)])


def _tell(stream: IO[str], *message: object) -> None:
    """Write one line; to a process that is gone already nothing: what it left on its output says why."""
    try:
        stream.write("".join(map(json.dumps, message)) + "\n")
        stream.flush()
    except BrokenPipeError:
        return
