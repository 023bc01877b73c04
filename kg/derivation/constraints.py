"""The rules of the schema that join several nodes, as SPARQL constraints for SHACL.

A constraint selects what breaks the rule. SHACL binds `$this` beforehand, so VALUES and MINUS are out.
"""

import re
from dataclasses import dataclass

from kg import vocabulary
from kg.schema import SCHEMA, EdgeType
from kg.vocabulary import expand


@dataclass(frozen=True, slots=True, kw_only=True)
class Constraint:
    """A rule on the nodes of one shape: `broken` is a graph pattern that matches what breaks it."""

    shape: str
    name: str
    message: str
    broken: str

    def select(self) -> str:
        """Return the query, with full IRIs for curies."""
        return "SELECT $this WHERE { " + re.sub(r"\b[a-z]+:[A-Za-z_]+", _full, self.broken) + " }"


def _full(match: re.Match[str]) -> str:
    return f"<{expand(match.group())}>"


def _type_is(edge_types: list[EdgeType]) -> str:
    return f"?type IN ({', '.join(vocabulary.edge_curie(edge_type.name) for edge_type in edge_types)})"


def _kind_fits() -> str:
    fits = []
    for edge_type in _STORED:
        kinds = ", ".join(f'"{kind}"' for kind in edge_type.kinds)
        fits.append(f"(?type = {vocabulary.edge_curie(edge_type.name)} && ?kind IN ({kinds}))")
    return " || ".join(fits)


_STORED = [edge_type for edge_type in SCHEMA.edge_types if edge_type.stored]
_PROVED = [edge_type for edge_type in _STORED if edge_type.evidence]
_UNPROVED = [edge_type for edge_type in _STORED if not edge_type.evidence]
_WITH_KIND = [edge_type for edge_type in _STORED if edge_type.kinds and edge_type.source != "Concept"]
_RULED = [edge_type for edge_type in _STORED if edge_type.source == edge_type.target == "Concept"]
_SYMMETRIC = [edge_type for edge_type in _RULED if edge_type.symmetric]
_ROLES = [SCHEMA.edge_type(role.upper()) for role in SCHEMA.roles]
_PLACED = "$this kg:field ?field ; oa:hasSelector ?place . ?place oa:start ?start ; oa:end ?end ; oa:exact ?surface ."
_MISPLACED = "STRLEN(?surface) != ?end - ?start || SUBSTR(?whole, ?start + 1, STRLEN(?surface)) != ?surface"

CONSTRAINTS = (
    Constraint(
        shape="Statement",
        name="kind-fits",
        message="The kind in the paper is one that the edge type allows.",
        broken=f"$this rdf:predicate ?type ; kg:kind ?kind . FILTER(!({_kind_fits()}))",
    ),
    Constraint(
        shape="Statement",
        name="kind-is-there",
        message="The edge says which kind its target has in the paper.",
        broken=f"$this rdf:predicate ?type . FILTER({_type_is(_WITH_KIND)} && NOT EXISTS {{ $this kg:kind ?kind }})",
    ),
    Constraint(
        shape="Statement",
        name="evidence-is-there",
        message="A statement of a paper has evidence.",
        broken=f"$this rdf:predicate ?type . FILTER({_type_is(_PROVED)} && NOT EXISTS {{ $this kg:evidence ?found }})",
    ),
    Constraint(
        shape="Statement",
        name="evidence-is-not-there",
        message="Only statements of a paper have evidence.",
        broken=f"$this rdf:predicate ?type ; kg:evidence ?found . FILTER({_type_is(_UNPROVED)})",
    ),
    Constraint(
        shape="Statement",
        name="evidence-is-of-the-paper",
        message="Evidence comes from the paper that states it.",
        broken="$this rdf:subject ?paper ; kg:evidence ?found . ?found kg:paper ?other . FILTER(?paper != ?other)",
    ),
    Constraint(
        shape="Statement",
        name="rule-is-there",
        message="A link between concepts carries its rule.",
        broken=f"$this rdf:predicate ?type . FILTER({_type_is(_RULED)} && NOT EXISTS {{ $this kg:rule ?rule }})",
    ),
    Constraint(
        shape="Statement",
        name="result-is-of-the-paper",
        message="A paper reports its own results.",
        broken="$this rdf:predicate kg:reports ; rdf:subject ?paper ; rdf:object ?result . "
        "?result kg:paper ?other . FILTER(?paper != ?other)",
    ),
    Constraint(
        shape="Paper",
        name="one-role",
        message="A paper has one role for a concept.",
        broken="$this ?role ?concept ; ?other ?concept . FILTER(STR(?role) < STR(?other) && "
        f"{_type_is(_ROLES).replace('?type', '?role')} && {_type_is(_ROLES).replace('?type', '?other')})",
    ),
    Constraint(
        shape="Evidence",
        name="surface-is-in-the-title",
        message="The surface stands at its offsets in the title.",
        broken=f'$this kg:paper ?paper . {_PLACED} FILTER(?field = "title") '
        f"OPTIONAL {{ ?paper dcterms:title ?whole }} FILTER(!BOUND(?whole) || {_MISPLACED})",
    ),
    Constraint(
        shape="Evidence",
        name="surface-is-in-the-text",
        message="The surface stands at its offsets in the abstract.",
        broken=f"$this kg:paper ?paper . ?paper dcterms:abstract ?whole . {_PLACED} "
        f'FILTER(?field = "text" && ({_MISPLACED}))',
    ),
    Constraint(
        shape="Evidence",
        name="sentence-is-in-the-field",
        message="The sentence stands at its offset in the field.",
        broken="$this kg:paper ?paper ; kg:field ?field ; kg:sentence ?sentence ; kg:sentence_start ?from . "
        "?paper ?of ?whole . "
        'FILTER(((?field = "title" && ?of = dcterms:title) || (?field = "text" && ?of = dcterms:abstract)) && '
        "SUBSTR(?whole, ?from + 1, STRLEN(?sentence)) != ?sentence)",
    ),
    Constraint(
        shape="Evidence",
        name="sentence-has-the-surface",
        message="The sentence contains the surface.",
        broken=f"$this kg:sentence ?sentence ; kg:sentence_start ?from . {_PLACED} "
        "FILTER(?start < ?from || ?end > ?from + STRLEN(?sentence))",
    ),
)
