"""The pictures of `sample_images/`: scenes made by hand, the same ones every time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from referee import DominoSet, Tile
from vision.synthetic import look as looks
from vision.synthetic import truth
from vision.synthetic.arrange import deal, footprint, hand, scatter
from vision.synthetic.camera import Camera
from vision.synthetic.look import Look
from vision.synthetic.scene import Film, Ground, Light, PlacedTile, Pose, Scene, Thing
from vision.synthetic.solids import rectangle, solids
from vision.synthetic.trains import COIN, marker, single_train, table

OAK = Ground("wood", (128, 80, 46), (182, 128, 80), gloss=0.35, seed=1)
WALNUT = Ground("wood", (62, 38, 24), (110, 70, 44), gloss=0.4, seed=2)
PINE = Ground("wood", (196, 152, 100), (226, 188, 138), gloss=0.25, seed=3)
FELT = Ground("cloth", (26, 84, 58), (44, 110, 78), gloss=0.0, seed=1)
NAVY = Ground("cloth", (34, 48, 86), (56, 74, 116), gloss=0.0, seed=2)
LINEN = Ground("cloth", (176, 164, 142), (204, 194, 174), gloss=0.0, seed=3)
PICNIC = Ground("checked", (240, 236, 228), (178, 34, 44), scale=32, angle=18, gloss=0.0, seed=1)
SLATE = Ground("stone", (58, 60, 66), (128, 128, 132), gloss=0.4, seed=2)
GREY = Ground("plain", (74, 82, 94), (98, 108, 122), gloss=0.3, seed=1)
PAPER = Ground("paper", (226, 222, 212), (206, 200, 188), gloss=0.05, seed=2)

DAY = Light(azimuth=130, elevation=52, ambient=0.55, softness=0.7, glare=0.2)
LAMP = Light(azimuth=60, elevation=58, ambient=0.4, softness=0.4, spread=420, glare=0.35, warmth=0.5)
EVENING = Light(
    azimuth=200, elevation=38, ambient=0.35, softness=0.3, spread=380, glare=0.3, exposure=0.8, warmth=0.7
)
CLOUDY = Light(azimuth=95, elevation=65, ambient=0.7, softness=1.0, glare=0.12, warmth=-0.15)

DEMO_SET = DominoSet(9)
"""The set of the game whose leftovers are `hand-01` to `hand-09`."""

RENDERED = ("hand-10", "hand-12", "train-02", "table-01", "table-02")
"""The pictures that Blender makes; the painter makes the others."""

DEMO_COUNTS = ((4, 6, 0, 3), (0, 5, 7, 2), (3, 0, 5, 8))
"""Tiles left in rounds 1 to 3 for seats 1 to 4; one player went out in each."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A sample's name, its scene, what its truth says beyond it, and whether Blender makes the picture."""

    name: str
    scene: Scene
    extra: dict[str, Any] = field(default_factory=dict)
    rendered: bool = False

    @property
    def record(self) -> dict[str, Any]:
        """The picture's truth."""
        source = "rendered" if self.rendered else "painted"
        return truth.record(self.scene, f"{self.name}.jpg", source) | self.extra


def framed(
    scene: Scene, tilt: float, turn: float, margin: float, size: tuple[int, int] = (1600, 1200)
) -> Scene:
    """`scene` with a camera for pictures of `size` that has all tiles and things in view."""
    points = np.concatenate([np.vstack([s.ring(s.base), s.ring(s.top)]) for s in solids(scene)])
    camera = Camera(*size, tilt=tilt, turn=turn, focal=30.0).framing(points, margin)
    spot = (camera.target[0] + 40, camera.target[1] + 60)
    return replace(scene, camera=camera, light=replace(scene.light, spot=spot))


def leftovers() -> dict[tuple[int, int], list[Tile]]:
    """What the demo's players hold at the end of rounds 1 to 3, by (round, seat); nobody holds the engine."""
    held: dict[tuple[int, int], list[Tile]] = {}
    for number, counts in enumerate(DEMO_COUNTS, start=1):
        rng = np.random.default_rng([2024, number])
        hands = deal(DEMO_SET, counts, rng, [DEMO_SET.engine(number)])
        held |= {(number, seat): tiles for seat, tiles in enumerate(hands, start=1) if tiles}
    return held


