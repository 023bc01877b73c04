// Question: On what do papers evaluate that work on this task?
// Parameter concept: concept - the task
// Parameter limit: integer = 20 - the most rows
// Columns: concept, name, kind, n_papers
MATCH (t:Concept {id: $concept})<-[:ADDRESSES]-(p:Paper)
MATCH (p)-[r:EVALUATES_ON]->(c:Concept)
RETURN c.id AS concept, c.name AS name, c.kind AS kind, count(p) AS n_papers
ORDER BY n_papers DESC, concept
LIMIT $limit
