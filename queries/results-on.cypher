// Question: Which numbers are reported on this dataset, benchmark or task?
// Parameter concept: concept - the dataset, benchmark or task
// Columns: paper, label, result, value, metric, dataset, whose, versus, low, high, unit, relation, change, sentence
MATCH (c:Concept {id: $concept})<-[:ON]-(n:Result)<-[r:REPORTS]-(p:Paper)
RETURN p.id AS paper, p.label AS label, n.id AS result, n.value AS value, n.metric AS metric, n.on AS dataset,
  n.by AS whose, n.vs AS versus, n.low AS low, n.high AS high, n.unit AS unit, n.relation AS relation,
  n.change AS change, r.sentence AS sentence
ORDER BY paper, result
