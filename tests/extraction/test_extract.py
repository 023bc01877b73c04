import dataclasses
import itertools
import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kg.annotations import read_annotations
from kg.errors import KgError
from kg.extraction import RULES, extract, fingerprint
from kg.extraction.models import SHIPPED
from kg.records import Paper
from kg.schema import SCHEMA
from kg.sentences import MAX_SENTENCE

GOLD = Path(__file__).parents[2] / "seeds" / "gold.jsonl"
SEEDS = [extraction.paper for extraction in read_annotations(GOLD)]

ODD = [
    "", " ", "GPT-4", "\n\n", "🙂", "\x00\x01\x02", "C++ C# C", "İstanbul IS (IS)", "مرحبا بالعالم",
    "模型 BERT 在 GLUE 上。",
    r"\emph{\textbf{$\tau$}}", "$$$$", "{{{{}}}}", "(((((A)))))",
    "We propose (", 'We propose "a" (\\emph{FeMAM',
    "Method\tAcc\tF1\nBERT\t90.1\t88.2\nGPT-4\t95.0\t93.1", "a|b|c|---|90%|", "]) DETACH DELETE n // `x` </script> %zz",
    "Nous proposons un modèle. Il améliore la précision de 5 %.", "x" * 3000, "A-" * 800, "GPT-" * 700, "(GAN" * 300,
]  # fmt: skip


def run(text, title="", **options):
    (extraction,) = extract([Paper(id="p", text=text, title=title)], **options)
    return extraction


def check(extraction):
    paper = extraction.paper
    for field in ("title", "text"):
        text = getattr(paper, field)
        mentions = sorted(
            (m for e in extraction.entities for m in e.mentions if m.field == field), key=lambda m: m.start
        )
        for mention in mentions:
            assert 0 <= mention.start < mention.end <= len(text)
            assert text[mention.start : mention.end] == mention.surface
            assert mention.sentence_start <= mention.start < mention.end <= mention.sentence_end <= len(text)
            assert mention.surface == mention.surface.strip()
            if mention.cue and mention.cue_start >= 0:
                assert text[mention.cue_start :].startswith(mention.cue)
        assert all(a.end <= b.start for a, b in itertools.pairwise(mentions))
    for entity in extraction.entities:
        assert entity.mentions
        assert entity.role in SCHEMA.roles_of(entity.kind)
        assert entity.name in {m.surface for m in entity.mentions}
        assert entity.role_by
        assert 0 <= entity.confidence <= 1
        assert entity.confidence == round(entity.confidence, 3)
    for result in extraction.results:
        assert paper.text[result.start : result.end] == result.value
        assert result.metric in paper.text


@pytest.mark.parametrize("text", ODD)
def test_odd_text_gives_right_offsets_and_no_fault(text):
    check(run(text, title=text[:50]))


@pytest.mark.parametrize("paper", SEEDS, ids=lambda paper: paper.id)
def test_the_users_own_abstracts_give_right_offsets(paper):
    check(run(paper.text))


_PIECES = st.sampled_from([
    "We propose ", "FeMAM", " (", ")", "GPT-4", " outperforms ", r"\emph{", "}", "$\\sim$", "50\\%", "**", "\n\n", ". ",
    ", ",
    "federated learning", "FL", "-based", "'s", "C++", " ", "accuracy",
    "2.64$\\times$", "on ", "ImageNet", "é", "🙂", "\x00",
    "\u200f", "`x`", "and ", "[x]", "{", "$", "_", "https://x.org/AbC", "3.5", " v2",
])  # fmt: skip


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(_PIECES, max_size=25).map("".join), st.lists(_PIECES, max_size=6).map("".join))
def test_any_mixture_of_prose_and_markup_gives_right_offsets(text, title):
    check(run(text, title, min_confidence=0.0))


def test_a_long_text_is_read_to_its_end():
    text = "We study graphs here. " * 2300 + "We propose FeMAM, a novel method. FeMAM wins."
    extraction = run(text)
    check(extraction)
    femam = next(e for e in extraction.entities if e.name == "FeMAM")
    assert femam.mentions[0].start > 50_000


