"""RDF says what the graph says: one IRI a thing, literals letter for letter, the same in every syntax."""

from dataclasses import replace

import pyoxigraph
import pytest
import rdflib
from hypothesis import HealthCheck, given, settings

from kg.errors import SchemaError
from kg.exporters import jsonld, ntriples, rdf, turtle
from kg.graph import edges, nodes
from kg.records import Concept
from kg.schema import SCHEMA
from kg.vocabulary import PREFIXES, expand
from tests.breakages import whole
from tests.strategies import HOSTILE, graphs, kitchen_sink, texts

FORMATS = {
    pyoxigraph.RdfFormat.N_TRIPLES: ntriples,
    pyoxigraph.RdfFormat.TURTLE: turtle,
    pyoxigraph.RdfFormat.JSON_LD: jsonld,
}
NAMES = {"nt": ntriples, "turtle": turtle, "json-ld": jsonld}


def triples(path, format_) -> set[str]:
    return {f"{q.subject} {q.predicate} {q.object}" for q in pyoxigraph.parse(path=str(path), format=format_)}


@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
@given(graph=graphs())
def test_every_syntax_says_the_same(graph, tmp_path):
    expected = {f"{t.subject} {t.predicate} {t.object}" for t in rdf.of_graph(graph)}
    for format_, exporter in FORMATS.items():
        exporter.write(graph, tmp_path / "export")
        assert triples(tmp_path / "export", format_) == expected


@pytest.mark.parametrize("name", NAMES)
def test_a_second_library_reads_the_same(name, tmp_path):
    NAMES[name].write(kitchen_sink(), tmp_path / "export")
    found = rdflib.Graph().parse(tmp_path / "export", format=name)
    assert len(found) == len(set(map(str, rdf.of_graph(kitchen_sink()))))
    names = {str(value) for value in found.objects(None, rdflib.SKOS.prefLabel)}
    assert set(HOSTILE) <= names


def test_there_are_no_blank_nodes():
    for triple in rdf.of_graph(kitchen_sink()):
        assert isinstance(triple.subject, pyoxigraph.NamedNode)
        assert isinstance(triple.object, pyoxigraph.NamedNode | pyoxigraph.Literal)


def test_c_and_its_kin_are_different_things():
    assert len({rdf.iri("concept", name).value for name in ("C", "C++", "C#", "c", "%43")}) == 5


@given(left=texts(min_size=1), right=texts(min_size=1))
def test_ids_have_the_same_iri_only_if_they_are_the_same(left, right):
    assert (rdf.iri("concept", left) == rdf.iri("concept", right)) == (left == right)


@given(id_=texts(min_size=1))
def test_no_reader_folds_an_iri_into_another(id_):
    iri = rdf.iri("concept", id_).value
    based = f"@base <https://other.example/x/> . <{iri}> <p> <o> ."
    (quad,) = pyoxigraph.parse(based, format=pyoxigraph.RdfFormat.TURTLE)
    assert quad.subject.value == iri
    assert iri.count("/") == 5


def test_half_a_surrogate_pair_is_refused_with_its_place():
    with pytest.raises(SchemaError, match="concept"):
        rdf.iri("concept", "\ud800")
    with pytest.raises(SchemaError, match="concept/a"):
        list(rdf.triples([Concept(id="a", kind="Task", name="\ud800")], []))


def test_a_kind_outside_the_schema_is_refused():
    with pytest.raises(SchemaError, match="Toy"):
        list(rdf.triples([Concept(id="a", kind="Toy", name="a")], []))


@pytest.mark.parametrize(("number", "text"), [(1e-7, "0.0000001"), (1e22, "10000000000000000000000"), (59.7, "59.7")])
def test_numbers_are_decimals_without_exponent(number, text):
    found_nodes, found_edges = whole(SCHEMA.edge_type("REPORTS"))
    changed = [found_nodes[0], replace(found_nodes[1], low=number, high=number)]
    lows = [t.object for t in rdf.triples(changed, found_edges) if t.predicate == rdf.named("kg:low")]
    assert lows == [pyoxigraph.Literal(text, datatype=rdf.named("xsd:decimal"))]


def test_another_base_moves_the_data_and_leaves_the_vocabulary(tmp_path):
    turtle.write(kitchen_sink(), tmp_path / "export", base="https://data.example.org/")
    text = (tmp_path / "export").read_text("utf-8")
    assert "https://kg.example/id/" not in text
    assert "@prefix kg: <https://kg.example/schema/> ." in text
    assert "<https://data.example.org/concept/C%2B%2B>" in text


def test_an_edge_is_a_plain_triple_and_a_statement_with_evidence():
    store = pyoxigraph.Store()
    found_nodes, found_edges = whole(SCHEMA.edge_type("USES"))
    store.extend(pyoxigraph.Quad(t.subject, t.predicate, t.object) for t in rdf.triples(found_nodes, found_edges))
    rows = store.query(
        """SELECT ?surface ?sentence ?kind WHERE { ?paper kg:uses ?concept . ?concept skos:prefLabel "C++" .
        ?statement rdf:subject ?paper ; rdf:predicate kg:uses ; rdf:object ?concept ; kg:kind ?kind ;
        kg:evidence ?evidence . ?evidence kg:sentence ?sentence ; oa:hasSelector/oa:exact ?surface }""",
        prefixes=PREFIXES,
    )
    assert [[term.value for term in row] for row in rows] == [["C++", "We 😀 use C++.", "Method"]]


def test_iris_of_evidence_are_the_same_without_text():
    graph = kitchen_sink()
    with_text = {t.subject.value for t in rdf.of_graph(graph)}
    without = {t.subject.value for t in rdf.of_graph(graph, include_text=False)}
    assert {iri for iri in with_text if "/evidence/" in iri} == {iri for iri in without if "/evidence/" in iri}


def test_broader_is_said_in_skos_too():
    found_nodes, found_edges = whole(SCHEMA.edge_type("BROADER"))
    predicates = {t.predicate.value for t in rdf.triples(found_nodes, found_edges)}
    assert {expand("skos:broader"), expand("kg:broader")} <= predicates


def test_records_stream_as_well_as_a_graph():
    graph = kitchen_sink()
    streamed = set(map(str, rdf.triples(iter(list(nodes(graph))), iter(list(edges(graph))))))
    assert streamed < set(map(str, rdf.of_graph(graph)))
