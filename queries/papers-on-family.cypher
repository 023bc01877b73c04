// Question: Which papers name anything of this family (up to five steps down), and how?
// Parameter concept: concept - the family
// Columns: paper, label, year, type, concept, name, kind, sentence
MATCH (f:Concept {id: $concept})<-[:VARIANT_OF*0..5]-(c:Concept)
WITH DISTINCT c
MATCH (c)<-[r]-(p:Paper)
RETURN p.id AS paper, p.label AS label, p.year AS year, type(r) AS type, c.id AS concept, c.name AS name,
  r.kind AS kind, r.sentence AS sentence
ORDER BY paper, concept, type
