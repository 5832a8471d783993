"""Looks at random: tiles as varied as those that people own."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.synthetic.look import LOOKS, Look


def random_look(rng: np.random.Generator) -> Look:
    """One of the known sets, its colours, sizes and wear varied a little."""
    known = tuple(LOOKS.values())
    look = known[int(rng.integers(len(known)))]
    shift = rng.normal(0, 6, 3)
    body = tuple(int(np.clip(level + off, 4, 251)) for level, off in zip(look.body, shift, strict=True))
    return replace(
        look,
        body=(body[0], body[1], body[2]),
        bar=look.bar if rng.random() < 0.85 else None,
        pin=look.pin if rng.random() < 0.7 else None,
        thickness=look.thickness * float(rng.uniform(0.75, 1.25)),
        corner=look.corner * float(rng.uniform(0.5, 1.6)),
        pip_scale=float(rng.uniform(0.85, 1.15)),
        depth=look.depth * float(rng.choice([0, 0.6, 1, 1.3])),
        layout=int(rng.random() < 0.3),
        wear=float(max(rng.uniform(-0.6, 0.8), 0)),
    )
