"""Training end to end with a small network: a folder that `kg extract` takes, and a kill that changes nothing."""

import dataclasses
import json

import pytest
from click.testing import CliRunner

import kg
from kg.cli import main
from kg.errors import ReadError
from kg.extraction.neural.files import FILES
from kg.training.recipe import Cycle
from tests.conftest import SEEDS
from tests.training.small import RECIPE, write_base, write_corpus

pytestmark = pytest.mark.torch


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    return write_corpus(tmp_path_factory.mktemp("corpus") / "annotated.jsonl", 16)


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    return write_base(tmp_path_factory.mktemp("base") / "bert")


@pytest.fixture(scope="module")
def trained(tmp_path_factory, corpus, base):
    folder = tmp_path_factory.mktemp("trained") / "model"
    shown = []
    kg.train(corpus, folder, recipe=RECIPE, base=base, progress=lambda *state: shown.append(state))
    assert ("training", 6, 6) in shown
    return folder


def test_the_trained_folder_reads_abstracts(trained, tmp_path):
    result = CliRunner().invoke(main, ["extract", str(SEEDS), "--model", str(trained), "--min-confidence", "0"])

    assert result.exit_code == 0, result.output
    assert len(result.stdout.splitlines()) == 30


def test_the_folder_says_what_it_was_made_of_and_keeps_no_checkpoint(trained):
    config = json.loads((trained / "config.json").read_text(encoding="utf-8"))

    assert sorted(path.name for path in trained.iterdir()) == sorted([*FILES, "config.json"])
    assert (config["n_examples"], config["n_apart"]) == (12, 4)
    assert [cycle["n_steps"] for cycle in config["recipe"]["cycles"]] == [4, 2]


@pytest.mark.parametrize("last_seen", [4, 5])
def test_a_killed_run_goes_on_and_gives_the_same_model(last_seen, trained, tmp_path, corpus, base):
    recipe = dataclasses.replace(RECIPE, checkpoint_seconds=0.0)

    def kill(work, done, _all):
        if (work, done) == ("training", last_seen):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        kg.train(corpus, tmp_path / "model", recipe=recipe, base=base, progress=kill)
    steps = []
    kg.train(corpus, tmp_path / "model", recipe=recipe, base=base, progress=lambda *state: steps.append(state))

    assert [done for work, done, _ in steps if work == "training"] == list(range(last_seen, 7))
    for name in FILES:
        assert (tmp_path / "model" / name).read_bytes() == (trained / name).read_bytes(), name


def test_a_run_goes_on_from_its_own_checkpoint_alone(tmp_path, corpus, base):
    def kill(_work, done, _all):
        if done == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        kg.train(corpus, tmp_path, recipe=RECIPE, base=base, progress=kill)
    with pytest.raises(ReadError, match=r"checkpoint\.pt: of another corpus, base or recipe; remove it"):
        kg.train(corpus, tmp_path, recipe=dataclasses.replace(RECIPE, seed=2), base=base)


def test_training_makes_the_loss_smaller(corpus, base):
    from kg.training.batches import make_batch
    from kg.training.examples import read_examples
    from kg.training.loop import Keeping, fit
    from kg.training.network import total_loss
    from kg.training.run import load_base, subwords_of

    network, tokenizer = load_base(base)
    examples = list(read_examples(corpus))
    batch = make_batch(examples, subwords_of(tokenizer), [True] * len(examples))

    def loss() -> float:
        network.eval()
        return float(total_loss(network.losses(batch), len(batch.labels)).detach())

    before = loss()
    cycle = Cycle(n_steps=30, n_warmup_steps=2, n_decay_steps=2, learning_rate=3e-3, head_learning_rate=3e-3)
    recipe = dataclasses.replace(RECIPE, cycles=(cycle,))
    fit(network, examples, subwords_of(tokenizer), recipe, Keeping(checkpoint=corpus.parent / "c.pt", made_of=""))

    assert loss() < before / 2


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("", "holds no records"),
        ('{"key": "a", "text": "b", "entities": [{"type": "Ship"}]}', "annotated.jsonl"),
        ('[{"key": "a", "text": "b", "entities": [], "results": []}]', "one JSON array"),
    ],
)
def test_a_corpus_that_is_none_is_refused(line, complaint, tmp_path, base):
    path = tmp_path / "annotated.jsonl"
    path.write_text(line, encoding="utf-8")

    with pytest.raises(ReadError, match=complaint):
        kg.train(path, tmp_path / "model", recipe=RECIPE, base=base)


def test_a_base_without_weights_is_refused(tmp_path, corpus):
    with pytest.raises(ReadError, match=r"no config\.json; a folder to start from has"):
        kg.train(corpus, tmp_path / "model", recipe=RECIPE, base=tmp_path)
