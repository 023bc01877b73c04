"""Without PyTorch the library says in one line what to install."""

import os
import subprocess
import sys

import pytest

from tests.conftest import SEEDS

# Python runs a module of this name at its start, in every process that inherits PYTHONPATH.
_WITHOUT = """
import sys
for name in ("torch", "safetensors", "onnx"):
    sys.modules[name] = None
"""


def test_training_without_pytorch_names_the_remedy(tmp_path):
    (tmp_path / "sitecustomize.py").write_text(_WITHOUT, encoding="utf-8")
    words = [sys.executable, "-c", "from kg.cli import main; main()", "train", str(SEEDS / "gold.jsonl")]
    words += ["-o", str(tmp_path / "model")]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(words, capture_output=True, text=True, check=False, env=environment)

    assert done.returncode == 1
    assert done.stderr.strip() == "kg: torch: is not installed; pip install -e '.[train]'"
    assert not (tmp_path / "model").exists()


@pytest.mark.torch
def test_without_abstracts_the_signs_of_kinds_count_nothing():
    from kg.extraction.neural.evidence import NEUTRAL
    from kg.training.weighing import weighing_of

    assert weighing_of([]) is NEUTRAL
