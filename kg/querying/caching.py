"""Files of the embedded engines in `DIR/cache`, which may be deleted at any time.

A file carries the state of the store in its name: another graph, another version of the engine or of kg
asks for another name. It is written whole or not at all, and where it can't be written an engine works
in memory.
"""

import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from kg.store import FILE
from kg.text import digest

CACHE = "cache"
_LAYOUT = 1
"""Rises when engines are loaded in another form."""


def state(folder: Path, *versions: str) -> str:
    """Return a name for the state of the graph in a folder, as one engine sees it."""
    parts = [str(_LAYOUT), *versions]
    for name in (FILE, f"{FILE}-wal"):
        with suppress(FileNotFoundError):
            stat = (folder / name).stat()
            if stat.st_size:
                parts.append(f"{name} {stat.st_size} {stat.st_mtime_ns}")
    return digest("\n".join(parts), length=24)


def keep(folder: Path, name: str, write: Callable[[Path], None]) -> Path | None:
    """Have `write` fill a new folder that becomes `DIR/cache/<name>`, and return that, or None if it can't be.

    What `name` replaces (the same first part, up to "-") goes away. Another process that has kept the same
    meanwhile wins.
    """
    cache = folder / CACHE
    target = cache / name
    try:
        cache.mkdir(exist_ok=True)
        temporary = Path(tempfile.mkdtemp(dir=cache, prefix=f".{name}.", suffix=".part"))
    except OSError:
        return None
    try:
        write(temporary)
        temporary.chmod(0o755)
        with suppress(OSError):  # another process was faster
            temporary.replace(target)
        _forget_others(cache, name)
        return target if target.is_dir() else None
    except OSError:
        return None
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def kept(folder: Path, name: str) -> Path | None:
    """Return `DIR/cache/<name>` if it is there."""
    path = folder / CACHE / name
    return path if path.is_dir() else None


def forget(folder: Path, name: str) -> None:
    """Take away what proved unreadable."""
    shutil.rmtree(folder / CACHE / name, ignore_errors=True)


def _forget_others(cache: Path, name: str) -> None:
    stem = name.partition("-")[0]
    for other in cache.iterdir():
        if other.name.startswith(f"{stem}-") and other.name != name:
            shutil.rmtree(other, ignore_errors=True)
