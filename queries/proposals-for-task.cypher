// Question: What do papers propose for this task, in one year or in all?
// Parameter concept: concept - the task
// Parameter year: integer = 0 - the year of the papers; 0 is any
// Columns: paper, label, year, proposal, name, kind, confidence, sentence
MATCH (t:Concept {id: $concept})<-[:ADDRESSES]-(p:Paper)
WHERE $year = 0 OR p.year = $year
MATCH (p)-[r:PROPOSES]->(c:Concept)
RETURN p.id AS paper, p.label AS label, p.year AS year, c.id AS proposal, c.name AS name, r.kind AS kind,
  r.confidence AS confidence, r.sentence AS sentence
ORDER BY paper, proposal
