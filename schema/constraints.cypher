// Constraints and indexes for Neo4j 5, Community edition included; derived from kg/schema.py.
CREATE CONSTRAINT kg_paper_id IF NOT EXISTS FOR (n:Paper) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT kg_concept_id IF NOT EXISTS FOR (n:Concept) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT kg_result_id IF NOT EXISTS FOR (n:Result) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT kg_mention_id IF NOT EXISTS FOR (n:Mention) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT kg_kggraph_id IF NOT EXISTS FOR (n:KgGraph) REQUIRE n.id IS UNIQUE;
CREATE INDEX kg_concept_name IF NOT EXISTS FOR (n:Concept) ON (n.name);
CREATE FULLTEXT INDEX kg_concept_names IF NOT EXISTS FOR (n:Concept) ON EACH [n.name, n.aliases];
