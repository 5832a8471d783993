"""What the nets may say of outlines, made by hand."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from true_tiles import box

from vision.maps import STATES, VALUES
from vision.pipeline import Array, Faces, Found, Look, Outlines


@dataclass(frozen=True, slots=True)
class Seen:
    """An outline at `x`, `y`, `length` pixels long, and what both looks at it showed.

    Each half's value has the chance `sure`, its `state` the chance `state_sure`. The second look may show
    other `second` values, and both count `pips` (those of the values if not given).
    """

    x: float
    y: float = 100.0
    values: tuple[int, int] = (5, 2)
    sure: tuple[float, float] = (0.99, 0.99)
    state: str = "up"
    state_sure: float = 0.97
    score: float = 0.9
    degrees: float = 90.0
    length: float = 80.0
    second: tuple[int, int] | None = None
    pips: tuple[int, int] | None = None


def outlines_of(seen: tuple[Seen, ...]) -> Outlines:
    """The outlines of all of them."""
    found = [box(one.x, one.y, one.degrees, one.length) for one in seen]
    return np.array(found, np.float32).reshape(-1, 4, 2)


def spread(best: int, chance: float, count: int) -> Array:
    """Chances of `count` things, `chance` for `best`, the others alike."""
    chances = np.full(count, (1 - chance) / (count - 1), np.float32)
    chances[best] = chance
    return chances


def gathered(*seen: Seen) -> tuple[Found, Faces]:
    """What finder and face reader hand to the assessor."""
    outlines = outlines_of(seen)
    scores = np.array([one.score for one in seen], np.float32)
    return Found(outlines, scores), Faces((_look(seen, outlines, False), _look(seen, outlines, True)))


def _look(seen: tuple[Seen, ...], outlines: Outlines, second: bool) -> Look:
    values = np.zeros((len(seen), 2, VALUES), np.float32)
    states = np.zeros((len(seen), len(STATES)), np.float32)
    pips = np.zeros((len(seen), 2), np.float32)
    for number, one in enumerate(seen):
        shown = one.second if second and one.second else one.values
        values[number] = [spread(value, sure, VALUES) for value, sure in zip(shown, one.sure, strict=True)]
        states[number] = spread(STATES.index(one.state), one.state_sure, len(STATES))
        pips[number] = one.pips or one.values
    return Look(outlines, values, states, pips)
