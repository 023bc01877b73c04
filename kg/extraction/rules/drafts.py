"""What the components pass on: mentions by words, drafts of entities that later components complete."""

from dataclasses import dataclass, field

from spacy.tokens import Doc


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftMention:
    """Words `first` to before `last` of `doc._.words`, what found them, and how sure it is."""

    first: int
    last: int
    kind: str
    rule: str
    confidence: float


@dataclass(slots=True, kw_only=True)
class DraftEntity:
    """Mentions of one thing, in order; kind and role are filled in by their components.

    `cue` and `cue_start` are the words that decided the role, `cue_mention` the mention they speak of.
    """

    mentions: list[DraftMention] = field(default_factory=list)
    short: str = ""
    long: str = ""
    kind: str = ""
    role: str = ""
    role_by: str = ""
    cue: str = ""
    cue_start: int = -1
    cue_mention: int = -1
    confidence: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftResult:
    """A reported number by character offsets; the other strings are (start, end) pairs or None."""

    start: int
    end: int
    metric: tuple[int, int]
    on: tuple[int, int] | None = None
    by: tuple[int, int] | None = None
    vs: tuple[int, int] | None = None
    confidence: float = 0.5


for _name in ("mentions", "entities", "results"):
    if not Doc.has_extension(_name):
        Doc.set_extension(_name, default=None)
