"""Reads tiles with a net: a first look puts the outline right, a second from the other end reads again."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from vision.crops import LENGTH, MARGIN, SIZE, WIDTH, Shrinking, batch, moved
from vision.maps import FACES, STATES, STRIDE, VALUES
from vision.nets import Net
from vision.pipeline import Array, Faces, Look, Outlines, Pixels

_AT_ONCE = 64
"""Cut-outs in one run of the net: it bounds the memory."""

_HOPELESS = 0.97
"""A first look that is this sure that nothing is there is believed."""


class NetFaceReader:
    """Looks at each outline twice."""

    def __init__(self, weights: Path | None = None) -> None:
        self._net = Net("face", ["vector", "pips"], weights)

    def read(self, picture: Pixels, outlines: Outlines) -> Faces:
        """What the tiles with `outlines` (N x 4 x 2 pixels) show.

        Where the first look is sure that there is no tile, it stands for the second.
        """
        shrinking = Shrinking(picture)
        first = self._look(shrinking, outlines)
        again = np.flatnonzero(first.states[:, STATES.index("none")] < _HOPELESS)
        seen = self._look(shrinking, np.roll(first.outlines[again], 2, axis=1))
        second = Look(first.outlines.copy(), first.values.copy(), first.states.copy(), first.pips.copy())
        second.outlines[again] = np.roll(seen.outlines, 2, axis=1)
        second.values[again] = seen.values[:, ::-1]
        second.states[again] = seen.states
        second.pips[again] = seen.pips[:, ::-1]
        return Faces(first, second)

    def _look(self, shrinking: Shrinking, outlines: Outlines) -> Look:
        vectors, heats = [np.zeros((0, FACES), np.float32)], []
        for start in range(0, len(outlines), _AT_ONCE):
            cutouts = [shrinking.cut(outline) for outline in outlines[start : start + _AT_ONCE]]
            vector, heat = self._net.run(batch(cutouts))
            vectors.append(vector)
            heats.append(heat)
        vector = np.concatenate(vectors)
        shifts = vector[:, 2 * VALUES + len(STATES) :].reshape(-1, 4, 2)
        right = [moved(outline, shift) for outline, shift in zip(outlines, shifts, strict=True)]
        return Look(
            np.array(right, np.float32).reshape(-1, 4, 2),
            chances(vector[:, : 2 * VALUES].reshape(-1, 2, VALUES)),
            chances(vector[:, 2 * VALUES : 2 * VALUES + len(STATES)]),
            count_pips(np.concatenate(heats)[:, 0]) if heats else np.zeros((0, 2), np.float32),
        )


def chances(logits: Array) -> Array:
    """Softmax over the last axis."""
    powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True), dtype=np.float32)


def count_pips(logits: Array) -> Array:
    """Pips in the first and in the second half (N x 2): tops of their heat (N x H x W logits)."""
    counts = np.zeros((len(logits), 2), np.float32)
    left, right = MARGIN // STRIDE, (MARGIN + LENGTH) // STRIDE
    top, bottom = MARGIN // STRIDE, (MARGIN + WIDTH) // STRIDE
    middle = SIZE[0] // STRIDE // 2
    for number, heat in enumerate(logits):
        tops = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > 0)
        counts[number] = (
            np.count_nonzero(tops[top:bottom, left:middle]),
            np.count_nonzero(tops[top:bottom, middle:right]),
        )
    return counts
