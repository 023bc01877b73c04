"""A BERT small enough to train in a test, with weights by chance and a tokenizer of single letters."""

import json
import string
from pathlib import Path

from tokenizers import Tokenizer, models, pre_tokenizers

from kg.training import Recipe
from kg.training.recipe import Cycle
from tests.conftest import SEEDS

# The places of the special tokens are those of every BERT.
_SPECIAL = ["[PAD]", *(f"[unused{number}]" for number in range(99)), "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
_CONFIG = {
    "num_hidden_layers": 2,
    "hidden_size": 24,
    "num_attention_heads": 2,
    "intermediate_size": 48,
    "max_position_embeddings": 512,
}
CYCLES = (
    Cycle(n_steps=4, n_warmup_steps=2, n_decay_steps=2),
    Cycle(n_steps=2, n_warmup_steps=1, n_decay_steps=1, learning_rate=1e-4, weight=2.0),
)
RECIPE = Recipe(cycles=CYCLES, batch_size=4, n_held_out=4, n_threads=1)


def write_corpus(path: Path, n_abstracts: int) -> Path:
    """Write the first annotated seeds."""
    lines = (SEEDS / "gold.jsonl").read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join(lines[:n_abstracts]) + "\n", encoding="utf-8")
    return path


def write_base(folder: Path) -> Path:
    """Write config.json, model.safetensors and tokenizer.json as Hugging Face's BertModel has them."""
    import torch
    from safetensors.torch import save_file

    folder.mkdir(parents=True)
    signs = string.ascii_letters + string.digits
    vocabulary = {token: n for n, token in enumerate([*_SPECIAL, *signs, *("##" + sign for sign in signs)])}
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.save(str(folder / "tokenizer.json"))
    config = {**_CONFIG, "vocab_size": len(vocabulary)}
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    generator = torch.Generator().manual_seed(7)
    weights = {name: torch.randn(shape, generator=generator) * 0.05 for name, shape in _shapes(config).items()}
    save_file(weights, folder / "model.safetensors")
    return folder


def _shapes(config: dict[str, int]) -> dict[str, tuple[int, ...]]:
    width, inner = config["hidden_size"], config["intermediate_size"]
    shapes: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (config["vocab_size"], width),
        "embeddings.position_embeddings.weight": (config["max_position_embeddings"], width),
        "embeddings.token_type_embeddings.weight": (2, width),
        "embeddings.LayerNorm.weight": (width,),
        "embeddings.LayerNorm.bias": (width,),
    }
    for number in range(config["num_hidden_layers"]):
        layer = f"encoder.layer.{number}."
        square = ["attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense"]
        sizes = {**dict.fromkeys(square, (width, width)), "intermediate.dense": (inner, width)}
        sizes["output.dense"] = (width, inner)
        for name, (high, wide) in sizes.items():
            shapes |= {f"{layer}{name}.weight": (high, wide), f"{layer}{name}.bias": (high,)}
        for name in ("attention.output.LayerNorm", "output.LayerNorm"):
            shapes |= {f"{layer}{name}.weight": (width,), f"{layer}{name}.bias": (width,)}
    return shapes
