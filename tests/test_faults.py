"""What the system refuses comes to the user in one line, and leaves nothing half-written."""

import os
import resource
import subprocess
import sys

import pytest

from kg.errors import MissingPartError
from kg.faults import loading
from kg.registry import EXPORTERS, names
from kg.store import open_store
from tests.samples import small_graph_records

ROOM = 50  # bytes that a file may have, as on a disk that is nearly full


@pytest.fixture
def folder(tmp_path):
    """The graph folder of a few records."""
    path = tmp_path / "graph"
    with open_store(path, create=True) as store:
        store.replace_graph(*small_graph_records("C++"))
    return path


def kg(*words, limit=resource.RLIM_INFINITY, **options):
    def narrow():
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    # Unbuffered, Python itself drops what a short write leaves.
    options["env"] = {**os.environ, "PYTHONUNBUFFERED": ""}
    command = [sys.executable, "-B", "-m", "kg", *map(str, words)]
    return subprocess.run(command, preexec_fn=narrow, stderr=subprocess.PIPE, text=True, check=False, **options)


@pytest.mark.parametrize("name", names(EXPORTERS))
def test_an_export_that_finds_no_room_leaves_nothing_and_says_so_in_one_line(folder, tmp_path, name):
    done = kg("export", folder, "--to", name, "-o", tmp_path / "x", limit=ROOM)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert done.stderr.startswith(f"kg: {tmp_path / 'x'}: can't be written (File too large")
    assert list(tmp_path.iterdir()) == [folder]


def test_a_build_that_finds_no_room_says_so_in_one_line_and_leaves_the_graph_that_was(tmp_path):
    path = tmp_path / "list.jsonl"
    path.write_text('{"id": "a", "abstract": "We propose FooNet. It works."}\n')
    assert kg("build", path, "-o", tmp_path / "g", "--model", "rules", stdout=subprocess.DEVNULL).returncode == 0
    path.write_text("".join(f'{{"id": "{n}", "abstract": "We propose Foo{n}. It works."}}\n' for n in range(2000)))
    done = kg("build", path, "-o", tmp_path / "g", "--model", "rules", limit=70_000, stdout=subprocess.DEVNULL)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith(f"kg: {tmp_path / 'g' / 'kg.sqlite'}: ")
    shown = kg("stats", tmp_path / "g", "--json", stdout=subprocess.PIPE)
    assert '"papers": 1,' in shown.stdout


@pytest.mark.parametrize("words", [("formats",), ("queries", "--json"), ("formats", "--csv")])
def test_output_that_finds_no_room_is_an_error_in_one_line(tmp_path, words):
    with (tmp_path / "out").open("wb") as file:
        done = kg(*words, stdout=file, limit=ROOM)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert done.stderr.startswith("kg: the output: File too large; ")


@pytest.mark.parametrize("words", [("papers", "{}"), ("stats", "{}"), ("build", __file__, "-o", "{}")])
def test_a_name_too_long_for_the_system_is_an_error_without_trace(words):
    done = kg(*(word.format("x" * 5_000) for word in words))
    assert "File name too long; name a path that can be reached" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_reader_that_goes_away_is_no_error(folder):
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as pipe:
        done = kg("query", folder, "top-concepts", "--csv", stdout=pipe)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("error", [ImportError, OSError])
def test_a_library_that_finds_no_thread_local_storage_is_said_to_need_a_fresh_process(error):
    said = "kglite.so: cannot allocate memory in static TLS block"
    advice = r"kglite: .*static TLS block.*; start a fresh process, or set GLIBC_TUNABLES=.* before Python starts"
    with pytest.raises(MissingPartError, match=advice), loading("kglite"):
        raise error(said)
    with pytest.raises(error, match="no such module"), loading("kglite"):
        raise error("no such module")
