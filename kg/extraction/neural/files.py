"""The files of a model folder."""

ENCODER_FILE = "encoder.onnx"
TOKENIZER_FILE = "tokenizer.json"
HEADS_FILE = "heads.npz"
JUDGE_FILE = "judge.json"
CONFIG_FILE = "config.json"
FILES = (ENCODER_FILE, TOKENIZER_FILE, HEADS_FILE, JUDGE_FILE)
