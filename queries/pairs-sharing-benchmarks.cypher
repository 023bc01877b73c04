// Question: Which two papers evaluate on the same things, most in common first?
// Parameter minimum: integer = 1 - how many they have in common at least
// Parameter most: integer = 50 - leave out what more papers than this evaluate on
// Parameter limit: integer = 50 - the most rows
// Columns: paper, label, other, other_label, n_shared
MATCH (c:Concept)<-[:EVALUATES_ON]-(p:Paper)
WITH c, count(p) AS n_papers
WHERE n_papers > 1 AND n_papers <= $most
MATCH (c)<-[:EVALUATES_ON]-(a:Paper)
MATCH (c)<-[:EVALUATES_ON]-(b:Paper)
WHERE a.id < b.id
WITH a, b, count(c) AS n_shared
WHERE n_shared >= $minimum
RETURN a.id AS paper, a.label AS label, b.id AS other, b.label AS other_label, n_shared
ORDER BY n_shared DESC, paper, other
LIMIT $limit
