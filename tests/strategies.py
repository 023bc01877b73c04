"""Graphs for tests, derived from the schema: `graphs()` for Hypothesis, `kitchen_sink()` with one of everything.

Every graph here is whole: the validator accepts it. Names, titles and abstracts are hostile but legal.
"""

from itertools import product

from hypothesis import strategies as st

from kg.graph import Graph, make
from kg.records import Concept, Edge, Evidence, Node, Paper, ReportedResult
from kg.schema import SCHEMA, EdgeType

HOSTILE = (
    "C++",
    "C#",
    "C",
    "Crohn's",
    '"a"',
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    'href="javascript:alert(1)"',
    "`back`tick`",
    "[x](y)",
    "%zz %20 100%",
    "😀👩‍🔬",
    "שלום עולם",
    "new\nline\r\nand\ttab",
    "}) DETACH DELETE n //",
    "' OR 1=1 --",
    '""" . <http://e/x> a <http://e/y> .',
    "<http://e/a b>",
    r"back\slash \u0041 \n $\tau$",
    "=cmd|' /C calc'!A1",
    "a;b,c|d",
    "{{ jinja }} {% if x %}",
    "\u2028\u2029\ufeff\u00a0",
    "\x01\x0b\x7f\x85",
    "\ufffe\uffff",
    "é",  # composed, and
    "e\u0301",  # combined
    "..",
    ".",
    "a/b?c#d&e",
    "NULL",
    "-0",
    "007",
    "true",
    "𝔽₂ ℝⁿ",
)
"""Strings that are legal in a graph and break careless writers."""

REFUSED = ("\x00", "\x1f", "\ud800")
"""Characters that no graph may hold."""


def texts(*, min_size: int = 0, max_size: int = 12) -> st.SearchStrategy[str]:
    """Return legal strings, hostile ones among them."""
    letters = st.characters(exclude_categories=["Cs"], exclude_characters="\x00\x1f")
    free = st.text(letters, min_size=min_size, max_size=max_size)
    return st.one_of(st.sampled_from(HOSTILE), free)


def confidences() -> st.SearchStrategy[float]:
    """Return confidences: 0 to 1 with three decimals."""
    return st.integers(0, 1000).map(lambda thousandths: thousandths / 1000)


def papers(id_: str, text: str) -> st.SearchStrategy[Paper]:
    """Return papers with this id and abstract."""
    return st.builds(
        Paper,
        id=st.just(id_),
        text=st.just(text),
        title=texts(),
        label=texts(min_size=1),
        year=st.none() | st.integers(1900, 2100),
        venue=texts(),
        authors=st.lists(texts(min_size=1), max_size=2).map(tuple),
        url=texts(),
        keywords=st.lists(texts(min_size=1), max_size=2).map(tuple),
        source=texts(),
    )


def concepts(id_: str) -> st.SearchStrategy[Concept]:
    """Return concepts with this id; the kind is the one with most votes."""
    votes = st.lists(
        st.tuples(st.sampled_from(SCHEMA.concept_kinds), st.integers(1, 9)),
        min_size=1,
        max_size=3,
        unique_by=lambda vote: vote[0],
    ).map(lambda pairs: tuple(sorted(pairs, key=lambda vote: (-vote[1], vote[0]))))
    spellings = st.lists(texts(min_size=1), min_size=1, max_size=3, unique=True)
    return st.builds(
        lambda votes, names, former: Concept(
            id=id_,
            kind=votes[0][0],
            name=names[0],
            aliases=tuple(sorted(names[1:])),
            kind_votes=votes,
            former_ids=tuple(sorted(former)),
        ),
        votes,
        spellings,
        st.sets(texts(min_size=1), max_size=1),
    )


