"""Fits how far readings are to be believed, on painted pictures that neither net was trained on."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from vision.assess import choice, shows_whole
from vision.faces import NetFaceReader
from vision.finder import NetFinder
from vision.pipeline import Array, Faces, Found
from vision.synthetic.conditions import EVERYDAY
from vision.synthetic.film import filed
from vision.synthetic.painter import paint
from vision.synthetic.scene import SceneError
from vision.synthetic.validation import STEEPEST, readable
from vision.synthetic.variety import random_scene
from vision.training.labels import Label, labels
from vision.trust import READ, REAL, THERE, Evidence, Trust, presence

_SIZES = ((640, 480), (960, 720), (1280, 960))
_SILENT = 0.004
"""The share of tiles that may be wrong without a person being asked; painted pictures are much harder than
most that people take, so of those far fewer are."""

_VAIN = 10.0
"""How many looks in vain a missed tile is worth: one asks where odds for a tile are better than 1 to that."""

_PRINTS = 0.3
"""How much a printed domino weighs: painted pictures show them several times as often as people do."""

_SEEN = 0.5

_UNCOVERED = 0.85
"""The share of each half that shows of a tile that may count."""

_PULL = 0.3
"""Strength of the pull of all weights but the first towards 0 (ridge)."""


@dataclass(frozen=True, eq=False, slots=True)
class Sight:
    """What the nets made of a picture whose `tiles` are known."""

    found: Found
    faces: Faces
    tiles: tuple[Label, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Trial:
    """What was chosen in one picture.

    `evidence` is that of M of them, `real` whether they are whole tiles face up, `right` whether these are
    read right (M, 0 or 1), `counts` how much each weighs (M); so many tiles were `missed`, `leftover` as in
    `Chosen`.
    """

    evidence: Evidence
    real: Array
    right: Array
    counts: Array
    missed: int
    leftover: float


def sights(count: int, seed: int, weights: Path) -> Iterator[Sight]:
    """Look at what can be read of `count` painted pictures of [seed, "trust"] with the nets in `weights`."""
    finder, reader = NetFinder(weights), NetFaceReader(weights)
    for number in range(count):
        rng = np.random.default_rng([seed, number, *b"trust"])
        width, height = _SIZES[int(rng.integers(len(_SIZES)))]
        try:
            scene = random_scene(rng, width, height, int(rng.integers(2**31)), harsh=EVERYDAY)
        except SceneError:
            continue
        if any(tile.face_up for tile in scene.tiles):
            # What has too few pixels is told so, whatever it is taken for.
            large_enough = readable(scene)
            if not large_enough or scene.camera.tilt > STEEPEST:
                continue
            scene = large_enough[int(rng.integers(len(large_enough)))]
        picture = filed(paint(scene, oversample=1), scene.film)
        found = finder.find(picture)
        yield Sight(found, reader.read(picture, found.outlines), labels(scene))


def there(seen: Sequence[Sight]) -> tuple[float, ...]:
    """Weights of `vision.trust.presence`: tiles are there if more than `_SEEN` of them shows."""
    tables, targets = [], []
    for one in seen:
        tables.append(presence(one.found.scores, one.faces.states))
        near = [_nearest(outline + 0.5, one.tiles) for outline in one.faces.outlines]
        tiles = [None if at is None else one.tiles[at[0]] for at in near]
        targets += [tile is not None and not tile.printed and tile.seen > _SEEN for tile in tiles]
    return _rounded(fit(np.concatenate(tables), np.array(targets, np.float32)))


def trial(seen: Sight, trust: Trust) -> Trial:
    """What is chosen of what was `seen`, by how probably outlines are tiles."""
    tiles, chosen = seen.tiles, choice(trust, seen.found, seen.faces)
    states, values = seen.faces.states, seen.faces.values.argmax(axis=2)
    rows, real, right, counts = [], [], [], []
    found_tiles = set()
    for row, index in enumerate(chosen.index):
        if not shows_whole(states[index]):
            continue
        near = _nearest(seen.faces.outlines[index] + 0.5, tiles)
        rows.append(row)
        tile, turned = (None, False) if near is None else (tiles[near[0]], near[1])
        if near is not None:
            found_tiles.add(near[0])
        is_real = tile is not None and tile.face_up and not tile.printed and min(tile.shown) >= _UNCOVERED
        real.append(is_real)
        right.append(is_real and tile is not None and tuple(values[index]) == _way(tile.values, turned))
        counts.append(_PRINTS if tile is not None and tile.printed else 1.0)
    missed = sum(
        one.face_up and not one.printed and min(one.shown) > 0.97 and number not in found_tiles
        for number, one in enumerate(tiles)
    )
    return Trial(
        chosen.evidence.of(np.array(rows, np.intp)),
        np.array(real, np.float32),
        np.array(right, np.float32),
        np.array(counts, np.float32),
        missed,
        chosen.leftover,
    )


def _way(values: tuple[int, int], turned: bool) -> tuple[int, int]:
    return values[::-1] if turned else values


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


def directed(
    evidence: Array, right: Array, signs: Sequence[int], counts: Array | None = None
) -> tuple[float, ...]:
    """Weights as `fit` has them, but none against its sign (1, -1, or 0 for any): it is 0 then.

    What speaks for a tile by nature does not speak against it, whatever a sample of pictures happens to say.
    """
    used = np.ones(evidence.shape[1], np.bool_)
    while True:
        weights = np.zeros(evidence.shape[1], np.float32)
        weights[used] = fit(evidence[:, used], right, counts)
        against = used & (weights * np.array(signs) < 0)
        if not against.any():
            return _rounded(weights)
        used &= ~against


def fit(evidence: Array, right: Array, counts: Array | None = None) -> Array:
    """Weights of a logistic regression (Newton's method with a ridge), one for each column.

    `counts` says how much each row weighs, 1 if not given.
    """
    table, target = evidence.astype(np.float64), right.astype(np.float64)
    times = np.ones(len(target)) if counts is None else counts.astype(np.float64)
    weights = np.zeros(table.shape[1])
    pull = np.full(len(weights), _PULL)
    pull[0] = 1e-3
    for _ in range(50):
        chance = 1 / (1 + np.exp(-(table @ weights)))
        slope = table.T @ (times * (chance - target)) + pull * weights
        curve = (table * (times * chance * (1 - chance))[:, None]).T @ table + np.diag(pull)
        step = np.linalg.solve(curve, slope)
        weights -= step
        if float(np.abs(step).max()) < 1e-6:
            break
    return np.asarray(weights, dtype=np.float32)


def fitted(seen: Sequence[Sight]) -> Trust:
    """Everything of `Trust`, one after the other, fitted to all that was `seen`."""
    present = Trust(there(seen), (0.0,) * len(REAL), (0.0,) * len(READ), 0.0, 0.0)
    return judged(present, [trial(one, present) for one in seen])


def judged(present: Trust, found: Sequence[Trial]) -> Trust:
    """`present` with weights fitted to all of `found`, and with when a person is asked."""
    all_of = _joined(found)
    is_real = all_of.real > 0
    trust = replace(
        present,
        real=directed(all_of.evidence.real, all_of.real, list(REAL.values()), all_of.counts),
        read=directed(all_of.evidence.read[is_real], all_of.right[is_real], list(READ.values())),
    )
    sure = sure_from(trust.confidence(all_of.evidence), all_of.right, all_of.counts)
    return replace(trust, sure=sure, suspect=round(1 / (1 + _VAIN), 3))


def _joined(found: Sequence[Trial]) -> Trial:
    """All of `found` as one."""
    return Trial(
        Evidence(
            np.concatenate([one.evidence.real for one in found]),
            np.concatenate([one.evidence.read for one in found]),
        ),
        np.concatenate([one.real for one in found]),
        np.concatenate([one.right for one in found]),
        np.concatenate([one.counts for one in found]),
        sum(one.missed for one in found),
        max(one.leftover for one in found),
    )


def _rounded(weights: Array) -> tuple[float, ...]:
    return tuple(round(float(one), 4) for one in weights)


def sure_from(confidence: Array, right: Array, counts: Array) -> float:
    """The lowest confidence (to a thousandth) from which on at most `_SILENT` of all tiles are wrong.

    Nobody is asked about tiles of that confidence and more. Each tile weighs as much as it `counts`.
    """
    order = np.argsort(-confidence)
    wrong = np.cumsum((counts * (1 - right))[order]) / max(float(counts.sum()), 1e-9)
    too_many = np.flatnonzero(wrong > _SILENT)
    if len(too_many):
        return float(np.floor(1000 * float(confidence[order[too_many[0]]])) + 1) / 1000
    return float(np.floor(1000 * float(confidence.min()))) / 1000


def report(trust: Trust, found: Sequence[Trial]) -> list[str]:
    """Lines that say how good and how well known the readings of `found` are."""
    all_of = _joined(found)
    right, confidence = all_of.right, trust.confidence(all_of.evidence)
    bins = np.minimum((confidence * 10).astype(int), 9)
    gaps = [
        abs(float(confidence[bins == n].mean() - right[bins == n].mean())) * float((bins == n).mean())
        for n in range(10)
        if (bins == n).any()
    ]
    sure = confidence >= trust.sure
    unasked = float((all_of.counts * (1 - right) * sure).sum() / max(float(all_of.counts.sum()), 1e-9))
    return [
        f"tiles read {len(right)}, right {right.mean():.4f}, missed {all_of.missed}",
        f"expected calibration error {sum(gaps):.4f}",
        f"sure from {trust.sure}: asked about {1 - sure.mean():.4f}, wrong unasked {unasked:.5f}",
        f"leftovers asked about from {trust.suspect}: in "
        f"{np.mean([one.leftover > trust.suspect for one in found]):.4f} of pictures",
    ]


def write(trust: Trust, path: Path) -> None:
    """Write what `vision.trust.Trust` reads."""
    data = {
        "there": dict(zip(THERE, trust.there, strict=True)),
        "real": dict(zip(REAL, trust.real, strict=True)),
        "read": dict(zip(READ, trust.read, strict=True)),
        "sure": trust.sure,
        "suspect": trust.suspect,
    }
    path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
