// Question: What do papers use that work on this task?
// Parameter concept: concept - the task
// Parameter kind: kind = "" - only what the papers take for this kind
// Parameter limit: integer = 20 - the most rows
// Columns: concept, name, kind, n_papers
MATCH (t:Concept {id: $concept})<-[:ADDRESSES]-(p:Paper)
MATCH (p)-[r:USES]->(c:Concept)
WHERE $kind = '' OR r.kind = $kind
RETURN c.id AS concept, c.name AS name, c.kind AS kind, count(p) AS n_papers
ORDER BY n_papers DESC, concept
LIMIT $limit
