"""What the face net learns from: cut-outs of tiles a little off their place, and of what is no tile."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from vision.crops import LENGTH, PLACE, SIZE, batch, cut
from vision.maps import STATES, STRIDE
from vision.pipeline import Outlines, Pixels
from vision.synthetic.camera import Points
from vision.training.labels import Label
from vision.training.scenes import Example, example

SIDE = 384
SMALLEST, LARGEST = 44.0, 190.0
"""Lengths of tiles in the pictures that cut-outs come from, in pixels."""

UNKNOWN = -1
"""In place of a half's value that does not show, and of a state that is not clear."""

_UP, _DOWN, _PART, _NONE, _PRINTED = range(len(STATES))

_WHOLE, _COVERED = 0.95, 0.85
"""A tile of whose halves this share shows is whole; one of whose halves less than the other shows is not. In
between nothing is said."""

_HALF, _SOME = 0.93, 0.5

_KINDS = (0.3, 0.1, 0.2, 0.1, 0.05, 0.1, 0.15)
"""How often each kind of `_wrong` outline is drawn: slips and pairs of neighbours' halves are what finders
propose."""

_PROPOSED = 0.6
"""The share of outlines of nothing that the finder itself proposed, where it proposed enough."""

_FARTHEST = 0.35
"""Corners further off than this (lengths of the tile) belong to tiles near the horizon: not to be learnt."""

_AS_PROPOSED = 0.5
"""The largest share of cut-outs of tiles that are as the finder itself proposed, as far off as that is."""

_TIMES = 2
"""How often each tile is cut out besides, each time off its place in another way."""

_NEARLY = 0.6
"""An outline that has more than this in common with a tile (of both together) is nearly that tile's."""

Propose = Callable[[Pixels], Outlines]
"""Outlines (N x 4 x 2 pixels from the edge of the first one) where a finder sees tiles in a picture."""


@dataclass(frozen=True, eq=False, slots=True)
class Cutout:
    """What the face net should say of `pixels`, which are as `vision.crops.cut` gives them.

    `values` of both halves or `UNKNOWN`; `state` an index into `STATES`; `shifts` (4 x 2) as `moved` takes
    them; `pips` a map of their middles (1 there; -1 all over where numerals stand for pips).
    """

    pixels: Pixels
    values: tuple[int, int]
    state: int
    shifts: npt.NDArray[np.float32]
    pips: npt.NDArray[np.float32]


