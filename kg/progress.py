"""How long work is followed: a function that is told what is done, how much of it, and how much there is."""

from collections.abc import Callable

Progress = Callable[[str, int, int], None]
"""Takes the name of the work, how much is done and how much there is."""


def silent(_work: str, _done: int, _all: int) -> None:
    """Show no progress."""
