from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from vision.choice import choose, without_copies
from vision.geometry import turned
from vision.reading import Corners


def moved(corners: Corners, x: float, y: float) -> Corners:
    a, b, c, d = ((px + x, py + y) for px, py in corners)
    return (a, b, c, d)


def test_copies_are_dropped_whichever_half_comes_first() -> None:
    first: Corners = ((30.0, 40.0), (50.0, 46.0), (40.0, 82.0), (20.0, 76.0))
    across: Corners = ((20.0, 50.0), (58.0, 60.0), (52.0, 80.0), (14.0, 70.0))
    outlines = [first, moved(first, 1, 0), turned(first), moved(first, 20, 0), across]
    assert without_copies(outlines, 10) == [0, 3, 4]
    assert without_copies(outlines, 2) == [0, 3]
    assert without_copies([], 5) == []


@given(st.lists(st.floats(0, 1), min_size=1, max_size=9), st.randoms(use_true_random=False))
def test_a_choice_has_no_clash_and_is_no_worse_than_the_greedy_one(
    weights: list[float], random: Random
) -> None:
    count = len(weights)
    pairs = [(i, j) for i in range(count) for j in range(i) if random.random() < 0.3]
    clashes: list[list[int]] = [[] for _ in weights]
    for i, j in pairs:
        clashes[i].append(j)
        clashes[j].append(i)
    chosen = choose(weights, clashes)
    assert not any(i in chosen and j in chosen for i, j in pairs)
    greedy: list[int] = []
    for i in sorted(range(count), key=lambda i: -weights[i]):
        if not any(j in greedy for j in clashes[i]):
            greedy.append(i)
    assert sum(weights[i] for i in chosen) >= sum(weights[i] for i in greedy) - 1e-9