def cutouts(seed: int, index: int, propose: Propose | None = None, many: int = 24) -> list[Cutout]:
    """Up to `many` cut-outs of picture number `index` of `seed`: tiles, and as many of what is none.

    What `propose` takes for a tile by mistake is learnt from first of all.
    """
    made = example(seed, index, SIDE, SMALLEST, LARGEST, legible=True)
    rng = np.random.default_rng([seed, index, *b"cutouts"])
    tiles = [label for label in made.labels if label.seen > _SOME]
    order = [int(n) for n in rng.permutation(len(tiles))] * _TIMES
    proposed = propose(made.picture).astype(np.float64) if propose else np.zeros((0, 4, 2))
    proposed = rng.permutation(proposed)
    found = [one for outline in proposed if (one := _as_proposed(made, tiles, outline, rng)) is not None]
    found = found[: round(_AS_PROPOSED * many / 2)]
    found += [positive(made, tiles[n], rng) for n in order[: many // 2 - len(found)]]
    found = [one for one in found if np.abs(one.shifts).max() < _FARTHEST]
    wanted = max(len(found), 4)
    mistaken = [one for one in proposed if _is_none(one, made.labels)]
    mistaken = mistaken[: int(np.ceil(_PROPOSED * wanted))]
    found += [_cutout(made.picture, outline, None) for outline in mistaken]
    wanted -= len(mistaken)
    for _ in range(3 * wanted):
        outline = _wrong(made, tiles, rng)
        if _is_none(outline, made.labels):
            found.append(_cutout(made.picture, outline, None))
            wanted -= 1
            if wanted == 0:
                break
    return found


def positive(made: Example, label: Label, rng: np.random.Generator) -> Cutout:
    """The cut-out of `label`, as far off as the finder may be, either half first."""
    label = _turned(label) if rng.integers(2) else label
    rough = rng.random() < 0.5
    return _cutout(made.picture, _jittered(label.corners, rng, 1.0 if rough else 0.25), label)


def _as_proposed(
    made: Example, tiles: list[Label], outline: Points, rng: np.random.Generator
) -> Cutout | None:
    """The cut-out of the tile that a proposed `outline` nearly is, None where it is none."""
    shares = [_in_common(outline, tile.corners) for tile in tiles]
    if max(shares, default=0.0) <= _NEARLY:
        return None
    label = tiles[int(np.argmax(shares))]
    if rng.integers(2):
        outline = np.roll(outline, 2, axis=0)
    ways = label, _turned(label)
    label = min(ways, key=lambda way: float(np.abs(way.corners - outline).max()))
    return _cutout(made.picture, outline, label)


def _turned(label: Label) -> Label:
    """The same tile with its other half first."""
    return replace(
        label,
        corners=np.roll(label.corners, 2, axis=0),
        values=label.values[::-1],
        shown=label.shown[::-1],
    )


def _jittered(corners: Points, rng: np.random.Generator, much: float) -> Points:
    """An outline near `corners`: moved, turned, stretched, and each corner on its own."""
    middle = corners.mean(axis=0)
    along, across = (corners[3] - corners[0] + corners[2] - corners[1]) / 2, (corners[1] - corners[0])
    turn = np.radians(rng.normal(0, 3.0) * much)
    c, s = np.cos(turn), np.sin(turn)
    stretch = 1 + rng.normal(0, 0.05, 2) * much
    # Seen from the side a tile is a slanted, narrow shape: it is stretched along its own sides.
    sides = np.stack([along, across])
    moved = (corners - middle) @ np.linalg.inv(sides) @ (stretch[:, None] * sides)
    length = min(float(np.linalg.norm(along)), 2 * float(np.linalg.norm(across)))
    own = rng.normal(0, 0.012 * length * much, (4, 2))
    return np.asarray(
        middle + rng.normal(0, 0.04 * length * much, 2) + moved @ np.array([[c, s], [-s, c]]) + own
    )


def _wrong(made: Example, tiles: list[Label], rng: np.random.Generator) -> Points:
    """An outline where a careless finder may see a tile."""
    kind = int(rng.choice(len(_KINDS), p=_KINDS)) if tiles else 6
    side = made.picture.shape[0]
    if kind == 6:
        length = float(np.exp(rng.uniform(np.log(SMALLEST), np.log(LARGEST))))
        turn = rng.uniform(0, 2 * np.pi)
        return _box(rng.uniform(0, side, 2), length, turn)
    tile = tiles[int(rng.integers(len(tiles)))]
    corners = tile.corners
    middle = corners.mean(axis=0)
    along, across = (corners[3] - corners[0] + corners[2] - corners[1]) / 2, (corners[1] - corners[0])
    sign = float(rng.choice([-1, 1]))
    if kind == 0:  # Half of this tile and what comes after it: the slip in trains.
        outline = corners + sign * along * rng.uniform(0.35, 0.65) + across * rng.normal(0, 0.05)
    elif kind == 1:  # Between two rows.
        outline = corners + sign * across * rng.uniform(0.35, 0.65) + along * rng.normal(0, 0.1)
    elif kind == 2:  # Across: two halves of neighbours.
        about = middle + sign * along * 0.25 + float(rng.choice([-0.5, 0, 0.5])) * across
        outline = about + np.stack(
            [-across - along / 4, -across + along / 4, across + along / 4, across - along / 4]
        )
    elif kind == 3:  # Much too large or too small.
        factor = float(rng.choice([rng.uniform(0.4, 0.72), rng.uniform(1.4, 2.3)]))
        outline = middle + factor * (corners - middle)
    elif kind == 4:  # Turned.
        turn = sign * np.radians(rng.uniform(25, 90))
        c, s = np.cos(turn), np.sin(turn)
        outline = middle + (corners - middle) @ np.array([[c, s], [-s, c]])
    else:  # Beside it, on the ground or on whatever lies there.
        away = rng.uniform(0.7, 1.6) * along * rng.choice([-1, 0, 1]) + sign * across * rng.uniform(0.8, 2)
        outline = corners + away
    return np.asarray(outline, dtype=np.float64)


def _box(middle: Points, length: float, turn: float) -> Points:
    along = length / 2 * np.array([np.cos(turn), np.sin(turn)])
    across = np.array([along[1], -along[0]]) / 2
    return np.asarray(middle + np.stack([-along - across, -along + across, along + across, along - across]))


def _is_none(outline: Points, tiles: tuple[Label, ...]) -> bool:
    """True where `outline` is clearly no tile's: not even one seen in part, and not nearly one."""
    if any(tile.seen >= 0.05 and _in_common(outline, tile.corners) > _NEARLY for tile in tiles):
        return False
    area = float(cv2.contourArea(outline.astype(np.float32)))
    low, high = outline.min(axis=0), outline.max(axis=0)
    return bool(area > 300 and (high > 0).all() and (low < SIDE).all())


def _in_common(one: Points, other: Points) -> float:
    """The common area of two outlines as a share of what both cover together."""
    first, second = one.astype(np.float32), other.astype(np.float32)
    common, _ = cv2.intersectConvexConvex(first, second)
    return float(common) / max(float(cv2.contourArea(first) + cv2.contourArea(second)) - float(common), 1.0)


def _state(label: Label) -> int:
    """What the cut-out of `label` shows, an index into `STATES`; `UNKNOWN` where opinions may differ."""
    if label.printed:
        return _PRINTED
    if min(label.shown) > _WHOLE:
        return _UP if label.face_up else _DOWN
    return _PART if min(label.shown) < _COVERED else UNKNOWN


def _cutout(picture: Pixels, outline: Points, label: Label | None) -> Cutout:
    seen_from = (outline - 0.5).astype(np.float32)
    pixels = cut(picture, seen_from)
    pips = np.zeros((SIZE[1] // STRIDE, SIZE[0] // STRIDE), np.float32)
    shifts = np.zeros((4, 2), np.float32)
    if label is None:
        return Cutout(pixels, (UNKNOWN, UNKNOWN), _NONE, shifts, pips)
    warp = cv2.getPerspectiveTransform(seen_from, PLACE)
    true = (label.corners - 0.5).astype(np.float32).reshape(-1, 1, 2)
    shifts = (cv2.perspectiveTransform(true, warp).reshape(4, 2) - PLACE) / np.float32(LENGTH)
    values = tuple(
        value if label.face_up and not label.printed and shown > _HALF else UNKNOWN
        for value, shown in zip(label.values, label.shown, strict=True)
    )
    if label.pips is None:
        pips[:] = -1
    elif len(label.pips):
        places = (label.pips - 0.5).astype(np.float32).reshape(-1, 1, 2)
        _dot(pips, np.asarray(cv2.perspectiveTransform(places, warp).reshape(-1, 2), dtype=np.float32))
    return Cutout(pixels, (values[0], values[1]), _state(label), shifts, pips)


def _dot(pips: npt.NDArray[np.float32], places: npt.NDArray[np.float32]) -> None:
    """Bells at `places` (pixels of the cut-out), as narrow as pips of a double-18 lie close."""
    rows, columns = pips.shape
    cells = (places + 0.5) / STRIDE - 0.5
    x, y = np.arange(columns, dtype=np.float32), np.arange(rows, dtype=np.float32)
    for at in cells:
        if -1 < at[0] < columns and -1 < at[1] < rows:
            near = np.rint(at)
            bell = np.exp(-((y[:, None] - near[1]) ** 2 + (x[None, :] - near[0]) ** 2) / (2 * 0.45**2))
            np.maximum(pips, bell, out=pips)


def net_input(found: list[Cutout]) -> npt.NDArray[np.float32]:
    """The cut-outs as the net takes them."""
    return batch([one.pixels for one in found])
