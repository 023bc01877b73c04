// Question: What do most papers use?
// Parameter kind: kind = "Model" - what the papers take it for
// Parameter year: integer = 0 - the year of the papers; 0 is any
// Parameter limit: integer = 20 - the most rows
// Columns: concept, name, kind, n_papers
MATCH (c:Concept)<-[r:USES]-(p:Paper)
WHERE r.kind = $kind AND ($year = 0 OR p.year = $year)
RETURN c.id AS concept, c.name AS name, c.kind AS kind, count(p) AS n_papers
ORDER BY n_papers DESC, concept
LIMIT $limit
