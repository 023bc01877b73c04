// Question: Of what is this a special case (up to five steps up)?
// Parameter concept: concept - the concept
// Columns: concept, name, kind, n_papers
MATCH (f:Concept {id: $concept})-[:BROADER*1..5]->(c:Concept)
WHERE c.id <> $concept
WITH DISTINCT c
RETURN c.id AS concept, c.name AS name, c.kind AS kind, c.n_papers AS n_papers
ORDER BY concept
