// Question: On what else do papers evaluate that evaluate on this?
// Parameter concept: concept - the dataset or benchmark
// Parameter limit: integer = 20 - the most rows
// Columns: concept, name, kind, n_papers
MATCH (c:Concept {id: $concept})<-[:EVALUATES_ON]-(p:Paper)-[:EVALUATES_ON]->(other:Concept)
RETURN other.id AS concept, other.name AS name, other.kind AS kind, count(p) AS n_papers
ORDER BY n_papers DESC, concept
LIMIT $limit
