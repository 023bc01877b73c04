// Question: Which papers evaluate on this dataset or benchmark, whatever kind they take it for?
// Parameter concept: concept - the dataset or benchmark
// Columns: paper, label, year, kind, confidence, sentence
MATCH (c:Concept {id: $concept})<-[r:EVALUATES_ON]-(p:Paper)
RETURN p.id AS paper, p.label AS label, p.year AS year, r.kind AS kind, r.confidence AS confidence,
  r.sentence AS sentence
ORDER BY confidence DESC, paper
