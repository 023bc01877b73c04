// Question: What does this paper propose?
// Parameter paper: paper - the paper
// Columns: concept, name, kind, confidence, sentence
MATCH (p:Paper {id: $paper})-[r:PROPOSES]->(c:Concept)
RETURN c.id AS concept, c.name AS name, r.kind AS kind, r.confidence AS confidence, r.sentence AS sentence
ORDER BY confidence DESC, concept
