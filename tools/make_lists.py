"""Make the lists of kg/extraction/data from annotated abstracts.

usage: python tools/make_lists.py ANNOTATED.jsonl -o kg/extraction/data [--every N --leave K]

terms.tsv      established terms: annotated in several abstracts, with kind and share
heads.tsv      last words of terms, with kind and the share of "modifiers + head" that annotators took
modifiers.tsv  units before a term: the share in which they belong to it
"""

import argparse
import collections
import json
from collections.abc import Iterable
from pathlib import Path

import spacy

from kg.annotations import find_occurrences
from kg.extraction.data import Term
from kg.extraction.rules.phrases import longest_first
from kg.extraction.rules.runs import Word, words_of
from kg.extraction.rules.terms import TermGrammar, unit_keys, unit_start
from kg.extraction.tokenizer import MarkupTokenizer

MIN_TERM_ABSTRACTS = 3
MIN_TERM_SHARE = 0.25
MIN_HEAD_MENTIONS = 3
MIN_MODIFIER = 3

Sample = tuple[list[Word], dict[tuple[int, int], str]]


def read_samples(path: Path, *, every: int = 0, leave: int = 0) -> list[Sample]:
    """Return words and mentions (word spans to kind) of each abstract; `leave` of `every` are left out."""
    tokenize = MarkupTokenizer(spacy.blank("en").vocab)
    samples = []
    for number, line in enumerate(path.open(encoding="utf-8")):
        if every and number % every == leave:
            continue
        record = json.loads(line)
        words = words_of(tokenize(record["text"]))
        first_by_start = {word.start: n for n, word in enumerate(words)}
        last_by_end = {word.end: n + 1 for n, word in enumerate(words)}
        kind_by_span = {
            span: entity["type"]
            for entity in record["entities"]
            for surface in entity["mentions"]
            for span in find_occurrences(surface, record["text"])
        }
        mentions = {
            (first_by_start[start], last_by_end[end]): kind_by_span[start, end]
            for start, end in longest_first(kind_by_span)
            if start in first_by_start and end in last_by_end
        }
        samples.append((words, mentions))
    return samples


def count_modifiers(samples: Iterable[Sample]) -> dict[str, float]:
    """Return by unit the share in which it is inside the mention whose later part it stands before."""
    inside: collections.Counter[str] = collections.Counter()
    total: collections.Counter[str] = collections.Counter()
    for words, mentions in samples:
        for first, last in mentions:
            place = last - 1
            while (start := unit_start(words, place)) > 0 and words[start].gap == " ":
                unit = unit_start(words, start - 1)
                keys = unit_keys(words, unit, start)
                total.update(keys)
                if start <= first:
                    break
                inside.update(keys)
                place = unit
    return {key: inside[key] / n for key, n in sorted(total.items()) if n >= MIN_MODIFIER}


def count_terms(samples: list[Sample]) -> dict[tuple[str, ...], Term]:
    """Return the phrases that several abstracts have as a mention, with majority kind and share."""
    kinds: dict[tuple[str, ...], collections.Counter[str]] = collections.defaultdict(collections.Counter)
    for words, mentions in samples:
        seen = {(tuple(word.norm for word in words[first:last]), kind) for (first, last), kind in mentions.items()}
        for phrase, kind in seen:
            kinds[phrase][kind] += 1
    listed = {p: Term(c.most_common(1)[0][0], 1.0) for p, c in kinds.items() if sum(c.values()) >= MIN_TERM_ABSTRACTS}
    hits, totals = measure(TermGrammar(listed, {}, {}), samples, by_phrase=True)
    return {
        phrase: Term(term.kind, hits[phrase] / totals[phrase])
        for phrase, term in sorted(listed.items())
        if totals[phrase] and hits[phrase] / totals[phrase] >= MIN_TERM_SHARE
    }


def count_heads(
    samples: list[Sample], terms: dict[tuple[str, ...], Term], modifiers: dict[str, float]
) -> dict[str, Term]:
    """Return head words with majority kind and the share of what the grammar builds on them that is right."""
    kinds: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    for words, mentions in samples:
        for (first, last), kind in mentions.items():
            if last - first > 1:
                kinds[words[last - 1].norm][kind] += 1
    listed = {h: Term(c.most_common(1)[0][0], 1.0) for h, c in kinds.items() if sum(c.values()) >= MIN_HEAD_MENTIONS}
    hits, totals = measure(TermGrammar(terms, listed, modifiers), samples, by_phrase=False)
    return {
        head: Term(term.kind, (hits[head,] + 1) / (totals[head,] + 4))
        for head, term in sorted(listed.items())
        if totals[head,] and hits[head,] >= 2
    }


def measure(
    grammar: TermGrammar, samples: list[Sample], *, by_phrase: bool
) -> tuple[collections.Counter[tuple[str, ...]], collections.Counter[tuple[str, ...]]]:
    """Return how often each phrase (or head) that the grammar finds is a mention, and how often it is found."""
    hits: collections.Counter[tuple[str, ...]] = collections.Counter()
    totals: collections.Counter[tuple[str, ...]] = collections.Counter()
    for words, mentions in samples:
        found = {(c.first, c.last): c for c in grammar.find(words) if by_phrase or c.rule == "head"}
        for first, last in longest_first(found):
            norms = tuple(word.norm for word in words[first:last])
            key = norms if by_phrase else norms[-1:]
            totals[key] += 1
            hits[key] += (first, last) in mentions
    return hits, totals


def main() -> None:
    """Write the three lists."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("annotated", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--every", type=int, default=0)
    parser.add_argument("--leave", type=int, default=0)
    options = parser.parse_args()
    samples = read_samples(options.annotated, every=options.every, leave=options.leave)
    modifiers = count_modifiers(samples)
    terms = count_terms(samples)
    heads = count_heads(samples, terms, modifiers)
    write(
        options.output / "terms.tsv",
        "term\tkind\tshare",
        [f"{' '.join(p)}\t{t.kind}\t{t.share:.2f}" for p, t in terms.items()],
    )
    write(
        options.output / "heads.tsv", "head\tkind\tshare", [f"{h}\t{t.kind}\t{t.share:.2f}" for h, t in heads.items()]
    )
    write(options.output / "modifiers.tsv", "unit\tshare", [f"{u}\t{s:.2f}" for u, s in modifiers.items()])


def write(path: Path, heading: str, lines: list[str]) -> None:
    """Write one list."""
    path.write_text("\n".join([heading, *lines]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
