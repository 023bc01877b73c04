"""What all tests share."""

from pathlib import Path

import pytest

import kg

SEEDS = Path(kg.__file__).parents[1] / "seeds"


@pytest.fixture(scope="session")
def seeds_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The graph folder that the pipeline makes of the seed lists; tests read it and never write."""
    folder = tmp_path_factory.mktemp("seeds") / "graph"
    kg.build([SEEDS], folder)
    return folder


@pytest.fixture(scope="session")
def gold_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The graph folder of the annotated seeds: a known truth; tests read it and never write."""
    folder = tmp_path_factory.mktemp("gold") / "graph"
    kg.build([SEEDS / "gold.jsonl"], folder, options=kg.BuildOptions(annotations=True))
    return folder
