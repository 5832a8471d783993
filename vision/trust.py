"""How far a reading is to be believed: whether it is a tile at all, and whether its values are right."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import numpy as np
import numpy.typing as npt

from vision.maps import STATES
from vision.pipeline import Array, Faces

REAL = {
    "always": 0,
    "whole": 1,
    "printed": -1,
    "printed around": -1,
    "found": 1,
    "rival": -1,
    "odd size": -1,
    "weaker half": 1,
}
"""What speaks for (1) and against (-1) a tile that lies there, face up and uncovered."""

READ = {
    "always": 0,
    "weaker half": 1,
    "stronger half": 1,
    "looks differ": -1,
    "pips differ": -1,
    "weakest look": 1,
    "small": -1,
}
"""What speaks for and against the values of such a tile being right."""

THERE = ("always", "found", "something")
"""What each column of `presence` holds."""

_EDGE = 1e-4
_UP, _NONE, _PRINTED = STATES.index("up"), STATES.index("none"), STATES.index("printed")
_MOST = 6.0  # the largest logarithm of odds by which a domino is printed, or is not
_SIZES = 2.0  # octaves by which a size may be odd


@dataclass(frozen=True, eq=False, slots=True)
class Evidence:
    """What speaks for and against each of N tiles: `real` (N x REAL) and `read` (N x READ)."""

    real: Array
    read: Array

    def of(self, rows: npt.NDArray[np.intp]) -> Evidence:
        """The evidence of some tiles, by their numbers."""
        return Evidence(self.real[rows], self.read[rows])


@dataclass(frozen=True, slots=True)
class Trust:
    """Weights of the evidence, and when a person is asked.

    `there` weighs `presence`, `real` and `read` weigh the two tables of `evidence`; `sure` is the confidence
    of a tile below which a person is asked, `suspect` the chance above which an outline that was not chosen
    may be a tile after all.

    All but `suspect` are fitted to made pictures that no net was trained on (`python -m vision.training
    trust`).
    """

    there: tuple[float, ...]
    real: tuple[float, ...]
    read: tuple[float, ...]
    sure: float
    suspect: float

    def presence(self, scores: Array, states: Array) -> Array:
        """The chance (N) that a tile is where an outline is, by logistic regression on N x THERE."""
        return _chance(presence(scores, states), self.there)

    def confidence(self, evidence: Evidence) -> Array:
        """The chance (N) that each tile is real and its values are right: the product of both chances.

        A sum of all evidence would let a tile that is clearly there make up for pips that can't be told.
        """
        return _chance(evidence.real, self.real) * _chance(evidence.read, self.read)

    @classmethod
    def load(cls, folder: Path | None = None) -> Trust:
        """The weights from `folder`, or those that come with the program."""
        place = folder if folder is not None else files("vision") / "weights"
        data = json.loads((place / "trust.json").read_text(encoding="utf-8"))
        there, real, read = (
            tuple(data[table][name] for name in names)
            for table, names in (("there", THERE), ("real", REAL), ("read", READ))
        )
        return cls(there, real, read, data["sure"], data["suspect"])


def presence(scores: Array, states: Array) -> Array:
    """What speaks for tiles where N outlines are (N x THERE): the finder's `scores`, and their `states`."""
    nothing = states[:, _NONE] + states[:, _PRINTED]
    return np.stack([np.ones(len(scores), np.float32), logit(scores), logit(1 - nothing)], axis=1)


def evidence(scores: Array, faces: Faces, rivals: Array) -> Evidence:
    """What speaks for and against each of N tiles that were chosen together in one picture.

    `scores` are the finder's; `rivals` the chance of the strongest other tile that claims the same place. All
    tiles on a table have about one size, and where one domino is printed all mostly are: each is compared
    with all of them, itself included.
    """
    values, states = faces.values, faces.states
    chosen = values.argmax(axis=2)
    chance = values.max(axis=2)
    weaker = logit(chance.min(axis=1))
    own = np.min([_of(look.values, chosen).min(axis=1) for look in faces.looks], axis=0)
    differ = np.any([look.values.argmax(axis=2) != chosen for look in faces.looks], axis=(0, 2))
    sides = faces.outlines[:, [2, 3]] - faces.outlines[:, [1, 0]]
    length = np.maximum(np.linalg.norm(sides, axis=2).mean(axis=1), 8)
    up, printed = states[:, _UP], states[:, _PRINTED]
    faced = up + printed > 0.5
    like_print = np.clip(np.log((printed + _EDGE) / (up + _EDGE)), -_MOST, _MOST)
    real = [
        np.ones(len(scores)),
        logit(up / np.maximum(1 - printed, _EDGE)),
        like_print,
        _usual(like_print, faced, np.mean),
        logit(scores),
        rivals,
        np.minimum(np.abs(np.log2(length / _usual(length, faced, np.median))), _SIZES),
        weaker,
    ]
    read = [
        np.ones(len(scores)),
        weaker,
        logit(chance.max(axis=1)),
        differ,
        np.minimum(np.abs(faces.looks[-1].pips - chosen), 3).max(axis=1),
        logit(own),
        np.maximum(np.log2(96 / length), 0),
    ]
    return Evidence(_table(real), _table(read))


def _usual(column: Array, faced: npt.NDArray[np.bool_], middle: Callable[[Array], np.floating]) -> Array:
    """For each tile the `middle` of the `column` over those that are `faced` up, or over all if none is."""
    if not len(column):
        return column
    return np.full(len(column), middle(column[faced] if faced.any() else column))


def _table(columns: Sequence[npt.NDArray[np.generic]]) -> Array:
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
