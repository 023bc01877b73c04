// Question: Which concepts do most papers name?
// Parameter kind: kind = "" - only concepts of this kind
// Parameter limit: integer = 20 - the most rows
// Columns: concept, name, kind, n_papers
MATCH (c:Concept)
WHERE c.n_papers > 0 AND ($kind = '' OR c.kind = $kind)
RETURN c.id AS concept, c.name AS name, c.kind AS kind, c.n_papers AS n_papers
ORDER BY n_papers DESC, concept
LIMIT $limit
