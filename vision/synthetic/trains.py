"""Trains and whole tables of Mexican Train, laid out as people lay them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from referee import DominoSet, Tile
from vision.synthetic.arrange import Taken, deal, footprint, scatter
from vision.synthetic.camera import Points
from vision.synthetic.look import Colour, Look
from vision.synthetic.scene import PlacedTile, Pose, Thing
from vision.synthetic.solids import disc

Chain = tuple[tuple[int, int], ...]
"""A train's tiles as (touching half, open half), outwards."""

Inside = Callable[[Points], bool]
"""Says whether an outline (N x 2 mm) lies where tiles may lie."""


def chain(
    domino_set: DominoSet, start: int, length: int, taken: set[Tile], rng: np.random.Generator
) -> Chain:
    """A train of up to `length` fitting tiles from `start` on; adds them to `taken`.

    >>> chain(DominoSet(6), 6, 1, {Tile(6, n) for n in range(6)}, np.random.default_rng(0))
    ((6, 6),)
    """
    row: list[tuple[int, int]] = []
    open_half = start
    for _ in range(length):
        fitting = [v for v in range(domino_set.max_pip + 1) if Tile(open_half, v) not in taken]
        if not fitting:
            break
        matching = int(rng.choice(fitting))
        taken.add(Tile(open_half, matching))
        row.append((open_half, matching))
        open_half = matching
    return tuple(row)


def train(
    row: Chain,
    look: Look,
    rng: np.random.Generator,
    start: tuple[float, float],
    heading: float,
    inside: Inside,
    taken: list[Points],
    gap: float = 0.8,
) -> tuple[PlacedTile, ...]:
    """Lay `row` from `start` (mm) towards `heading` (degrees), doubles across, turning off where blocked.

    Adds the tiles' outlines to `taken`; stops early where nothing fits any more.
    """
    ground = Taken(taken)
    end = np.array(start)
    placed: list[PlacedTile] = []
    for values in row:
        turns = [float(rng.normal(0, 1.5)), *rng.permutation([-90.0, 90.0]), *rng.permutation([-30.0, 30.0])]
        for turn in turns:
            tile, next_end = following(values, look, end, heading, turn, gap + abs(float(rng.normal(0, 0.3))))
            outline = footprint(tile, look)
            if (
                inside(outline)
                and ground.free(outline)
                and (not placed or _room(next_end, heading + turn, look, inside))
            ):
                break
        else:
            break
        ground.outlines.append(outline)
        placed.append(tile)
        end, heading = next_end, heading + turn
    return tuple(placed)


def _room(end: Points, heading: float, look: Look, inside: Inside) -> bool:
    """True when at least a crosswise tile would fit on from `end`: no train runs into a corner."""
    ahead = end + look.width * 1.1 * way(heading)
    return inside(ahead[None, :])


def way(heading: float) -> Points:
    """The unit vector of `heading` (degrees counter-clockwise from x)."""
    return np.array([np.cos(np.radians(heading)), np.sin(np.radians(heading))])


def following(
    values: tuple[int, int], look: Look, end: Points, heading: float, turn: float, gap: float
) -> tuple[PlacedTile, Points]:
    """The next tile of a train from `end` (mm) on, `heading` (degrees) turned by `turn`, and the new end.

    Doubles lie across; a turn of more than 60 degrees goes round a corner.
    """
    along = way(heading + turn)
    if abs(turn) > 60:
        middle = end + (gap + look.width / 2) * way(heading) + look.length / 4 * along
        half = look.length / 2
        angle = heading + turn
    elif values[0] == values[1]:
        middle = end + (gap + look.width / 2 + look.length / 2 * abs(np.sin(np.radians(turn)))) * along
        half = look.width / 2
        angle = heading + turn + 90
    else:
        middle = end + (gap + look.width / 2 * abs(np.sin(np.radians(turn))) + look.length / 2) * along
        half = look.length / 2
        angle = heading + turn
    pose = Pose(float(middle[0]), float(middle[1]), float(angle))
    return PlacedTile(values, pose), middle + half * along


@dataclass(frozen=True, slots=True)
class Laid:
    """A table as laid: tiles, other things, and the trains as rows of indices, the engine's first."""

    tiles: tuple[PlacedTile, ...]
    things: tuple[Thing, ...]
    trains: tuple[tuple[int, ...], ...]


