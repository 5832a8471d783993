"""One look at a frame: whether the table is still, what of it has to be read, and what lies there now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from statistics import median as middling

from calibration.plane import TablePlane
from referee import DominoSet, Layout
from vision import ground, settling
from vision.eye import boneyard
from vision.eye.boneyard import Boneyard
from vision.eye.nudge import moved_alike
from vision.eye.parts import Part, parts_of, whole
from vision.eye.parts_read import read_parts, tile_length
from vision.frames.frame import Frame
from vision.geometry import moved, outline_area, overlap
from vision.ground import Ground, View
from vision.layout.flat import plane_of
from vision.layout.places import Places
from vision.layout.seen import LaidOut, Lying, laid_out
from vision.markers import (
    Marker,
    MarkerLook,
    Markers,
    found_by,
    look_of,
    over_time,
    tokens_in,
    with_alike,
)
from vision.pipeline import Pixels, Reader
from vision.reading import Corners
from vision.settling import ENOUGH, Motion, Region, Settling
from vision.things import Thing, things
from vision.tracking import Tracked, TrackedTile

_READINGS = 3
"""A part that has changed is read so often: one reading may be wrong."""

_MOST_READINGS = 9
"""The same where something stays unclear."""

_CLEAR = 0.95
"""The certainty from which a tile need not be read again."""

_MARGIN = 1.3
"""Lengths of a tile round what has changed: a tile that is partly in it must be seen whole."""

_LENGTH = 120.0
"""How long tiles are (pixels) where none is known yet."""

_AGAIN = 12.0
"""Seconds after which all of a still table is read again, for what changed too little to be noticed."""

_COVERED = 0.2
"""The share of a marker that lies on a tile from which on the tile is not seen clean."""

_PLAIN = 0.7
"""Tile areas of the largest thing from which the look of markers is learnt."""

_BETTER = 1.5
"""Times as many tiles tell the table's plane so much better that it is found anew."""


@dataclass(frozen=True, eq=False, slots=True)
class Eye:
    """How a table is looked at.

    `engine` is the number of pips on each half of the round's engine. `seats` has the bearing (degrees,
    clockwise from the picture's top) at which a player's train, or that of `M`, leaves the engine, as far as
    somebody said it, `all_seated` that this is so for every train. A known `plane` keeps places steady.
    `marker` is what markers look like, if somebody showed one; printed tokens belong to `players` in their
    order.
    """

    reader: Reader
    domino_set: DominoSet
    engine: int
    seats: Mapping[str, float] = field(default_factory=dict)
    all_seated: bool = False
    plane: TablePlane | None = None
    marker: MarkerLook | None = None
    players: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False, slots=True)
class Memory:
    """What is remembered from frame to frame; the default is the beginning.

    `still` are the last frames that were alike, `parts` what has to be read, `readings` how often that was
    done, `plane` the table's as far as tiles tell it, `read_at` when all was read last (seconds, of the
    frames' clock). `marker` is what markers look like, once one was seen, and `tokens` says that printed ones
    were seen.
    """

    settling: Settling = field(default_factory=Settling)
    still: tuple[Pixels, ...] = ()
    parts: tuple[Part, ...] = ()
    readings: int = 0
    tracked: Tracked = field(default_factory=Tracked)
    ground: Ground = field(default_factory=Ground)
    boneyard: Boneyard = field(default_factory=Boneyard)
    markers: Markers = field(default_factory=Markers)
    marker: MarkerLook | None = None
    tokens: bool = False
    places: Places | None = None
    plane: TablePlane | None = None
    read_at: float | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Glance:
    """What one frame told.

    `layout` is None on frames that were not read: those that move, and those that have been read often
    enough; `lying` is then where that layout lies. `tiles` and `markers` are all that are known to be there,
    `nudged` says that the camera was moved.
    """

    motion: Motion
    tiles: tuple[TrackedTile, ...]
    markers: tuple[Marker, ...] = ()
    layout: Layout | None = None
    lying: Lying | None = None
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
    nudged = sighting.motion is Motion.NUDGED or sighting.shift is not None
    if sighting.motion is Motion.SETTLED:
        if sighting.shift is not None:
            memory = _shifted(memory, sighting.shift)
        memory = _with_changes(memory, sighting.changed, frame)
        if memory.parts:
            memory, laid, pushed = _read(eye, memory)
            return memory, _glance(memory, sighting.motion, nudged or pushed, laid)
    return memory, _glance(memory, sighting.motion, nudged)


def _glance(memory: Memory, motion: Motion, nudged: bool, laid: LaidOut | None = None) -> Glance:
    markers = tuple(marker for marker in memory.markers.markers if marker.believed)
    tiles = memory.tracked.tiles
    if laid is None:
        return Glance(motion, tiles, markers, nudged=nudged)
    layout = replace(laid.layout, face_down=memory.boneyard.count, markers=memory.markers.trains)
    return Glance(motion, tiles, markers, layout, laid.lying, nudged)


# What has to be read


