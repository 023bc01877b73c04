"""`kg load` against a real server: what it makes, that it can be repeated, and what it leaves alone."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings

from kg.errors import ServerError, StoreError
from kg.graph import edges, ends, key, make, nodes
from kg.loader import Changes, load, unload
from kg.properties import labels, of_node, of_relationship
from kg.propertygraph import MENTION, constraints, of_mention
from kg.records import Concept, Paper
from tests.neo4j.conftest import store_graph
from tests.strategies import HOSTILE, graphs, kitchen_sink, kitchen_sink_records

pytestmark = pytest.mark.server

NOTHING = Changes()


@pytest.fixture
def folder(tmp_path):
    return store_graph(kitchen_sink(), tmp_path / "sink")


def assert_holds(database, graph):
    """The database holds exactly this graph: labels, properties and relationships."""
    expected = {key(labels(n)[0], n.id): (set(labels(n)), {**of_node(n), "kg": True}) for n in nodes(graph)}
    found = database.rows("MATCH (n) WHERE NOT n:KgGraph AND NOT n:Mention RETURN labels(n), properties(n)")
    families = ("Concept", "Paper", "Result")
    by_key = {key(next(f for f in families if f in ls), p["id"]): (set(ls), p) for ls, p in found}
    assert by_key == expected
    assert len(found) == len(expected)
    statement = (
        "MATCH (a)-[r]->(b) WHERE NOT a:Mention AND NOT b:Mention "
        "RETURN labels(a), a.id, type(r), labels(b), b.id, properties(r)"
    )
    relationships = [
        (
            key(next(f for f in families if f in a), a_id),
            type_,
            key(next(f for f in families if f in b), b_id),
            tuple(sorted(properties.items())),
        )
        for a, a_id, type_, b, b_id, properties in database.rows(statement)
    ]
    wanted = [(ends(e)[0], e.type, ends(e)[1], tuple(sorted(of_relationship(e).items()))) for e in edges(graph)]
    assert sorted(relationships) == sorted(wanted)


def test_the_database_holds_the_graph_with_two_labels_a_concept_and_typed_properties(database, folder):
    report = load(folder)
    graph = kitchen_sink()
    assert_holds(database, graph)
    assert report.nodes == Changes(created=graph.number_of_nodes())
    assert report.relationships == Changes(created=graph.number_of_edges())
    types = dict(database.rows("MATCH (p:Paper) UNWIND keys(p) AS k RETURN DISTINCT k, valueType(p[k])"))
    assert types["year"] == "INTEGER NOT NULL"
    assert types["authors"] == "LIST<STRING NOT NULL> NOT NULL"
    assert database.rows("MATCH (g:KgGraph) RETURN g.name, g.state, g.load") == [("sink", "complete", None)]


def test_constraints_and_the_full_text_index_are_there_and_answer(bare, folder):
    load(folder)
    names = {name for (name,) in bare.rows("SHOW INDEXES YIELD name")}
    assert all(statement.split()[3 if "FULLTEXT" in statement else 2] in names for statement in constraints())
    bare.rows("CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()")
    found = bare.rows(
        "CALL db.index.fulltext.queryNodes('kg_concept_names', $q) YIELD node RETURN node.id", q="Crohn's"
    )
    assert ("Crohn's",) in found


def test_a_second_load_changes_nothing(database, folder):
    load(folder, mentions=True)
    before = database.content()
    report = load(folder, mentions=True)
    assert (report.nodes, report.relationships, report.severed) == (NOTHING, NOTHING, 0)
    assert database.content() == before


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(graphs())
def test_any_graph_replaces_any_other(database, tmp_path_factory, graph):
    """Each example is loaded over the one before, so this is also the test of updates and removals."""
    load(store_graph(graph, tmp_path_factory.mktemp("any")), name="any")
    assert_holds(database, graph)


def test_a_changed_graph_updates_and_removes_what_is_gone(database, folder, tmp_path):
    load(folder)
    all_nodes, all_edges = kitchen_sink_records()
    gone = {node.id for node in all_nodes if node.id.startswith("paper USES")}
    kept = [replace(n, name="new name", kind="Task") if n.id == "C++" else n for n in all_nodes if n.id not in gone]
    first = all_edges[0]
    left = [e for e in all_edges if not {e.source, e.target} & gone and e is not first]
    changed = make(kept, left)
    report = load(store_graph(changed, tmp_path / "changed"), name="sink")
    assert_holds(database, changed)
    assert report.nodes == Changes(updated=1, removed=len(gone))
    assert report.relationships == Changes(removed=len(all_edges) - len(left))


def test_all_evidence_stands_in_mention_nodes_on_request_and_goes_again(database, folder):
    load(folder, mentions=True)
    expected = sorted(
        (edge.source, edge.target, sorted({**of_mention(edge, rank), "kg": True}.items()))
        for edge in edges(kitchen_sink())
        for rank in range(len(edge.evidence))
    )
    statement = "MATCH (p:Paper)-[:HAS_MENTION]->(m:Mention)-[:REFERS_TO]->(t) RETURN p.id, t.id, properties(m)"
    assert sorted((p, t, sorted(m.items())) for p, t, m in database.rows(statement)) == expected
    report = load(folder)
    assert report.nodes == Changes(removed=len(expected))
    assert database.value(f"MATCH (m:{MENTION}) RETURN count(m)") == 0
    assert_holds(database, kitchen_sink())


def test_evidence_that_is_gone_takes_its_mention_along(database, tmp_path):
    all_nodes, all_edges = kitchen_sink_records()
    load(store_graph(make(all_nodes, all_edges), tmp_path / "g"), mentions=True)
    shorter = [replace(edge, evidence=edge.evidence[:1]) for edge in all_edges]
    n_gone = sum(len(edge.evidence) > 1 for edge in all_edges)
    report = load(store_graph(make(all_nodes, shorter), tmp_path / "g"), mentions=True)
    assert report.nodes.removed == n_gone > 0
    assert database.value("MATCH (m:Mention) RETURN count(m)") == sum(len(e.evidence) for e in shorter)


def test_no_name_can_change_what_is_counted(database, tmp_path):
    """Ids, names, aliases, titles with backticks, quotes, `}) DETACH DELETE n //`, control characters."""
    concepts = [
        Concept(id=name, kind="Model", name=name, aliases=(name,), kind_votes=(("Model", 1),)) for name in HOSTILE
    ]
    papers = [Paper(id=name, text=name, title=name, label=name, authors=(name,)) for name in HOSTILE]
    report = load(store_graph(make([*concepts, *papers], []), tmp_path / "g"))
    assert report.nodes == Changes(created=2 * len(HOSTILE))
    assert database.value("MATCH (n) RETURN count(n)") == 2 * len(HOSTILE) + 1
    found = database.rows("MATCH (n:Model) RETURN n.id, n.name, n.aliases, labels(n)")
    assert sorted(found) == sorted((name, name, [name], ["Concept", "Model"]) for name in HOSTILE)
    found = database.rows("MATCH (n:Paper) RETURN n.id, n.text, n.title, n.label, n.authors")
    assert sorted(found) == sorted((name, name, name, name, [name]) for name in HOSTILE)


@pytest.mark.parametrize("name", ["}) DETACH DELETE n //", "`", "'\\"])
def test_the_name_of_the_graph_itself_may_be_hostile(database, tmp_path, name):
    folder = store_graph(make([Concept(id="c", kind="Task", name="c")], []), tmp_path / "g")
    load(folder, name=name)
    assert database.rows("MATCH (g:KgGraph) RETURN g.name") == [(name,)]
    assert unload(name).nodes.removed == 2


def test_nodes_of_others_stay_untouched_through_load_update_and_unload(database, folder, tmp_path):
    database.rows("CREATE (a:Person {name: 'Ada', id: 'C++'})-[:KNOWS {since: 1}]->(:Person {name: 'Bob'})")
    database.rows("CREATE (:Reader)-[:USES]->(:Tool)")
    mine = "MATCH (n) WHERE n.kg IS NULL OPTIONAL MATCH (n)-[r]->(o) WHERE o.kg IS NULL RETURN n, type(r), o.name"
    before = sorted(map(str, database.rows(mine)))
    load(folder)
    assert sorted(map(str, database.rows(mine))) == before
    load(store_graph(make([], []), tmp_path / "empty"), name="sink")
    assert sorted(map(str, database.rows(mine))) == before
    unload("sink")
    assert sorted(map(str, database.rows(mine))) == before
    assert database.value("MATCH (n) RETURN count(n)") == 4


def test_relationships_that_others_drew_to_a_node_that_goes_are_counted(database, folder, tmp_path):
    load(folder)
    database.rows("MATCH (p:Paper {id: 'paper USES'}) CREATE (:Person)-[:READ]->(p)")
    report = load(store_graph(make([], []), tmp_path / "empty"), name="sink")
    assert report.severed == 1
    assert database.value("MATCH (p:Person) RETURN count(p)") == 1


def test_what_someone_doubled_or_changed_by_hand_is_set_right(database, folder):
    load(folder)
    before = database.content()
    database.rows("MATCH (a:Paper)-[r:USES]->(b) CREATE (a)-[:USES]->(b)")
    database.rows("MATCH (c:Concept {id: 'C#'}) REMOVE c:Method SET c:Task, c.extra = 1")
    database.rows("MATCH (c:Concept {id: 'C++'}) SET c:Task:Model")
    database.rows("MATCH (p:Paper)-[r:ADDRESSES]->() SET p.year = 1 SET r.sentence = 'another' REMOVE r.confidence")
    load(folder)
    assert database.content() == before


def test_a_graph_whose_marker_someone_took_away_is_neither_doubled_nor_lost(database, folder):
    load(folder, mentions=True)
    before = database.content()
    database.rows("MATCH (g:KgGraph) DELETE g")
    report = load(folder, mentions=True)
    assert (report.nodes, report.relationships) == (NOTHING, NOTHING)
    assert database.content() == before


def test_the_graph_of_another_name_is_refused_and_nothing_is_written(database, folder, tmp_path):
    load(folder)
    before = database.content()
    other = store_graph(make([], []), tmp_path / "other")
    with pytest.raises(ServerError, match="holds the graph 'sink', not 'other'; take it out with `kg unload"):
        load(other)
    assert database.content() == before
    unload(folder)
    load(other)


CLASHES = {
    "CREATE (:Paper {id: 'theirs'})": r"nodes that kg did not write have its labels \(1 Paper\)",
    "CREATE (:Model)": r"\(1 Model\)",
    "CREATE CONSTRAINT mine FOR (p:Paper) REQUIRE p.title IS UNIQUE": r"in its way \(mine\)",
    "CREATE CONSTRAINT mine FOR ()-[r:USES]-() REQUIRE r.surface IS UNIQUE": r"in its way \(mine\)",
    "CREATE INDEX mine FOR (p:Paper) ON (p.id)": r"in its way \(mine\)",
    "CREATE FULLTEXT INDEX mine FOR (c:Concept) ON EACH [c.aliases, c.name]": r"in its way \(mine\)",
    "CREATE INDEX kg_paper_id FOR (p:Person) ON (p.name)": r"in its way \(kg_paper_id\)",
}


@pytest.mark.parametrize("statement", CLASHES)
def test_a_clash_is_reported_before_anything_is_written(bare, folder, statement):
    bare.rows(statement)
    before = bare.content()
    with pytest.raises(ServerError, match=CLASHES[statement]):
        load(folder)
    assert bare.content() == before
    assert len(bare.rows("SHOW CONSTRAINTS")) == ("CONSTRAINT" in statement)


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE CONSTRAINT mine FOR (p:Paper) REQUIRE p.id IS UNIQUE",
        "CREATE INDEX mine FOR (p:Paper) ON (p.year)",
        "CREATE FULLTEXT INDEX mine FOR (p:Paper) ON EACH [p.text]",
    ],
)
def test_indexes_of_others_that_do_no_harm_may_stay(bare, folder, statement):
    bare.rows(statement)
    load(folder)
    assert_holds(bare, kitchen_sink())
    unload("sink")
    assert [name for (name,) in bare.rows("SHOW INDEXES YIELD name, type WHERE type <> 'LOOKUP' RETURN name")] == [
        "mine"
    ]


def test_unload_leaves_an_empty_database(bare, folder):
    load(folder, mentions=True)
    report = unload(folder)
    assert report.nodes.removed > kitchen_sink().number_of_nodes()
    assert bare.content() == ([], [])
    assert not bare.rows("SHOW CONSTRAINTS")
    with pytest.raises(ServerError, match=r"holds no graph of kg; there is no 'sink' to take out"):
        unload(folder)


def test_progress_ends_with_all_done(database, folder):
    steps = []
    load(folder, progress=lambda *step: steps.append(step))
    counts = kitchen_sink().number_of_nodes(), kitchen_sink().number_of_edges()
    assert ("nodes", counts[0], counts[0]) in steps
    assert ("relationships", counts[1], counts[1]) in steps


def test_a_folder_without_a_graph_is_refused_before_a_server_is_asked(tmp_path):
    with pytest.raises(StoreError, match="holds no graph"):
        load(tmp_path, "bolt://127.0.0.1:1")
