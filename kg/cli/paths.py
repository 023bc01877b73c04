"""Paths on the command line."""

from pathlib import Path
from typing import Any

import click


class _PathType(click.Path):
    """A path that must say something: to pathlib the empty one, from an unset variable, is the current folder."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "":
            self.fail("an empty path; name a file or folder", param, ctx)
        try:
            Path(value).exists()
        except OSError as error:
            self.fail(f"{value!r}: {error.strerror}; name a path that can be reached", param, ctx)
        return super().convert(value, param, ctx)


PATH = _PathType(path_type=Path)
FILE = _PathType(path_type=Path, dir_okay=False)
FOLDER = _PathType(path_type=Path, file_okay=False)
