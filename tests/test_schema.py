import pytest

from kg.schema import SCHEMA, predicate


@pytest.mark.parametrize(
    ("kind", "roles"),
    [
        ("Method", ("proposes", "compares_to", "uses", "mentions")),
        ("Model", ("proposes", "compares_to", "uses", "mentions")),
        ("Dataset", ("proposes", "evaluates_on", "uses", "mentions")),
        ("Benchmark", ("proposes", "evaluates_on", "uses", "mentions")),
        ("Task", ("proposes", "addresses", "mentions")),
        ("Metric", ("proposes", "measures", "mentions")),
    ],
)
def test_each_kind_has_the_roles_of_the_guideline_strongest_first(kind, roles):
    assert SCHEMA.roles_of(kind) == roles


def test_names_follow_the_spelling_rules():
    assert all(kind.name.isalpha() and kind.name[0].isupper() for kind in SCHEMA.kinds)
    assert all(t.name.isupper() for t in SCHEMA.edge_types)
    assert predicate("CO_OCCURS_WITH") == "coOccursWith"


def test_every_kind_that_an_edge_names_is_declared():
    for edge_type in SCHEMA.edge_types:
        assert set(edge_type.kinds) <= set(SCHEMA.concept_kinds), edge_type.name


def test_an_unknown_kind_or_type_is_a_key_error():
    with pytest.raises(KeyError):
        SCHEMA.kind("Metod")
    with pytest.raises(KeyError):
        SCHEMA.edge_type("LIKES")
