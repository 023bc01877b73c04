import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.annotations import find_occurrences, is_annotation, read_annotations, to_annotation
from kg.errors import ReadError
from kg.records import Entity, Extraction, Mention, Paper
from kg.schema import SCHEMA

GOLD = Path(__file__).parents[1] / "seeds" / "gold.jsonl"
TEXT = (
    "We propose FeMAM (Federated Multi-level Additive Modeling) for federated learning. "
    "FeMAM gains 4% accuracy on C++Bench."
)
RECORD = {
    "key": "a",
    "text": TEXT,
    "entities": [
        {
            "type": "Method",
            "name": "FeMAM",
            "mentions": ["FeMAM", "Federated Multi-level Additive Modeling"],
            "role": "proposes",
        },
        {"type": "Task", "name": "federated learning", "mentions": ["federated learning"], "role": "addresses"},
    ],
    "results": [{"value": "4%", "metric": "accuracy", "on": "C++Bench", "by": "FeMAM"}],
}


def write(path, *records):
    path.write_text("".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records), encoding="utf-8")
    return path


def read_one(tmp_path, record):
    (extraction,) = read_annotations(write(tmp_path / "gold.jsonl", record))
    return extraction


def test_every_occurrence_of_a_mention_is_read_with_its_sentence(tmp_path):
    femam, _ = read_one(tmp_path, RECORD).entities
    assert [m.surface for m in femam.mentions] == ["FeMAM", "Federated Multi-level Additive Modeling", "FeMAM"]
    last = femam.mentions[-1]
    assert TEXT[last.sentence_start : last.sentence_end] == "FeMAM gains 4% accuracy on C++Bench."
    assert femam.long_form == "Federated Multi-level Additive Modeling"


def test_a_result_is_placed_and_read(tmp_path):
    (result,) = read_one(tmp_path, RECORD).results
    assert TEXT[result.start : result.end] == "4%"
    assert (result.low, result.unit, result.by, result.on) == (4.0, "%", "FeMAM", "C++Bench")


def test_where_mentions_overlap_the_longest_wins(tmp_path):
    record = {
        "key": "a",
        "text": "GAN beats conditional GAN.",
        "entities": [
            {"type": "Model", "name": "GAN", "mentions": ["GAN"], "role": "uses"},
            {"type": "Model", "name": "conditional GAN", "mentions": ["conditional GAN"], "role": "compares_to"},
        ],
    }
    gan, conditional = read_one(tmp_path, record).entities
    assert [(m.start, m.end) for m in gan.mentions] == [(0, 3)]
    assert [(m.start, m.end) for m in conditional.mentions] == [(10, 25)]


def test_a_surface_that_stands_only_inside_a_longer_mention_keeps_its_place(tmp_path):
    record = {
        "key": "a",
        "text": "We train a conditional GAN.",
        "entities": [
            {"type": "Model", "name": "GAN", "mentions": ["GAN"], "role": "mentions"},
            {"type": "Model", "name": "conditional GAN", "mentions": ["conditional GAN"], "role": "uses"},
        ],
    }
    assert all(entity.mentions for entity in read_one(tmp_path, record).entities)


def test_the_seeds_annotation_reads_and_writes_back_the_same():
    records = {r["key"]: r for r in map(json.loads, GOLD.read_text(encoding="utf-8").splitlines())}
    extractions = list(read_annotations(GOLD))
    assert len(extractions) == 30
    for extraction in extractions:
        wanted, written = records[extraction.paper.id], to_annotation(extraction)
        assert {frozenset(e["mentions"]) for e in written["entities"]} == {
            frozenset(e["mentions"]) for e in wanted["entities"]
        }
        assert {(e["type"], e["name"], e["role"]) for e in written["entities"]} == {
            (e["type"], e["name"], e["role"]) for e in wanted["entities"]
        }
        order = ("value", "metric", "on", "by", "vs")
        assert sorted([r.get(f, "") for f in order] for r in written["results"]) == sorted(
            [r.get(f, "") for f in order] for r in wanted["results"]
        )


