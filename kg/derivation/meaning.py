"""What the schema means, in prose: how to tell kinds and roles apart. The page of the schema carries it."""

INTRODUCTION = """\
What stands in a graph, and what it means. This page is derived from `kg/schema.py`; don't edit it, run
`python -m kg.derivation schema`.

A graph says of each paper what it proposes, uses, evaluates on, compares to, addresses and measures, and shows for
every such statement the place in the paper that says so. Someone who reads the sentence should be able to tell by the
rules below whether the statement is right. One name has three spellings: a kind is `PascalCase`, an edge type
`UPPER_SNAKE` (in RDF `lowerCamel`, as a role in annotations `lower_snake`), a property `snake_case`."""

CHOICES = """\
A thing has one kind in one paper. Where two seem to fit:

- **Method or Task**: what is worked *on* is a Task, what is *applied* is a Method. Paradigms and fields of learning
  (reinforcement, federated, continual, few-shot, self-supervised learning) are Tasks, even where they serve as a tool;
  definite recipes (RLHF, contrastive learning, knowledge distillation, chain-of-thought) are Methods.
- **Method or Model**: the head noun that the abstract itself uses decides (method, framework, algorithm, strategy; or
  model, network, architecture, policy network); if it uses none, a thing with weights is a Model.
- **Dataset or Benchmark**: what the abstract calls it decides; if it does not say, what people train on is a Dataset
  (MNIST, ImageNet, COCO) and a suite made to compare systems is a Benchmark (MMLU, GLUE, HumanEval).
- **Task**: named problems and phenomena too (hallucination, catastrophic forgetting, oversmoothing), and settings
  of problems (bandits, Markov decision processes). Mathematical tools (optimal transport) are Methods.
- **Metric**: fairness, calibration, robustness, regret, memory, speedup only where the paper measures them.
- Attacks are Methods, whether used or warded off; as a problem under study (membership inference) they are Tasks.
- Recommender systems and dialogue systems as a field are Tasks; agents built on language models are Methods; reward
  models, object detectors, radiance fields and mixtures of experts are Models."""

LEFT_OUT = """\
Phrases that name nothing: "our method", "the backbone", "standard benchmarks", "three real-world datasets",
"performance", "extensive experiments", unnamed parts of a contribution ("a two-stage training scheme"). Also data
structures, hardware, platforms, programming languages, and "deep learning", "neural networks", "classification"
with nothing more said.

A mention takes the whole standard name and no more: no article, number or judging adjective ("a novel"), no trailing
head that is not part of the name ("Qwen3-32B", not "Qwen3-32B model"). A long form and its acronym are one thing; case,
plural and hyphen variants are mentions of the same thing. Versions and sizes are different things."""

ROLES = """\
A paper has one role for a concept: the strongest that holds, in the order of the table of edge types (`PROPOSES` first,
`MENTIONS` last). What is both extended and beaten is compared to if the abstract draws the contrast, else used. Models
that are only put to the test, as in a paper on a benchmark, are used. Which role goes with which kind:"""

RESULTS = """\
A result is a number that the abstract reports for something measured: 59.7 % task success rate, 2.64 times faster.
Sizes, dates and counts of the set-up ("150M parameters", "30 models") are not results, nor are asymptotic bounds. The
value and the words around it stand as written; `low`, `high`, `unit`, `relation` and `change` say what they mean. `ON`,
`BY` and `OF` lead to concepts only where the words are an entity of the same paper."""

NEO4J = """\
`kg load` makes of each node here one node and of each edge one relationship. Labels: @LABELS@; so
`:Concept` finds all concepts, `:Model` those of one kind. A relationship's type is the edge type. Properties have the
names and types above; lists are arrays, and what has no value is absent.

| on | stands |
| --- | --- |
| a node | its properties above, and `kg: true`, by which kg knows its own |
| a relationship | @RELATIONSHIP@; from `field` on those of its best evidence |
| `(:Paper)-[:HAS_MENTION]->(:Mention)-[:REFERS_TO]->` the target | with `kg load --mentions`: @MENTION@ |
| the one `:@MARKER@` | @MARKER_COLUMNS@ |

Constraints and indexes, also in `constraints.cypher`:

```cypher
@STATEMENTS@```

To copy into Neo4j Browser. Where does a paper say that it evaluates on something?

```cypher
MATCH (p:Paper)-[r:EVALUATES_ON]->(c:Concept {name: 'MMLU'})
RETURN p.label, r.sentence, r.confidence ORDER BY r.confidence DESC, p.label
```

Which methods are compared with most?

```cypher
MATCH (:Paper)-[r:COMPARES_TO]->(c:Method)
RETURN c.name, count(r) AS papers ORDER BY papers DESC, c.name LIMIT 10
```

What is reported of a measure? The value stands as written, `low` and `high` are numbers.

```cypher
MATCH (p:Paper)-[:REPORTS]->(r:Result)-[:OF]->(m:Metric)
OPTIONAL MATCH (r)-[:ON]->(on:Concept)
RETURN p.label, m.name, r.value, r.low, r.unit, on.name ORDER BY r.low DESC, p.label
```

What do the papers on a task, or on a special case of it, propose? Nodes and relationships are returned to be drawn.

```cypher
MATCH task = (:Task {name: 'learning'})<-[:BROADER*0..3]-(t:Task)
MATCH work = (t)<-[:ADDRESSES]-(:Paper)-[:PROPOSES]->(:Concept)
RETURN task, work LIMIT 50
```

The full-text index `kg_concept_names` finds names and other spellings by their words, the best first. What is searched
for is a Lucene query: words (any of them), `AND`, `OR`, `lang*`; between quotes what holds other signs.

```cypher
CALL db.index.fulltext.queryNodes('kg_concept_names', 'language AND understanding') YIELD node, score
RETURN node.name, node.kind, score ORDER BY score DESC, node.name LIMIT 10
```

```cypher
CALL db.index.fulltext.queryNodes('kg_concept_names', '"C++"') YIELD node, score
MATCH (p:Paper)-[r]->(node)
RETURN node.name, type(r), p.label ORDER BY score DESC, node.name, p.label LIMIT 10
```

All evidence for one relation, if mentions were loaded:

```cypher
MATCH (p:Paper)-[:HAS_MENTION]->(m:Mention {type: 'USES'})-[:REFERS_TO]->(c:Model)
RETURN p.label, c.name, m.rank, m.sentence ORDER BY p.label, c.name, m.rank LIMIT 20
```

Which graph is this?

```cypher
MATCH (g:KgGraph) RETURN g.name, g.version, g.state
```"""

RDF = """\
Resources are `{base}paper/ID`, `…/concept/ID`, `…/result/ID`, the id percent-encoded. Predicates:
{predicates}.
Each edge is a plain triple and an `rdf:Statement` about it with `kg:kind`, `kg:confidence` and `kg:evidence`; evidence
has its place as an `oa:TextPositionSelector` and `oa:TextQuoteSelector`:

```sparql
SELECT ?sentence ?surface WHERE {{
  ?statement rdf:predicate kg:evaluatesOn ; rdf:object ?concept ; kg:evidence ?evidence .
  ?concept skos:prefLabel "MMLU" .
  ?evidence kg:sentence ?sentence ; oa:hasSelector/oa:exact ?surface .
}}
```

`ontology.ttl` declares the names, `shapes.ttl` the rules (SHACL), `context.jsonld` the terms of the JSON-LD. Prefixes:

```sparql
{prefixes}```"""
