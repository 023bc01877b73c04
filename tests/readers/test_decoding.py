import gzip

import pytest

from kg.errors import ReadError
from kg.readers.decoding import open_text
from tests.readers.samples import TEXTLIST

ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-32")


def _content(path, **options):
    with open_text(path, **options) as file:
        return file.read()


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_the_encoding_is_told_by_its_mark_packed_or_not(tmp_path, encoding, pack):
    path = tmp_path / "list"
    path.write_bytes(pack(TEXTLIST.encode(encoding)))
    assert _content(path) == TEXTLIST


def test_big_endian_utf16_is_read(tmp_path):
    path = tmp_path / "list"
    path.write_bytes(b"\xfe\xff" + TEXTLIST.encode("utf-16-be"))
    assert _content(path) == TEXTLIST


@pytest.mark.parametrize("line_end", ["\r\n", "\r", "\n"])
def test_line_ends_of_all_systems_are_one(tmp_path, line_end):
    path = tmp_path / "list"
    path.write_bytes(f"a{line_end}b".encode())
    assert _content(path) == "a\nb"
    assert _content(path, newline="") == f"a{line_end}b"


def test_a_byte_that_is_no_utf8_comes_through_as_a_surrogate(tmp_path):
    path = tmp_path / "list"
    path.write_bytes(b"na\xefve")
    assert _content(path) == "na\udcefve"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (TEXTLIST.encode("utf-16")[:-1], "marked as UTF-16.*, but damaged at byte .*; save it as UTF-8"),
        (gzip.compress(TEXTLIST.encode())[:-9], "packed with gzip, but damaged .*; pack it again"),
        (b"\x1f\x8bnot really", "packed with gzip, but damaged"),
        (gzip.compress(b"a" * 99)[:-8] + b"\0" * 8, "packed with gzip, but damaged"),
    ],
)
def test_a_damaged_file_is_refused_with_its_path(tmp_path, content, message):
    path = tmp_path / "list"
    path.write_bytes(content)
    with pytest.raises(ReadError, match=f"{path}: {message}"):
        _content(path)


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(ReadError, match=r"can't be read \(No such file"):
        _content(tmp_path / "none")


def test_a_packed_file_that_would_fill_the_memory_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("kg.readers.decoding._N_ALWAYS_UNPACKED", 10_000)
    path = tmp_path / "list.gz"
    path.write_bytes(gzip.compress(TEXTLIST.encode() + b"a" * 10_000_000))
    with pytest.raises(ReadError, match="packed with gzip more than 100-fold, as no text is; unpack it first"):
        _content(path)
    path.write_bytes(gzip.compress(TEXTLIST.encode() * 20))
    assert _content(path) == TEXTLIST * 20
