"""Make kg/extraction/data/names.tsv from public name lists, and rejected.tsv from annotated abstracts.

usage: python tools/make_name_lists.py LISTS_FOLDER ANNOTATED.jsonl -o kg/extraction/data

LISTS_FOLDER holds TSV files (name, type, source, licence). Only lists under MIT, Apache-2.0, BSD, CC0 and CC BY
are taken, and of those only names proper: a capital or digit inside, no English word, 3 to 60 characters.
"""

import argparse
import collections
import csv
import re
from pathlib import Path

from make_lists import Sample, read_samples

from kg.extraction.rules.names import NameFinder
from kg.extraction.rules.terms import is_name_like

_KINDS = {
    "dataset": "Dataset",
    "benchmark": "Benchmark",
    "model": "Model",
    "method": "Method",
    "metric": "Metric",
    "environment": "Benchmark",
}
_ALLOWED = re.compile(r"(?:MIT|Apache-2\.0|BSD-3-Clause|CC0|CC BY 4\.0|MIT and Apache-2\.0)\b(?!.*(?:SA|card))")
_NAME = re.compile(r"[A-Za-z][\w.+&'’/@-]*(?: [\w.+&'’@-]+){0,4}$")
# Written for a test harness, not by people: "ActivityNetCaptionsT2VRetrieval".
_HARNESS = re.compile(
    r"(?:Retrieval|Classification|Clustering|Reranking|STS|Mining|Summarization|\.v\d)(?:LongTail|Hard|P2P|S2S|Lite)?(?:\.v\d)?$"
)
# A short word in capitals from one list alone is more often an English word or another acronym.
_SHORT = re.compile(r"[A-Z]{2,6}$")
MIN_SHARE = 0.3


def read_lists(folder: Path) -> dict[str, dict[str, set[str]]]:
    """Return by name its kinds with the sources of each."""
    found: dict[str, dict[str, set[str]]] = collections.defaultdict(lambda: collections.defaultdict(set))
    for path in sorted(folder.glob("*.tsv")):
        with path.open(encoding="utf-8", newline="") as file:
            for row in list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))[1:]:
                name, kind, _, licence = row
                if kind in _KINDS and _ALLOWED.match(licence) and is_proper(name):
                    found[name][_KINDS[kind]].add(path.stem)
    return found


def is_proper(name: str) -> bool:
    """Tell a proper name from a description, an identifier or an English word."""
    if not 3 <= len(name) <= 60 or not _NAME.match(name) or re.search(r"_|/|\.\w*\.|--|[a-z]-[a-z]+-[a-z]+", name):
        return False
    words = name.split(" ")
    shaped = [w for w in words if any(is_name_like(part) for part in re.findall(r"[^\W_]+", w))]
    return bool(shaped) and all(w[0].isupper() or w[0].isdigit() or w in shaped for w in words)


def measure_names(
    names: dict[str, str], samples: list[Sample]
) -> tuple[collections.Counter[str], collections.Counter[str]]:
    """Return how often each listed name is a mention of the samples, and how often it occurs."""
    finder = NameFinder(names, {})
    hits: collections.Counter[str] = collections.Counter()
    totals: collections.Counter[str] = collections.Counter()
    for words, mentions in samples:
        for candidate in finder.find(words, set()):
            if candidate.rule == "list":
                key = " ".join(word.text for word in words[candidate.first : candidate.last])
                totals[key] += 1
                hits[key] += any(s <= candidate.first and candidate.last <= e for s, e in mentions)
    return hits, totals


def count_rejected(samples: list[Sample]) -> dict[str, float]:
    """Return the shares of chunks shaped like a name that several abstracts have and annotators seldom take."""
    hits: collections.Counter[str] = collections.Counter()
    totals: collections.Counter[str] = collections.Counter()
    finder = NameFinder({}, {})
    for words, mentions in samples:
        found = {
            " ".join(w.norm for w in words[c.first : c.last]): (c.first, c.last) for c in finder.find(words, set())
        }
        totals.update(found.keys())
        hits.update(norm for norm, span in found.items() if span in mentions)
    return {n: hits[n] / t for n, t in sorted(totals.items()) if t >= 3 and hits[n] / t < 0.45}


def main() -> None:
    """Write both lists."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lists", type=Path)
    parser.add_argument("annotated", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--every", type=int, default=0)
    parser.add_argument("--leave", type=int, default=0)
    options = parser.parse_args()
    samples = read_samples(options.annotated, every=options.every, leave=options.leave)
    sources = read_lists(options.lists)
    sources = {
        name: by_kind
        for name, by_kind in sources.items()
        if not _HARNESS.search(name) and not (_SHORT.match(name) and len(set().union(*by_kind.values())) < 2)
    }
    kinds = {name: max(sorted(by_kind), key=lambda k: len(by_kind[k])) for name, by_kind in sources.items()}
    hits, totals = measure_names(kinds, samples)
    with (options.output / "names.tsv").open("w", encoding="utf-8") as file:
        file.write("name\tkind\tsources\n")
        for name in sorted(kinds):
            key = " ".join(re.findall(r"[^\W_]+", name))
            if totals[key] >= 2 and hits[key] / totals[key] < MIN_SHARE:
                continue
            file.write(f"{name}\t{kinds[name]}\t{' '.join(sorted(sources[name][kinds[name]]))}\n")
    rejected = count_rejected(samples)
    lines = [f"{norm}\t{share:.2f}" for norm, share in rejected.items()]
    (options.output / "rejected.tsv").write_text("\n".join(["name\tshare", *lines]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
