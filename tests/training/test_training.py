"""Without PyTorch the library says in one line what to install."""

import subprocess
import sys

import pytest

from tests.conftest import SEEDS

_WITHOUT = """
import sys
for name in ("torch", "safetensors", "onnx"):
    sys.modules[name] = None
from kg.cli import main
main(["train", sys.argv[1], "-o", sys.argv[2]])
"""


def test_training_without_pytorch_names_the_remedy(tmp_path):
    words = [sys.executable, "-c", _WITHOUT, str(SEEDS / "gold.jsonl"), str(tmp_path / "model")]
    done = subprocess.run(words, capture_output=True, text=True, check=False)

    assert done.returncode == 1
    assert done.stderr.strip() == "kg: torch: is not installed; pip install -e '.[train]'"
    assert not (tmp_path / "model").exists()


@pytest.mark.torch
def test_without_abstracts_the_signs_of_kinds_count_nothing():
    from kg.extraction.neural.evidence import NEUTRAL
    from kg.training.weighing import weighing_of

    assert weighing_of([]) is NEUTRAL