COIN: Colour = (178, 112, 66)
HUB: Colour = (196, 176, 120)


def marker(x: float, y: float, colour: Colour = COIN) -> Thing:
    """A penny on the table."""
    outline = tuple((float(a), float(b)) for a, b in disc(9.5, 28))
    return Thing("marker", outline, Pose(x, y), 1.6, colour)


def hub(sides: int, radius: float = 52.0, colour: Colour = HUB) -> Thing:
    """The station in the middle, a thin board with `sides` sides."""
    outline = tuple((float(a), float(b)) for a, b in disc(radius, sides))
    return Thing("hub", outline, Pose(0, 0, 11), 3.0, colour)


def single_train(
    domino_set: DominoSet, look: Look, rng: np.random.Generator, length: int, area: tuple[float, float]
) -> Laid:
    """One train from a double on, winding within `area` (mm) round the origin; the double comes first."""
    start = int(rng.integers(domino_set.max_pip + 1))
    taken = {Tile(start, start)}
    row = ((start, start), *chain(domino_set, start, length - 1, taken, rng))
    placed = train(
        row,
        look,
        rng,
        (-area[0] / 2, float(rng.uniform(-0.25, 0.25)) * area[1]),
        float(rng.normal(0, 4)),
        _box(area),
        [],
    )
    return Laid(placed, (), (tuple(range(len(placed))),))


def _box(area: tuple[float, float]) -> Inside:
    limits = np.array(area) / 2 + 0.01
    return lambda outline: bool((np.abs(outline) <= limits).all())


def table(
    domino_set: DominoSet,
    engine: int,
    look: Look,
    rng: np.random.Generator,
    lengths: Sequence[int],
    area: tuple[float, float],
    boneyard: int = 0,
    markers: int = 0,
    with_hub: bool = True,
) -> Laid:
    """A round's table: the engine in the middle and a train for each of `lengths`, the Mexican one last.

    A boneyard of face-down tiles lies along the edge of `area` (mm), pennies at the ends of `markers` trains.
    """
    double = Tile(engine, engine)
    taken, slots = {double}, max(len(lengths), 3)
    board = hub(max(2 * slots, 8)) if with_hub else None
    base = board.height if board else 0.0
    first = PlacedTile((engine, engine), Pose(0, 0, float(rng.uniform(-20, 20))), base=base)
    radius = 56.0 if with_hub else look.length * 0.75
    outlines = [disc(radius - 2, 16)]
    tiles = [first]
    rows: list[tuple[int, ...]] = [(0,)]
    ends: list[PlacedTile] = []
    turned = float(rng.uniform(0, 360))
    for slot, length in enumerate(lengths):
        heading = turned + 360 * slot / slots + float(rng.normal(0, 3))
        start = radius * way(heading)
        row = chain(domino_set, engine, length, taken, rng)
        laid = train(row, look, rng, (float(start[0]), float(start[1])), heading, _box(area), outlines)
        taken -= {Tile(*values) for values in row[len(laid) :]}
        rows.append(tuple(range(len(tiles), len(tiles) + len(laid))))
        tiles += laid
        if laid:
            ends.append(laid[-1])
    things = [board] if board else []
    for end in [ends[int(i)] for i in rng.permutation(len(ends))[:markers]]:
        penny = _beside(end, look, outlines, rng)
        if penny:
            things.append(penny)
            outlines.append(penny.pose.place(penny.outline))
    left = deal(domino_set, [boneyard], rng, taken)[0]
    centre = (-0.36 * area[0], 0.36 * area[1])
    tiles += scatter(left, look, rng, (0.34 * area[0], 0.3 * area[1]), 1.0, False, outlines, centre)
    return Laid(tuple(tiles), tuple(things), tuple(rows))


def _beside(end: PlacedTile, look: Look, outlines: list[Points], rng: np.random.Generator) -> Thing | None:
    """A penny next to the last tile of a train, where there is room."""
    ground = Taken(outlines)
    for angle in rng.permutation(np.arange(0, 360, 30)):
        x, y = np.array([end.pose.x, end.pose.y]) + (look.length / 2 + 12) * way(
            end.pose.angle + float(angle)
        )
        penny = marker(float(x), float(y))
        if ground.free(penny.pose.place(penny.outline)):
            return penny
    return None
