// Question: Which papers work on this task?
// Parameter concept: concept - the task
// Columns: paper, label, year, confidence, sentence
MATCH (c:Concept {id: $concept})<-[r:ADDRESSES]-(p:Paper)
RETURN p.id AS paper, p.label AS label, p.year AS year, r.confidence AS confidence, r.sentence AS sentence
ORDER BY confidence DESC, paper