def test_all_faults_are_told_at_once_each_with_its_line(tmp_path):
    broken = {
        "key": "b",
        "text": "We use BERT.",
        "entities": [
            {"type": "Model", "name": "BERT", "mentions": ["BERT"], "role": "measures"},
            {"type": "Gadget", "name": "BERT", "mentions": ["BERT"], "role": "uses"},
            {"type": "Model", "name": "GPT", "mentions": ["GPT"], "role": "uses"},
        ],
        "results": [{"value": "9%", "metric": "accuracy"}, {"value": "9%"}],
    }
    path = write(tmp_path / "gold.jsonl", RECORD, broken, {"key": "a", "text": "x", "entities": []}, {"key": "c"})
    with pytest.raises(ReadError) as caught:
        list(read_annotations(path))
    message = str(caught.value)
    for part in (
        "gold.jsonl:2: Model 'BERT': role 'measures' does not fit; allowed: proposes, compares_to, uses, mentions",
        "gold.jsonl:2: Gadget 'BERT': no such type",
        "gold.jsonl:2: Model 'GPT': mention 'GPT' does not occur",
        "gold.jsonl:2: result '9%': value '9%' does not occur",
        "gold.jsonl:2: result {'value': '9%'}: value and metric are needed",
        "gold.jsonl:3: key 'a' stands at",
        "gold.jsonl:4: no text",
    ):
        assert part in message


@pytest.mark.parametrize("content", ["", "{", "[1]", "[", '"text"', "\xff\xfe not json"])
def test_a_file_that_is_no_annotation_is_refused_with_its_name(tmp_path, content):
    path = tmp_path / "gold.jsonl"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(ReadError, match=r"gold\.jsonl"):
        list(read_annotations(path))


def test_a_missing_file_is_refused_with_its_name(tmp_path):
    with pytest.raises(ReadError, match=r"absent\.jsonl"):
        list(read_annotations(tmp_path / "absent.jsonl"))


def test_a_json_array_reads_like_json_lines(tmp_path):
    path = tmp_path / "gold.json"
    path.write_text(json.dumps([RECORD]), encoding="utf-8")
    (extraction,) = read_annotations(path)
    assert extraction.paper.source.endswith("gold.json:record 1")


def test_only_records_with_typed_entities_are_annotation():
    assert is_annotation(RECORD)
    assert not is_annotation({"key": "a", "text": "x"})
    assert not is_annotation({"key": "a", "entities": ["BERT"]})


def entity(name, field, start):
    mention = Mention(
        field=field, start=start, end=start + len(name), surface=name, sentence_start=0, sentence_end=99,
        said_by="rule:name", cue="we propose" if field == "text" else "",
    )  # fmt: skip
    return Entity(kind="Model", name=name, role="uses", mentions=(mention,), confidence=0.5)


def test_what_only_the_title_names_is_left_out_unless_asked_for():
    paper = Paper(id="p", title="BERT", text="GPT-4 wins")
    extraction = Extraction(paper=paper, entities=(entity("GPT-4", "text", 0), entity("BERT", "title", 0)))
    assert [e["name"] for e in to_annotation(extraction)["entities"]] == ["GPT-4"]
    both = to_annotation(extraction, with_title=True)["entities"]
    assert [e["name"] for e in both] == ["GPT-4", "BERT"]
    assert both[0]["spans"] == [[0, 5]]
    assert both[0]["cue"] == "we propose"
    assert both[1]["title_spans"] == [[0, 4]]


@pytest.mark.parametrize(
    ("surface", "n"), [("C++", 1), ("C", 1), ("GAN", 1), ("Crohn's", 1), ("[x]", 1), ("%zz", 1), ("a|b", 1)]
)
def test_occurrences_touch_no_letter_or_digit_and_take_signs_as_they_are(surface, n):
    assert len(find_occurrences(surface, "C1 GAN CGAN GANs C++ Crohn's [x] %zz a|b")) == n


@given(st.text(max_size=40), st.text(min_size=1, max_size=5))
def test_an_occurrence_is_the_surface(text, surface):
    assert all(text[start:end] == surface for start, end in find_occurrences(surface, text))


def test_every_kind_and_role_of_the_schema_may_be_annotated(tmp_path):
    for kind in SCHEMA.concept_kinds:
        for role in SCHEMA.roles_of(kind):
            record = {
                "key": "k",
                "text": "X1",
                "entities": [{"type": kind, "name": "X1", "mentions": ["X1"], "role": role}],
            }
            assert read_one(tmp_path, record).entities[0].role == role


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('{"a":' * 100_000, "not JSON"),
        ("[" * 100_000, "not a JSON array"),
        ('{"key": "a", "text": "We use \\ud800 it.", "entities": []}', "holds U\\+D800"),
        ('{"key": "a\\u0000", "text": "We use it.", "entities": []}', "holds U\\+0000"),
        ('{"key": "a", "text": "We use it.", "entities": [], "results": 5}', "results 5: a list"),
    ],
    ids=["deep object", "deep array", "surrogate", "NUL", "results"],
)
def test_hostile_records_are_refused_with_their_place(tmp_path: Path, line: str, says: str) -> None:
    path = tmp_path / "gold.jsonl"
    path.write_text(line + "\n", encoding="utf-8")
    with pytest.raises(ReadError, match=says):
        list(read_annotations(path))
