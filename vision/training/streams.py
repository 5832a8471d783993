"""Endless batches for training, painted in a process of their own while the net learns."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch.utils.data import IterableDataset

from vision.finder import WEAK, NetFinder
from vision.pipeline import Outlines, Pixels
from vision.training.face_data import Cutout, Propose, cutouts, net_input
from vision.training.finder_data import FinderExample, finder_example

FINDER_BATCH, FINDER_NEW, FACE_BATCH, FACE_NEW = 8, 3, 64, 24
_POOL = 1000
"""Pictures that are kept to be shown again, turned: each is seen two or three times."""

_CUTOUT_POOL = 2048

Batch = tuple[Tensor, ...]


class FinderStream(IterableDataset[Batch]):
    """Batches for the finder from `step` on, `FINDER_NEW` pictures of each new."""

    def __init__(self, seed: int, step: int, steps: int) -> None:
        self.seed, self.step, self.steps = seed, step, steps

    def __iter__(self) -> Iterator[Batch]:
        cv2.setNumThreads(1)
        fresh = FINDER_NEW
        pool: list[FinderExample] = []
        for step in range(self.step, self.steps):
            rng = np.random.default_rng([self.seed, step, *b"finder"])
            new = [finder_example(self.seed, step * fresh + n) for n in range(fresh)]
            drawn = [pool[int(n)] for n in rng.integers(len(pool), size=FINDER_BATCH - fresh)] if pool else []
            yield finder_batch([turned(one, rng) for one in [*new, *drawn]])
            for one in new:
                if len(pool) < _POOL:
                    pool.append(one)
                else:
                    pool[int(rng.integers(_POOL))] = one


def finder_batch(examples: list[FinderExample]) -> Batch:
    """Examples as tensors: picture, heats, shape, inner, care."""
    pictures = np.stack([one.picture for one in examples]).astype(np.float32) / 255 - 0.5
    fields = [
        np.stack(field)
        for field in zip(*((o.heats, o.shape, o.inner, o.care) for o in examples), strict=True)
    ]
    return tuple(torch.from_numpy(np.ascontiguousarray(field)) for field in (pictures, *fields))


def turned(one: FinderExample, rng: np.random.Generator) -> FinderExample:
    """`one` turned by quarters, or mirrored: twice the angle of u and v turns by a half, or flips."""
    quarters, mirror = int(rng.integers(4)), bool(rng.integers(2))

    def way(field: npt.NDArray[np.generic]) -> npt.NDArray[np.generic]:
        field = np.rot90(field, quarters, axes=(-2, -1))
        return field[..., ::-1] if mirror else field

    shape = np.array(way(one.shape), dtype=np.float32)
    if quarters % 2:
        shape[[0, 1, 3, 4]] *= -1
    if mirror:
        shape[[1, 4]] *= -1
    return FinderExample(
        np.ascontiguousarray(way(one.picture), dtype=np.uint8),
        np.ascontiguousarray(way(one.heats), dtype=np.float32),
        shape,
        np.ascontiguousarray(way(one.inner), dtype=np.float32),
        np.ascontiguousarray(way(one.care), dtype=np.float32),
    )


class FaceStream(IterableDataset[Batch]):
    """Batches for the face net from `step` on, `FACE_NEW` cut-outs of each new.

    With `weights`, a folder, the finder in it proposes outlines.
    """

    def __init__(self, seed: int, step: int, steps: int, weights: Path | None = None) -> None:
        self.seed, self.step, self.steps, self.weights = seed, step, steps, weights

    def __iter__(self) -> Iterator[Batch]:
        cv2.setNumThreads(1)
        propose = proposer(self.weights) if self.weights else None
        pool: list[Cutout] = []
        for step in range(self.step, self.steps):
            rng = np.random.default_rng([self.seed, step, *b"face"])
            new: list[Cutout] = []
            number = 0
            while len(new) < FACE_NEW:
                new += cutouts(self.seed, step * 16 + number, propose)
                number += 1
            for one in new:
                if len(pool) < _CUTOUT_POOL:
                    pool.append(one)
                else:
                    pool[int(rng.integers(_CUTOUT_POOL))] = one
            yield face_batch([pool[int(n)] for n in rng.integers(len(pool), size=FACE_BATCH)], rng)


def proposer(weights: Path) -> Propose:
    """Outlines that the finder in the folder `weights` sees in a picture as it is."""
    finder = NetFinder(weights)

    def propose(picture: Pixels) -> Outlines:
        seen = finder.look(picture, 1.0).peaks
        return seen.outlines[seen.scores > WEAK]

    return propose


def face_batch(found: list[Cutout], rng: np.random.Generator | None = None) -> Batch:
    """Cut-outs as tensors: pixels, values, state, shifts, pips; with `rng` colours and noise vary."""
    pixels = net_input(found)
    if rng is not None:
        pixels *= rng.normal(1, 0.06, (len(found), 3, 1, 1)).astype(np.float32)
        pixels += rng.normal(0, 0.06, (len(found), 3, 1, 1)).astype(np.float32)
        grain = rng.standard_normal((8, *pixels.shape[1:]), dtype=np.float32)
        amounts = np.abs(rng.normal(0, 0.05, (len(found), 1, 1, 1))).astype(np.float32)
        pixels += amounts * grain[rng.integers(8, size=len(found))]
    return (
        torch.from_numpy(pixels),
        torch.tensor([one.values for one in found]),
        torch.tensor([one.state for one in found]),
        torch.from_numpy(np.stack([one.shifts for one in found])),
        torch.from_numpy(np.stack([one.pips for one in found])),
    )
