"""Choosing among outlines that can't all be tiles: no clashes, no copies."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.reading import Corners


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


def without_copies(outlines: Sequence[Corners], most: int, share: float = 0.07) -> list[int]:
    """Indices of at most `most` outlines, the first ones first, that are no near copies of an earlier one.

    A copy has all corners within `share` of the long side, whichever half comes first.
    """
    if not outlines:
        return []
    points = np.asarray(outlines, np.float64)
    limits = share * np.linalg.norm(points[:, 2] - points[:, 1], axis=1)
    kept: list[int] = []
    for i, own in enumerate(points):
        others = points[kept]
        straight = np.abs(others - own).max(axis=(1, 2))
        ended = np.abs(others - np.roll(own, 2, axis=0)).max(axis=(1, 2))
        if not (np.minimum(straight, ended) <= limits[i]).any():
            kept.append(i)
            if len(kept) == most:
                break
    return kept
