"""Whether a graph keeps the schema: `validate` asks our own rules, `validate_shacl` the published shapes.

Both must agree; a test breaks graphs in every way that the schema can derive and both must object. Neo4j's
Community edition enforces uniqueness only, so this is the gate before anything is stored or exported.
"""

from collections import Counter
from collections.abc import Iterator

from kg.graph import Graph, ends, family, key
from kg.records import Concept, Edge, Node, Paper, ReportedResult
from kg.schema import SCHEMA
from kg.validation import edges as edge_rules
from kg.validation import values
from kg.validation.problems import Problem

__all__ = ["Problem", "validate", "validate_shacl"]


def validate(graph: Graph) -> tuple[Problem, ...]:
    """Return all that breaks the schema in a graph, sorted by place; nothing if it is whole.

    >>> from kg.graph import make
    >>> from kg.records import Concept
    >>> for problem in validate(make([Concept(id="x", kind="Toy", name="X")], [])):
    ...     print(problem)
    concept:x, kind: 'Toy'; one of Method, Model, Dataset, Benchmark, Task, Metric
    """
    records = {name: data.get("record") for name, data in graph.nodes(data=True)}
    nodes = {name: record for name, record in records.items() if isinstance(record, Paper | Concept | ReportedResult)}
    problems = [Problem(where=name, what="no record", allowed="a node carries its record; edges end at nodes")
                for name in sorted(records.keys() - nodes.keys())]  # fmt: skip
    for name in sorted(nodes):
        problems += _node_problems(name, nodes[name])
    problems += _edges_problems(graph, nodes)
    return tuple(problems)


def validate_shacl(graph: Graph) -> tuple[Problem, ...]:
    """Return what the published SHACL shapes object to in the RDF of a graph; slow (seconds a thousand papers).

    Raises MissingPartError if pySHACL is not installed.
    """
    from kg.validation.shacl import problems  # rdflib and pySHACL take their time to load

    return problems(graph)


def _node_problems(name: str, node: Node) -> Iterator[Problem]:
    if name != key(family(node), node.id):
        yield Problem(where=name, what=f"holds the record of {node.id!r}", allowed="a key is family and id")
    yield from values.of_record(name, SCHEMA.node_properties[family(node)], node)
    if isinstance(node, Concept):
        yield from values.of_concept(name, node)
    if isinstance(node, ReportedResult):
        yield from values.of_result(name, node)


def _edges_problems(graph: Graph, nodes: dict[str, Node]) -> Iterator[Problem]:
    roles: Counter[tuple[str, str]] = Counter()
    for source, target, edge_type in sorted(graph.edges(keys=True)):
        where = f"{source} {edge_type} {target}"
        edge = graph.edges[source, target, edge_type].get("record")
        if not isinstance(edge, Edge):
            yield Problem(where=where, what="no record", allowed="an edge carries its record")
        elif edge.type not in edge_rules.TYPES:
            yield Problem(where=where, what=f"type {edge.type!r}", allowed=f"one of {', '.join(edge_rules.TYPES)}")
        elif edge.type != edge_type or ends(edge) != (source, target):
            found = f"holds the record of {edge.source!r} {edge.type} {edge.target!r}"
            yield Problem(where=where, what=found, allowed="an edge lies between its ends, under its type")
        else:
            yield from edge_rules.problems(where, edge, nodes.get(source), nodes.get(target))
            roles[source, target] += edge_type.lower() in SCHEMA.roles
    for (source, target), count in sorted(roles.items()):
        if count > 1:
            found = f"{count} roles"
            yield Problem(where=f"{source} {target}", what=found, allowed="a paper has one role for a concept")
