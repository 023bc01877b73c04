"""Where the nodes of a picture stand.

Nodes with one neighbor stand in rings round it; what is left, the backbone, is placed by igraph with room
for the rings, each connected part for itself; the parts are packed round the largest.
"""

import math
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, count, product
from typing import Any

from kg import faults

Point = tuple[float, float]
Placement = tuple[dict[int, Point], list[tuple[float, float, float]]]
"""Where the nodes of one connected part stand around its middle, and the discs (x, y, radius) it covers."""

_SEED = 20
_BETWEEN = 22.0
_GAP = 40.0
_CELL = 30.0
_RING = 34.0
# Screens are wider than high.
_WIDE = 1.3
# How much of its disc a backbone covers before it is pushed apart: less is airier.
_FILL = 0.62
# Up to this size stress layout (Kamada and Kawai 1989) shows structure best; its time grows with the square.
_N_STRESS = 700
_N_ROUNDS = 25
_GOLDEN_ANGLE = math.pi * (3 - math.sqrt(5))


def place(radii: Sequence[float], pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return whole-numbered coordinates for nodes 0 … n-1 of these radii, joined by these pairs.

    Equal input gives equal output on one machine type and igraph version.

    >>> place([5.0, 5.0], [(0, 1)]) == place([5.0, 5.0], [(0, 1)])
    True
    """
    with faults.loading("igraph"):
        import igraph

    whole = igraph.Graph(n=len(radii), edges=list(pairs)).simplify()
    igraph.set_random_number_generator(random.Random(_SEED))  # noqa: S311
    try:
        parts = [_part(whole, members, radii) for members in whole.connected_components()]
    finally:
        igraph.set_random_number_generator(random)
    placed: list[tuple[int, int]] = [(0, 0)] * len(radii)
    for points, (dx, dy) in _packed(parts):
        for node, (x, y) in points.items():
            placed[node] = (round(x + dx), round(y + dy))
    return placed


def _part(whole: Any, members: list[int], radii: Sequence[float]) -> Placement:
    """Place one connected part around (0, 0)."""
    leaves = _leaves(whole, members)
    inside = {leaf for around in leaves.values() for leaf in around}
    backbone = [node for node in members if node not in inside]
    rings = {node: list(_ring(len(leaves.get(node, ())), radii[node])) for node in backbone}
    sizes = [max([radii[node], *(math.hypot(*point) + 10 for point in rings[node])]) for node in backbone]
    points: dict[int, Point] = {}
    for node, (x, y) in zip(backbone, _backbone(whole.induced_subgraph(backbone), sizes), strict=True):
        points[node] = (x, y)
        points.update(
            (leaf, (x + dx, y + dy)) for leaf, (dx, dy) in zip(leaves.get(node, ()), rings[node], strict=True)
        )
    return points, [(*points[node], size) for node, size in zip(backbone, sizes, strict=True)]


def _leaves(whole: Any, members: list[int]) -> Mapping[int, list[int]]:
    """Return the nodes that have one neighbor, by that neighbor, which has more."""
    leaves: dict[int, list[int]] = defaultdict(list)
    for node in members:
        near = whole.neighbors(node)
        if len(near) == 1 and whole.degree(near[0]) > 1:
            leaves[near[0]].append(node)
    return leaves


def _ring(n_leaves: int, radius: float) -> Iterator[Point]:
    """Yield places round a node: rings that hold more the farther out they are."""
    at, away = 0, radius + _RING
    while at < n_leaves:
        n_here = min(n_leaves - at, int(2 * math.pi * away / 32))
        for step in range(n_here):
            turn = 2 * math.pi * (step + 0.5) / n_here + at
            yield away * math.cos(turn), away * math.sin(turn)
        at += n_here
        away += _RING * 0.8


def _backbone(part: Any, sizes: list[float]) -> list[Point]:
    if len(sizes) == 1:
        return [(0.0, 0.0)]
    turn = 2 * math.pi / len(sizes)
    circle = [(math.cos(turn * at) * len(sizes), math.sin(turn * at) * len(sizes)) for at in range(len(sizes))]
    if len(sizes) <= _N_STRESS:
        points = part.layout_kamada_kawai(seed=circle).coords
    else:
        # A line to what everybody names says little: it pulls less, so that what few papers share shows.
        weights = [1 / math.sqrt(max(part.degree(edge.source), part.degree(edge.target))) for edge in part.es]
        points = part.layout_fruchterman_reingold(weights=weights, niter=400, grid=False).coords
    return _centered(_apart(_scaled(_centered(points), sizes), sizes))


def _centered(points: Sequence[Sequence[float]]) -> list[Point]:
    x_middle, y_middle = (sum(point[axis] for point in points) / len(points) for axis in (0, 1))
    return [(x - x_middle, y - y_middle) for x, y in points]


def _scaled(points: list[Point], sizes: list[float]) -> list[Point]:
    """Scale so that the nodes, with what they need around them, cover the wanted share of the disc."""
    wanted = sum((size + _BETWEEN / 2) ** 2 for size in sizes) / _FILL / 2
    found = sum(x * x + y * y for x, y in points) / len(points)
    factor = math.sqrt(wanted / (found or 1.0))
    return [_drawn_in(x * factor, y * factor, math.sqrt(wanted)) for x, y in points]


def _drawn_in(x: float, y: float, usual: float) -> Point:
    """Bring what stands far out nearer: a few long arms would make all the rest small."""
    shrink = min((usual / (math.hypot(x, y) or usual)) ** 0.4, 1.0)
    return x * shrink * _WIDE, y * shrink


def _apart(points: list[Point], sizes: Sequence[float]) -> list[Point]:
    """Push overlapping nodes apart, a few rounds over a grid of cells; the few large ones meet all others."""
    moved = [list(point) for point in points]
    usual = sorted(sizes)[len(sizes) * 9 // 10]
    large = [node for node, size in enumerate(sizes) if size > usual]
    for _ in range(_N_ROUNDS):
        cells: dict[tuple[int, int], list[int]] = defaultdict(list)
        for node, (x, y) in enumerate(moved):
            if sizes[node] <= usual:
                cells[int(x // (2 * usual + _BETWEEN)), int(y // (2 * usual + _BETWEEN))].append(node)
        pairs = chain(_close(cells), ((a, b) for a in large for b in range(len(sizes)) if sizes[b] <= usual or a < b))
        if not sum(_push(moved, a, b, sizes[a] + sizes[b] + _BETWEEN) for a, b in pairs):
            break
    return [(x, y) for x, y in moved]


def _close(cells: Mapping[tuple[int, int], list[int]]) -> Iterator[tuple[int, int]]:
    """Yield pairs of nodes in the same cell or in neighboring ones, each pair once."""
    for (column, row), here in list(cells.items()):
        beside = [b for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)) for b in cells.get((column + dx, row + dy), ())]
        for at, a in enumerate(here):
            yield from ((a, b) for b in here[at + 1 :])
            yield from ((a, b) for b in beside)


def _push(moved: list[list[float]], a: int, b: int, wanted: float) -> bool:
    one, two = moved[a], moved[b]
    dx, dy = two[0] - one[0], two[1] - one[1]
    square = dx * dx + dy * dy
    if square >= wanted * wanted:
        return False
    distance = math.sqrt(square)
    if distance < 1e-9:
        dx, dy, distance = math.cos(a + b), math.sin(a + b), 1.0
    shift = (wanted - distance) / distance / 2
    one[0] -= dx * shift
    one[1] -= dy * shift
    two[0] += dx * shift
    two[1] += dy * shift
    return True


def _packed(parts: list[Placement]) -> Iterator[tuple[dict[int, Point], Point]]:
    """Yield each part with the place of its middle: the largest at (0, 0), the others where the next gap is."""
    taken: set[tuple[int, int]] = set()
    for nth, (points, discs) in enumerate(sorted(parts, key=lambda part: (-len(part[0]), min(part[0])))):
        turn = nth * _GOLDEN_ANGLE
        for step in count():
            dx, dy = step * _CELL * math.cos(turn), step * _CELL * math.sin(turn)
            wanted = {cell for x, y, size in discs for cell in _cells(x + dx, y + dy, size + _GAP / 2)}
            if taken.isdisjoint(wanted):
                break
        taken |= wanted
        yield points, (dx, dy)


def _cells(x: float, y: float, size: float) -> Iterator[tuple[int, int]]:
    """Yield the cells of the plane that a square around a disc touches."""
    columns = range(int((x - size) // _CELL), int((x + size) // _CELL) + 1)
    rows = range(int((y - size) // _CELL), int((y + size) // _CELL) + 1)
    return product(columns, rows)
