"""Records to RDF: the one place that mints IRIs and makes literals safe.

IRIs, each id percent-encoded (`C++` is `C%2B%2B`):

    https://kg.example/id/paper/ID      a kg:Paper, fabio:ConferencePaper, schema:ScholarlyArticle
    https://kg.example/id/concept/ID    a kg:Concept, skos:Concept, kg:Model (its kind), and the kind's other classes
    https://kg.example/id/result/ID     a kg:Result, mls:ModelEvaluation
    https://kg.example/id/statement/H   a rdf:Statement; H is a hash of source, type and target
    https://kg.example/id/evidence/H    a kg:Evidence; H is a hash of the statement, the place and who said so
    https://kg.example/id/scheme/concepts, .../dataset/graph    the concept scheme, the data set

An edge is the plain triple `<paper> kg:evaluatesOn <concept>`, and one statement about it:

    <statement> a rdf:Statement; rdf:subject <paper>; rdf:predicate kg:evaluatesOn; rdf:object <concept>;
        kg:kind "Benchmark"; kg:confidence 0.97; kg:n_evidence 2; kg:evidence <evidence>, <evidence>;
        kg:best_evidence <evidence>.
    <evidence> a kg:Evidence, oa:SpecificResource; kg:paper <paper>; kg:field "text"; kg:sentence "..."; kg:cue "...";
        kg:sentence_start 120; kg:said_by "..."; kg:role_by "..."; kg:confidence 0.97;
        oa:hasSource <paper#text>; oa:hasSelector <evidence#place>.
    <evidence#place> a oa:TextPositionSelector, oa:TextQuoteSelector; oa:start 130; oa:end 135; oa:exact "GSM8K".

Between concepts the statement has `kg:rule` instead of evidence; BROADER is asserted as skos:broader too.
Nodes: dcterms:identifier "ID"; papers rdfs:label, dcterms:title, dcterms:abstract, kg:year, kg:venue, dc:creator (each
author; kg:author_list leads to an rdf:Seq that keeps the order), schema:url, schema:keywords, kg:source; concepts
skos:prefLabel, skos:altLabel, kg:kind "Model", kg:n_papers, kg:mentioned, kg:kind_votes, kg:former_ids, skos:inScheme;
results kg:paper <paper>, kg:value, kg:metric, kg:on_text, kg:by_text, kg:vs (as written), kg:low, kg:high
(xsd:decimal), kg:unit, kg:relation, kg:change, and the links kg:on, kg:by, kg:of. Names: kg.vocabulary.
There are no blank nodes.
"""

import math
from collections.abc import Iterable, Iterator
from decimal import Decimal
from functools import cache
from urllib.parse import quote

from pyoxigraph import Literal, NamedNode, Triple

from kg import properties, vocabulary
from kg.errors import SchemaError
from kg.graph import Graph, family
from kg.graph import edges as edges_of
from kg.graph import nodes as nodes_of
from kg.properties import Value
from kg.records import Edge, Evidence, Node, Paper
from kg.schema import SCHEMA, TEXT_PROPERTIES, EdgeType, NodeKind, PropertyType
from kg.text import digest
from kg.vocabulary import BASE, Owner

LOSSY = "the order of keywords, and of evidence that is equally good, is not kept; nothing reads it back into a graph"

_HASH_LENGTH = 32


def of_graph(graph: Graph, *, include_text: bool = True, base: str = BASE) -> Iterator[Triple]:
    """Yield the triples of a graph, header first; equal graphs give the same triples in the same order."""
    yield from header(nodes_of(graph), graph.graph.get("run") or {}, base=base)
    yield from triples(nodes_of(graph), edges_of(graph), include_text=include_text, base=base)


def triples(
    nodes: Iterable[Node], edges: Iterable[Edge], *, include_text: bool = True, base: str = BASE
) -> Iterator[Triple]:
    """Yield the triples of these records in their order, holding no more than one record in memory.

    >>> from kg.records import Concept
    >>> cpp = Concept(id="c++", kind="Method", name="C++")
    >>> print(next(triples([cpp], [])))
    <https://kg.example/id/concept/c%2B%2B> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <https://kg.example/schema/Concept>
    """
    for node in nodes:
        yield from _of_node(node, include_text=include_text, base=base)
    for edge in edges:
        yield from _of_edge(edge, include_text=include_text, base=base)


def iri(kind: str, id: str, *, base: str = BASE, fragment: str = "") -> NamedNode:  # noqa: A002
    """Return the IRI of the paper, concept, result, ... with this id; different ids give different IRIs.

    >>> iri("concept", "c#").value, iri("paper", "..").value
    ('https://kg.example/id/concept/c%23', 'https://kg.example/id/paper/%2E%2E')

    Raises SchemaError if the id holds half a surrogate pair or `base` is no IRI.
    """
    try:
        name = quote(id, safe="")
        if not name.strip("."):  # a path of dots alone would be folded away by a reader
            name = name.replace(".", "%2E")
        return NamedNode(f"{base}{kind}/{name}{fragment}")
    except (ValueError, TypeError) as error:
        raise SchemaError(f"{base}{kind}/{id!r}: not an IRI ({error}); ids hold whole characters") from error


