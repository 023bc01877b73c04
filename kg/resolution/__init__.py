"""One concept, one node: entities of different papers joined as machine-learning people name things.

The only place where identity across papers is decided. It never splits an entity.
"""

from kg.resolution.decisions import Decisions, read_decisions
from kg.resolution.records import Merge, Resolution, Undecided
from kg.resolution.resolving import resolve

__all__ = ["Decisions", "Merge", "Resolution", "Undecided", "read_decisions", "resolve"]
