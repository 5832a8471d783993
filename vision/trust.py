"""How far a reading is to be believed: evidence of several kinds weighed into one chance."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import numpy as np
import numpy.typing as npt

from vision.pipeline import Array, Faces

EVIDENCE = (
    "always",
    "weaker half",
    "stronger half",
    "face up",
    "found",
    "looks differ",
    "pips differ",
    "second look weaker",
    "small",
    "rival",
)
"""What each column of `evidence` holds."""

_EDGE = 1e-4


@dataclass(frozen=True, slots=True)
class Trust:
    """Weights of the evidence, and when a person is asked.

    `sure` is the confidence of a tile below which that is done, `suspect` the weight (see
    `vision.assess.choice`) above which an outline that was not chosen may be a tile all the same.

    They are fitted to made pictures that no net was trained on (`python -m vision.training trust`).
    """

    weights: tuple[float, ...]
    sure: float
    suspect: float

    def confidence(self, evidence: Array) -> Array:
        """The chance (N) that each tile is there and read right, by logistic regression on N x EVIDENCE."""
        return np.asarray(1 / (1 + np.exp(-(evidence @ np.array(self.weights)))), dtype=np.float32)

    @classmethod
    def load(cls, folder: Path | None = None) -> Trust:
        """The weights from `folder`, or those that come with the program."""
        place = folder if folder is not None else files("vision") / "weights"
        data = json.loads((place / "trust.json").read_text(encoding="utf-8"))
        return cls(tuple(data["weights"][name] for name in EVIDENCE), data["sure"], data["suspect"])


def evidence(scores: Array, faces: Faces, rivals: Array) -> Array:
    """What speaks for and against each of N tiles being read right (N x EVIDENCE).

    `scores` are the finder's; `rivals` the weight of the strongest other tile that claims the same place.
    """
    values = faces.values
    chosen = values.argmax(axis=2)
    chance = values.max(axis=2)
    states, first, second = faces.states, faces.first, faces.second
    own = np.take_along_axis(second.values, chosen[..., None], axis=2)[..., 0].min(axis=1)
    sides = second.outlines[:, [2, 3]] - second.outlines[:, [1, 0]]
    length = np.linalg.norm(sides, axis=2).mean(axis=1)
    columns = [
        np.ones(len(scores)),
        _logit(chance.min(axis=1)),
        _logit(chance.max(axis=1)),
        _logit(states[:, 0]),
        _logit(scores),
        (first.values.argmax(axis=2) != second.values.argmax(axis=2)).any(axis=1),
        np.minimum(np.abs(second.pips - chosen), 3).max(axis=1),
        _logit(own),
        np.maximum(np.log2(96 / np.maximum(length, 8)), 0),
        rivals,
    ]
    return np.stack([np.asarray(column, dtype=np.float32) for column in columns], axis=1)


def _logit(chance: npt.NDArray[np.floating]) -> Array:
    limited = np.clip(chance, _EDGE, 1 - _EDGE)
    return np.asarray(np.log(limited / (1 - limited)), dtype=np.float32)
