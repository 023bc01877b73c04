// Question: Which papers evaluate on something that this paper evaluates on, and on what?
// Parameter paper: paper - the paper
// Columns: paper, label, year, concept, name
MATCH (p:Paper {id: $paper})-[:EVALUATES_ON]->(c:Concept)<-[:EVALUATES_ON]-(other:Paper)
RETURN other.id AS paper, other.label AS label, other.year AS year, c.id AS concept, c.name AS name
ORDER BY paper, concept