def test_order_and_output_do_not_depend_on_the_number_of_workers():
    papers = [dataclasses.replace(p, id=f"{p.id}-{n}") for n in range(5) for p in SEEDS]
    alone = list(extract(papers))
    assert [e.paper.id for e in alone] == [p.id for p in papers]
    assert list(extract(papers, workers=2)) == alone
    assert [e for p in papers[:7] for e in extract([p])] == alone[:7]


_SCRIPT = """
import sys
import kg
from kg.extraction import RULES, extract
print("begun")
papers = list(kg.read(sys.argv[1])) * 5
print(sum(1 for _ in extract(papers, workers=2, model=RULES)))
"""


def test_a_script_that_does_not_guard_itself_runs_once(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(_SCRIPT, encoding="utf-8")
    done = subprocess.run([sys.executable, script, GOLD.parent], capture_output=True, text=True, check=False)

    assert done.stdout.split() == ["begun", "150"], done.stderr


def test_a_worker_that_is_killed_is_named_in_one_line():
    def deadly():
        yield from SEEDS * 3
        for process in multiprocessing.active_children():
            os.kill(process.pid, signal.SIGKILL)
        yield from SEEDS * 50

    with pytest.raises(KgError, match="a worker process was killed"):
        list(extract(deadly(), workers=2, model=RULES))


def test_papers_are_taken_as_they_are_needed():
    def endless():
        while True:
            yield SEEDS[0]

    assert next(iter(extract(endless()))).paper == SEEDS[0]


def test_the_threshold_only_takes_away():
    for paper in SEEDS[:5]:
        (everything,), (sure,) = extract([paper], min_confidence=0.0), extract([paper], min_confidence=0.8)
        assert {e.name for e in sure.entities} <= {e.name for e in everything.entities}
        assert all(e.confidence >= 0.8 for e in sure.entities)


def test_what_the_title_names_is_a_mention_in_the_title():
    extraction = run("We propose it. FeMAM wins on CIFAR-10.", title="FeMAM: Adapting BERT by Federated Learning")
    femam = next(e for e in extraction.entities if e.name == "FeMAM")
    assert {m.field for m in femam.mentions} == {"text", "title"}
    assert femam.role == "proposes"
    only = next(e for e in extraction.entities if e.name == "BERT")
    assert {m.field for m in only.mentions} == {"title"}
    assert extraction.entities[-1].mentions[0].field == "title"


def test_the_fingerprint_stays_and_tells_models_apart(tmp_path):
    copy = Path(shutil.copytree(SHIPPED, tmp_path / "model"))
    (copy / "judge.json").write_text((SHIPPED / "judge.json").read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert fingerprint() == fingerprint(None)
    assert len({fingerprint(), fingerprint(RULES), fingerprint(copy)}) == 3


def test_a_model_that_cannot_be_read_is_refused_with_its_path(tmp_path):
    with pytest.raises(KgError, match=str(tmp_path)):
        list(extract(SEEDS[:1], model=tmp_path))


@pytest.mark.parametrize(
    "piece", ["5% accuracy ", "3 × ", "GAN (Generative Adversarial Network) ", "a-", "1.", "www.a.org/b "]
)
def test_repetition_costs_in_proportion_to_its_length(piece):
    # Where a rule looks at all of the text for each piece of it, this takes minutes and not a second.
    check(run("We propose FooNet. " + piece * (24_000 // len(piece))))


def test_by_the_rules_a_value_finds_its_metric_in_its_own_sentence_alone():
    text = "We propose FooNet. Its accuracy is good. It is 5% faster. It uses 7% of them."
    extraction = run(text, model=RULES)
    assert [(result.value, result.metric) for result in extraction.results] == [("5%", "faster")]


def test_a_text_without_full_stops_is_not_kept_whole_with_each_mention():
    text = " ".join(f"Alpha Beta Gamma{n} (ABG{n})" for n in range(400)) + "."
    [found] = extract([Paper(id="a", text=text)], model=RULES)
    mentions = [mention for entity in found.entities for mention in entity.mentions]
    assert len(mentions) > 400
    assert {mention.sentence_end - mention.sentence_start <= MAX_SENTENCE for mention in mentions} == {True}
