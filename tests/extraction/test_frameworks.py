"""Extraction leaves PyTorch alone where it is installed."""

import os
import subprocess
import sys

from tests.conftest import SEEDS

_SCRIPT = """
import sys
import kg
print(len(list(kg.extract(kg.read(sys.argv[1])))), "torch" in sys.modules)
import torch
"""


def test_extraction_loads_no_pytorch_and_leaves_it_to_others(tmp_path):
    (tmp_path / "torch.py").write_text("print('loaded')", encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    words = [sys.executable, "-c", _SCRIPT, str(SEEDS / "gold.jsonl")]
    done = subprocess.run(words, capture_output=True, text=True, check=False, env=environment)

    assert done.stdout.split() == ["30", "False", "loaded"], done.stderr
