"""A graph made by hand, small enough to answer its questions on paper."""

from kg.records import Concept, Edge, Evidence, Paper, ReportedResult
from tests.samples import HOSTILE

PAPERS = (
    Paper(id="p1", label="Alpha", title="Alpha", text="We propose Alpha. It beats SGD on GLUE by 2.5%.", year=2026),
    Paper(id="p2", label="Beta…", text="Beta is compared with SGD on GLUE and MMLU.", year=2025),
    Paper(id="p3", label="Gamma", title="Gamma", text="GLUE serves us as a data set.", year=2026),
    Paper(id='p"4`', label="</script>", text="C++ and Llama-3-8B."),
)
FAMILY = tuple(Concept(id=f"llama-{n}", kind="Model", name=f"Llama {n}", kind_votes=(("Model", 1),)) for n in range(8))
CONCEPTS = (
    Concept(id="alpha", kind="Method", name="Alpha", kind_votes=(("Method", 1),)),
    Concept(id="beta", kind="Model", name="Beta", kind_votes=(("Model", 1),)),
    Concept(
        id="glue",
        kind="Task",
        name="GLUE",
        aliases=("GLUE benchmark", "General Language Understanding Evaluation"),
        kind_votes=(("Task", 2), ("Benchmark", 2), ("Dataset", 1)),
    ),
    Concept(id="mmlu", kind="Benchmark", name="MMLU", kind_votes=(("Benchmark", 1),)),
    Concept(id="sgd", kind="Method", name="SGD", kind_votes=(("Method", 2),)),
    Concept(id="accuracy", kind="Metric", name="accuracy", kind_votes=(("Metric", 1),)),
    Concept(id="learning", kind="Task", name="learning", kind_votes=(("Task", 1),)),
    Concept(id="federated-learning", kind="Task", name="federated learning", kind_votes=(("Task", 1),)),
    Concept(id="a-cycle", kind="Task", name="A", kind_votes=(("Task", 1),)),
    Concept(id="b-cycle", kind="Task", name="B", kind_votes=(("Task", 1),)),
    Concept(id="llama", kind="Model", name="Llama", mentioned=False),
    *FAMILY,
    *(Concept(id=name, kind="Method", name=name, aliases=(name * 2,), kind_votes=(("Method", 1),)) for name in HOSTILE),
)
RESULTS = (
    ReportedResult(
        id="p1#40-44", paper="p1", value="2.5%", metric="accuracy", on="GLUE", by="Alpha", low=2.5, high=2.5, unit="%"
    ),
    ReportedResult(id="p2#0-4", paper="p2", value="many", metric="accuracy"),
)
NODES = (*PAPERS, *CONCEPTS, *RESULTS)


def _edge(paper: str, edge_type: str, target: str, kind: str = "", confidence: float = 0.9, **said) -> Edge:
    text = next(p.text for p in PAPERS if p.id == paper)
    seen = Evidence(
        paper=paper,
        field="text",
        start=0,
        end=5,
        surface=text[:5],
        sentence=text,
        sentence_start=0,
        said_by="test",
        confidence=confidence,
        **said,
    )
    return Edge(source=paper, type=edge_type, target=target, kind=kind, confidence=confidence, evidence=(seen,))


def _link(source: str, edge_type: str, target: str) -> Edge:
    return Edge(source=source, type=edge_type, target=target, rule="by hand")


EDGES = (
    _edge("p1", "PROPOSES", "alpha", "Method", 0.875, cue="We propose", role_by="cue"),
    _edge("p1", "COMPARES_TO", "sgd", "Method"),
    _edge("p1", "EVALUATES_ON", "glue", "Benchmark"),
    _edge("p1", "ADDRESSES", "federated-learning", "Task"),
    _edge("p1", "MEASURES", "accuracy", "Metric"),
    _edge("p1", "REPORTS", "p1#40-44"),
    _link("p1#40-44", "ON", "glue"),
    _link("p1#40-44", "OF", "accuracy"),
    _link("p1#40-44", "BY", "alpha"),
    _edge("p2", "PROPOSES", "beta", "Model"),
    _edge("p2", "COMPARES_TO", "sgd", "Method"),
    _edge("p2", "EVALUATES_ON", "glue", "Benchmark", 0.5),
    _edge("p2", "EVALUATES_ON", "mmlu", "Benchmark"),
    _edge("p2", "ADDRESSES", "learning", "Task"),
    _edge("p2", "USES", "llama-0", "Model"),
    _edge("p2", "REPORTS", "p2#0-4"),
    _link("p2#0-4", "OF", "accuracy"),
    _edge("p3", "EVALUATES_ON", "glue", "Dataset"),
    _edge("p3", "COMPARES_TO", "alpha", "Method"),
    _edge("p3", "USES", "llama-4", "Model"),
    _edge("p3", "MENTIONS", "a-cycle", "Task"),
    *(_edge('p"4`', "USES", name, "Method") for name in HOSTILE),
    _edge('p"4`', "USES", "llama-7", "Model"),
    _link("llama-0", "VARIANT_OF", "llama"),
    *(_link(f"llama-{n + 1}", "VARIANT_OF", f"llama-{n}") for n in range(7)),
    _link("federated-learning", "BROADER", "learning"),
    _link("a-cycle", "BROADER", "b-cycle"),
    _link("b-cycle", "BROADER", "a-cycle"),
)
