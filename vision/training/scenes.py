"""Painted pictures with their labels, as many as one likes; each has a number, and is always the same one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.pipeline import Pixels
from vision.synthetic.conditions import EVERYDAY, HARSH
from vision.synthetic.film import filed
from vision.synthetic.painter import paint
from vision.synthetic.scene import SceneError
from vision.synthetic.variety import random_scene, random_view
from vision.training.labels import Label, labels

_TRIES = 20


@dataclass(frozen=True, eq=False, slots=True)
class Example:
    """A painted picture and its tiles."""

    picture: Pixels
    labels: tuple[Label, ...]


def example(seed: int, index: int, side: int, smallest: float, largest: float) -> Example:
    """Picture number `index`, square, `side` pixels; tiles `smallest` to `largest` pixels long.

    Most are made in everyday light, some are hard.

    Training counts from [seed, "training"], so that no validation picture is ever among its own.
    """
    rng = np.random.default_rng([seed, index, *b"training"])
    for _ in range(_TRIES):
        harsh = HARSH if rng.random() < 0.3 else EVERYDAY
        try:
            scene = random_scene(rng, side, side, int(rng.integers(2**31)), harsh=harsh)
        except SceneError:  # There was no room for this draw of tiles: the next one is as good.
            continue
        length = float(np.exp(rng.uniform(np.log(smallest), np.log(largest))))
        seen = random_view(rng, scene, side, side, length, harsh)
        return Example(filed(paint(seen, oversample=1), seen.film), labels(seen))
    raise SceneError("No scene could be laid: too many tiles for their tables.")
