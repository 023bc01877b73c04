"""Which names are one: a union of keys with a reason for each step, and pairs that must stay apart."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One joining of two keys: the rule and its grounds, the papers that bear it out."""

    left: str
    right: str
    reason: str
    grounds: str = ""
    papers: tuple[str, ...] = ()


class Joins:
    """Keys in groups. `join` joins two groups unless that brings together a pair that must stay apart."""

    def __init__(self, apart: Iterable[tuple[str, str]] = ()) -> None:
        self._parent: dict[str, str] = {}
        self._foes: dict[str, set[str]] = defaultdict(set)
        self.steps: list[Step] = []
        for left, right in apart:
            self._foes[left].add(right)
            self._foes[right].add(left)

    def find(self, key: str) -> str:
        """Return the least key of the group of a key."""
        root = key
        while (above := self._parent.get(root, root)) != root:
            root = above
        while key != root:
            self._parent[key], key = root, self._parent.get(key, key)
        return root

    def join(self, step: Step) -> bool:
        """Join the groups of a step's two keys; False if they are one already or must stay apart."""
        left, right = sorted((self.find(step.left), self.find(step.right)))
        if left == right or self.is_apart(left, right):
            return False
        self._parent[right] = left
        foes = self._foes.pop(right, set())
        if foes:
            self._foes[left] |= foes
            for foe in foes:
                self._foes[foe].discard(right)
                self._foes[foe].add(left)
        self.steps.append(step)
        return True

    def is_apart(self, left: str, right: str) -> bool:
        """Tell whether the groups of two keys must stay apart."""
        right = self.find(right)
        return any(self.find(foe) == right for foe in self._foes.get(self.find(left), ()))

    def groups(self, keys: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
        """Yield each group of these keys with its root, both in order."""
        members: dict[str, list[str]] = defaultdict(list)
        for each in sorted(keys):
            members[self.find(each)].append(each)
        yield from sorted(members.items())
