// Question: Which variants, sizes and versions belong to this family (up to five steps down), itself included?
// Parameter concept: concept - the family
// Columns: concept, name, kind, n_papers
MATCH (f:Concept {id: $concept})<-[:VARIANT_OF*0..5]-(c:Concept)
WITH DISTINCT c
RETURN c.id AS concept, c.name AS name, c.kind AS kind, c.n_papers AS n_papers
ORDER BY concept
