"""What resolution hands on: concepts, which entity is which, links between them, and why."""

from collections.abc import Mapping
from dataclasses import dataclass

from kg.records import Concept, Edge, Omission


@dataclass(frozen=True, slots=True, kw_only=True)
class Merge:
    """Two names that were found to be one: `left` and `right`, as spelled, of concept `concept`.

    `reason` is the rule in a word or two ("letter case", "acronym", "alias table"); `grounds` is what spoke for
    it in this corpus; `papers` are ids of papers that bear it out, sorted, at most five, of `n_papers`.
    """

    concept: str
    left: str
    right: str
    reason: str
    grounds: str = ""
    papers: tuple[str, ...] = ()
    n_papers: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Undecided:
    """A bare acronym that stayed a concept of its own: what it might mean, and where it stands.

    `candidates` are ids of the concepts it might be, likeliest first; `grounds` says why none was taken.
    """

    concept: str
    acronym: str
    candidates: tuple[str, ...]
    papers: tuple[str, ...]
    grounds: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolution:
    """Entities of all papers as concepts.

    `concepts` are sorted by id. `concept_of` gives the id for (paper id, index of the entity in
    `Extraction.entities`). `links` are VARIANT_OF and BROADER edges, each with its `rule`. `merges` lists every
    joining of two names, `undecided` every bare acronym that stayed alone though long forms of it are known,
    `without_effect` every line of the alias file that speaks of a name that no paper gives.
    """

    concepts: tuple[Concept, ...]
    concept_of: Mapping[tuple[str, int], str]
    links: tuple[Edge, ...] = ()
    merges: tuple[Merge, ...] = ()
    undecided: tuple[Undecided, ...] = ()
    without_effect: tuple[Omission, ...] = ()
