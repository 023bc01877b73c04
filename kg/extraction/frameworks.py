"""The frameworks that spaCy would load wherever they are installed, and nothing here runs on.

Loading PyTorch takes seconds, and once it is in a process, glibc's loader may have no thread-local storage left for
the libraries that answer queries and draw pictures.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

_FRAMEWORKS = ("torch", "cupy")


@contextmanager
def without_frameworks() -> Iterator[None]:
    """Let what is imported inside find no framework, but for those that the process has loaded already."""
    hidden = [name for name in _FRAMEWORKS if name not in sys.modules]
    sys.modules.update(dict.fromkeys(hidden))  # type: ignore[arg-type]  # None: not to be found
    try:
        yield
    finally:
        for name in hidden:
            del sys.modules[name]
