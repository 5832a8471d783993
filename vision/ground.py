"""What a table looks like without tiles, hands and other things, learnt while it is watched."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
import numpy.typing as npt

from vision.changes import Colours, Grey, Mask, differing, small_colours
from vision.geometry import moved, sides
from vision.light import DARK, in_light_of
from vision.pipeline import Pixels
from vision.reading import Corners
from vision.tops import Top, cut, seen_again

Counts = npt.NDArray[np.uint8]

USABLE, KNOWN = 2, 3
"""Readings in which a pixel must look the same to be told from a thing, and to be ground for good."""

_ASIDE, _BESIDE = 0.1, 0.4
"""How far (lengths of a tile) from its outline a tile's sides and its shadow are seen."""

_DARKEST = 0.4
"""The share of light that a tile's shadow leaves."""

_DIMMER, _BRIGHTER = 0.07, 0.05
"""Shares of the light: by how much a known shadow may be deeper, and a lit place brighter."""

_TINT, _TINT_SHARE = 6.0, 0.05
"""Levels, and share of the level, by which a colour in a shadow may be off."""

_FOLLOWED = 0.1  # share of a new look that is taken over where it is the same
_ANEW = 0.6  # share of the ground that differs when it is another table
_RING = 0.5  # lengths of a tile around something whose ground is like the ground there
_LIKE, _LIKE_SHARE = 8.0, 0.05  # levels, and share of the level, by which colours may be off
_PALETTE = 200  # colours of a ground that are looked at
_BARE, _STRANGE = 0.85, 0.3  # shares of like colours: the ground shows again; it was never the ground


@dataclass(frozen=True, eq=False, slots=True)
class Ground:
    """What is known of a table; the default is the beginning. All pictures are small, those of one table.

    `size` is that of the frames (width, height). `look` shows the ground, and in other places what was seen
    there last; pixels that looked the same in `same` readings are ground, from 3 on for good. Beside tiles
    `shade` is the share of light that their shadows leave, learnt in `shaded` readings. `tops` are the faces
    of the tiles that lie there.
    """

    size: tuple[int, int] = (0, 0)
    look: Colours = field(default_factory=lambda: np.zeros((0, 0, 3), np.float32))
    same: Counts = field(default_factory=lambda: np.zeros((0, 0), np.uint8))
    shade: Grey = field(default_factory=lambda: np.zeros((0, 0), np.float32))
    shaded: Counts = field(default_factory=lambda: np.zeros((0, 0), np.uint8))
    tops: tuple[Top, ...] = ()


@dataclass(frozen=True, eq=False, slots=True)
class View:
    """A picture beside the `ground` that was known before it.

    `small` is the picture, `scale` times the frame's size (across, down), `now` the same as numbers with
    fractions. `expected` is the ground's look in its light, `differs` where it shows something else; both
    mean nothing where no ground is known. `origin` is its top left pixel's place (x, y) in the small picture,
    of which it may be a part.
    """

    ground: Ground
    scale: tuple[float, float]
    small: Pixels
    now: Colours
    expected: Colours
    differs: Mask
    origin: tuple[int, int] = (0, 0)


def view(ground: Ground, pixels: Pixels) -> View:
    """Compare a picture with the ground. A picture of another size is another table's.

    Takes six milliseconds of one core for 1920 x 1080; `step` then takes as many, `in_sight` two.
    """
    small = small_colours(pixels)
    now = small.astype(np.float32)
    size = (pixels.shape[1], pixels.shape[0])
    scale = (now.shape[1] / size[0], now.shape[0] / size[1])
    if ground.size != size:
        return View(_begun(size, now), scale, small, now, now, np.zeros(now.shape[:2], np.bool_))
    expected = in_light_of(ground.look, now)
    return View(ground, scale, small, now, expected, differing(ground.look, expected, now))


def _begun(size: tuple[int, int], now: Colours) -> Ground:
    shape = now.shape[:2]
    nothing = np.zeros(shape, np.uint8)
    return Ground(size, now, nothing, np.ones(shape, np.float32), nothing)


