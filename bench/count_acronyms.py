"""Count what acronyms stand for in abstracts: the numbers behind kg/resolution/data/acronyms.tsv.

    python bench/count_acronyms.py ABSTRACTS.jsonl.gz > acronyms.tsv

An abstract counts for a meaning if it defines it in brackets: "long form (SHORT)". The abstracts of the shipped table
are 58,400 of machine learning and robotics, 2010 to 2026. Only names and counts leave the abstracts.
"""

import gzip
import json
import math
import re
import sys
from collections import Counter, defaultdict
from pathlib import Path

from kg.acronyms import definitions
from kg.resolution.contexts import words_of
from kg.resolution.long_forms import groups_of_alike
from kg.resolution.normal_forms import clean, key, normal_form

N_LEAST = 6  # abstracts that define an acronym at all
N_MEANING = 3  # abstracts that define one meaning
N_SHARE = 0.02  # of those abstracts
N_SOLE = 0.95  # of those abstracts: then no words are needed to tell
N_TELLING = 8  # abstracts from which words of a meaning's own can be told
N_CUES = 12
LEFT_OUT = {"sota", "et al", "soa"}


def main(path: str) -> None:
    """Print the table."""
    n_abstracts: Counter[str] = Counter()
    words: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    n_longs: dict[str, Counter[str]] = defaultdict(Counter)
    spellings: dict[str, Counter[str]] = defaultdict(Counter)
    n_all = 0
    with gzip.open(path, "rt") if path.endswith(".gz") else Path(path).open() as lines:
        for line in lines:
            n_all += 1
            text = clean(json.loads(line)["text"])
            here = words_of(text)
            n_abstracts.update(here)
            for short, long in set(definitions(text)):
                short_ = re.sub(r"(?<=[A-Z0-9])s$", "", short)
                spellings[key(short_)][short_] += 1
                n_longs[key(short_)][normal_form(long)] += 1
                words[key(short_), normal_form(long)].update(here)
    print("# short\tlong\tabstracts\tcues")
    for short, longs in sorted(n_longs.items()):
        if longs.total() < N_LEAST or short in LEFT_OUT:
            continue
        spelled = min(spellings[short], key=lambda s: (-spellings[short][s], s))
        rows = []
        for group in groups_of_alike(longs):
            n = sum(longs[each] for each in group)
            best = min(group, key=lambda each: (-longs[each], each))
            if n >= max(N_MEANING, N_SHARE * longs.total()):
                counts = sum((words[short, each] for each in group), Counter())
                rows.append((n, best, counts))
        rows.sort(key=lambda row: (-row[0], row[1]))
        for n, best, counts in rows:
            others = sum((c for _, b, c in rows if b != best), Counter())
            n_others = sum(m for m, b, _ in rows if b != best)
            own = set(best.split())
            cues = (
                cues_of(counts, n, others, n_others, n_abstracts, n_all)
                if N_TELLING <= n < N_SOLE * longs.total()
                else []
            )
            print(spelled, best, n, " ".join(c for c in cues if c not in own), sep="\t")
        rest = longs.total() - sum(n for n, _, _ in rows)
        if rest:
            print(spelled, "", rest, "", sep="\t")


def cues_of(here, n_here, others, n_others, at_large, n_all):
    """Return the words that speak most for a meaning against the other meanings and against all abstracts."""

    def weight(word: str) -> float:
        large = at_large[word] / n_all
        p = (here[word] + 2 * large) / (n_here + 2)
        q = (others[word] + 2 * large) / (n_others + 2)
        return here[word] / n_here * min(math.log(p / q), math.log(p / large))

    able = [word for word, n in here.items() if n >= max(2, 0.08 * n_here) and weight(word) > 0.12]
    return sorted(able, key=lambda word: (-weight(word), word))[:N_CUES]


if __name__ == "__main__":
    main(sys.argv[1])
