import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import SchemaError
from kg.records import Concept, Edge, Evidence, Extraction, Paper, Result
from kg.serialization import from_data, to_data
from tests.samples import HOSTILE, extraction


@pytest.mark.parametrize("text", HOSTILE)
def test_a_record_survives_json(text):
    record = Edge(
        source=text,
        type="USES",
        target=text,
        evidence=(
            Evidence(
                paper=text, field="text", start=0, end=1, surface=text, sentence=text, sentence_start=0, said_by="x"
            ),
        ),
    )

    assert from_data(Edge, json.loads(json.dumps(to_data(record)))) == record


@given(
    st.builds(
        Paper, id=st.text(), text=st.text(), year=st.none() | st.integers(), authors=st.lists(st.text()).map(tuple)
    )
)
def test_every_paper_survives(paper):
    assert from_data(Paper, to_data(paper)) == paper


def test_nested_records_pairs_and_missing_numbers_survive():
    result = Result(value="1%", metric="m", start=0, end=2, sentence_start=0, sentence_end=5, low=0.5)
    whole = Extraction(paper=extraction().paper, entities=extraction().entities, results=(result,))
    concept = Concept(id="a", kind="Task", name="a", kind_votes=(("Task", 2), ("Method", 1)))

    assert from_data(Extraction, to_data(whole)) == whole
    assert from_data(Concept, to_data(concept)) == concept


@pytest.mark.parametrize(
    "data",
    [{}, {"id": "1"}, {"id": 1, "text": "t"}, {"id": "1", "text": "t", "colour": "red"}, {"id": "1", "text": None}],
)
def test_data_of_another_shape_is_refused(data):
    with pytest.raises(SchemaError, match="Paper"):
        from_data(Paper, data)


def test_a_value_outside_a_closed_list_is_refused():
    data = to_data(extraction().entities[0].mentions[0])
    data["field"] = "body"

    with pytest.raises(SchemaError, match="body"):
        from_data(type(extraction().entities[0].mentions[0]), data)
