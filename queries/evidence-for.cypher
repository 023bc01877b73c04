// Question: Why does the graph say that this paper names this concept? The best evidence.
// Parameter paper: paper - the paper
// Parameter concept: concept - the concept
// Columns: type, kind, confidence, n_evidence, field, start, stop, surface, sentence, cue, said_by, role_by
MATCH (p:Paper {id: $paper})-[r]->(c:Concept {id: $concept})
RETURN type(r) AS type, r.kind AS kind, r.confidence AS confidence, r.n_evidence AS n_evidence, r.field AS field,
  r.start AS start, r.`end` AS stop, r.surface AS surface, r.sentence AS sentence, r.cue AS cue,
  r.said_by AS said_by, r.role_by AS role_by
ORDER BY type