_DEMO_SCENES: tuple[tuple[Ground, Light, float, float, float, float, int, bool], ...] = (
    (OAK, DAY, 8, 3, 14, 3.0, 2, False),
    (FELT, CLOUDY, 12, -6, 12, 2.5, 3, False),
    (NAVY, DAY, 5, 10, 16, 5.0, 3, True),
    (WALNUT, DAY, 14, -4, 12, 3.0, 3, False),
    (GREY, CLOUDY, 10, 5, 14, 4.0, 3, False),
    (FELT, LAMP, 18, 0, 20, 6.0, 2, True),
    (OAK, DAY, 10, -8, 18, 6.0, 1, False),
    (WALNUT, LAMP, 22, 12, 2, 1.0, 3, False),
    (SLATE, EVENING, 28, -15, 9, 7.0, 3, False),
)
"""Ground, light, tilt, turn, gap, crookedness, columns and whether upright, of each demo picture."""


def demo_hands() -> Iterator[Sample]:
    """The nine pictures of leftovers that the demo counts: one white double-nine set, mostly easy to read."""
    for index, ((number, seat), tiles) in enumerate(leftovers().items()):
        ground, light, tilt, turn, gap, crooked, columns, standing = _DEMO_SCENES[index]
        rng = np.random.default_rng([31, index])
        placed = hand(tiles, looks.WHITE, rng, columns, gap, crooked, standing)
        scene = Scene(
            placed,
            looks.WHITE,
            DEMO_SET.max_pip,
            "touching" if gap < 3 else "separate",
            replace(ground, angle=float(rng.uniform(-12, 12)), seed=ground.seed + 7 * index),
            light,
            film=Film(blur=0.5, noise=1.4, vignette=0.2, quality=89),
            seed=100 + index,
        )
        size = (1200, 1600) if columns == 1 else (1600, 1200)
        extra = {"round": number, "seat": seat}
        yield Sample(f"hand-{index + 1:02}", framed(scene, tilt, turn, 0.14, size), extra)


def other_hands() -> Iterator[Sample]:
    """Touching hands of other sets."""
    specs: tuple[tuple[Look, int, int, Ground, Light, float, float, int, bool], ...] = (
        (looks.BLACK, 12, 9, PINE, DAY, 16, -10, 3, False),
        (looks.BRIGHT_WHITE, 12, 10, FELT, LAMP, 12, 6, 5, True),
        (looks.WOOD, 6, 6, PICNIC, CLOUDY, 24, 14, 2, False),
    )
    for index, (look, size, count, ground, light, tilt, turn, columns, standing) in enumerate(specs):
        rng = np.random.default_rng([47, index])
        tiles = deal(DominoSet(size), [count], rng)[0]
        placed = hand(tiles, look, rng, columns, 0.5, 0.6, standing)
        scene = Scene(placed, look, size, "touching", ground, light, film=_FILM, seed=200 + index)
        yield Sample(f"hand-{index + 10}", framed(scene, tilt, turn, 0.13))


_FILM = Film(blur=0.5, noise=1.4, vignette=0.2, quality=88)


def scattered() -> Iterator[Sample]:
    """Tiles at all angles, one picture with other things about and a tile cut by the edge."""
    specs: tuple[tuple[Look, int, int, Ground, Light, float, float], ...] = (
        (looks.BRIGHT_IVORY, 12, 12, NAVY, DAY, 15, -8),
        (looks.BLACK, 6, 9, OAK, LAMP, 24, 10),
        (looks.BLUE, 9, 8, LINEN, CLOUDY, 6, 0),
    )
    for index, (look, size, count, ground, light, tilt, turn) in enumerate(specs):
        rng = np.random.default_rng([53, index])
        tiles = deal(DominoSet(size), [count], rng)[0]
        placed = scatter(tiles, look, rng, (250, 170), 6)
        things: tuple[Thing, ...] = ()
        if index == 1:
            pencil = tuple((float(x), float(y)) for x, y in rectangle(150, 7, 1))
            sheet = tuple((float(x), float(y)) for x, y in rectangle(105, 148))
            things = (
                Thing("clutter", sheet, Pose(205, 10, 12), 0.4, (238, 234, 222)),
                Thing("clutter", pencil, Pose(196, 15, 64), 7, (214, 164, 40), base=0.4),
                marker(-170, 70, COIN),
            )
        scene = Scene(
            placed, look, size, "separate", ground, light, film=_FILM, seed=300 + index, things=things
        )
        scene = framed(scene, tilt, turn, 0.07)
        if index == 1:
            scene = _with_a_cut_tile(scene, tiles)
        yield Sample(f"scatter-{index + 1:02}", scene)