def step(seen: View, tiles: Sequence[Corners], covered: Collection[Corners] = ()) -> Ground:
    """What is known of the ground after one more reading of a settled picture.

    `tiles` are the outlines (pixels) of all that lie there, also of those under a hand and of those that are
    not believed yet; those that are `covered`, by a marker, are not learnt. A table that is another one in
    most places is learnt anew.
    """
    over, near = zones(seen, tiles)
    sure: Mask = seen.ground.same >= KNOWN
    free = sure & ~near
    if free.any() and seen.differs[free].mean() > _ANEW:
        seen = replace(
            seen,
            ground=_begun(seen.ground.size, seen.now),
            expected=seen.now,
            differs=np.zeros_like(over),
        )
        sure = np.zeros_like(over)
    known = seen.ground
    sure &= ~_never_ground(seen, sure & ~over, tile_length(seen, tiles))
    lit = (seen.now + np.float32(DARK)) * (known.look + np.float32(DARK))
    lit /= seen.expected + np.float32(DARK)
    lit -= np.float32(DARK)
    beside = near & (known.same == USABLE)  # learnt in a shadow: to be told from a thing there, and no more
    new = ~sure & ~over & seen.differs & ~beside
    counted = np.maximum(np.minimum(known.same + 1, np.where(near, USABLE, KNOWN)), known.same)
    same = np.where(sure, known.same, np.where(new, 1, np.where(over, 0, counted)))
    follows = np.where(seen.differs | near, np.float32(0), np.float32(_FOLLOWED))
    weight = np.where(new | (over & ~sure), np.float32(1), follows)
    look = known.look + weight[..., None] * (lit - known.look)
    shade, shaded = _shades(seen, tiles, sure & near & ~over)
    tops = seen_again(known.tops, tiles, [face(seen, corners) for corners in tiles], covered)
    return Ground(known.size, np.asarray(look, np.float32), same.astype(np.uint8), shade, shaded, tops)


