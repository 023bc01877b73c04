"""The records that pass from room to room: plain, frozen, made of the standard library alone.

A list of papers is read into `Paper`; extraction finds `Mention`s in it and groups them into
`Entity`s, and finds `Result`s: an `Extraction`. Resolution joins entities of different papers into a
`Concept`; assembly writes `Edge`s, each with its `Evidence`. What could not be read is an `Omission`.

Offsets are characters (code points), half open, into one field of one paper:
`getattr(paper, field)[start:end] == surface`, always.
"""

from dataclasses import dataclass
from typing import Literal

Field = Literal["title", "text"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """One paper of a list.

    `text` is the abstract, letter for letter as it was read; `title` is kept apart from it and may be
    empty. `label` is what a reader is shown: the title, else the name the paper coins, else its first
    words (assembly fills it). `source` says where it was read: file and line or record.
    """

    id: str
    text: str
    title: str = ""
    label: str = ""
    year: int | None = None
    venue: str = ""
    authors: tuple[str, ...] = ()
    url: str = ""
    keywords: tuple[str, ...] = ()
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Omission:
    """Something in a list that was passed over: `where` (file and place) and `reason`."""

    where: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """One occurrence of an entity in a field of its paper.

    `sentence_start` and `sentence_end` are offsets of the sentence around it in the same field.
    `said_by` names the rule or model that found it. `cue` is the wording of that sentence which speaks
    for the entity's role ("we propose"), or empty; `cue_start` is its offset in the field, or -1.
    """

    field: Field
    start: int
    end: int
    surface: str
    sentence_start: int
    sentence_end: int
    said_by: str
    confidence: float = 1.0
    cue: str = ""
    cue_start: int = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """One thing that one paper speaks of, long form and acronym together.

    `name` is the surface to show a reader; `role` is the lower-case edge type ("evaluates_on"), and
    `role_by` names the rule or model that decided it. `mentions` are sorted by field (text first) and
    offset. `long_form` is the spelled-out form if the paper gives one, else empty.
    """

    kind: str
    name: str
    role: str
    mentions: tuple[Mention, ...]
    confidence: float = 1.0
    role_by: str = ""
    long_form: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A number that the abstract reports.

    The five strings stand as written; `start` and `end` locate `value` in the text. The rest is what
    the value says once read: `low` and `high` (equal unless a range), `unit` ("%", "×", "points",
    "" …), `relation` ("absolute", "ratio", "difference") and `change` ("up", "down", "none").
    """

    value: str
    metric: str
    start: int
    end: int
    sentence_start: int
    sentence_end: int
    on: str = ""
    by: str = ""
    vs: str = ""
    low: float | None = None
    high: float | None = None
    unit: str = ""
    relation: str = "absolute"
    change: str = "none"
    said_by: str = ""
    confidence: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """All that was found in one paper: entities by first mention, results by offset."""

    paper: Paper
    entities: tuple[Entity, ...] = ()
    results: tuple[Result, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Concept:
    """One thing across all papers.

    `kind` is the kind that most papers give it and `kind_votes` counts them: ((kind, papers), …), most
    first. `aliases` are all other surfaces, sorted. `mentioned` is false for a family node that no
    paper names. `former_ids` are ids under which earlier builds knew it.
    """

    id: str
    kind: str
    name: str
    aliases: tuple[str, ...] = ()
    kind_votes: tuple[tuple[str, int], ...] = ()
    mentioned: bool = True
    former_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedResult:
    """A `Result` as a node: its id is the paper's id and the place of the value."""

    id: str
    paper: str
    value: str
    metric: str
    on: str = ""
    by: str = ""
    vs: str = ""
    low: float | None = None
    high: float | None = None
    unit: str = ""
    relation: str = "absolute"
    change: str = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Why an edge is believed: a place in a paper, enough to show the sentence with the surface marked.

    `sentence` begins at offset `sentence_start` of the field. `said_by` names what found the surface,
    `role_by` what decided the edge type, `cue` the words that speak for it.
    """

    paper: str
    field: Field
    start: int
    end: int
    surface: str
    sentence: str
    sentence_start: int
    said_by: str
    role_by: str = ""
    cue: str = ""
    confidence: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """A statement: `source` `type` `target`, at most one for each such triple.

    The schema says what the ends are: ids of a paper, a concept or a result. `kind` is the kind that
    the target has in this paper; `evidence` comes best first. Edges between concepts carry `rule`, the
    rule and its grounds, instead.
    """

    source: str
    type: str
    target: str
    kind: str = ""
    confidence: float = 1.0
    evidence: tuple[Evidence, ...] = ()
    rule: str = ""


Node = Paper | Concept | ReportedResult
