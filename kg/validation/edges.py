"""Whether an edge is what its type allows: its ends, kind, rule and evidence."""

from collections.abc import Iterator
from itertools import groupby

from kg.records import Edge, Evidence, Node, Paper, ReportedResult
from kg.schema import SCHEMA, EdgeType
from kg.validation import values
from kg.validation.problems import Problem

TYPES = tuple(edge_type.name for edge_type in SCHEMA.edge_types if edge_type.stored)
"""The types that a graph may hold; others are derived on demand."""


def problems(where: str, edge: Edge, source: Node | None, target: Node | None) -> Iterator[Problem]:
    """Yield what is wrong with an edge whose type is known and whose ends have the families that it declares.

    An end without a node was reported with the nodes; here it spares what can't be checked without it.
    """
    declared = SCHEMA.edge_type(edge.type)
    yield from values.of_record(where, SCHEMA.edge_properties, edge)
    yield from values.of_confidence(where, edge.confidence)
    yield from _kind(where, edge, declared)
    yield from _grounds(where, edge, declared)
    if isinstance(target, ReportedResult) and edge.type == "REPORTS" and target.paper != edge.source:
        yield Problem(where=where, what=f"a result of {target.paper!r}", allowed="a paper reports its own results")
    for rank, evidence in enumerate(edge.evidence):
        yield from _evidence(f"{where}, evidence {rank}", evidence, edge, source)
    for place, same in groupby(sorted(edge.evidence, key=_place), key=_place):
        if len(list(same)) > 1:
            found = f"{place[0]} {place[1]} to {place[2]} twice"
            yield Problem(where=where, what=found, allowed="a place is evidence once for each that says so")


def _place(evidence: Evidence) -> tuple[str, str, str, str, str]:
    """Return what tells one piece of evidence of an edge from another; as strings, so that it always sorts."""
    offsets = str(evidence.start), str(evidence.end)
    return (str(evidence.field), *offsets, str(evidence.said_by), str(evidence.role_by))


def _kind(where: str, edge: Edge, declared: EdgeType) -> Iterator[Problem]:
    allowed = f"one of {', '.join(declared.kinds)}"
    if edge.kind and edge.kind not in declared.kinds:
        yield Problem(where=f"{where}, kind", what=repr(edge.kind), allowed=allowed if declared.kinds else "none")
    if not edge.kind and declared.kinds and declared.source != "Concept":
        yield Problem(where=f"{where}, kind", what="none", allowed=allowed)


def _grounds(where: str, edge: Edge, declared: EdgeType) -> Iterator[Problem]:
    if declared.evidence and not edge.evidence:
        yield Problem(where=f"{where}, evidence", what="none", allowed="a statement of a paper needs evidence")
    if not declared.evidence and edge.evidence:
        yield Problem(where=f"{where}, evidence", what="some", allowed="only statements of a paper have evidence")
    if declared.source == declared.target == "Concept":
        if not edge.rule:
            yield Problem(where=f"{where}, rule", what="none", allowed="a link between concepts needs its rule")
        if edge.source == edge.target:
            yield Problem(where=where, what="both ends are one concept", allowed="two concepts")
        if declared.symmetric and edge.source > edge.target:
            yield Problem(where=where, what="ends out of order", allowed="a symmetric link is stored once, sorted")


def _evidence(where: str, evidence: Evidence, edge: Edge, source: Node | None) -> Iterator[Problem]:
    broken = list(values.of_record(where, SCHEMA.evidence_properties, evidence))
    yield from broken
    yield from values.of_confidence(where, evidence.confidence)
    if evidence.paper != edge.source:
        yield Problem(where=f"{where}, paper", what=repr(evidence.paper), allowed=f"the paper itself, {edge.source!r}")
    elif isinstance(source, Paper) and not broken:
        text = getattr(source, evidence.field)
        yield from _offsets(where, evidence, text if isinstance(text, str) else "")


def _offsets(where: str, evidence: Evidence, text: str) -> Iterator[Problem]:
    start, end, sentence_start = evidence.start, evidence.end, evidence.sentence_start
    sentence_end = sentence_start + len(evidence.sentence)
    if not 0 <= start < end <= len(text) or text[start:end] != evidence.surface:
        allowed = f"the surface {evidence.surface!r} stands at its offsets in the {evidence.field}"
        yield Problem(where=where, what=f"{start} to {end}", allowed=allowed)
    if not 0 <= sentence_start < sentence_end <= len(text) or text[sentence_start:sentence_end] != evidence.sentence:
        allowed = f"the sentence stands at its offset in the {evidence.field}"
        yield Problem(where=f"{where}, sentence_start", what=str(sentence_start), allowed=allowed)
    elif not sentence_start <= start < end <= sentence_end:
        found = f"{sentence_start} to {sentence_end}"
        yield Problem(where=f"{where}, sentence", what=found, allowed="the sentence contains the surface")