def _with_changes(memory: Memory, changed: Sequence[Region], frame: Frame) -> Memory:
    """`memory` with what has to be read now."""
    size = memory.settling.size
    if memory.read_at is None or frame.time - memory.read_at >= _AGAIN:
        return replace(memory, parts=(whole(size),), readings=0, read_at=frame.time)
    if changed:
        unread = memory.parts if memory.readings < _READINGS else ()
        regions = [*changed, *(_region(part) for part in unread)]
        margin = _MARGIN * (tile_length(memory.tracked) or _LENGTH)
        return replace(memory, parts=parts_of(regions, size, margin), readings=0)
    if memory.readings >= (_READINGS if _is_clear(memory) else _MOST_READINGS):
        return replace(memory, parts=())
    return memory


def _region(part: Part) -> Region:
    return Region(part.left, part.top, part.right - part.left, part.bottom - part.top)


def _is_clear(memory: Memory) -> bool:
    """Whether nothing in the parts that are read is in doubt."""
    return all(
        tile.believed and not tile.missing and (tile.face_down or tile.hidden or tile.certainty >= _CLEAR)
        for tile in memory.tracked.tiles
        if any(part.holds(tile.corners) for part in memory.parts)
    )


# What lies there


def _read(eye: Eye, memory: Memory) -> tuple[Memory, LaidOut, bool]:
    """What is remembered after all parts were read once more, how the table is laid out, and whether the
    tiles say that the camera was nudged."""
    before, size = memory.tracked, memory.settling.size
    view = ground.view(memory.ground, memory.still[-1])
    boxes = [marker.box for marker in memory.markers.markers if marker.believed]
    read = partial(read_parts, eye.reader, eye.domino_set, still=memory.still, markers=boxes)
    tracked = read(memory.parts, tracked=before, view=view)
    shift = moved_alike(before, tracked)
    if shift is not None and memory.parts != (whole(size),):
        tracked = read((whole(size),), tracked=before, view=view)
        shift = moved_alike(before, tracked)
    if shift is not None:
        memory = replace(_shifted(memory, shift), parts=(whole(size),))
        view = ground.view(memory.ground, memory.still[-1])
    memory = replace(memory, tracked=tracked, readings=memory.readings + 1)
    memory = replace(memory, plane=eye.plane or _plane(memory))
    places = memory.places or Places(eye.seats, complete=eye.all_seated)
    laid = laid_out(tracked.tiles, size, eye.engine, places, memory.plane)
    playing = laid.layout.engine is not None
    yard = boneyard.step(memory.boneyard, before, tracked, laid.laid, playing)
    memory = _with_markers(eye, replace(memory, boneyard=yard), laid, view)
    boxes = [marker.box for marker in memory.markers.markers]
    covered = [
        tile.corners
        for tile in tracked.tiles
        if tile.missing
        or tile.hidden
        or None in tile.values
        or any(overlap(tile.corners, box) > _COVERED for box in boxes)
    ]
    learnt = ground.step(view, [tile.corners for tile in tracked.tiles], covered)
    return replace(memory, ground=learnt, places=laid.places), laid, shift is not None


def _plane(memory: Memory) -> TablePlane | None:
    """The table's plane, found anew as long as more tiles tell it better."""
    known = [tile.corners for tile in memory.tracked.tiles if tile.believed and not tile.face_down]
    plane = memory.plane
    if plane is not None and len(known) < _BETTER * len(plane.fits):
        return plane
    return plane_of(known, memory.settling.size) or plane


def _with_markers(eye: Eye, memory: Memory, laid: LaidOut, view: View) -> Memory:
    """`memory` after one more look for markers: printed ones take time, so they are not always looked for."""
    size, tiles = memory.settling.size, [tile.corners for tile in memory.tracked.tiles]
    looked_for = memory.tokens or memory.parts == (whole(size),)
    tokens = tokens_in(memory.still[-1]) if looked_for else ()
    lying, known = things(view, tiles), eye.marker or memory.marker
    if known is not None:
        lying = with_alike(lying, view, tiles, known)
    found = found_by(lying, laid.lying, memory.plane, eye.marker, tokens, eye.players, size)
    markers = over_time.step(memory.markers, found, lying)
    known = known or _look_of_one(markers, lying, tiles, size)
    return replace(memory, markers=markers, marker=known, tokens=bool(tokens) or memory.tokens)


def _look_of_one(
    markers: Markers, lying: Sequence[Thing], tiles: Sequence[Corners], size: tuple[int, int]
) -> MarkerLook | None:
    """What markers look like, by one that is believed and lies there plainly; None without any."""
    believed = {marker.middle for marker in markers.markers if marker.believed}
    plain = [thing for thing in lying if thing.middle in believed and thing.area <= _PLAIN and not thing.dim]
    if not plain:
        return None
    return look_of(plain[0], middling([outline_area(corners) for corners in tiles]), size)


def _shifted(memory: Memory, shift: tuple[float, float]) -> Memory:
    """All that is remembered so much (pixels) further on, as the camera was nudged."""
    tiles = tuple(replace(tile, corners=moved(tile.corners, shift)) for tile in memory.tracked.tiles)
    return replace(
        memory,
        tracked=replace(memory.tracked, tiles=tiles),
        ground=ground.shifted(memory.ground, shift),
        markers=over_time.shifted(memory.markers, shift),
        plane=None,
    )
