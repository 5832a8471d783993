"""One look at a frame: whether the table is still, what of it has to be read, and what lies there now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from statistics import median as middling

from calibration.plane import TablePlane
from referee import DominoSet, Layout
from vision import ground, settling, tracking
from vision.bare import in_sight
from vision.eye.parts import Part, median, parts_of, whole
from vision.frames.frame import Frame
from vision.geometry import overlap, sides
from vision.ground import Ground
from vision.layout.flat import plane_of
from vision.layout.places import Places
from vision.layout.seen import layout_of
from vision.pipeline import Pixels, Reader
from vision.reading import Corners, TileReading
from vision.settling import ENOUGH, Motion, Region, Settling
from vision.tracking import Tracked, TrackedTile

_READINGS = 3
"""A part that has changed is read so often: a tile that is not seen so often is gone."""

_MOST_READINGS = 9
"""The same where something stays unclear."""

_CLEAR = 0.95
"""The certainty from which a tile need not be read again."""

_MARGIN = 1.3
"""Lengths of a tile round what has changed: a tile that is partly in it must be seen whole."""

_WIDEST = 160.0
"""Pixels round what has changed where no tile is known yet."""

_AGAIN = 12.0
"""Seconds after which all of a still table is read again, for what changed too little to be noticed."""

_BETTER = 1.5
"""Times as many tiles tell the table's plane so much better that it is found anew."""

_BESIDE = 0.3
"""The share of a known tile outside a part that what is read in the part may cover."""


@dataclass(frozen=True, eq=False, slots=True)
class Eye:
    """How a table is looked at.

    `engine` is the number of pips on each half of the round's engine. `seats` has the bearing (degrees,
    clockwise from the picture's top) at which a player's train, or that of `M`, leaves the engine, as far as
    somebody said it, `all_seated` that this is so for every train. A known `plane` keeps places steady.
    """

    reader: Reader
    domino_set: DominoSet
    engine: int
    seats: Mapping[str, float] = field(default_factory=dict)
    all_seated: bool = False
    plane: TablePlane | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Memory:
    """What is remembered from frame to frame; the default is the beginning.

    `still` are the last frames that were alike, `parts` what has to be read, `readings` how often that was
    done, `plane` the table's as far as tiles tell it, `read_at` when all was read last (seconds, of the
    frames' clock).
    """

    settling: Settling = field(default_factory=Settling)
    still: tuple[Pixels, ...] = ()
    parts: tuple[Part, ...] = ()
    readings: int = 0
    tracked: Tracked = field(default_factory=Tracked)
    ground: Ground = field(default_factory=Ground)
    places: Places | None = None
    plane: TablePlane | None = None
    read_at: float | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Glance:
    """What one frame told.

    `layout` is None on frames that were not read: those that move, and those that have been read often
    enough. `tiles` are all that are known to lie there, `nudged` says that the camera was moved.
    """

    motion: Motion
    tiles: tuple[TrackedTile, ...]
    layout: Layout | None = None
    nudged: bool = False


def look(eye: Eye, memory: Memory, frame: Frame) -> tuple[Memory, Glance]:
    """Look at the next frame: what is remembered now, and what the frame told.

    A still table is read three times where it has changed, from the third frame that is alike on; each
    reading is of the median of three frames. Raises `PictureError` where a frame can't be read.
    """
    state, sighting = settling.step(memory.settling, frame.pixels)
    alike = sighting.motion in (Motion.STILL, Motion.SETTLED) and sighting.still > 1
    still = (*memory.still, frame.pixels)[-ENOUGH:] if alike else (frame.pixels,)
    memory = replace(memory, settling=state, still=still)
    if sighting.motion is not Motion.SETTLED:
        nudged = sighting.motion is Motion.NUDGED
        return memory, Glance(sighting.motion, memory.tracked.tiles, nudged=nudged)
    if sighting.shift is not None:
        memory = replace(
            memory,
            tracked=_shifted(memory.tracked, sighting.shift),
            ground=ground.shifted(memory.ground, sighting.shift),
            plane=None,
        )
    memory = _with_changes(memory, sighting.changed, frame)
    if not memory.parts:
        return memory, Glance(sighting.motion, memory.tracked.tiles, nudged=sighting.shift is not None)
    memory = _read(eye, memory)
    memory = replace(memory, plane=eye.plane or _plane(memory))
    size, places = memory.settling.size, memory.places or Places(eye.seats, complete=eye.all_seated)
    layout, places = layout_of(memory.tracked.tiles, size, eye.engine, places, memory.plane)
    memory = replace(memory, places=places)
    return memory, Glance(sighting.motion, memory.tracked.tiles, layout, sighting.shift is not None)