def results(id_: str, paper: str, value: str) -> st.SearchStrategy[ReportedResult]:
    """Return results of this paper with this value as written."""
    change = next(p for p in SCHEMA.node_properties["Result"] if p.name == "change")
    relation = next(p for p in SCHEMA.node_properties["Result"] if p.name == "relation")
    number = st.floats(-1e6, 1e6, allow_nan=False)
    return st.builds(
        lambda ends, **values: ReportedResult(
            id=id_, paper=paper, value=value, low=min(ends, default=None), high=max(ends, default=None), **values
        ),
        st.lists(number, max_size=2),
        metric=texts(min_size=1),
        on=texts(),
        by=texts(),
        vs=texts(),
        unit=st.sampled_from(("", "%", "×", "points")),
        relation=st.sampled_from(relation.allowed),
        change=st.sampled_from(change.allowed),
    )


@st.composite
def graphs(draw: st.DrawFn, *, max_papers: int = 2, max_concepts: int = 3) -> Graph:
    """Return whole graphs of any shape that the schema allows, the empty one among them."""
    paper_ids = draw(st.lists(texts(min_size=1), unique=True, max_size=max_papers))
    concept_ids = draw(st.lists(texts(min_size=1), unique=True, max_size=max_concepts))
    nodes: list[Node] = [draw(concepts(id_)) for id_ in concept_ids]
    edges: list[Edge] = []
    for paper_id in paper_ids:
        surfaces = [draw(texts(min_size=1)) for _ in concept_ids]
        value = draw(texts(min_size=1))
        paper = draw(papers(paper_id, "We use " + ", ".join([*surfaces, value]) + "."))
        nodes.append(paper)
        edges += [
            draw(_paper_edges(paper, concept, surface))
            for concept, surface in zip(concept_ids, surfaces, strict=True)
            if draw(st.booleans())
        ]
        if draw(st.booleans()):
            result = draw(results(f"{paper_id}#7-9", paper_id, value))
            nodes.append(result)
            edges.append(Edge(source=paper_id, type="REPORTS", target=result.id, evidence=(evidence(paper, value),)))
            edges += draw(_links_of(result.id, concept_ids))
    edges += draw(_between(concept_ids))
    return make(nodes, edges)


def _paper_edges(paper: Paper, concept: str, surface: str) -> st.SearchStrategy[Edge]:
    pairs = [(t.name, kind) for t in SCHEMA.edge_types if t.source == "Paper" for kind in t.kinds]
    return st.builds(
        lambda pair, confidence: Edge(
            source=paper.id,
            type=pair[0],
            target=concept,
            kind=pair[1],
            confidence=confidence,
            evidence=(evidence(paper, surface, confidence=confidence),),
        ),
        st.sampled_from(pairs),
        confidences(),
    )


@st.composite
def _links_of(draw: st.DrawFn, result: str, concept_ids: list[str]) -> list[Edge]:
    types = [t for t in SCHEMA.edge_types if t.source == "Result"]
    chosen = [(t, concept) for t, concept in product(types, concept_ids) if draw(st.booleans())]
    return [Edge(source=result, type=t.name, target=c, kind=draw(st.sampled_from(t.kinds))) for t, c in chosen]


@st.composite
def _between(draw: st.DrawFn, concept_ids: list[str]) -> list[Edge]:
    types = [t for t in SCHEMA.edge_types if t.source == "Concept" and t.stored]
    pairs = [(a, b) for a, b in product(concept_ids, concept_ids) if a < b]
    return [
        Edge(source=a, type=t.name, target=b, confidence=draw(confidences()), rule=draw(texts(min_size=1)))
        for t, (a, b) in product(types, pairs)
        if draw(st.booleans())
    ]


def evidence(paper: Paper, surface: str, *, confidence: float = 1.0) -> Evidence:
    """Return the evidence for the first place of `surface` in the abstract, which is taken as one sentence."""
    start = paper.text.index(surface)
    return Evidence(
        paper=paper.id,
        field="text",
        start=start,
        end=start + len(surface),
        surface=surface,
        sentence=paper.text,
        sentence_start=0,
        said_by="test",
        role_by="test",
        cue="We use",
        confidence=confidence,
    )


def kitchen_sink() -> Graph:
    """Return a graph with each kind of node, an edge for each pair of type and kind, and all hostile strings."""
    return make(*kitchen_sink_records())


