"""Queries that do more than read are refused, however they are dressed."""

import pytest

from kg.errors import QueryError
from kg.querying.guards import check, language_of
from kg.querying.scanning import without_comments

HOSTILE_CYPHER = [
    "CREATE (n:Paper)",
    "MATCH (n) DETACH DELETE n",
    "MATCH (n) SET n.x = 1 RETURN n.x",
    "match (n) remove n.x return 1",
    "MERGE (n:Paper {id: 'x'}) RETURN n.id",
    "FOREACH (x IN [1] | CREATE (:X))",
    "DROP CONSTRAINT kg_paper_id",
    "INSERT (:X)",
    "LOAD CSV FROM 'file:///etc/passwd' AS row RETURN row",
    "/* */ load /* */ csv from 'x' as row return row",
    "// a\rLOAD CSV FROM '/etc/passwd' AS row RETURN row",
    "// \r ' \n LOAD CSV FROM '/etc/passwd' AS row RETURN row // '",
    "CALL dbms.procedures() YIELD name RETURN name",
    "CALL apoc.load.json('http://x.y') YIELD value RETURN value",
    "CALL `db`.`cdc`.`enable`() YIELD enabled RETURN enabled",
    "CALL db.labels.evil()",
    "CALL db.ontology.clear()",
    "MATCH (n) CALL { WITH n SET n.x = 1 } RETURN 1",
    "RETURN 1; MATCH (n) RETURN n.id",
    "RETURN '\\u0027 LOAD CSV'",
    "\\u0043REATE (n)",
    "MATCH (p:Paper) RETURN p.id FORMAT CSV",
    "RETURN 1\x00",
    "EXPLAIN MATCH (n) RETURN n.id",
    "SHOW DATABASES",
    "USE system MATCH (n) RETURN n.id",
]
HOSTILE_SPARQL = [
    "INSERT DATA { <x:a> <x:b> <x:c> }",
    "PREFIX k: <x:y> DELETE WHERE { ?s ?p ?o }",
    "LOAD <http://x.y/z>",
    "CLEAR ALL",
    "SELECT * { SERVICE <http://127.0.0.1/> { ?s ?p ?o } }",
    "SELECT * { service silent <http://127.0.0.1/> { ?s ?p ?o } }",
    "SELECT * { ?s ?p '#' . #'\n SERVICE ?s { ?s ?p ?o } }",
    'SELECT * { ?s ?p """"#""" . SERVICE ?s { ?s ?p ?o } }',
    "SELECT * { { SELECT * { SERVICE ?x { ?s ?p ?o } } } }",
]
HARMLESS = [
    "MATCH (n:Paper) WHERE n.id = 'CREATE' RETURN n.id // SET",
    "MATCH (n) RETURN n.set AS a, n.`load` AS `delete`",
    "MATCH (n:Set) RETURN n.id",
    "MATCH (n:Concept) CALL (n) { MATCH (n)<-[r]-(p:Paper) RETURN count(p) AS papers } RETURN n.id, papers",
    "CALL db.labels() YIELD label RETURN label;",
    "CALL db.index.fulltext.queryNodes('kg_concept_names', $text) YIELD node, score RETURN node.id, score",
    "PREFIX service: <x:y> SELECT ?service { ?service service:SERVICE 'SERVICE' } # SERVICE",
    "ASK { ?s ?p <http://x.y/SERVICE> }",
    "# INSERT\nSELECT ?insert { ?insert ?delete 1 }",
]


def judged(text):
    language = language_of(text, where="query")
    check(without_comments(text, language), language, where="query")


@pytest.mark.parametrize("text", HOSTILE_CYPHER + HOSTILE_SPARQL)
def test_a_query_that_may_do_more_than_read_is_refused(text):
    with pytest.raises(QueryError, match=r"^query: "):
        judged(text)


@pytest.mark.parametrize("text", HARMLESS)
def test_names_strings_and_comments_may_hold_any_word(text):
    judged(text)
