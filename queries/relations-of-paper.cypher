// Question: What does this paper say, relation by relation?
// Parameter paper: paper - the paper
// Columns: type, concept, name, kind, confidence, n_evidence, sentence
MATCH (p:Paper {id: $paper})-[r]->(c:Concept)
RETURN type(r) AS type, c.id AS concept, c.name AS name, r.kind AS kind, r.confidence AS confidence,
  r.n_evidence AS n_evidence, r.sentence AS sentence
ORDER BY type, concept