def shifted(ground: Ground, shift: tuple[float, float]) -> Ground:
    """The ground as a camera sees it that was nudged: all of it further by `shift` (x, y in pixels)."""
    height, width = ground.same.shape
    if not ground.same.size:
        return ground
    across, down = shift[0] * width / ground.size[0], shift[1] * height / ground.size[1]
    matrix = np.array([[1, 0, across], [0, 1, down]], np.float32)
    look, shade = (
        cv2.warpAffine(part, matrix, (width, height), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
        for part in (ground.look, ground.shade)
    )
    same, shaded = (
        cv2.warpAffine(part, matrix, (width, height), flags=cv2.INTER_NEAREST)
        for part in (ground.same, ground.shaded)
    )
    return Ground(
        ground.size,
        np.asarray(look, np.float32),
        np.asarray(same, np.uint8),
        np.asarray(shade, np.float32),
        np.asarray(shaded, np.uint8),
        tuple(replace(top, corners=moved(top.corners, shift)) for top in ground.tops),
    )


def part(seen: View, outline: Corners, reach: float) -> View:
    """The part of a view that holds `outline` (pixels of the frame) and so many small pixels around it."""
    points = np.asarray(outline) * seen.scale - seen.origin
    height, width = seen.differs.shape
    left, top = np.clip(np.floor(points.min(axis=0) - reach), 0, (width, height)).astype(int)
    right, bottom = np.clip(np.ceil(points.max(axis=0) + reach) + 1, 0, (width, height)).astype(int)
    box, ground = np.s_[top:bottom, left:right], seen.ground
    return View(
        replace(
            ground,
            look=ground.look[box],
            same=ground.same[box],
            shade=ground.shade[box],
            shaded=ground.shaded[box],
        ),
        seen.scale,
        seen.small[box],
        seen.now[box],
        seen.expected[box],
        seen.differs[box],
        (seen.origin[0] + int(left), seen.origin[1] + int(top)),
    )


def tile_length(seen: View, tiles: Sequence[Corners]) -> float:
    """The usual length of `tiles`, pixels of the small picture; 0 without any."""
    if not tiles:
        return 0.0
    across, down = seen.scale
    return float(np.median([sides(corners)[1] for corners in tiles])) * (across + down) / 2


def face(seen: View, corners: Corners) -> Colours:
    """What the tile with `corners` shows, laid straight (24 x 12 x 3), in the light of the ground's look."""
    height, width = seen.differs.shape
    middle = (np.mean(corners, axis=0) + 0.5) * seen.scale
    x, y = np.clip(middle.astype(int), 0, (width - 1, height - 1))
    dark = np.float32(DARK)
    light = (seen.expected[y, x] + dark) / (seen.ground.look[y, x] + dark)
    return np.asarray(cut(seen.small, corners, seen.scale) / np.maximum(light, 0.05), np.float32)


def filled(seen: View, outlines: Sequence[Corners]) -> Mask:
    """The pixels of the view within `outlines` (pixels of the frame)."""
    mask = np.zeros(seen.now.shape[:2], np.uint8)
    for outline in outlines:
        points = (np.asarray(outline) + 0.5) * seen.scale - 0.5 - seen.origin
        cv2.fillConvexPoly(mask, np.rint(points * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    return mask > 0


def grown(mask: Mask, by: float) -> Mask:
    """`mask` and all that is nearer to it than `by` pixels."""
    radius = max(round(by), 0)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1, 2 * radius + 1))
    return np.asarray(cv2.dilate(mask.astype(np.uint8), kernel) > 0)


def zones(seen: View, tiles: Sequence[Corners]) -> tuple[Mask, Mask]:
    """Where `tiles` and their sides are in the small picture, and where their shadows may be besides."""
    length, mask = tile_length(seen, tiles), filled(seen, tiles)
    return grown(mask, max(_ASIDE * length, 1.0)), grown(mask, max(_BESIDE * length, 2.0))


def in_shadow(seen: View, where: Mask, least: Grey | float, most: float = 1.0) -> Mask:
    """Which pixels of `where` show the ground in no more than a shadow.

    It leaves the share `least` of the light or more, and `most` is left where there is none.
    """
    expected, now = seen.expected[where], seen.now[where]
    share = _share(expected, now)
    rest = np.abs(now - share[:, None] * expected) - (_TINT + _TINT_SHARE * expected)
    fits = (rest.max(axis=1, initial=-1.0) <= 0) & (share <= most + _BRIGHTER)
    fits &= share >= (least[where] if isinstance(least, np.ndarray) else least) - _DIMMER
    found = np.zeros_like(where)
    found[where] = fits
    return found


def _share(expected: Colours, now: Colours) -> Grey:
    """The share of light (N) that is left in colours (N x 3)."""
    return np.asarray((expected * now).sum(axis=1) / np.maximum((expected**2).sum(axis=1), 1.0), np.float32)


def shadows(seen: View, tiles: Sequence[Corners]) -> Mask:
    """Where the picture differs beside `tiles` by no more than their shadows do.

    Ground that was never seen without a shadow may be brighter too.
    """
    over, near = zones(seen, tiles)
    ground = seen.ground
    least = np.where(ground.shaded >= KNOWN, ground.shade, np.float32(_DARKEST))
    least = np.where(_fresh(seen, tiles), np.float32(_DARKEST), least)
    differs, dim = seen.differs & near & ~over, ground.same < KNOWN
    return in_shadow(seen, differs & ~dim, least) | in_shadow(seen, differs & dim, _DARKEST, 1 / _DARKEST)


def _fresh(seen: View, tiles: Sequence[Corners]) -> Mask:
    """Where shadows may be of `tiles` that were not there, or elsewhere, before."""
    known = {top.corners for top in seen.ground.tops}
    new = [corners for corners in tiles if corners not in known]
    return zones(seen, new)[1] if new else np.zeros_like(seen.differs)


def _shades(seen: View, tiles: Sequence[Corners], ring: Mask) -> tuple[Grey, Counts]:
    """The shadows of `tiles` on known ground, `ring`, and in how many readings they were learnt."""
    ground = seen.ground
    learning = ring & ((ground.shaded < KNOWN) | _fresh(seen, tiles))
    dark = in_shadow(seen, learning, _DARKEST)
    shade = np.where(ring, ground.shade, np.float32(1))
    share = _share(seen.expected[dark], seen.now[dark])
    shade[dark] = np.minimum(shade[dark], share)
    shaded = np.where(
        ring, np.minimum(np.where(learning, ground.shaded % KNOWN, ground.shaded) + 1, KNOWN), 0
    )
    return shade, shaded.astype(np.uint8)


def _never_ground(seen: View, sure: Mask, length: float) -> Mask:
    """Where something was taken for ground that is gone now: the ground around shows there."""
    wrong, strange = np.zeros_like(sure), seen.differs & sure
    if not strange.any():
        return wrong
    count, labels, stats, _ = cv2.connectedComponentsWithStats(strange.astype(np.uint8))
    for label in range(1, count):
        left, top, width, height, area = (int(number) for number in stats[label])
        if area < 4:
            continue
        reach = max(round(_RING * length), 4)
        box = np.s_[max(top - reach, 0) : top + height + reach, max(left - reach, 0) : left + width + reach]
        blob = labels[box] == label
        ring = grown(blob, reach) & sure[box] & ~grown(seen.differs[box], 2)
        if np.count_nonzero(ring) < area / 2:
            continue
        around = seen.expected[box][ring]
        if (
            like(around, seen.now[box][blob]).mean() > _BARE
            and like(around, seen.expected[box][blob]).mean() < _STRANGE
        ):
            wrong[box] |= grown(blob, 2)
    return wrong


def like(ground: Colours, seen: Colours) -> npt.NDArray[np.bool_]:
    """Which of the colours `seen` (N x 3; some of them, where they are many) are among those of `ground`."""
    some = ground[:: max(1, len(ground) // _PALETTE)]
    seen = seen[:: max(1, len(seen) // (2 * _PALETTE))]
    off = np.abs(seen[:, None] - some[None]).max(axis=2).min(axis=1)
    return np.asarray(off <= _LIKE + _LIKE_SHARE * seen.max(axis=1))
