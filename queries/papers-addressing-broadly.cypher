// Question: Which papers work on this task or a special case of it (up to five steps down), and on which?
// Parameter concept: concept - the task
// Columns: paper, label, year, task, task_name, sentence
MATCH (c:Concept {id: $concept})<-[:BROADER*0..5]-(t:Concept)
WITH DISTINCT t
MATCH (t)<-[r:ADDRESSES]-(p:Paper)
RETURN p.id AS paper, p.label AS label, p.year AS year, t.id AS task, t.name AS task_name, r.sentence AS sentence
ORDER BY paper, task
