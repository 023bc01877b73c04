"""Hand-made records that tests of several rooms share, and strings that break careless programs."""

from kg.records import Concept, Edge, Entity, Evidence, Extraction, Mention, Paper

HOSTILE = (
    "C++",
    "C#",
    "Crohn's",
    '"a"',
    "</script><script>alert(1)</script>",
    "`x`",
    "[x](y)",
    "%zz",
    "100 %",
    "🤗 Transformers",
    "\u202eright-to-left",
    "two\nlines",
    "}) DETACH DELETE n //",
    "'; DROP TABLE papers; --",
    "a\\b",
    "a;b|c,d",
    "<http://x.y/z>",
    "naïve Bayes",
    "ℓ1",
    "--json",
    "=1+1",
)


def paper(id: str = "p1", text: str = "We propose FeMAM. We evaluate FeMAM on GSM8K.", **fields) -> Paper:  # noqa: A002
    return Paper(id=id, text=text, **fields)


def mention(of: Paper, surface: str, *, nth: int = 0, **fields) -> Mention:
    """The nth occurrence of a surface in the abstract; its sentence runs between full stops."""
    start = -1
    for _ in range(nth + 1):
        start = of.text.index(surface, start + 1)
    end = start + len(surface)
    sentence_start = of.text.rfind(". ", 0, start) + 2 if ". " in of.text[:start] else 0
    stop = of.text.find(". ", end)
    sentence_end = len(of.text) if stop < 0 else stop + 1
    return Mention(
        field="text",
        start=start,
        end=end,
        surface=surface,
        sentence_start=sentence_start,
        sentence_end=sentence_end,
        said_by="test",
        **fields,
    )


def entity(kind: str, role: str, *mentions: Mention, **fields) -> Entity:
    return Entity(kind=kind, name=mentions[0].surface, role=role, mentions=mentions, role_by="test", **fields)


def extraction(of: Paper | None = None) -> Extraction:
    """One paper that proposes FeMAM and evaluates on GSM8K."""
    of = of or paper()
    return Extraction(
        paper=of,
        entities=(
            entity("Method", "proposes", mention(of, "FeMAM", cue="propose", cue_start=3), mention(of, "FeMAM", nth=1)),
            entity("Benchmark", "evaluates_on", mention(of, "GSM8K"), confidence=0.87654),
        ),
    )


def evidence(of: Paper, surface: str) -> Evidence:
    found = mention(of, surface)
    return Evidence(
        paper=of.id,
        field="text",
        start=found.start,
        end=found.end,
        surface=surface,
        sentence=of.text[found.sentence_start : found.sentence_end],
        sentence_start=found.sentence_start,
        said_by="test",
    )


def small_graph_records(name: str = "GSM8K") -> tuple[list[Paper | Concept], list[Edge]]:
    """A paper, a concept whose name may be hostile, and the edge between them."""
    of = paper(text=f"We evaluate on {name}.", label="A paper")
    concept = Concept(id="gsm8k", kind="Benchmark", name=name, kind_votes=(("Benchmark", 1),))
    edge = Edge(source="p1", type="EVALUATES_ON", target="gsm8k", kind="Benchmark", evidence=(evidence(of, name),))
    return [of, concept], [edge]
