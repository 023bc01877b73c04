from collections import defaultdict

from kg.resolution.gathering import is_short, short_key
from kg.resolution.keys import spelled_out
from kg.resolution.normal_forms import squeeze
from kg.resolution.tables import expansions, meanings, synonyms


def table_key(name):
    return squeeze(spelled_out(name, {}))


def test_no_alias_stands_for_two_names():
    names = defaultdict(set)
    for synonym in synonyms():
        names[table_key(synonym.alias)].add(table_key(synonym.name))
    assert {alias: each for alias, each in names.items() if len(each) > 1} == {}


def test_no_alias_is_itself_a_name_of_the_table():
    aliases = {table_key(synonym.alias) for synonym in synonyms()}
    assert {synonym.name for synonym in synonyms() if table_key(synonym.name) in aliases} == set()


def test_every_synonym_says_more_than_the_normal_form_and_names_its_source():
    for synonym in synonyms():
        assert table_key(synonym.name) != table_key(synonym.alias), synonym
        assert synonym.source, synonym


def test_an_acronym_of_known_meanings_is_left_to_the_context():
    assert [s for s in synonyms() if is_short(s.alias) and short_key(s.alias) in meanings()] == []


def test_an_acronym_has_each_meaning_once():
    for short, each in meanings().items():
        longs = [meaning.long for meaning in each]
        assert len(longs) == len(set(longs)), short
        assert all(meaning.n_abstracts > 0 for meaning in each), short


def test_an_acronym_of_several_meanings_is_never_spelled_out_by_itself():
    assert not expansions().keys() & {"DP", "ASR", "SSL", "SR", "SLM", "MAP", "SAM"}
    assert expansions()["GNN"] == "graph neural network"
