from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from vision.choice import choose


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
