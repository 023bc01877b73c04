"""Schema to a page for people: what each kind, edge type and property means, with a diagram."""

from collections.abc import Iterable, Sequence

from kg import propertygraph, vocabulary
from kg.derivation.meaning import CHOICES, INTRODUCTION, LEFT_OUT, NEO4J, RDF, RESULTS, ROLES
from kg.schema import SCHEMA, EdgeType, Property
from kg.vocabulary import Owner

_TITLES: dict[Owner, str] = {
    "Paper": "Properties of a paper",
    "Concept": "Properties of a concept",
    "Result": "Properties of a result",
    "Edge": "Properties of an edge",
    "Evidence": "Properties of evidence",
}


def page() -> str:
    """Return the page as Markdown."""
    parts = [
        "# The schema\n\n" + INTRODUCTION,
        "## At a glance\n\n" + _diagram(),
        "## Kinds of nodes\n\n" + _kinds(),
        "### Which kind?\n\n" + CHOICES,
        "### What is left out\n\n" + LEFT_OUT,
        "## Types of edges\n\n" + _edge_types(),
        "### Which role?\n\n" + ROLES + "\n\n" + _roles(),
        "## Results\n\n" + RESULTS,
        *(f"## {title}\n\n{_properties(owner)}" for owner, title in _TITLES.items()),
        "## In Neo4j\n\n" + _neo4j(),
        "## In RDF\n\n" + _rdf(),
    ]
    return "\n\n".join(part.strip() for part in parts) + "\n"


def _diagram() -> str:
    lines = ["```mermaid", "flowchart LR", "  Paper([Paper])", "  Concept([Concept<br>one of six kinds])"]
    lines.append("  Result([Result])")
    ends = dict.fromkeys((t.source, t.target) for t in SCHEMA.edge_types)
    for source, target in ends:
        names = [_dotted(t) for t in SCHEMA.edge_types if (t.source, t.target) == (source, target)]
        lines.append(f'  {source} -->|"{"<br>".join(names)}"| {target}')
    lines += [f"  Concept -.- {kind.name}({kind.name})" for kind in SCHEMA.kinds if kind.family == "Concept"]
    lines += [f"  style {kind.name} fill:{kind.color},color:#fff" for kind in SCHEMA.kinds]
    return "\n".join([*lines, "```"])


def _dotted(edge_type: EdgeType) -> str:
    return edge_type.name if edge_type.stored else f"({edge_type.name})"


def _kinds() -> str:
    rows = ((f"`{kind.name}`", kind.doc, ", ".join(f"`{c}`" for c in kind.also)) for kind in SCHEMA.kinds)
    return _table(("kind", "is", "also, in RDF"), rows)


def _edge_types() -> str:
    rows = []
    for edge_type in SCHEMA.edge_types:
        kinds = "any" if edge_type.kinds == SCHEMA.concept_kinds else ", ".join(edge_type.kinds)
        ends = f"{edge_type.source} to {edge_type.target}"
        rows.append((f"`{edge_type.name}`", ends, kinds or "–", edge_type.doc, "yes" if edge_type.evidence else "no"))
    note = "`CO_OCCURS_WITH` is worked out when it is asked for and never stored. The kinds are those that the target\n"
    note += "has in that paper, which the edge keeps as `kind`; a concept's own kind is the majority's."
    return _table(("type", "from, to", "kinds of the target", "holds when", "evidence"), rows) + "\n\n" + note


def _roles() -> str:
    head = ("kind", *(f"`{role}`" for role in SCHEMA.roles))
    rows = ((kind, *("yes" if role in SCHEMA.roles_of(kind) else "" for role in SCHEMA.roles))
            for kind in SCHEMA.concept_kinds)  # fmt: skip
    return _table(head, rows)


def _properties(owner: Owner) -> str:
    rows = (
        (f"`{p.name}`", p.type, "yes" if p.required else "", _doc(p), f"`{vocabulary.property_curie(owner, p.name)}`")
        for p in vocabulary.properties(owner)
    )
    return _table(("property", "type", "required", "is", "in RDF"), rows)


def _doc(declared: Property) -> str:
    return f"{declared.doc} One of {', '.join(declared.allowed)}." if declared.allowed else declared.doc


def _neo4j() -> str:
    filled = {
        "LABELS": ", ".join(f"`:{':'.join(labels)}`" for labels in propertygraph.node_labels()),
        "RELATIONSHIP": _names(propertygraph.relationship_columns()),
        "MENTION": _names(propertygraph.node_columns(propertygraph.MENTION)),
        "MARKER": propertygraph.MARKER,
        "MARKER_COLUMNS": _names(propertygraph.node_columns(propertygraph.MARKER)),
        "STATEMENTS": "".join(f"{statement};\n" for statement in propertygraph.constraints()),
    }
    page = NEO4J
    for name, text in filled.items():
        page = page.replace(f"@{name}@", text)
    return page


def _names(columns: Iterable[Property]) -> str:
    return ", ".join(f"`{column.name}`" for column in columns)


def _rdf() -> str:
    prefixes = "".join(f"PREFIX {prefix}: <{namespace}>\n" for prefix, namespace in vocabulary.PREFIXES.items())
    predicates = ", ".join(f"`{vocabulary.edge_curie(edge_type.name)}`" for edge_type in SCHEMA.edge_types)
    return RDF.format(base=vocabulary.BASE, predicates=predicates, prefixes=prefixes)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines)
