// Question: How many papers of each year name this concept?
// Parameter concept: concept - the concept
// Columns: year, n_papers
MATCH (c:Concept {id: $concept})<-[r]-(p:Paper)
WHERE p.year IS NOT NULL
RETURN p.year AS year, count(DISTINCT p.id) AS n_papers
ORDER BY year
