from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.choice import choose


def clashing(count: int, pairs: list[tuple[int, int]]) -> list[list[int]]:
    clashes: list[list[int]] = [[] for _ in range(count)]
    for i, j in pairs:
        clashes[i].append(j)
        clashes[j].append(i)
    return clashes


@given(st.lists(st.floats(0, 1), min_size=1, max_size=9), st.randoms(use_true_random=False))
def test_no_other_choice_without_a_clash_is_heavier(weights: list[float], random: Random) -> None:
    count = len(weights)
    pairs = [(i, j) for i in range(count) for j in range(i) if random.random() < 0.3]
    chosen = choose(weights, clashing(count, pairs))
    assert not any(i in chosen and j in chosen for i, j in pairs)
    free = [
        some
        for size in range(count + 1)
        for some in combinations(range(count), size)
        if not any(i in some and j in some for i, j in pairs)
    ]
    best = max(sum(weights[i] for i in some) for some in free)
    assert sum(weights[i] for i in chosen) == pytest.approx(best)


@pytest.mark.parametrize("tiles", [2, 4, 30])
@pytest.mark.parametrize("slip", [0.9, 1.0, 1.02])
def test_a_row_is_divided_into_as_many_tiles_as_it_holds(tiles: int, slip: float) -> None:
    """Slips by half a tile are one fewer than the tiles, and listed first here."""
    slips = tiles - 1
    pairs = [(n, slips + n) for n in range(slips)] + [(n, slips + n + 1) for n in range(slips)]
    weights = [slip] * slips + [1.0] * tiles
    assert choose(weights, clashing(tiles + slips, pairs)) == list(range(slips, slips + tiles))


def test_a_hopeless_tangle_ends_with_a_choice_without_a_clash() -> None:
    random, count = Random(7), 150
    pairs = [(i, j) for i in range(count) for j in range(i) if random.random() < 0.08]
    weights = [random.random() + 0.1 for _ in range(count)]
    chosen = choose(weights, clashing(count, pairs))
    assert chosen
    assert not any(i in chosen and j in chosen for i, j in pairs)
