"""Progress of long work on standard error: a bar on a terminal, a line a step elsewhere."""

from collections.abc import Iterator
from contextlib import contextmanager

from kg.cli.output import console, say
from kg.progress import Progress

_N_LINES = 10


@contextmanager
def progress() -> Iterator[Progress]:
    """Yield a function (step, done, all) that shows how far the work is; all = 0 means not known."""
    screen = console(to_error=True)
    if not screen.is_terminal:
        yield _lines()
        return
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description:<11}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Bar(*columns, console=screen, transient=True) as bar:
        task = bar.add_task("starting", total=None)
        step_now = ""

        def show(step: str, done: int, total: int) -> None:
            nonlocal step_now
            if step != step_now:
                step_now = step
                bar.reset(task, description=step, total=total or None)
            bar.update(task, completed=done, total=total or None)

        yield show


def _lines() -> Progress:
    shown: tuple[str, int] = ("", -1)

    def show(step: str, done: int, total: int) -> None:
        nonlocal shown
        tenth = done * _N_LINES // total if total else 0
        if (step, tenth) != shown:
            shown = (step, tenth)
            say(f"{step} {done}/{total}" if total else step)

    return show
