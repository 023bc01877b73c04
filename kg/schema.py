"""What a graph may hold: node kinds, edge types, their properties and rules. THE one declaration.

Everything else that knows a label, a property, a colour or a rule derives it from `SCHEMA`: ontology,
SHACL shapes, JSON-LD context, Neo4j constraints, the documentation page, the store, the exporters, the
validator, the picture's legend.

One name has three spellings by rule: kinds are PascalCase (label and class), edge types UPPER_SNAKE
(Cypher) and lowerCamel (RDF predicate, `predicate()`), properties snake_case.
"""

from dataclasses import dataclass
from typing import Literal

PropertyType = Literal["string", "integer", "float", "boolean", "strings"]
Family = Literal["Paper", "Concept", "Result"]

TEXT_PROPERTIES = frozenset({"text", "sentence"})
"""The properties that hold an abstract or a sentence of it: an export without text leaves them out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Property:
    """One property of a node or an edge; `strings` is a list of strings in a fixed order."""

    name: str
    type: PropertyType
    doc: str
    required: bool = False
    allowed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeKind:
    """One kind of node. Its `family` says which properties it has; `also` are classes of other vocabularies."""

    name: str
    family: Family
    doc: str
    color: str
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EdgeType:
    """One type of edge: the families of its ends, the kinds that its target may have in the paper.

    `evidence` says whether an edge without evidence is refused; `stored` is false for types that are
    derived on demand. `symmetric` edges are stored once, source < target.
    """

    name: str
    doc: str
    source: Family
    target: Family
    kinds: tuple[str, ...] = ()
    evidence: bool = False
    below: tuple[str, ...] = ()
    stored: bool = True
    symmetric: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Schema:
    """The kinds, edge types and properties together; `roles` are strongest first."""

    kinds: tuple[NodeKind, ...]
    edge_types: tuple[EdgeType, ...]
    node_properties: dict[Family, tuple[Property, ...]]
    edge_properties: tuple[Property, ...]
    evidence_properties: tuple[Property, ...]

    def kind(self, name: str) -> NodeKind:
        """Return the declaration of a kind; KeyError if there is none."""
        for kind in self.kinds:
            if kind.name == name:
                return kind
        raise KeyError(name)

    def edge_type(self, name: str) -> EdgeType:
        """Return the declaration of an edge type; KeyError if there is none."""
        for edge_type in self.edge_types:
            if edge_type.name == name:
                return edge_type
        raise KeyError(name)

    @property
    def kind_names(self) -> tuple[str, ...]:
        """The names of all kinds, in order of declaration."""
        return tuple(k.name for k in self.kinds)

    @property
    def concept_kinds(self) -> tuple[str, ...]:
        """The names of the kinds that a concept may have."""
        return tuple(k.name for k in self.kinds if k.family == "Concept")

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles of annotation (edge types in lower case), the strongest first."""
        return tuple(t.name.lower() for t in self.edge_types if t.source == "Paper" and t.target == "Concept")

    def roles_of(self, kind: str) -> tuple[str, ...]:
        """Return the roles that an entity of `kind` may have, the strongest first.

        >>> SCHEMA.roles_of("Task")
        ('proposes', 'addresses', 'mentions')
        """
        return tuple(r for r in self.roles if kind in self.edge_type(r.upper()).kinds)


def predicate(edge_type: str) -> str:
    """Return the lowerCamel spelling of an edge type.

    >>> predicate("EVALUATES_ON")
    'evaluatesOn'
    """
    first, *rest = edge_type.lower().split("_")
    return first + "".join(word.capitalize() for word in rest)


_THINGS = ("Method", "Model", "Dataset", "Benchmark", "Task", "Metric")

