"""Reads tiles with a net: a first look puts the outline right, further ones read what is in doubt again."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.crops import LENGTH, MARGIN, SIZE, WIDTH, Shrinking, batch, moved
from vision.maps import FACES, STATES, STRIDE, VALUES
from vision.nets import Net
from vision.pipeline import Array, Faces, Look, Outlines, Pixels

_AT_ONCE = 96
"""Cut-outs in one run of the net: it bounds the memory."""

_UP, _NONE = STATES.index("up"), STATES.index("none")

_CLEAR, _STILL = 0.95, 0.05
"""Looks that are this sure of everything, and moved no corner further than this share of the length, are
enough."""

_HOPELESS = 0.9
"""A look that is this sure that nothing is there is believed."""

_AGAIN = (1.0, True), (1.06, False), (0.95, True)
"""The further looks: how much larger than the tile the outline is, and whether it begins at the other end."""


class NetFaceReader:
    """Looks at each outline up to four times."""

    def __init__(self, weights: Path | None = None) -> None:
        self._net = Net("face", ["vector", "pips"], weights)

    def read(self, picture: Pixels, outlines: Outlines) -> Faces:
        """What the tiles with `outlines` (N x 4 x 2 pixels) show."""
        shrinking = Shrinking(picture)
        faces, before = Faces((self._look(shrinking, outlines),)), outlines
        for larger, turned in _AGAIN:
            again = np.flatnonzero((faces.states[:, _NONE] < _HOPELESS) & ~_clear(faces, before))
            before = faces.outlines
            seen = self._look(shrinking, _enlarged(before[again], larger), turned)
            faces = Faces((*faces.looks, _updated(faces.looks[-1], seen, again)))
        return faces

    def _look(self, shrinking: Shrinking, outlines: Outlines, turned: bool = False) -> Look:
        """One look at all `outlines`, each laid with its second half first if `turned`."""
        if turned:
            seen = self._look(shrinking, np.roll(outlines, 2, axis=1))
            outlines = np.roll(seen.outlines, 2, axis=1)
            return Look(outlines, seen.values[:, ::-1], seen.states, seen.pips[:, ::-1])
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


def _clear(faces: Faces, before: Outlines) -> npt.NDArray[np.bool_]:
    """Which tiles need no further look: all is sure, and outlines were nearly right `before` the last."""
    sides = before[:, [2, 3]] - before[:, [1, 0]]
    length = np.linalg.norm(sides, axis=2).mean(axis=1)
    moved_by = np.linalg.norm(faces.outlines - before, axis=2).max(axis=1)
    sure = np.minimum(faces.values.max(axis=2).min(axis=1), faces.states[:, _UP])
    return np.asarray((sure > _CLEAR) & (moved_by < _STILL * length))


def _enlarged(outlines: Outlines, factor: float) -> Outlines:
    middles = outlines.mean(axis=1, keepdims=True)
    return np.asarray(middles + (outlines - middles) * np.float32(factor), np.float32)


def _updated(look: Look, seen: Look, where: npt.NDArray[np.intp]) -> Look:
    """`look` with what was `seen` again of the tiles with the numbers `where`."""
    fields = []
    for old, new in (
        (look.outlines, seen.outlines),
        (look.values, seen.values),
        (look.states, seen.states),
        (look.pips, seen.pips),
    ):
        field = old.copy()
        field[where] = new
        fields.append(field)
    return Look(*fields)


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