def _with_changes(memory: Memory, changed: Sequence[Region], frame: Frame) -> Memory:
    """`memory` with what has to be read now."""
    size = memory.settling.size
    if memory.read_at is None or frame.time - memory.read_at >= _AGAIN:
        return replace(memory, parts=(whole(size),), readings=0, read_at=frame.time)
    if changed:
        unread = memory.parts if memory.readings < _READINGS else ()
        regions = [*changed, *(_region(part) for part in unread)]
        return replace(memory, parts=parts_of(regions, size, _MARGIN * _length(memory)), readings=0)
    if memory.readings >= (_READINGS if _is_clear(memory) else _MOST_READINGS):
        return replace(memory, parts=())
    return memory


def _region(part: Part) -> Region:
    return Region(part.left, part.top, part.right - part.left, part.bottom - part.top)


def _length(memory: Memory) -> float:
    """How long tiles are (pixels)."""
    known = [sides(tile.corners)[1] for tile in memory.tracked.tiles if tile.believed]
    return middling(known) if known else _WIDEST / _MARGIN


def _is_clear(memory: Memory) -> bool:
    """Whether nothing in the parts that are read is in doubt."""
    return all(
        tile.believed and not tile.missing and (tile.face_down or tile.hidden or tile.certainty >= _CLEAR)
        for tile in memory.tracked.tiles
        if any(part.holds(tile.corners) for part in memory.parts)
    )


def _read(eye: Eye, memory: Memory) -> Memory:
    """`memory` after all its parts were read once more."""
    tracked = memory.tracked
    known = [tile for tile in tracked.tiles if tile.believed]
    length = middling([sides(tile.corners)[1] for tile in known]) if known else None
    seen_now = ground.view(memory.ground, memory.still[-1])
    for part in memory.parts:
        everything = part == whole(memory.settling.size)
        picture = median([part.of(pixels) for pixels in memory.still])
        reading = eye.reader.read(picture, eye.domino_set, None if everything else length)
        inside = [tile for tile in tracked.tiles if everything or part.holds(tile.corners)]
        outside = [tile for tile in tracked.tiles if tile not in inside]
        seen = [_placed(tile, part) for tile in reading.tiles]
        seen = [tile for tile in seen if _belongs(tile, part, memory.settling.size, outside)]
        shown = [tile.corners for tile in seen] + [tile.corners for tile in outside]
        bare = partial(in_sight, seen_now, tiles=shown)
        now = tracking.step(replace(tracked, tiles=tuple(inside)), seen, bare)
        tracked = replace(now, tiles=(*outside, *now.tiles))
    learnt = ground.step(seen_now, [tile.corners for tile in tracked.tiles])
    return replace(memory, tracked=tracked, ground=learnt, readings=memory.readings + 1)


def _plane(memory: Memory) -> TablePlane | None:
    """The table's plane, found anew as long as more tiles tell it better."""
    known = [tile.corners for tile in memory.tracked.tiles if tile.believed and not tile.face_down]
    plane = memory.plane
    if plane is not None and len(known) < _BETTER * len(plane.fits):
        return plane
    return plane_of(known, memory.settling.size) or plane


def _placed(tile: TileReading, part: Part) -> TileReading:
    """A tile that was read in a part, where it lies in the frame."""
    return replace(tile, corners=_moved(tile.corners, (part.left, part.top)))


def _moved(corners: Corners, shift: tuple[float, float]) -> Corners:
    a, b, c, d = ((x + shift[0], y + shift[1]) for x, y in corners)
    return (a, b, c, d)


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


def _shifted(tracked: Tracked, shift: tuple[float, float]) -> Tracked:
    """All tiles so much (pixels) further on, as the camera was nudged."""
    return replace(
        tracked, tiles=tuple(replace(tile, corners=_moved(tile.corners, shift)) for tile in tracked.tiles)
    )
