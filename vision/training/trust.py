"""Fits how far readings are to be believed, on painted pictures that neither net was trained on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vision.assess import choice, shows_whole
from vision.faces import NetFaceReader
from vision.finder import NetFinder
from vision.pipeline import Array, Pixels
from vision.synthetic.film import filed
from vision.synthetic.painter import paint
from vision.synthetic.scene import SceneError
from vision.synthetic.variety import random_scene
from vision.training.labels import Label, labels
from vision.trust import EVIDENCE, Trust

_SIZES = ((640, 480), (960, 720), (1280, 960), (1600, 1200))
_SILENT = 0.004
"""The share of tiles that may be wrong without a person being asked; painted pictures are much harder than
most that people take, so of those far fewer are."""

_VAIN = 5.0
"""How many looks in vain one missed tile is worth."""

_PULL = 0.3
"""Strength of the pull of all weights but the first towards 0 (ridge)."""


@dataclass(frozen=True, eq=False, slots=True)
class Trial:
    """What was chosen in one picture.

    `evidence` is M x EVIDENCE, `right` M (0 or 1); so many tiles were `missed`, `leftover` as in `Chosen`.
    """

    evidence: Array
    right: Array
    missed: int
    leftover: float


def trials(count: int, seed: int, weights: Path) -> Iterator[Trial]:
    """Read `count` painted pictures of [seed, "trust"] with the nets in `weights`."""
    finder, reader = NetFinder(weights), NetFaceReader(weights)
    for number in range(count):
        rng = np.random.default_rng([seed, number, *b"trust"])
        width, height = _SIZES[int(rng.integers(len(_SIZES)))]
        try:
            scene = random_scene(rng, width, height, int(rng.integers(2**31)))
        except SceneError:
            continue
        if any(thing.drawing is not None and thing.drawing.kind == "dominoes" for thing in scene.things):
            # Printed dominoes are read like real ones: a fault of the nets that no weight can mend.
            continue
        picture = filed(paint(scene, oversample=1), scene.film)
        yield trial(picture, labels(scene), finder, reader)


def trial(picture: Pixels, tiles: tuple[Label, ...], finder: NetFinder, reader: NetFaceReader) -> Trial:
    """Read one picture whose `tiles` are known."""
    found = finder.find(picture)
    faces = reader.read(picture, found.outlines)
    chosen = choice(found, faces)
    states, values = faces.states, faces.values.argmax(axis=2)
    rows, right = [], []
    found_tiles = set()
    for row, index in enumerate(chosen.index):
        if not shows_whole(states[index]):
            continue
        near = _nearest(faces.outlines[index] + 0.5, tiles)
        rows.append(row)
        good = False
        if near is not None:
            number, turned = near
            found_tiles.add(number)
            true = tiles[number].values[::-1] if turned else tiles[number].values
            good = tiles[number].face_up and tuple(values[index]) == true
        right.append(good)
    missed = sum(
        one.face_up and min(one.shown) > 0.97 and number not in found_tiles
        for number, one in enumerate(tiles)
    )
    return Trial(chosen.evidence[rows], np.array(right, np.float32), missed, chosen.leftover)


def _nearest(outline: Array, tiles: tuple[Label, ...]) -> tuple[int, bool] | None:
    """The tile whose corners are all within a quarter of its length, and whether its ends are swapped."""
    best: tuple[float, int, bool] | None = None
    for number, tile in enumerate(tiles):
        length = float(np.linalg.norm(tile.corners[2] - tile.corners[1]))
        for turned in (False, True):
            corners = np.roll(tile.corners, 2, axis=0) if turned else tile.corners
            off = float(np.abs(corners - outline).max()) / length
            if off < 0.25 and (best is None or off < best[0]):
                best = off, number, turned
    return None if best is None else best[1:]


def fit(evidence: Array, right: Array) -> Array:
    """Weights of a logistic regression (Newton's method with a ridge), one for each column."""
    table, target = evidence.astype(np.float64), right.astype(np.float64)
    weights = np.zeros(table.shape[1])
    pull = np.full(len(weights), _PULL)
    pull[0] = 1e-3
    for _ in range(50):
        chance = 1 / (1 + np.exp(-(table @ weights)))
        slope = table.T @ (chance - target) + pull * weights
        curve = (table * (chance * (1 - chance))[:, None]).T @ table + np.diag(pull)
        step = np.linalg.solve(curve, slope)
        weights -= step
        if float(np.abs(step).max()) < 1e-6:
            break
    return np.asarray(weights, dtype=np.float32)


def fitted(found: list[Trial]) -> Trust:
    """Weights fitted to all of `found`, and the confidence below which a person is asked."""
    evidence = np.concatenate([one.evidence for one in found])
    right = np.concatenate([one.right for one in found])
    weights = tuple(round(float(one), 4) for one in fit(evidence, right))
    confidence = Trust(weights, 0.0, 0.0).confidence(evidence)
    return Trust(weights, sure_from(confidence, right), suspect_from(found))


def sure_from(confidence: Array, right: Array) -> float:
    """The lowest confidence (to a thousandth) from which on at most `_SILENT` of all tiles are wrong.

    Nobody is asked about tiles of that confidence and more.
    """
    order = np.argsort(-confidence)
    wrong = np.cumsum(1 - right[order]) / max(len(right), 1)
    too_many = np.flatnonzero(wrong > _SILENT)
    if len(too_many):
        return float(np.floor(1000 * float(confidence[order[too_many[0]]])) + 1) / 1000
    return float(np.floor(1000 * float(confidence.min()))) / 1000


def suspect_from(found: list[Trial]) -> float:
    """The weight of a leftover from which on asking pays: few look in vain, few tiles are missed unasked.

    A tile missed in silence is as bad as `_VAIN` pictures that are looked at in vain.
    """
    leftover = np.array([one.leftover for one in found])
    missed = np.array([one.missed > 0 for one in found])
    steps = np.arange(0.02, 0.42, 0.02)
    vain = [int((~missed[leftover > at]).sum()) for at in steps]
    silent = [int(missed[leftover <= at].sum()) for at in steps]
    cost = [in_vain + _VAIN * unasked for in_vain, unasked in zip(vain, silent, strict=True)]
    return round(float(steps[int(np.argmin(cost))]), 2)


def report(trust: Trust, found: list[Trial]) -> list[str]:
    """Lines that say how good and how well known the readings of `found` are."""
    evidence = np.concatenate([one.evidence for one in found])
    right = np.concatenate([one.right for one in found])
    confidence = trust.confidence(evidence)
    bins = np.minimum((confidence * 10).astype(int), 9)
    gaps = [
        abs(float(confidence[bins == n].mean() - right[bins == n].mean())) * float((bins == n).mean())
        for n in range(10)
        if (bins == n).any()
    ]
    sure = confidence >= trust.sure
    return [
        f"tiles read {len(right)}, right {right.mean():.4f}, missed {sum(one.missed for one in found)}",
        f"expected calibration error {sum(gaps):.4f}",
        f"sure from {trust.sure}: asked about {1 - sure.mean():.4f}, "
        f"wrong unasked {((1 - right) * sure).mean():.5f}",
        f"leftovers asked about from {trust.suspect}: in "
        f"{np.mean([one.leftover > trust.suspect for one in found]):.4f} of pictures",
    ]


def write(trust: Trust, path: Path) -> None:
    """Write what `vision.trust.Trust` reads."""
    data = {
        "weights": dict(zip(EVIDENCE, trust.weights, strict=True)),
        "sure": trust.sure,
        "suspect": trust.suspect,
    }
    path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
