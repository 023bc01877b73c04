"""The nouns that say of what kind a thing is: "the X framework", "X, a benchmark for"."""

KIND_BY_NOUN = {
    **dict.fromkeys(["benchmark", "leaderboard", "challenge", "suite", "testbed", "arena", "competition"], "Benchmark"),
    **dict.fromkeys(["dataset", "corpus", "corpora", "database", "collection", "datum", "data", "treebank"], "Dataset"),
    **dict.fromkeys(["model", "network", "transformer", "architecture", "llm", "vlm", "mllm", "lm"], "Model"),
    **dict.fromkeys(["backbone", "classifier", "encoder", "decoder", "autoencoder", "checkpoint"], "Model"),
    **dict.fromkeys(["method", "framework", "algorithm", "approach", "strategy", "mechanism", "objective"], "Method"),
    **dict.fromkeys(["system", "technique", "pipeline", "loss", "optimizer", "agent", "module", "paradigm"], "Method"),
    **dict.fromkeys(["scheme", "procedure", "attack", "defense", "estimator", "sampler", "regularizer"], "Method"),
    **dict.fromkeys(["protocol", "toolkit", "solver", "library", "tool", "prompting", "kernel", "layer"], "Method"),
    **dict.fromkeys(["metric", "score", "measure", "index"], "Metric"),
    **dict.fromkeys(["task", "problem", "setting"], "Task"),
}
"""By noun in the singular; what an abstract calls a thing decides between kinds that look alike."""

KIND_BY_ENDING = {
    "bench": "Benchmark",
    **dict.fromkeys(["net", "former"], "Model"),
    **dict.fromkeys(["agent", "rag", "rl", "po"], "Method"),
}
"""By the end of a name, in lower case: what nine of ten names with it are called in abstracts."""
