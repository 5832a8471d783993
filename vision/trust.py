"""How far a reading is to be believed: evidence of several kinds weighed into one chance."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import numpy as np
import numpy.typing as npt

from vision.maps import STATES
from vision.pipeline import Array, Faces

EVIDENCE = (
    "always",
    "weaker half",
    "stronger half",
    "face up",
    "found",
    "looks differ",
    "pips differ",
    "weakest look",
    "small",
    "rival",
)
"""What each column of `evidence` holds."""

THERE = ("always", "found", "something")
"""What each column of `presence` holds."""

_EDGE = 1e-4
_NONE, _PRINTED = STATES.index("none"), STATES.index("printed")


@dataclass(frozen=True, slots=True)
class Trust:
    """Weights of the evidence, and when a person is asked.

    `there` weighs `presence`, `weights` weighs `evidence`; `sure` is the confidence of a tile below which a
    person is asked, `suspect` the chance above which an outline that was not chosen may be a tile after all.

    All are fitted to made pictures that no net was trained on (`python -m vision.training trust`).
    """

    there: tuple[float, ...]
    weights: tuple[float, ...]
    sure: float
    suspect: float

    def presence(self, scores: Array, states: Array) -> Array:
        """The chance (N) that a tile is where an outline is, by logistic regression on N x THERE."""
        return _chance(presence(scores, states), self.there)

    def confidence(self, evidence: Array) -> Array:
        """The chance (N) that each tile is there and read right, by logistic regression on N x EVIDENCE."""
        return _chance(evidence, self.weights)

    @classmethod
    def load(cls, folder: Path | None = None) -> Trust:
        """The weights from `folder`, or those that come with the program."""
        place = folder if folder is not None else files("vision") / "weights"
        data = json.loads((place / "trust.json").read_text(encoding="utf-8"))
        there = tuple(data["there"][name] for name in THERE)
        weights = tuple(data["weights"][name] for name in EVIDENCE)
        return cls(there, weights, data["sure"], data["suspect"])


def presence(scores: Array, states: Array) -> Array:
    """What speaks for tiles where N outlines are (N x THERE): the finder's `scores`, and their `states`."""
    nothing = states[:, _NONE] + states[:, _PRINTED]
    return np.stack([np.ones(len(scores), np.float32), logit(scores), logit(1 - nothing)], axis=1)


def evidence(scores: Array, faces: Faces, rivals: Array) -> Array:
    """What speaks for and against each of N tiles being read right (N x EVIDENCE).

    `scores` are the finder's; `rivals` the chance of the strongest other tile that claims the same place.
    """
    values = faces.values
    chosen = values.argmax(axis=2)
    chance = values.max(axis=2)
    own = np.min([_of(look.values, chosen).min(axis=1) for look in faces.looks], axis=0)
    differ = np.any([look.values.argmax(axis=2) != chosen for look in faces.looks], axis=(0, 2))
    sides = faces.outlines[:, [2, 3]] - faces.outlines[:, [1, 0]]
    length = np.linalg.norm(sides, axis=2).mean(axis=1)
    columns = [
        np.ones(len(scores)),
        logit(chance.min(axis=1)),
        logit(chance.max(axis=1)),
        logit(faces.states[:, 0]),
        logit(scores),
        differ,
        np.minimum(np.abs(faces.looks[-1].pips - chosen), 3).max(axis=1),
        logit(own),
        np.maximum(np.log2(96 / np.maximum(length, 8)), 0),
        rivals,
    ]
    return np.stack([np.asarray(column, dtype=np.float32) for column in columns], axis=1)


def _of(values: Array, chosen: npt.NDArray[np.intp]) -> Array:
    """The chance of each half's chosen value (N x 2)."""
    return np.asarray(np.take_along_axis(values, chosen[..., None], axis=2)[..., 0], np.float32)


def logit(chance: npt.NDArray[np.floating]) -> Array:
    """Logarithms of odds; certain things are taken for nearly certain."""
    limited = np.clip(chance, _EDGE, 1 - _EDGE)
    return np.asarray(np.log(limited / (1 - limited)), dtype=np.float32)


def _chance(table: Array, weights: tuple[float, ...]) -> Array:
    return np.asarray(1 / (1 + np.exp(-(table @ np.array(weights)))), dtype=np.float32)
