// Question: Which concepts have this in their name or another spelling, in any letter case?
// Parameter text: text - part of the name
// Parameter kind: kind = "" - only concepts of this kind
// Parameter limit: integer = 20 - the most rows
// Columns: concept, name, kind, n_papers
MATCH (c:Concept)
WHERE ($kind = '' OR c.kind = $kind) AND (toLower(c.name) CONTAINS toLower($text)
  OR any(alias IN coalesce(c.aliases, []) WHERE toLower(alias) CONTAINS toLower($text)))
RETURN c.id AS concept, c.name AS name, c.kind AS kind, c.n_papers AS n_papers
ORDER BY n_papers DESC, concept
LIMIT $limit
