"""What stands in schema/ is what the schema says."""

import json
from pathlib import Path

import pyoxigraph
import pytest
import rdflib
from rdflib.namespace import OWL, RDF, RDFS

from kg import vocabulary
from kg.derivation import derive, write_schema
from kg.derivation.turtle import to_turtle
from kg.errors import SchemaError
from kg.schema import SCHEMA

PUBLISHED = Path(__file__).parents[2] / "schema"
TURTLE = ("ontology.ttl", "shapes.ttl")


@pytest.mark.parametrize("name", sorted(derive()))
def test_the_checked_in_file_is_what_the_schema_says(name):
    text = (PUBLISHED / name).read_bytes().decode("utf-8")
    assert text == derive()[name], "refresh it: python -m kg.derivation schema"


def test_nothing_else_stands_among_the_published_files():
    assert {path.name for path in PUBLISHED.iterdir()} == set(derive())


def test_written_files_are_the_derived_ones(tmp_path):
    write_schema(tmp_path / "new")
    assert {path.name: path.read_text("utf-8") for path in (tmp_path / "new").iterdir()} == derive()


@pytest.mark.parametrize("name", TURTLE)
def test_two_libraries_read_the_same_triples_and_no_blank_node(name):
    text = derive()[name]
    by_rdflib = rdflib.Graph().parse(data=text, format="turtle")
    by_pyoxigraph = list(pyoxigraph.parse(text, format=pyoxigraph.RdfFormat.TURTLE))
    assert len(by_rdflib) == len(by_pyoxigraph) > 300
    assert not [term for triple in by_rdflib for term in triple if isinstance(term, rdflib.BNode)]


@pytest.mark.parametrize("name", derive())
def test_published_files_hold_no_control_characters(name):
    assert not [character for character in derive()[name] if character < " " and character != "\n"]


def test_the_ontology_declares_every_kind_and_edge_type():
    graph = rdflib.Graph().parse(data=derive()["ontology.ttl"], format="turtle")
    for kind in SCHEMA.kinds:
        assert (rdflib.URIRef(vocabulary.KG + kind.name), RDF.type, OWL.Class) in graph
    for edge_type in SCHEMA.edge_types:
        term = rdflib.URIRef(vocabulary.expand(vocabulary.edge_curie(edge_type.name)))
        assert (term, RDF.type, OWL.ObjectProperty) in graph
        above = {vocabulary.expand(curie) for curie in edge_type.below}
        assert {str(value) for value in graph.objects(term, RDFS.subPropertyOf)} == above


def test_every_term_of_ours_that_an_export_uses_is_declared():
    from kg.exporters import rdf
    from tests.strategies import kitchen_sink

    graph = rdflib.Graph().parse(data=derive()["ontology.ttl"], format="turtle")
    declared = {str(subject) for subject in graph.subjects()}
    terms = {term.value for triple in rdf.of_graph(kitchen_sink()) for term in (triple.predicate, triple.object)}
    assert {term for term in terms if term.startswith(vocabulary.KG)} <= declared


def test_a_property_that_two_owners_share_has_no_domain():
    graph = rdflib.Graph().parse(data=derive()["ontology.ttl"], format="turtle")
    assert not list(graph.objects(rdflib.URIRef(vocabulary.KG + "confidence"), RDFS.domain))
    assert list(graph.objects(rdflib.URIRef(vocabulary.KG + "said_by"), RDFS.domain))


def test_the_context_gives_each_name_one_meaning():
    context = json.loads(derive()["context.jsonld"])["@context"]
    for owner in vocabulary.owners():
        for declared in vocabulary.properties(owner):
            assert context[vocabulary.term(declared.name)]["@id"] == vocabulary.property_curie(owner, declared.name)


def test_the_constraints_make_ids_unique_and_index_names():
    text = derive()["constraints.cypher"]
    for label in ("Paper", "Concept", "Result"):
        assert f"FOR (n:{label}) REQUIRE n.id IS UNIQUE;" in text
    assert "FULLTEXT INDEX kg_concept_names" in text


def test_the_page_names_every_kind_edge_type_role_and_property():
    text = derive()["README.md"]
    names = [*SCHEMA.kind_names, *(edge_type.name for edge_type in SCHEMA.edge_types), *SCHEMA.roles]
    names += [declared.name for owner in vocabulary.owners() for declared in vocabulary.properties(owner)]
    assert [name for name in names if f"`{name}`" not in text] == []
    assert "```mermaid" in text


def test_a_blank_node_is_refused():
    graph = rdflib.Graph()
    graph.add((rdflib.URIRef("http://e/a"), RDFS.seeAlso, rdflib.BNode()))
    with pytest.raises(SchemaError, match="blank node"):
        to_turtle(graph)
