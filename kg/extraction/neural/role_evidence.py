"""What speaks for a role besides the network: cues of a contrast, the title, where the names stand, what was before."""

from collections.abc import Sequence

import numpy as np

from kg.extraction.neural.heads import Floats, Span
from kg.extraction.neural.labels import KINDS_BY_ROLE, ROLES
from kg.extraction.neural.memory import Counts
from kg.extraction.neural.words import Word
from kg.extraction.rules.cues import CUES, find_cues
from kg.sentences import sentence_at

RIVAL = "compares_to"
_CUE_SIGNS = tuple(cue.name for cue in CUES if cue.role == RIVAL)
_ROLE_BY_LEAD = {"our": "proposes", "prior": RIVAL}
ROLE_SIGNS = (*_CUE_SIGNS, *_ROLE_BY_LEAD, "title", "early", "late")
N_ROLE_SOURCES = 3 + len(ROLE_SIGNS) + len(ROLES) - 1
MAY_RIVAL = KINDS_BY_ROLE[RIVAL]
_PRIOR = frozenset(["existing", "prior", "previous", "traditional", "conventional", "standard", "vanilla", "classical"])
_OURS = frozenset(["our", "proposed", "novel", "new"])
_N_READ = 6
_EARLY, _LATE = 0.25, 0.7
_LEADS = {"our": _OURS, "prior": _PRIOR}
_TINY = 1e-6
_BIASES = np.eye(len(ROLES), dtype=np.float32)[:-1]


def role_rows(shares: Floats, counts: Counts | None, signs: Floats) -> Floats:
    """Return the sources for the role of an entity (`N_ROLE_SOURCES` rows): network, memory, signs, biases."""
    logs = np.log(np.maximum(shares, _TINY))
    before = counts.role_logs() if counts else np.zeros(len(ROLES), np.float32)
    weight = counts.weight if counts else 0.0
    return np.asarray(np.vstack([logs, before, before * weight, signs, _BIASES]), np.float32)


def role_signs(
    text: str, words: Sequence[Word], sentences: list[tuple[int, int]], spans: Sequence[Span], *, may_rival: bool
) -> Floats:
    """Return what speaks for each role (columns): a row for each of `ROLE_SIGNS`; the title's is left to `titled`."""
    signs = np.zeros((len(ROLE_SIGNS), len(ROLES)), np.float32)
    rival, background = ROLES.index(RIVAL), ROLES.index("mentions")
    for first, last in spans[:_N_READ] if may_rival else ():
        place = words[first].start, words[last].end
        for hit in find_cues(text, sentence_at(sentences, *place), place, role=RIVAL):
            signs[ROLE_SIGNS.index(hit.cue.name), rival] = 1
    before = {words[first - 1].text.lower() for first, _ in spans[:_N_READ] if first}
    for lead, leads in _LEADS.items():
        signs[ROLE_SIGNS.index(lead), ROLES.index(_ROLE_BY_LEAD[lead])] = not leads.isdisjoint(before)
    signs[ROLE_SIGNS.index("early"), background] = spans[-1][0] < _EARLY * len(words)
    signs[ROLE_SIGNS.index("late"), background] = spans[0][0] > _LATE * len(words)
    return signs


def titled(signs: Floats, surfaces: Sequence[str], title: str) -> Floats:
    """Return the signs with that of the title: what it names is no rival and no mere background."""
    lowered = title.lower()
    if title and any(surface.lower() in lowered for surface in surfaces):
        row = ROLE_SIGNS.index("title")
        signs[row] = 1
        signs[row, [ROLES.index(RIVAL), ROLES.index("mentions")]] = 0
    return signs