def statement_iri(edge: Edge, *, base: str = BASE) -> NamedNode:
    """Return the IRI of the statement of an edge: a hash of source, type and target."""
    return iri("statement", _edge_hash(edge), base=base)


def evidence_iri(edge: Edge, evidence: Evidence, *, base: str = BASE) -> NamedNode:
    """Return the IRI of a piece of evidence: a hash of its edge, place and who said so: the same without text."""
    place = (evidence.paper, evidence.field, evidence.start, evidence.end, evidence.said_by, evidence.role_by)
    return iri("evidence", digest("\x1f".join(map(str, (_edge_hash(edge), *place))), length=_HASH_LENGTH), base=base)


@cache
def named(curie: str) -> NamedNode:
    """Return the IRI of a curie as a term."""
    return NamedNode(vocabulary.expand(curie))


def header(nodes: Iterable[Node], run: dict[str, object], *, base: str = BASE) -> Iterator[Triple]:
    """Yield what the data set is: its scheme, vocabulary and counts (SKOS, VoID, DCAT), and its run (PROV)."""
    dataset, scheme = iri("dataset", "graph", base=base), iri("scheme", "concepts", base=base)
    counts = dict.fromkeys(SCHEMA.kind_names, 0)
    for node in nodes:
        counts[_kind(node).name] += 1
    yield Triple(dataset, named("rdf:type"), named("void:Dataset"))
    yield Triple(dataset, named("rdf:type"), named("dcat:Dataset"))
    yield Triple(dataset, named("dcterms:title"), Literal("Papers and what they propose, use, compare and measure"))
    yield Triple(dataset, named("void:vocabulary"), NamedNode(vocabulary.KG))
    yield Triple(dataset, named("void:uriSpace"), Literal(base))
    yield Triple(dataset, named("void:entities"), Literal(sum(counts.values())))
    for kind in (kind for kind, count in counts.items() if count):
        yield Triple(dataset, named("void:classPartition"), _part(kind, base))
    yield from _run(dataset, run, base)
    for kind, count in counts.items():
        if count:
            yield Triple(_part(kind, base), named("void:class"), named(f"kg:{kind}"))
            yield Triple(_part(kind, base), named("void:entities"), Literal(count))
    yield Triple(scheme, named("rdf:type"), named("skos:ConceptScheme"))
    yield Triple(scheme, named("rdfs:label"), Literal("Methods, models, data sets, benchmarks, tasks and metrics"))


def _part(kind: str, base: str) -> NamedNode:
    return iri("dataset", "graph", base=base, fragment=f"#{kind}")


def _run(dataset: NamedNode, run: dict[str, object], base: str) -> Iterator[Triple]:
    if not run:
        return
    lines = "\n".join(f"{key}: {run[key]}" for key in sorted(run))
    activity = iri("run", digest(lines, length=_HASH_LENGTH), base=base)
    yield Triple(dataset, named("prov:wasGeneratedBy"), activity)
    yield Triple(activity, named("rdf:type"), named("prov:Activity"))
    yield Triple(activity, named("rdfs:comment"), _string(lines, "run"))


def _of_node(node: Node, *, include_text: bool, base: str) -> Iterator[Triple]:
    kind, owner = _kind(node), family(node)
    subject = iri(owner.lower(), node.id, base=base)
    classes = [vocabulary.FAMILY_CLASSES[owner], *(["skos:Concept"] if owner == "Concept" else [])]
    for curie in dict.fromkeys((*classes, f"kg:{kind.name}", *kind.also)):
        yield Triple(subject, named("rdf:type"), named(curie))
    yield from _values(subject, owner, properties.of_node(node), include_text=include_text, base=base)
    if owner == "Concept":
        yield Triple(subject, named("skos:inScheme"), iri("scheme", "concepts", base=base))
    if isinstance(node, Paper):
        yield from _paper_parts(node, subject, base)


def _paper_parts(paper: Paper, subject: NamedNode, base: str) -> Iterator[Triple]:
    authors = iri("paper", paper.id, base=base, fragment="#authors")
    if paper.authors:
        yield Triple(subject, named("kg:author_list"), authors)
        yield Triple(authors, named("rdf:type"), named("rdf:Seq"))
    for position, author in enumerate(paper.authors, start=1):
        yield Triple(authors, named(f"rdf:_{position}"), _string(author, paper.id))
    for field in ("title", "text"):
        if getattr(paper, field):
            yield Triple(iri("paper", paper.id, base=base, fragment=f"#{field}"), named("dcterms:isPartOf"), subject)


