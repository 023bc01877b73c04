import math
import random
import subprocess
import sys

from hypothesis import given, settings
from hypothesis import strategies as st

from kg.exporters.picture.layout import place

_STAR = [(0, n) for n in range(1, 40)]


def _closest(places: list[tuple[int, int]]) -> float:
    return min(math.dist(a, b) for n, a in enumerate(places) for b in places[:n])


def test_nothing_is_placed_for_no_nodes() -> None:
    assert place([], []) == []


def test_the_leaves_of_a_node_stand_in_rings_round_it() -> None:
    places = place([20.0] + [6.0] * 39, _STAR)
    distances = [math.dist(places[0], leaf) for leaf in places[1:]]
    assert min(distances) > 26
    assert max(distances) < 150
    assert _closest(places) > 12


def test_parts_that_are_not_joined_do_not_overlap() -> None:
    pairs = [(3 * n + a, 3 * n + b) for n in range(20) for a, b in ((0, 1), (1, 2), (0, 2))]
    places = place([8.0] * 60, pairs)
    assert _closest(places) > 16


def test_nodes_of_a_dense_part_keep_apart() -> None:
    numbers = random.Random(1)
    pairs = [(numbers.randrange(30), 30 + numbers.randrange(60)) for _ in range(400)]
    assert _closest(place([8.0] * 90, pairs)) > 12


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 25), st.data())
def test_any_graph_gets_finite_places_and_the_same_ones_again(n_nodes: int, data: st.DataObject) -> None:
    ends = st.integers(0, n_nodes - 1)
    pairs = data.draw(st.lists(st.tuples(ends, ends), max_size=40))
    places = place([6.0] * n_nodes, pairs)
    assert len(places) == n_nodes
    assert places == place([6.0] * n_nodes, pairs)


def test_the_random_numbers_of_the_user_are_left_alone() -> None:
    random.seed(7)
    expected = random.random()
    random.seed(7)
    place([6.0] * 40, [*_STAR, (1, 2), (2, 3)])
    assert random.random() == expected


def test_another_process_places_the_nodes_alike() -> None:
    pairs = [(n, (n * 7 + 1) % 60) for n in range(60)]
    line = f"from kg.exporters.picture.layout import place; print(place([6.0] * 60, {pairs}))"
    for seed in ("1", "2"):
        shown = subprocess.run(
            [sys.executable, "-c", line], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": seed}
        )
        assert shown.stdout.strip() == str(place([6.0] * 60, pairs))
