"""Grounds, light, mirrored windows, plastic and cameras at random, from ideal to hardly usable."""

from __future__ import annotations

import numpy as np

from vision.synthetic.look import Colour
from vision.synthetic.patterns import MAKERS
from vision.synthetic.scene import Film, Glare, Ground, GroundKind, Lamp, Light, Plastic, Pose, Shade
from vision.synthetic.solids import hull, rectangle
from vision.synthetic.tints import any_colour, near, one_of, wooden

Place = tuple[float, float]
"""x, y in mm on the table."""

HARSH, EVERYDAY = 1.0, 0.3
"""How often light and camera are bad, as a share of what training sees: there on purpose far more often than
on people's tables."""

_KNOWN: dict[GroundKind, tuple[tuple[Colour, Colour], ...]] = {
    "wood": (
        ((128, 80, 46), (182, 128, 80)),
        ((62, 38, 24), (110, 70, 44)),
        ((196, 152, 100), (226, 188, 138)),
    ),
    "cloth": (
        ((26, 84, 58), (44, 110, 78)),
        ((34, 48, 86), (56, 74, 116)),
        ((176, 164, 142), (204, 194, 174)),
        ((110, 30, 36), (140, 50, 54)),
        ((24, 24, 28), (44, 44, 50)),
    ),
    "paper": (((226, 222, 212), (206, 200, 188)), ((240, 240, 240), (226, 226, 228))),
    "plain": (
        ((74, 82, 94), (98, 108, 122)),
        ((228, 226, 222), (210, 208, 204)),
        ((30, 32, 36), (46, 48, 54)),
    ),
    "checked": (((240, 236, 228), (178, 34, 44)), ((236, 238, 240), (44, 74, 140))),
    "stone": (((58, 60, 66), (128, 128, 132)), ((206, 204, 198), (150, 146, 142))),
}
_WOODEN: tuple[GroundKind, ...] = ("wood", "boards", "parquet")
_CLOTHS: tuple[GroundKind, ...] = (
    "cloth",
    "checked",
    "knit",
    "carpet",
    "towel",
    "striped",
    "tartan",
    "dotted",
    "floral",
)
_OTHERS: tuple[GroundKind, ...] = tuple(kind for kind in MAKERS if kind not in (*_WOODEN, *_CLOTHS))  # type: ignore[misc]


def random_ground(rng: np.random.Generator) -> Ground:
    """A table top of any kind; its colours are known ones, or any."""
    kinds = ("wood", *_KNOWN), _WOODEN, _CLOTHS, _OTHERS
    kind = one_of(kinds[int(rng.choice(4, p=(0.35, 0.2, 0.25, 0.2)))], rng)
    first, second = _two_colours(kind, rng)
    shiny = kind not in _CLOTHS
    return Ground(
        kind,
        first,
        second,
        scale=float(30 * np.exp(rng.normal(0, 0.4))),
        angle=float(rng.uniform(0, 360)),
        gloss=float(rng.uniform(0, 0.5)) if shiny else 0.0,
        contrast=float(rng.uniform(0.3, 1.3)),
        seed=int(rng.integers(1000)),
        accent=one_of((near(first, rng, 50), any_colour(rng), (250, 250, 246), (24, 22, 22)), rng),
    )


def _two_colours(kind: GroundKind, rng: np.random.Generator) -> tuple[Colour, Colour]:
    if kind in _KNOWN and rng.random() < 0.5:
        first, second = one_of(_KNOWN[kind], rng)
        return near(first, rng, 5), near(second, rng, 5)
    first = wooden(rng) if kind in (*_WOODEN, "cork") and rng.random() < 0.85 else any_colour(rng)
    if kind in ("print", "paper") and rng.random() < 0.7:
        first = near((232, 228, 216), rng, 8)
    if kind in ("dotted", "floral", "striped", "tartan", "checked", "tiles") and rng.random() < 0.6:
        return first, any_colour(rng)
    return first, near(first, rng, float(rng.choice([8, 20, 40])))


def random_light(rng: np.random.Generator, harsh: float = HARSH) -> Light:
    """Daylight, lamps, dim evenings, glaring sun; the worst of them `harsh` times as often."""
    exposure = float(np.exp(rng.normal(0, 0.14 + 0.14 * harsh)))
    if rng.random() < 0.14 * harsh:
        exposure = float(rng.choice([rng.uniform(0.12, 0.4), rng.uniform(1.6, 2.6)]))
    return Light(
        azimuth=float(rng.uniform(0, 360)),
        elevation=float(rng.uniform(24, 80)),
        ambient=float(rng.uniform(0.2, 0.8)),
        softness=float(rng.uniform(0.02, 1)),
        glare=float(rng.uniform(0.05, 0.45)),
        exposure=exposure,
        warmth=float(np.clip(rng.normal(0.15, 0.45), -1, 1)),
    )


def random_lamps(
    rng: np.random.Generator, middle: Place, reach: float, harsh: float = HARSH
) -> tuple[Lamp, ...]:
    """None, or some further lamps of other colours within `reach` mm of `middle`."""
    count = int(rng.choice([1, 2], p=(0.73, 0.27))) if rng.random() < 0.3 * harsh else 0
    return tuple(
        Lamp(
            *_about(rng, middle, reach),
            spread=float(reach * rng.uniform(0.25, 1.2)),
            strength=float(rng.uniform(0.15, 0.9)),
            warmth=float(rng.uniform(-1, 1.5)),
        )
        for _ in range(count)
    )


