"""Choosing among outlines that can't all be tiles."""

from __future__ import annotations

from collections.abc import Sequence

_STEPS = 20_000
"""Questions asked for one group of clashing outlines before the best choice so far has to do."""

_LARGEST = 200
"""Members of a group that is searched at all: it bounds how deep the search goes."""


def choose(weights: Sequence[float], clashes: Sequence[Sequence[int]]) -> list[int]:
    """Indices of the heaviest choice without a clash; only positive weights are chosen.

    `clashes[i]` lists what can't be chosen beside i (symmetric). Groups that do not touch are looked at one
    by one. The very best choice is found unless a group is so tangled that the search is cut short; then
    it is never worse than taking the heaviest first.

    >>> choose([3, 5, 3], [[1], [0, 2], [1]])
    [0, 2]
    """
    open_ones = {i for i, weight in enumerate(weights) if weight > 0}
    around = {i: open_ones.intersection(clashes[i]) for i in open_ones}
    chosen: list[int] = []
    for group in _groups(open_ones, around):
        search = _Search(weights, around)
        chosen += search.best(frozenset(group))
    return sorted(chosen)


def _groups(members: set[int] | frozenset[int], around: dict[int, set[int]]) -> list[set[int]]:
    """`members` in groups between which nothing clashes."""
    left, groups = set(members), []
    while left:
        group, fresh = set(), {left.pop()}
        while fresh:
            group |= fresh
            fresh = {j for i in fresh for j in around[i] if j in left}
            left -= fresh
        groups.append(group)
    return groups


class _Search:
    """One group's heaviest choice: either its most clashing member is in, or it is not."""

    def __init__(self, weights: Sequence[float], around: dict[int, set[int]]) -> None:
        self._weights, self._around = weights, around
        self._known: dict[frozenset[int], list[int]] = {}
        self._steps = 0

    def best(self, members: frozenset[int]) -> list[int]:
        """The heaviest choice among `members`."""
        if members in self._known:
            return self._known[members]
        self._steps += 1
        if self._steps > _STEPS or len(members) > _LARGEST:
            return self._heaviest_first(members)
        groups = _groups(members, self._around)
        if len(groups) > 1:
            found = [i for group in groups for i in self.best(frozenset(group))]
        elif len(members) < 2:
            found = list(members)
        else:
            pivot = max(members, key=lambda i: (len(self._around[i] & members), -i))
            inside = [pivot, *self.best(members - self._around[pivot] - {pivot})]
            outside = self.best(members - {pivot})
            found = max(inside, outside, self._heaviest_first(members), key=self._weight)
        self._known[members] = found
        return found

    def _weight(self, chosen: Sequence[int]) -> float:
        return sum(self._weights[i] for i in chosen)

    def _heaviest_first(self, members: frozenset[int]) -> list[int]:
        chosen: list[int] = []
        for i in sorted(members, key=lambda i: (-self._weights[i], i)):
            if self._around[i].isdisjoint(chosen):
                chosen.append(i)
        return chosen
