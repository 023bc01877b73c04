"""Text files as they come: UTF-8 or UTF-16, packed with gzip or not.

Nothing is repaired in silence. A byte that is not UTF-8 comes through as a lone surrogate (PEP 383),
which `kg.readers.fields` finds in the record that holds it.
"""

import codecs
import gzip
import io
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from kg.errors import ReadError

N_HEAD = 65_536
"""How many characters at the beginning of a file decide on its form."""

_GZIP = b"\x1f\x8b"
# Abstracts pack three- to fivefold; what packs a hundredfold is made to fill the memory.
_MAX_RATIO = 100
_N_ALWAYS_UNPACKED = 50_000_000
# The longer mark first: that of UTF-32 begins with that of UTF-16.
_ENCODING_BY_MARK = {
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
    codecs.BOM_UTF8: "utf-8-sig",
}


@contextmanager
def open_text(path: Path, *, newline: str | None = None) -> Iterator[TextIO]:
    """Yield the file as a stream of text; `newline` is that of `open`.

    The encoding is that of the byte order mark, else UTF-8. Raises ReadError if the file can't be opened,
    is packed and damaged, or is UTF-16 cut in the middle of a character.
    """
    try:
        with _unpacked(path) as file:
            mark = file.peek(4)[:4]
            encoding = next((name for bom, name in _ENCODING_BY_MARK.items() if mark.startswith(bom)), "utf-8")
            errors = "surrogateescape" if encoding.startswith("utf-8") else "surrogatepass"
            with io.TextIOWrapper(file, encoding=encoding, errors=errors, newline=newline) as text:
                yield text
    except UnicodeDecodeError as error:
        raise ReadError(
            f"{path}: marked as {error.encoding.upper()}, but damaged at byte {error.start}; save it as UTF-8"
        ) from error
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise ReadError(f"{path}: packed with gzip, but damaged ({error}); pack it again") from error
    except OSError as error:
        raise ReadError(f"{path}: can't be read ({error.strerror or error}); name a file that can") from error


def _unpacked(path: Path) -> io.BufferedReader:
    file = path.open("rb")
    if not file.peek(2).startswith(_GZIP):
        return file
    file.close()
    return io.BufferedReader(_Unpacking(path))


class _Unpacking(io.RawIOBase):
    """The bytes of a file packed with gzip, as many as a text can be packed into so few."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self._file = gzip.GzipFile(path, "rb")
        self._n_left = max(_N_ALWAYS_UNPACKED, _MAX_RATIO * path.stat().st_size)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        n_bytes = self._file.readinto(buffer)
        self._n_left -= n_bytes
        if self._n_left < 0:
            raise ReadError(
                f"{self._path}: packed with gzip more than {_MAX_RATIO}-fold, as no text is; unpack it first"
            )
        return n_bytes

    def close(self) -> None:
        self._file.close()
        super().close()
