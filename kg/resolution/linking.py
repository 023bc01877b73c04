"""Edges between concepts, from the structure of their names: VARIANT_OF a family, BROADER a general concept."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kg.records import Concept, Edge
from kg.resolution.concepts import slug
from kg.resolution.hierarchy import SPECIAL_KINDS, broader_forms
from kg.resolution.keys import spelled_out
from kg.resolution.normal_forms import normal_form, squeeze
from kg.resolution.variants import FAMILY_KINDS, families

VARIANT_RULE = "name: a version, size or variant of the family before it"
BROADER_RULE = "name: a word before the general name"
_DATA_KINDS = frozenset({"Dataset", "Benchmark"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """The concepts by id, the id behind each normal form, and by id the forms in use with their spellings."""

    concepts: Mapping[str, Concept]
    id_of_form: Mapping[str, str]
    forms_of_id: Mapping[str, Mapping[str, set[str]]]


def link(known: Known) -> tuple[list[Concept], list[Edge]]:
    """Return the family concepts that no paper names, and all links, sorted."""
    id_of_key = {squeeze(form): concept for form, concept in known.id_of_form.items()}
    made: dict[str, Concept] = {}
    edges: dict[tuple[str, str, str], Edge] = {}
    for concept in known.concepts.values():
        for edge in (*_variants(concept, known, id_of_key, made), *_broader(concept, known)):
            edges[edge.source, edge.type, edge.target] = edge
    return [made[each] for each in sorted(made)], [edges[each] for each in sorted(edges)]


def _variants(concept: Concept, known: Known, id_of_key: Mapping[str, str], made: dict[str, Concept]) -> Iterator[Edge]:
    """Yield the edges from a concept up through its families; families not yet known are made."""
    if concept.kind not in FAMILY_KINDS:
        return
    below = concept.id
    for name in families(concept.name):
        above = id_of_key.get(squeeze(normal_form(name)), slug(normal_form(name)))
        if above == below:
            continue
        kind = known.concepts[above].kind if above in known.concepts else concept.kind
        if not _is_of_family(concept.kind, kind):
            return
        if above not in known.concepts and above not in made:
            made[above] = Concept(id=above, kind=concept.kind, name=name, mentioned=False)
        yield Edge(source=below, type="VARIANT_OF", target=above, rule=VARIANT_RULE)
        below = above


def _is_of_family(kind: str, above: str) -> bool:
    return kind == above or {kind, above} <= _DATA_KINDS


def _broader(concept: Concept, known: Known) -> Iterator[Edge]:
    """Yield the edge to the nearest general concept that papers name, if any."""
    if concept.kind not in SPECIAL_KINDS:
        return
    for form, spellings in sorted(known.forms_of_id[concept.id].items()):
        for general in broader_forms(form, spellings):
            above = known.id_of_form.get(general) or known.id_of_form.get(spelled_out(general, {}))
            if above and above != concept.id and known.concepts[above].kind == concept.kind:
                yield Edge(source=concept.id, type="BROADER", target=above, rule=BROADER_RULE)
                return