def kitchen_sink_records(*, mark: str = "", strings: tuple[str, ...] = HOSTILE) -> tuple[list[Node], list[Edge]]:
    """Return the nodes and edges of the kitchen sink; `mark` begins every id and `strings` fill it."""
    kinds = SCHEMA.concept_kinds
    surface_by_kind = {kind: strings[at % len(strings)] for at, kind in enumerate(kinds)}
    nodes: list[Node] = [_sink_concept(mark, kind, surface_by_kind[kind], strings) for kind in kinds]
    nodes += [Concept(id=f"{mark}{s}", kind="Method", name=s, kind_votes=(("Method", 1),)) for s in strings]
    nodes.append(Concept(id=f"{mark}family", kind="Model", name="family", mentioned=False))
    edges: list[Edge] = []
    for at, edge_type in enumerate(t for t in SCHEMA.edge_types if t.stored):
        if edge_type.source == "Concept":
            edges += [_rule_edge(mark, edge_type, kind, strings[at % len(strings)]) for kind in kinds]
            continue
        paper = _sink_paper(mark, edge_type, [*surface_by_kind.values(), "59.7%"], strings)
        nodes.append(paper)
        if edge_type.target == "Concept" and edge_type.source == "Paper":
            edges += [_paper_edge(mark, paper, edge_type, kind, surface_by_kind[kind]) for kind in edge_type.kinds]
            continue
        for kind in edge_type.kinds or ("",):
            result = _sink_result(f"{paper.id}#{kind}", paper.id, strings[at % len(strings)])
            nodes.append(result)
            found = (evidence(paper, "59.7%"),)
            edges.append(Edge(source=paper.id, type="REPORTS", target=result.id, confidence=0.5, evidence=found))
            if kind:
                edges.append(Edge(source=result.id, type=edge_type.name, target=f"{mark}{kind}", kind=kind))
    return nodes, edges


def _sink_concept(mark: str, kind: str, name: str, strings: tuple[str, ...]) -> Concept:
    return Concept(
        id=f"{mark}{kind}",
        kind=kind,
        name=name,
        aliases=tuple(sorted(set(strings) - {name})),
        kind_votes=((kind, 2), *((other, 1) for other in SCHEMA.concept_kinds if other != kind)),
        former_ids=(f"{mark}former {kind}",),
    )


def _sink_paper(mark: str, edge_type: EdgeType, surfaces: list[str], strings: tuple[str, ...]) -> Paper:
    return Paper(
        id=f"{mark}paper {edge_type.name}",
        text=f"We use {'; '.join(surfaces)}. {' '.join(strings)}",
        title=" ".join(strings),
        label=f"{edge_type.name} {strings[0]}",
        year=2025,
        venue=strings[-1],
        authors=strings,
        url="https://example.org/?a=b&c=%20",
        keywords=strings,
        source="list.txt:3",
    )


def _paper_edge(mark: str, paper: Paper, edge_type: EdgeType, kind: str, surface: str) -> Edge:
    found = (evidence(paper, surface, confidence=0.25), _in_title(paper, surface))
    return Edge(
        source=paper.id,
        type=edge_type.name,
        target=f"{mark}{kind}",
        kind=kind,
        confidence=0.125,
        evidence=found if surface in paper.title else found[:1],
    )


def _in_title(paper: Paper, surface: str) -> Evidence:
    start = max(0, paper.title.find(surface))
    return Evidence(
        paper=paper.id,
        field="title",
        start=start,
        end=start + len(surface),
        surface=surface,
        sentence=paper.title,
        sentence_start=0,
        said_by="test",
    )


def _rule_edge(mark: str, edge_type: EdgeType, kind: str, rule: str) -> Edge:
    source, target = sorted((f"{mark}{kind}", f"{mark}family"))
    return Edge(source=source, type=edge_type.name, target=target, confidence=0.75, rule=f"test: {rule}")


def _sink_result(id_: str, paper: str, text: str) -> ReportedResult:
    return ReportedResult(
        id=id_,
        paper=paper,
        value="59.7%",
        metric=text,
        on=text,
        by=text,
        vs=text,
        low=59.7,
        high=59.7,
        unit="%",
        relation="difference",
        change="up",
    )
