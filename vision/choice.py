"""Choosing among outlines that can't all be tiles."""

from __future__ import annotations

from collections.abc import Sequence


def choose(weights: Sequence[float], clashes: Sequence[Sequence[int]]) -> list[int]:
    """Indices of the heaviest choice without a clash, found greedily and bettered by exchanges.

    `clashes[i]` lists what can't be chosen beside i (symmetric). Not always the very best choice; it is
    never worse than the plain greedy one.

    >>> choose([3, 5, 3], [[1], [0, 2], [1]])
    [0, 2]
    """
    chosen: set[int] = set()
    order = sorted((i for i in range(len(weights)) if weights[i] > 0), key=lambda i: -weights[i])
    for i in order:
        if chosen.isdisjoint(clashes[i]):
            chosen.add(i)
    for _ in range(8):  # a bound on the work; the first round without a change ends it
        changed = False
        for i in order:
            if i in chosen:
                continue
            out = chosen.intersection(clashes[i])
            trial = (chosen - out) | {i}
            # what the removed ones blocked may come in
            for j in order:
                if j not in trial and j not in out and trial.isdisjoint(clashes[j]):
                    trial.add(j)
            if sum(weights[k] for k in trial) > sum(weights[k] for k in chosen) + 1e-9:
                chosen, changed = trial, True
        if not changed:
            break
    return sorted(chosen)