def _of_edge(edge: Edge, *, include_text: bool, base: str) -> Iterator[Triple]:
    declared = _edge_type(edge)
    source = iri(declared.source.lower(), edge.source, base=base)
    target = iri(declared.target.lower(), edge.target, base=base)
    predicate = named(vocabulary.edge_curie(edge.type))
    yield Triple(source, predicate, target)
    for curie in (curie for curie in declared.below if curie.startswith("skos:")):
        yield Triple(source, named(curie), target)  # SKOS tools don't infer from sub-properties
    statement = statement_iri(edge, base=base)
    yield Triple(statement, named("rdf:type"), named("rdf:Statement"))
    yield Triple(statement, named("rdf:subject"), source)
    yield Triple(statement, named("rdf:predicate"), predicate)
    yield Triple(statement, named("rdf:object"), target)
    yield from _values(statement, "Edge", properties.of_edge(edge), include_text=include_text, base=base)
    found = [(evidence_iri(edge, evidence, base=base), evidence) for evidence in edge.evidence]
    for subject, _ in found:
        yield Triple(statement, named("kg:evidence"), subject)
    if found:
        yield Triple(statement, named("kg:best_evidence"), found[0][0])
    for subject, evidence in found:
        yield from _of_evidence(subject, evidence, include_text=include_text, base=base)


def _of_evidence(subject: NamedNode, evidence: Evidence, *, include_text: bool, base: str) -> Iterator[Triple]:
    values = properties.of_evidence(evidence)
    place = {name: values.pop(name) for name in vocabulary.SELECTOR}
    selector = NamedNode(f"{subject.value}#place")
    yield Triple(subject, named("rdf:type"), named("kg:Evidence"))
    yield Triple(subject, named("rdf:type"), named("oa:SpecificResource"))
    yield from _values(subject, "Evidence", values, include_text=include_text, base=base)
    source = iri("paper", evidence.paper, base=base, fragment=f"#{evidence.field}")
    yield Triple(subject, named("oa:hasSource"), source)
    yield Triple(subject, named("oa:hasSelector"), selector)
    yield Triple(selector, named("rdf:type"), named("oa:TextPositionSelector"))
    yield Triple(selector, named("rdf:type"), named("oa:TextQuoteSelector"))
    yield from _values(selector, "Evidence", place, include_text=include_text, base=base)


def _values(
    subject: NamedNode, owner: Owner, values: dict[str, Value], *, include_text: bool, base: str
) -> Iterator[Triple]:
    types = _types(owner)
    for name, value in values.items():
        if name in TEXT_PROPERTIES and not include_text:
            continue
        predicate = named(vocabulary.property_curie(owner, name))
        linked = vocabulary.is_link(owner, name)
        for item in dict.fromkeys(value) if isinstance(value, list) else (value,):
            term = iri("paper", str(item), base=base) if linked else _literal(item, types[name], subject.value)
            yield Triple(subject, predicate, term)


@cache
def _types(owner: Owner) -> dict[str, PropertyType]:
    return {declared.name: declared.type for declared in vocabulary.properties(owner)}


def _literal(value: object, declared: PropertyType, where: str) -> Literal:
    """Return a value as a literal: a number that may be broken as xsd:decimal without exponent, others as they are."""
    if isinstance(value, str):
        return _string(value, where)
    if isinstance(value, bool):
        return Literal(value)
    if isinstance(value, int) and declared != "float":
        return Literal(str(value), datatype=named("xsd:integer"))
    if isinstance(value, int | float) and math.isfinite(value):
        return Literal(f"{Decimal(repr(value)):f}", datatype=named("xsd:decimal"))
    raise SchemaError(f"{where}: {value!r} where a {declared} belongs; leave out what has no value")


def _string(value: str, where: str) -> Literal:
    try:
        return Literal(value)
    except ValueError as error:
        raise SchemaError(f"{where}: {value[:60]!r} holds half a surrogate pair; take it out") from error


def _kind(node: Node) -> NodeKind:
    try:
        return SCHEMA.kind(properties.labels(node)[-1])
    except KeyError as error:
        raise SchemaError(f"{node.id}: no kind {error}; the kinds are {', '.join(SCHEMA.kind_names)}") from error


def _edge_type(edge: Edge) -> EdgeType:
    try:
        return SCHEMA.edge_type(edge.type)
    except KeyError as error:
        known = ", ".join(edge_type.name for edge_type in SCHEMA.edge_types)
        raise SchemaError(f"{edge.source}: no edge type {error}; the types are {known}") from error


def _edge_hash(edge: Edge) -> str:
    return digest(f"{edge.source}\x1f{edge.type}\x1f{edge.target}", length=_HASH_LENGTH)
