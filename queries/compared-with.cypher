// Question: Which papers compare with this method or model, and what do they propose?
//   A paper that proposes nothing has one row.
// Parameter concept: concept - the method or model
// Columns: paper, label, year, confidence, sentence, proposal, proposal_name, proposal_kind
MATCH (c:Concept {id: $concept})<-[r:COMPARES_TO]-(p:Paper)
OPTIONAL MATCH (p)-[o:PROPOSES]->(n:Concept)
RETURN p.id AS paper, p.label AS label, p.year AS year, r.confidence AS confidence, r.sentence AS sentence,
  n.id AS proposal, n.name AS proposal_name, o.kind AS proposal_kind
ORDER BY paper, proposal
