"""Files as a user names them, written whole or not at all."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kg import faults
from kg.errors import KgError, StoreError


def named(path: Path | str, error: type[KgError] = StoreError) -> Path:
    """Return the path that a user names, or raise `error` for an empty one: to pathlib that is the current folder.

    >>> named("")
    Traceback (most recent call last):
    kg.errors.StoreError: '': an empty path; name a file or folder
    """
    if path == "":
        raise error("'': an empty path; name a file or folder")
    path = Path(path)
    try:
        path.exists()  # a folder on the way may be closed to us, or a name too long
    except OSError as fault:
        raise error(f"{path}: can't be reached ({fault.strerror}); name a path that can") from fault
    return path


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield a temporary file beside `path` that takes its place if the block succeeds.

    After an error or a kill the old file, if any, stands as it was.
    """
    if path.is_dir():
        raise StoreError(f"{path}: is a folder; name a file to write")
    _check_parent(path)
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:50]}.", suffix=".part")
    except OSError as error:
        raise _unwritable(path.parent, error) from error
    os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
        umask = os.umask(0)
        os.umask(umask)
        temporary.chmod(0o666 & ~umask)
        temporary.replace(path)
    except OSError as error:
        raise _unwritable(path, error) from error
    finally:
        temporary.unlink(missing_ok=True)


@contextmanager
def replacing_folder(path: Path, *, marker: str) -> Iterator[Path]:
    """Yield a temporary folder that takes the place of `path` if the block succeeds.

    An existing folder is replaced only if it is empty or holds `marker`, a file that only our own
    writer makes: nothing of the user's is ever deleted.
    """
    if path.is_file():
        raise StoreError(f"{path}: is a file; name a folder to write")
    if path.is_dir() and any(path.iterdir()) and not (path / marker).is_file():
        raise StoreError(f"{path}: holds files that are not ours; name a new or empty folder")
    _check_parent(path)
    try:
        temporary = Path(tempfile.mkdtemp(dir=path.parent, prefix=f".{path.name[:50]}.", suffix=".part"))
    except OSError as error:
        raise _unwritable(path.parent, error) from error
    try:
        yield temporary
        temporary.chmod(0o755)
        old = temporary.with_suffix(".old")
        if path.exists():
            path.replace(old)
        temporary.replace(path)
        shutil.rmtree(old, ignore_errors=True)
    except OSError as error:
        raise _unwritable(path, error) from error
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def _check_parent(path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"{path.parent}: can't make this folder ({error.strerror}); name another") from error


def _unwritable(path: Path, error: OSError) -> StoreError:
    return StoreError(f"{path}: can't be written {faults.of_writing(error)}")
