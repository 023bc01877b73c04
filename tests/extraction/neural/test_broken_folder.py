"""A model folder with a broken file is refused in one line that names the file."""

import json
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from kg.cli import main
from kg.errors import KgError
from kg.extraction.neural.files import ENCODER_FILE, FILES, HEADS_FILE, JUDGE_FILE, MEMORY_FILE, TOKENIZER_FILE
from kg.extraction.neural.model import ExtractionModel
from tests.conftest import SEEDS

SHIPPED = Path(str(files("kg.extraction") / "model"))


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "my model"
    made.mkdir()
    for name in FILES:
        (made / name).symlink_to(SHIPPED / name)
    return made


def _put(folder, name, content):
    (folder / name).unlink()
    (folder / name).write_bytes(content)


def _refusal(folder):
    with pytest.raises(KgError) as caught:
        ExtractionModel(folder)
    return str(caught.value)


def test_a_whole_folder_is_read(folder):
    assert ExtractionModel(folder).read("", "We evaluate BERT on ImageNet.").entities


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("keep", [0, 1, 40, 0.5], ids=["empty", "one byte", "a head", "half"])
def test_a_truncated_file_is_named(folder, name, keep):
    whole = (SHIPPED / name).read_bytes()
    _put(folder, name, whole[: int(len(whole) * keep) if isinstance(keep, float) else keep])

    message = _refusal(folder)

    assert message.startswith(f"{folder / name}: ")
    assert "kg train" in message
    assert "\n" not in message


@pytest.mark.parametrize("part", ["spans", "kinds", "roles", "judge", "linker"])
def test_a_missing_part_of_the_judge_is_named(folder, part):
    data = json.loads((SHIPPED / JUDGE_FILE).read_text(encoding="utf-8"))
    del data[part]
    _put(folder, JUDGE_FILE, json.dumps(data).encode())

    message = _refusal(folder)

    assert message.startswith(f"{folder / JUDGE_FILE}: ")
    assert f"no '{part}'" in message


@pytest.mark.parametrize("weights", [[], [1.0], ["a"] * 39, [float("nan")] * 39, None, {"a": 1}])
@pytest.mark.parametrize("part", ["spans", "kinds", "roles", "judge", "linker"])
def test_weights_of_another_number_or_none_at_all_are_refused(folder, part, weights):
    data = json.loads((SHIPPED / JUDGE_FILE).read_text(encoding="utf-8"))
    data[part]["weights"] = weights
    _put(folder, JUDGE_FILE, json.dumps(data).encode())

    assert _refusal(folder).startswith(f"{folder / JUDGE_FILE}: ")


@pytest.mark.parametrize("content", [b"[]", b'{"bert": [1, 2]}', b'{"bert": 3}', b'{"bert": [-1' + b", 0" * 13 + b"]}"])
def test_a_memory_of_another_form_is_refused(folder, content):
    _put(folder, MEMORY_FILE, content)

    assert _refusal(folder).startswith(f"{folder / MEMORY_FILE}: ")


@pytest.mark.parametrize("change", ["missing", "narrow"])
def test_matrices_of_another_form_are_refused(folder, change):
    with np.load(SHIPPED / HEADS_FILE) as arrays:
        kept = {name: arrays[name] for name in arrays.files}
    if change == "missing":
        del kept["span_out.bias"]
    else:
        kept["span_out.bias"] = kept["span_out.bias"][:-1]
    (folder / HEADS_FILE).unlink()
    np.savez(folder / HEADS_FILE, **kept)

    message = _refusal(folder)

    assert message.startswith(f"{folder / HEADS_FILE}: ")
    assert "span_out.bias" in message


def test_a_file_that_is_another_one_is_refused(folder):
    _put(folder, ENCODER_FILE, (SHIPPED / TOKENIZER_FILE).read_bytes())

    assert _refusal(folder).startswith(f"{folder / ENCODER_FILE}: ")


def test_the_command_line_says_it_in_one_line(folder):
    _put(folder, JUDGE_FILE, b'{"judge": {}}')

    result = CliRunner().invoke(main, ["extract", str(SEEDS), "--model", str(folder)])

    assert result.exit_code == 1
    assert isinstance(result.exception, SystemExit)
    assert len(result.stderr.strip().splitlines()) == 1
    assert JUDGE_FILE in result.stderr
