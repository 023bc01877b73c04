// Question: What do papers say of this concept, relation by relation?
// Parameter concept: concept - the concept
// Columns: type, paper, label, year, kind, confidence, sentence
MATCH (c:Concept {id: $concept})<-[r]-(p:Paper)
RETURN type(r) AS type, p.id AS paper, p.label AS label, p.year AS year, r.kind AS kind, r.confidence AS confidence,
  r.sentence AS sentence
ORDER BY type, paper
