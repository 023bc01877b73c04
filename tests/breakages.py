"""Graphs broken in every way that the schema can derive, one breach each: name -> graph."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from kg.graph import Graph, family, make
from kg.records import Concept, Edge, Evidence, Node, Paper, ReportedResult
from kg.schema import SCHEMA, EdgeType, Property
from tests.strategies import REFUSED, evidence

Records = tuple[list[Node], list[Edge]]
_DERIVED = {"kind_votes", "n_papers", "n_evidence"}
_STORED = [edge_type for edge_type in SCHEMA.edge_types if edge_type.stored]


def whole(edge_type: EdgeType, *, mark: str = "") -> Records:
    """Return the smallest whole graph with an edge of this type, which comes last; ids begin with `mark`."""
    kind = edge_type.kinds[0] if edge_type.kinds else "Method"
    paper = Paper(id=f"{mark}p", label="p", title="On C++ 😀", text="We 😀 use C++. It gains 7% more.", year=2025,
                  authors=("A",), keywords=("k",), venue="v", url="u", source="s")  # fmt: skip
    concept = Concept(id=f"{mark}c", kind=kind, name="C++", aliases=("cpp",), kind_votes=((kind, 1),),
                      former_ids=(f"{mark}f",))  # fmt: skip
    other = replace(concept, id=f"{mark}d", former_ids=())
    result = ReportedResult(id=f"{mark}r", paper=paper.id, value="7%", metric="gains", on="o", by="b", vs="v",
                            low=7.0, high=8.0, unit="%")  # fmt: skip
    gains = replace(evidence(paper, "7%"), sentence="It gains 7% more.", sentence_start=14)
    reports = Edge(source=paper.id, type="REPORTS", target=result.id, confidence=0.5, evidence=(gains,))
    uses = replace(evidence(paper, "C++"), sentence="We 😀 use C++.", sentence_start=0)
    match edge_type.source, edge_type.target:
        case "Paper", "Concept":
            edge = Edge(source=paper.id, type=edge_type.name, target=concept.id, kind=kind, evidence=(uses,))
            return [paper, concept], [edge]
        case "Paper", "Result":
            return [paper, result], [reports]
        case "Result", _:
            edge = Edge(source=result.id, type=edge_type.name, target=concept.id, kind=kind)
            return [paper, concept, result], [reports, edge]
        case _:
            edge = Edge(source=concept.id, type=edge_type.name, target=other.id, rule="test")
            return [concept, other], [edge]


def breakages() -> dict[str, Graph]:
    """Return the broken graphs; the ids of the n-th begin with `xn-`, so that they can stand in one graph."""
    found: dict[str, Graph] = {}
    for name, edge_type, change in _changes():
        mark = f"x{len(found)}-"
        assert name not in found
        found[name] = make(*change(whole(edge_type, mark=mark)))
    return found


def _changes() -> Iterator[tuple[str, EdgeType, Any]]:
    yield from _node_changes()
    for edge_type in _STORED:
        yield from _edge_changes(edge_type)
    yield from _evidence_changes()
    uses = SCHEMA.edge_type("USES")
    yield "two roles", uses, lambda r: (r[0], [*r[1], replace(r[1][-1], type="PROPOSES")])
    yield "the name among the aliases", uses, lambda r: (_with(r[0], "Concept", "aliases", ("C++",)), r[1])
    yield "votes for no kind", uses, lambda r: (_with(r[0], "Concept", "kind_votes", (("Toy", 1),)), r[1])
    yield "no votes for a kind", uses, lambda r: (_with(r[0], "Concept", "kind_votes", (("Task", 0),)), r[1])
    reports = SCHEMA.edge_type("REPORTS")
    yield "low above high", reports, lambda r: (_with(r[0], "Result", "low", 9.0), r[1])
    yield "the result of another paper", reports, _anothers_result
    for edge_type in (t for t in SCHEMA.edge_types if not t.stored):
        yield f"{edge_type.name} is derived", edge_type, lambda r: r


def _anothers_result(records: Records) -> Records:
    nodes, edges = records
    paper = next(node for node in nodes if isinstance(node, Paper))
    return [*_with(nodes, "Result", "paper", f"{paper.id}2"), replace(paper, id=f"{paper.id}2")], edges


def _node_changes() -> Iterator[tuple[str, EdgeType, Any]]:
    edge_type_by_family = {"Paper": "USES", "Concept": "USES", "Result": "REPORTS"}
    for family_, properties in SCHEMA.node_properties.items():
        edge_type = SCHEMA.edge_type(edge_type_by_family[family_])
        for declared in (p for p in properties if p.name not in _DERIVED):
            for what, value in _wrong_values(declared):
                yield (f"{family_} {declared.name} {what}", edge_type,
                       lambda r, f=family_, n=declared.name, v=value: (_with(r[0], f, n, v), r[1]))  # fmt: skip


def _edge_changes(edge_type: EdgeType) -> Iterator[tuple[str, EdgeType, Any]]:
    def change(**values: Any) -> Any:
        return lambda r: (r[0], [*r[1][:-1], replace(r[1][-1], **values)])

    name = edge_type.name
    for declared in (p for p in SCHEMA.edge_properties if p.name not in _DERIVED):
        for what, value in _wrong_values(declared):
            if not (what == "missing" and value is None):
                yield f"{name} {declared.name} {what}", edge_type, change(**{declared.name: value})
    for confidence in (-0.001, 1.001):
        yield f"{name} confidence {confidence}", edge_type, change(confidence=confidence)
    for kind in set(SCHEMA.concept_kinds) - set(edge_type.kinds):
        yield f"{name} to a {kind}", edge_type, change(kind=kind)
    if edge_type.kinds and edge_type.source != "Concept":
        yield f"{name} without kind", edge_type, change(kind="")
    if edge_type.evidence:
        yield f"{name} without evidence", edge_type, change(evidence=())
    else:
        yield f"{name} with evidence", edge_type, _with_evidence
    if edge_type.source == edge_type.target:
        yield f"{name} without rule", edge_type, change(rule="")
        yield f"{name} to itself", edge_type, lambda r: (r[0], [replace(r[1][-1], target=r[1][-1].source)])
    yield f"{name} to nothing", edge_type, lambda r: (r[0], [replace(r[1][-1], target=f"{r[1][-1].target}?")])
    yield f"{name} from nothing", edge_type, lambda r: (r[0], [replace(r[1][-1], source=f"{r[1][-1].source}?")])


def _with_evidence(records: Records) -> Records:
    nodes, edges = records
    paper = Paper(id=f"{nodes[0].id}p", label="p", text="C++.")
    return [*nodes, paper], [*edges[:-1], replace(edges[-1], evidence=(evidence(paper, "C++"),))]


def _evidence_changes() -> Iterator[tuple[str, EdgeType, Any]]:
    def change(**values: Any) -> Any:
        return lambda r: (r[0], [replace(r[1][-1], evidence=(replace(r[1][-1].evidence[0], **values),))])

    for name in ("USES", "REPORTS"):
        edge_type = SCHEMA.edge_type(name)
        place: Evidence = whole(edge_type)[1][-1].evidence[0]
        for declared in SCHEMA.evidence_properties:
            for what, value in _wrong_values(declared):
                yield f"{name} evidence {declared.name} {what}", edge_type, change(**{declared.name: value})
        for field in ("start", "end", "sentence_start"):
            for step in (-1, 1):
                moved = {field: getattr(place, field) + step}
                yield f"{name} evidence {field} moved by {step}", edge_type, change(**moved)
        yield f"{name} evidence in the title", edge_type, change(field="title")
        yield f"{name} evidence with another surface", edge_type, change(surface="C--")
        yield f"{name} evidence with another sentence", edge_type, change(sentence="We use D++ here.")
        yield f"{name} evidence with too short a sentence", edge_type, change(sentence=place.sentence[:2])
        yield f"{name} evidence confidence 1.5", edge_type, change(confidence=1.5)
        yield f"{name} evidence of another paper", edge_type, _of_another_paper


def _of_another_paper(records: Records) -> Records:
    nodes, edges = records
    paper = next(node for node in nodes if isinstance(node, Paper))
    twin = replace(paper, id=f"{paper.id}2")
    moved = replace(edges[-1].evidence[0], paper=twin.id)
    return [*nodes, twin], [*edges[:-1], replace(edges[-1], evidence=(moved,))]


def _with(nodes: list[Node], family_: str, name: str, value: Any) -> list[Node]:
    return [replace(node, **{name: value}) if family(node) == family_ else node for node in nodes]


def _wrong_values(declared: Property) -> Iterator[tuple[str, Any]]:
    """Yield values that a property must not have, each with what is wrong about it."""
    if declared.required:
        yield "missing", "" if declared.type == "string" else None
    if declared.allowed:
        yield "unknown", "toy"
    match declared.type:
        case "string":
            yield "a number", 7
            yield from ((f"with {character!a}", f"a{character}b") for character in REFUSED)
        case "strings":
            yield "with a number", (7,)
            yield "with an empty one", ("",)
            yield from ((f"with {character!a}", (f"a{character}b",)) for character in REFUSED)
        case "integer":
            yield "a string", "seven"
            yield "too large", 2**63
            yield "a truth value", True
        case "float":
            yield "a string", "seven"
            yield "infinite", float("inf")
            yield "not a number", float("nan")
        case "boolean":
            yield "a string", "yes"