SCHEMA = Schema(
    kinds=(
        NodeKind(
            name="Paper",
            family="Paper",
            doc="A paper of the list, known by its abstract.",
            color="#8d99ae",
            also=("fabio:ConferencePaper", "schema:ScholarlyArticle"),
        ),
        NodeKind(
            name="Method",
            family="Concept",
            doc="A named or established procedure: algorithm, training or inference technique, framework, "
            "agent system, loss, sampler, attack, theoretical tool.",
            color="#e4572e",
            also=("mls:Algorithm",),
        ),
        NodeKind(
            name="Model",
            family="Concept",
            doc="A trained or trainable model, or a family of them: GPT-4, ViT, diffusion models.",
            color="#7b4ab5",
            also=("fair4ml:MLModel", "mls:Model"),
        ),
        NodeKind(
            name="Dataset",
            family="Concept",
            doc="A named collection of data that is trained or tested on: ImageNet, MIMIC-III.",
            color="#2e86ab",
            also=("schema:Dataset", "dcat:Dataset", "mls:Dataset"),
        ),
        NodeKind(
            name="Benchmark",
            family="Concept",
            doc="A named suite made to compare systems: test or task suite, environment suite, leaderboard, "
            "challenge: MMLU, SWE-bench, LIBERO.",
            color="#17a398",
            also=("mls:EvaluationSpecification",),
        ),
        NodeKind(
            name="Task",
            family="Concept",
            doc="A problem, field or phenomenon that is worked on: federated learning, code generation, hallucination.",
            color="#f2a541",
            also=("mls:Task",),
        ),
        NodeKind(
            name="Metric",
            family="Concept",
            doc="A measure by which something is judged: perplexity, F1, attack success rate.",
            color="#5f8f3e",
            also=("mls:EvaluationMeasure",),
        ),
        NodeKind(
            name="Result",
            family="Result",
            doc="A number that an abstract reports for a measured quantity.",
            color="#b56576",
            also=("mls:ModelEvaluation",),
        ),
    ),
    edge_types=(
        EdgeType(
            name="PROPOSES",
            doc="The paper introduces, releases or coins it.",
            source="Paper",
            target="Concept",
            kinds=_THINGS,
            evidence=True,
            below=("schema:about",),
        ),
        EdgeType(
            name="EVALUATES_ON",
            doc="The paper reports experiments on it.",
            source="Paper",
            target="Concept",
            kinds=("Dataset", "Benchmark"),
            evidence=True,
            below=("schema:mentions",),
        ),
        EdgeType(
            name="COMPARES_TO",
            doc="It is a baseline or competitor in the paper, or what the contribution is claimed better than.",
            source="Paper",
            target="Concept",
            kinds=("Method", "Model"),
            evidence=True,
            below=("schema:mentions",),
        ),
        EdgeType(
            name="USES",
            doc="The paper builds on it, applies, extends, trains on, analyses or studies it.",
            source="Paper",
            target="Concept",
            kinds=("Method", "Model", "Dataset", "Benchmark"),
            evidence=True,
            below=("schema:mentions",),
        ),
        EdgeType(
            name="ADDRESSES",
            doc="It is the problem that the paper works on.",
            source="Paper",
            target="Concept",
            kinds=("Task",),
            evidence=True,
            below=("schema:about",),
        ),
        EdgeType(
            name="MEASURES",
            doc="The paper reports it or optimises for it.",
            source="Paper",
            target="Concept",
            kinds=("Metric",),
            evidence=True,
            below=("schema:mentions",),
        ),
        EdgeType(
            name="MENTIONS",
            doc="Background only: none of the other types holds.",
            source="Paper",
            target="Concept",
            kinds=_THINGS,
            evidence=True,
            below=("schema:mentions",),
        ),
        EdgeType(
            name="REPORTS",
            doc="The paper reports this number.",
            source="Paper",
            target="Result",
            evidence=True,
        ),
        EdgeType(
            name="ON",
            doc="What the number was measured on.",
            source="Result",
            target="Concept",
            kinds=("Dataset", "Benchmark", "Task"),
        ),
        EdgeType(
            name="BY",
            doc="Whose number it is.",
            source="Result",
            target="Concept",
            kinds=("Method", "Model", "Dataset", "Benchmark", "Task"),
        ),
        EdgeType(
            name="OF", doc="Which measure the number is of.", source="Result", target="Concept", kinds=("Metric",)
        ),
        EdgeType(
            name="VARIANT_OF",
            doc="It is a version, size or variant of this family: Llama-3-8B of Llama 3.",
            source="Concept",
            target="Concept",
            kinds=_THINGS,
        ),
        EdgeType(
            name="BROADER",
            doc="It is a special case of this: personalized federated learning of federated learning.",
            source="Concept",
            target="Concept",
            kinds=_THINGS,
            below=("skos:broader",),
        ),
        EdgeType(
            name="CO_OCCURS_WITH",
            doc="Derived on demand: both stand in the same papers.",
            source="Concept",
            target="Concept",
            kinds=_THINGS,
            stored=False,
            symmetric=True,
        ),
    ),
    node_properties={
        "Paper": (
            Property(name="id", type="string", doc="Its key in the list, else a hash of its text.", required=True),
            Property(name="label", type="string", doc="What a reader is shown.", required=True),
            Property(name="title", type="string", doc="The title, if the list has one."),
            Property(name="text", type="string", doc="The abstract as it was read.", required=True),
            Property(name="year", type="integer", doc="The year of publication."),
            Property(name="venue", type="string", doc="Conference or journal."),
            Property(name="authors", type="strings", doc="The authors in order."),
            Property(name="url", type="string", doc="Where the paper is."),
            Property(name="keywords", type="strings", doc="Keywords of the list."),
            Property(name="source", type="string", doc="File and place where it was read."),
        ),
        "Concept": (
            Property(name="id", type="string", doc="From the normal form of its long form or name.", required=True),
            Property(
                name="kind", type="string", doc="The kind that most papers give it.", required=True, allowed=_THINGS
            ),
            Property(name="name", type="string", doc="Its most used spelling.", required=True),
            Property(name="aliases", type="strings", doc="All its other spellings, sorted."),
            Property(name="kind_votes", type="strings", doc="How many papers give it each kind: 'Task:12'."),
            Property(name="mentioned", type="boolean", doc="False if no paper names it.", required=True),
            Property(name="n_papers", type="integer", doc="How many papers name it.", required=True),
            Property(name="former_ids", type="strings", doc="Ids of earlier builds."),
        ),
        "Result": (
            Property(name="id", type="string", doc="The paper's id and the place of the value.", required=True),
            Property(name="paper", type="string", doc="The id of the paper that reports it.", required=True),
            Property(name="value", type="string", doc="The number as written.", required=True),
            Property(name="metric", type="string", doc="The measure as written.", required=True),
            Property(name="on", type="string", doc="What it was measured on, as written."),
            Property(name="by", type="string", doc="Whose number it is, as written."),
            Property(name="vs", type="string", doc="What it is compared with, as written."),
            Property(name="low", type="float", doc="The number, or the lower end of a range."),
            Property(name="high", type="float", doc="The number, or the upper end of a range."),
            Property(name="unit", type="string", doc="%, ×, points, a physical unit, or nothing."),
            Property(
                name="relation",
                type="string",
                doc="How the number stands to what it is compared with.",
                allowed=("absolute", "ratio", "difference"),
            ),
            Property(name="change", type="string", doc="The direction.", allowed=("up", "down", "none")),
        ),
    },
    edge_properties=(
        Property(name="kind", type="string", doc="The kind that the target has in this paper.", allowed=_THINGS),
        Property(name="confidence", type="float", doc="Between 0 and 1, three decimals.", required=True),
        Property(name="n_evidence", type="integer", doc="How many places of the paper say so.", required=True),
        Property(name="rule", type="string", doc="The rule and its grounds, for edges between concepts."),
    ),
    evidence_properties=(
        Property(name="paper", type="string", doc="The id of the paper.", required=True),
        Property(name="field", type="string", doc="Where it stands.", required=True, allowed=("title", "text")),
        Property(name="start", type="integer", doc="Offset of the surface in the field, in characters.", required=True),
        Property(name="end", type="integer", doc="Offset behind the surface.", required=True),
        Property(name="surface", type="string", doc="The words as written.", required=True),
        Property(name="sentence", type="string", doc="The sentence around them.", required=True),
        Property(name="sentence_start", type="integer", doc="Offset of the sentence in the field.", required=True),
        Property(name="said_by", type="string", doc="The rule or model that found the surface.", required=True),
        Property(name="role_by", type="string", doc="The rule or model that decided the edge type."),
        Property(name="cue", type="string", doc="The words that speak for the edge type."),
        Property(name="confidence", type="float", doc="Between 0 and 1, three decimals.", required=True),
    ),
)
