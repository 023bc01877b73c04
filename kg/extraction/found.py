"""What a pipeline, by rules or by a model, has found in one field: all places as character offsets.

The last components of a pipeline set `doc._.found_entities` and `doc._.found_results`; `spans.py` makes records of
them.
"""

from dataclasses import dataclass

from spacy.tokens import Doc

Span = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundMention:
    """One occurrence, what found it, and how sure it is; `cue` are words at `cue_start` that speak for the role."""

    start: int
    end: int
    said_by: str
    confidence: float
    cue: str = ""
    cue_start: int = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundEntity:
    """Mentions of one thing, in order; `long` is the place of its spelled-out form, if the field defines it."""

    kind: str
    role: str
    role_by: str
    mentions: tuple[FoundMention, ...]
    confidence: float
    long: Span | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundResult:
    """A reported number and the places of the strings that belong to it."""

    value: Span
    metric: Span
    said_by: str
    confidence: float
    on: Span | None = None
    by: Span | None = None
    vs: Span | None = None


for _name in ("found_entities", "found_results"):
    if not Doc.has_extension(_name):
        Doc.set_extension(_name, default=())
if not Doc.has_extension("title"):
    Doc.set_extension("title", default="")
