// Question: What do papers propose that evaluate on this?
// Parameter concept: concept - the dataset or benchmark
// Columns: paper, label, year, proposal, name, kind
MATCH (b:Concept {id: $concept})<-[:EVALUATES_ON]-(p:Paper)-[r:PROPOSES]->(c:Concept)
RETURN p.id AS paper, p.label AS label, p.year AS year, c.id AS proposal, c.name AS name, r.kind AS kind
ORDER BY paper, proposal