def random_shades(
    rng: np.random.Generator, middle: Place, reach: float, harsh: float = HARSH
) -> tuple[Shade, ...]:
    """None, or shadows of people, blinds and lamps across what lies within `reach` mm of `middle`."""
    if rng.random() > 0.3 * harsh:
        return ()
    depth, soft = float(rng.uniform(0.25, 0.8)), float(rng.uniform(0.2, 20))
    if rng.random() < 0.25:
        return _blind(rng, middle, reach, depth, soft)
    shades = []
    for _ in range(int(rng.integers(1, 4))):
        x, y = _about(rng, middle, reach)
        corners = rng.normal(0, reach * float(rng.uniform(0.15, 0.8)), (6, 2)) * (1, rng.uniform(0.1, 1))
        placed = Pose(x, y, float(rng.uniform(0, 360))).place(hull(corners))
        shades.append(Shade(tuple((float(a), float(b)) for a, b in placed), depth, soft))
    return tuple(shades)


def _blind(
    rng: np.random.Generator, middle: Place, reach: float, depth: float, soft: float
) -> tuple[Shade, ...]:
    """Parallel stripes of shadow."""
    pitch = float(rng.uniform(12, 70))
    pose = Pose(*middle, float(rng.uniform(0, 360)))
    strip = rectangle(4 * reach, pitch * float(rng.uniform(0.2, 0.7)))
    count = min(int(2 * reach / pitch) + 1, 12)
    placed = [pose.place(np.add(strip, (0, (n - count / 2) * pitch))) for n in range(count)]
    return tuple(
        Shade(tuple((float(a), float(b)) for a, b in ring), depth, min(soft, pitch / 4)) for ring in placed
    )


def random_glares(
    rng: np.random.Generator, middle: Place, reach: float, harsh: float = HARSH
) -> tuple[Glare, ...]:
    """None, or lamps and windows that tiles near `middle` mirror."""
    count = int(rng.choice([1, 2, 3], p=(0.56, 0.28, 0.16))) if rng.random() < 0.32 * harsh else 0
    return tuple(
        Glare(
            Pose(*_about(rng, middle, reach * 0.7), float(rng.uniform(0, 360))),
            length=float(np.exp(rng.uniform(np.log(6), np.log(120)))),
            width=float(np.exp(rng.uniform(np.log(6), np.log(70)))),
            strength=float(rng.uniform(0.1, 1.4)),
            soft=float(np.exp(rng.uniform(np.log(0.4), np.log(30)))),
            round=bool(rng.random() < 0.6),
            bars=int(rng.integers(0, 3)),
        )
        for _ in range(count)
    )


def random_plastics(
    rng: np.random.Generator, middle: Place, reach: float, harsh: float = HARSH
) -> tuple[Plastic, ...]:
    """None, or rarely a sheet of clear film over some tiles."""
    if rng.random() > 0.05 * harsh:
        return ()
    size = reach * rng.uniform(0.4, 2.2, 2)
    placed = Pose(*_about(rng, middle, reach / 2), float(rng.uniform(0, 360))).place(rectangle(*size))
    outline = tuple((float(x), float(y)) for x, y in placed)
    return (
        Plastic(outline, float(rng.uniform(0, 180)), float(rng.uniform(0.2, 1)), int(rng.integers(1000))),
    )


def _about(rng: np.random.Generator, middle: Place, reach: float) -> Place:
    x, y = np.asarray(middle) + rng.uniform(-1, 1, 2) * reach
    return float(x), float(y)


def random_film(rng: np.random.Generator, harsh: float = HARSH) -> Film:
    """Cameras from good to poor: some moved, some out of focus, some files saved small or touched up."""

    def now_and_then(share: float, value: float, usual: float) -> float:
        return value if rng.random() < share * harsh else usual

    saturation = now_and_then(0.25, float(rng.uniform(0.4, 1.7)), 1.0)
    return Film(
        blur=now_and_then(0.12, float(rng.uniform(0.8, 2.2)), float(abs(rng.normal(0.2, 0.4)))),
        noise=now_and_then(0.15, float(rng.uniform(6, 16)), float(rng.uniform(0.3, 5))),
        vignette=float(rng.uniform(0, 0.35)),
        quality=int(rng.integers(25, 60)) if rng.random() < 0.25 * harsh else int(rng.integers(60, 96)),
        motion=(now_and_then(0.12, float(rng.uniform(1.5, 6)), 0.0), float(rng.uniform(0, 180))),
        chroma=float(rng.uniform(0, 1.4)),
        veil=now_and_then(0.12, float(rng.uniform(0.03, 0.35)), 0.0),
        gains=_gains(rng),
        gamma=now_and_then(0.25, float(np.exp(rng.normal(0, 0.25))), 1.0),
        contrast=now_and_then(0.25, float(rng.uniform(0.55, 1.5)), 1.0),
        saturation=now_and_then(0.04, 0.0, saturation),
        sharpen=now_and_then(0.25, float(rng.uniform(0.2, 1.8)), 0.0),
        zoom=now_and_then(0.15, float(rng.uniform(0.45, 0.95)), 1.0),
        halved=bool(rng.random() < 0.75),
    )


def _gains(rng: np.random.Generator) -> tuple[float, float, float]:
    if rng.random() < 0.6:
        return (1.0, 1.0, 1.0)
    red, green, blue = np.exp(rng.normal(0, 0.14, 3))
    return float(red), float(green), float(blue)
