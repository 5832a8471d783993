"""Reading parts of a still table: which tiles are there now, after what was known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from statistics import median as middling

from referee import DominoSet
from vision import tracking
from vision.bare import in_sight
from vision.eye.parts import Part, median, whole
from vision.geometry import moved, overlap, sides
from vision.ground import View
from vision.pipeline import Pixels, Reader
from vision.reading import Corners, TileReading
from vision.tracking import Tracked, TrackedTile

_UNLIKE = 1.6
"""Times as long, or as short, as others: no tile of this set, however the camera leans."""

_BESIDE = 0.3
"""The share of a known tile outside a part that what is read in the part may cover."""


def tile_length(tracked: Tracked) -> float | None:
    """How long tiles are (pixels); None as long as none is known."""
    known = [sides(tile.corners)[1] for tile in tracked.tiles if tile.believed]
    return middling(known) if known else None


def read_parts(
    reader: Reader,
    domino_set: DominoSet,
    parts: Sequence[Part],
    still: Sequence[Pixels],
    tracked: Tracked,
    view: View,
    markers: Sequence[Corners] = (),
) -> Tracked:
    """What lies there after `parts` of the frames `still`, which are alike, were read once more.

    `view` is the table beside its ground, by which a place is told from a hand over it; `markers` are the
    outlines (pixels) of those that lie about. Raises `PictureError` where a part can't be read.
    """
    height, width = still[-1].shape[:2]
    length = tile_length(tracked)
    for part in parts:
        everything = part == whole((width, height))
        picture = median([part.of(pixels) for pixels in still])
        reading = reader.read(picture, domino_set, None if everything else length)
        inside = [tile for tile in tracked.tiles if everything or part.holds(tile.corners)]
        outside = [tile for tile in tracked.tiles if tile not in inside]
        seen = [_placed(tile, part) for tile in reading.tiles]
        seen = [tile for tile in seen if _belongs(tile, part, (width, height), outside)]
        seen = [tile for tile in seen if length is None or _is_as_large(tile, length)]
        shown = [*markers, *(tile.corners for tile in seen), *(tile.corners for tile in outside)]
        bare = partial(in_sight, view, tiles=shown)
        now = tracking.step(replace(tracked, tiles=tuple(inside)), seen, bare)
        tracked = replace(now, tiles=(*outside, *now.tiles))
    return tracked


def _placed(tile: TileReading, part: Part) -> TileReading:
    """A tile that was read in a part, where it lies in the frame."""
    return replace(tile, corners=moved(tile.corners, (part.left, part.top)))


def _is_as_large(tile: TileReading, length: float) -> bool:
    """Whether a tile is about as long as others, wherever on the table it lies: hands are taken for backs."""
    return length / _UNLIKE <= sides(tile.corners)[1] <= length * _UNLIKE


def _belongs(tile: TileReading, part: Part, size: tuple[int, int], outside: Sequence[TrackedTile]) -> bool:
    """Whether a tile lies in the part and not at its border, where it is cut, unless that is the frame's."""
    beyond = max(size)
    open_part = Part(
        part.left or -beyond,
        part.top or -beyond,
        part.right if part.right < size[0] else 2 * beyond,
        part.bottom if part.bottom < size[1] else 2 * beyond,
    )
    if not open_part.holds(tile.corners, 2.0):
        return False
    return all(overlap(tile.corners, other.corners) < _BESIDE for other in outside)