def _with_a_cut_tile(scene: Scene, dealt: Sequence[Tile]) -> Scene:
    """`scene` with one more tile, lying across the picture's lower edge."""
    spare = next(tile for tile in DominoSet(scene.max_pips) if tile.pips == 7 and tile not in dealt)
    x, y = scene.camera.unproject(
        [[scene.camera.width * 0.3, scene.camera.height - 30]], scene.look.thickness
    )[0]
    tile = PlacedTile((spare.high, spare.low), Pose(float(x), float(y), 68))
    clear = [other for other in scene.tiles if not _meet(other, tile, scene.look)]
    return replace(scene, tiles=(*clear, tile))


def _meet(one: PlacedTile, other: PlacedTile, look: Look) -> bool:
    distance = footprint(one, look).mean(axis=0) - footprint(other, look).mean(axis=0)
    return float(np.hypot(*distance)) < look.length * 1.15


def single_trains() -> Iterator[Sample]:
    """One train each, winding."""
    specs: tuple[tuple[Look, int, int, Ground, Light, float, float], ...] = (
        (looks.RED, 9, 10, PAPER, DAY, 14, 6),
        (looks.BRIGHT_WHITE, 12, 13, WALNUT, LAMP, 26, -9),
        (looks.TWO_LAYERS, 6, 9, GREY, DAY, 34, 12),
    )
    for index, (look, size, count, ground, light, tilt, turn) in enumerate(specs):
        rng = np.random.default_rng([61, index])
        laid = single_train(DominoSet(size), look, rng, count, (330, 230))
        scene = Scene(
            laid.tiles, look, size, "train", ground, light, film=_FILM, trains=laid.trains, seed=400 + index
        )
        yield Sample(f"train-{index + 1:02}", framed(scene, tilt, turn, 0.08))


def tables() -> Iterator[Sample]:
    """Whole tables: hub or not, four to six trains, pennies and a boneyard."""
    specs: tuple[tuple[Look, int, int, tuple[int, ...], int, int, bool, Ground, Light, float, float], ...] = (
        (looks.BRIGHT_IVORY, 12, 12, (6, 5, 7, 4, 5), 14, 2, True, FELT, DAY, 12, 4),
        (looks.WHITE, 9, 8, (5, 6, 3, 5), 9, 1, True, WALNUT, LAMP, 24, -8),
        (looks.BLACK, 6, 6, (4, 3, 5), 5, 1, False, PINE, CLOUDY, 8, 12),
        (looks.WOOD, 12, 11, (4, 6, 5, 3, 4, 5), 10, 3, True, NAVY, EVENING, 18, 0),
    )
    for index, (
        look,
        size,
        engine,
        lengths,
        boneyard,
        markers,
        board,
        ground,
        light,
        tilt,
        turn,
    ) in enumerate(specs):
        rng = np.random.default_rng([71, index])
        laid = table(DominoSet(size), engine, look, rng, lengths, (780, 560), boneyard, markers, board)
        light = replace(light, spread=light.spread * 1.6)
        scene = Scene(
            laid.tiles,
            look,
            size,
            "table",
            ground,
            light,
            film=_FILM,
            things=laid.things,
            trains=laid.trains,
            seed=500 + index,
        )
        yield Sample(f"table-{index + 1:02}", framed(scene, tilt, turn, 0.05, (1920, 1440)))


def samples() -> tuple[Sample, ...]:
    """All samples, in the order of their truth."""
    everything = (*demo_hands(), *other_hands(), *scattered(), *single_trains(), *tables())
    return tuple(replace(sample, rendered=sample.name in RENDERED) for sample in everything)
