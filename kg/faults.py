"""What the system says where a file or a library can't be used, with what to do about it."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from kg.errors import MissingPartError

OF_THE_SYSTEM = frozenset(
    {
        errno.ENOSPC,
        errno.EDQUOT,
        errno.EIO,
        errno.EROFS,
        errno.EACCES,
        errno.EPERM,
        errno.ENAMETOOLONG,
        errno.EMFILE,
        errno.EFBIG,
    }
)
"""Errors that are no fault of a program: full and damaged disks, files that are closed to us."""

_N_SHOWN = 120
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
_WAIT = "another kg is at work on it; wait until it is done"
_OPEN = "see that you may read the file, or write in its folder"
# By how SQLite's names of errors begin.
_OF_DATABASE = {
    "SQLITE_FULL": "make room there and build again: what is extracted is kept",
    "SQLITE_IOERR": "see that the disk is in order and not full, and build again",
    "SQLITE_BUSY": _WAIT,
    "SQLITE_LOCKED": _WAIT,
    "SQLITE_READONLY": "name a folder in which you may write",
    "SQLITE_CANTOPEN": _OPEN,
    "SQLITE_PERM": _OPEN,
}


def of_writing(error: OSError) -> str:
    """Return why a file or folder can't be written, and what to do.

    >>> of_writing(OSError(errno.ENOSPC, "No space left on device"))
    '(No space left on device); make room there, or name a path on another disk'
    """
    # A library in Rust gives its number in words alone.
    is_full = error.errno in _FULL or "os error 28" in str(error)
    advice = "make room there, or name a path on another disk" if is_full else "name a path in another folder"
    return f"({error.strerror or error}); {advice}"


def of_database(error: sqlite3.DatabaseError) -> str:
    """Return why a database can't be used, and what to do."""
    name = getattr(error, "sqlite_errorname", "")
    for start, advice in _OF_DATABASE.items():
        if name.startswith(start):
            return f"{error}; {advice}"
    shown = str(error) if len(str(error)) <= _N_SHOWN else f"{str(error)[:_N_SHOWN]}…"
    return f"not a readable graph ({shown}); delete the file and build again"


@contextmanager
def loading(name: str) -> Iterator[None]:
    """Let a library be imported; raise MissingPartError if the loader has no room for it beside others.

    glibc keeps little static thread-local storage for libraries that come late; igraph, kglite and PyTorch (if the
    caller uses it too) together want more.
    """
    try:
        yield
    except (ImportError, OSError) as error:
        if "static TLS" not in str(error):
            raise
        raise MissingPartError(
            f"{name}: can't be loaded beside PyTorch or other libraries of this process ({error}); start a fresh "
            "process, or set GLIBC_TUNABLES=glibc.rtld.optional_static_tls=4096 before Python starts"
        ) from error
