"""The validation set: pictures on demand, spread evenly over what people have, never trained on.

Every scene is drawn with a seed that ends in the word "validation", as the seeds of training end in words of
its own: no scene of one is ever a scene of the other. The generator is the same, and so are the patterns of
its grounds.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args

import numpy as np

from referee import SIZES, Tile
from vision.synthetic import blender, film, painter
from vision.synthetic.conditions import EVERYDAY, random_ground
from vision.synthetic.scene import Arrangement, Ground, GroundKind, Scene, SceneError
from vision.synthetic.truth import TileView, record, views
from vision.synthetic.variety import random_scene

Kind = Literal["painted", "rendered", "empty"]

_ARRANGEMENTS: tuple[Arrangement, ...] = (*("separate", "touching", "train", "table") * 2, "pile")
"""One in nine is a pile: there tiles cover each other, which is rare where people count."""

_GROUNDS: tuple[GroundKind, ...] = get_args(GroundKind)
_FRAMES = ((1280, 960), (960, 1280), (1280, 720))
_ZOOMS = (1.0, 1.25, 1.5, 2.0)
"""How many times the pixels of its frame a picture has each way: up to 2560 along its long side."""

_RENDERED_ZOOMS = (0.75, 0.875, 1.0, 1.125, 1.25, 1.5, 1.75, 2.0)
_CHEAP = 1.25
"""A rendered picture is of a scene that needs no larger zoom, where one of the first scenes is so."""

_BANDS = ((60, 90), (90, 150), (150, 300), (300, 600))
"""Lengths of tiles in pixels, from and below."""

_READABLE = ((6, 60), (12, 90), (18, 120))
"""A tile whose larger half is up to the first number can be read from that many pixels of length on."""

STEEPEST = 45.0
"""The most degrees by which a camera leans back where tiles must be read."""

_RAYS = 3
_ATTEMPTS = 2000
_ENOUGH = 4
"""So many scenes of the right arrangement and set are looked at for one with tiles of the right size."""

_T = TypeVar("_T")


class ValidationError(ValueError):
    """A folder that no validation set can be kept in; the message is a sentence for a person."""


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture of a set, known by its kind, the set's seed and its number, from 0 on.

    >>> Picture("painted", 0, 4).file
    'painted-0005.jpg'
    """

    kind: Kind
    seed: int
    number: int

    @property
    def file(self) -> str:
        """The name of its file."""
        return f"{self.kind}-{self.number + 1:04}.jpg"

    def scene(self) -> Scene:
        """What it shows: readable tiles of the arrangement, set and ground whose turn it is, or no face.

        However many pictures there are, each set, ground and arrangement (but piles half of that) has its
        turn equally often. So has each size of tiles in painted pictures, as far as the arrangement allows;
        rendered ones have the fewest pixels with which they can be read, for time.
        Raises `SceneError` when no such scene will come.
        """
        found: list[tuple[bool, Scene]] = []
        for attempt in range(_ATTEMPTS):
            found += self._suited(self._draw(attempt))
            if len(found) >= _ENOUGH or any(fits for fits, _ in found):
                return replace(max(found, key=lambda each: each[0])[1], ground=self._ground())
        raise SceneError(
            f"None of {_ATTEMPTS} random scenes suits {self.file}: vision/synthetic/variety.py makes too few "
            "of its arrangement and set."
        )

    def make(self, threads: int = 0) -> tuple[bytes, dict[str, Any]]:
        """Its JPEG file and its truth. `threads` are for Blender, 0 means all.

        Raises `SceneError`, and `RenderingError` without Blender.
        """
        scene = self.scene()
        if self.kind == "rendered":
            picture, source = blender.render(scene, _RAYS, threads), "rendered"
        else:
            picture, source = painter.paint(scene, oversample=2), "painted"
        truth = record(scene, self.file, source) | {"scene": self.kind, "seed": self.seed}
        return film.encode(picture, scene.film), truth

    def _draw(self, attempt: int) -> Scene | None:
        """Scene number `attempt`, None where its tiles found no room."""
        rng = self._rng(4, attempt)
        width, height = _FRAMES[0 if self.kind == "rendered" else int(rng.integers(len(_FRAMES)))]
        try:
            seed, empty = int(rng.integers(2**31)), self.kind == "empty"
            return random_scene(rng, width, height, seed, empty=empty, harsh=EVERYDAY)
        except SceneError:
            return None

    def _suited(self, scene: Scene | None) -> list[tuple[bool, Scene]]:
        """The scene in a picture of its size, and whether that makes tiles as large as has its turn.

        None of it, if it is not of the arrangement and set whose turn it is, or can't be read, or shows a
        face where there should be none.
        """
        if scene is None or scene.camera.tilt > STEEPEST:
            return []
        if self.kind == "empty":
            bare = not any(tile.face_up for tile in scene.tiles)
            return [(True, _enlarged(scene, self._turn(3, _ZOOMS)))] if bare else []
        turn = self._turn(0, _ARRANGEMENTS), int(self._turn(1, SIZES))
        if (scene.arrangement, scene.max_pips) != turn:
            return []
        if self.kind == "rendered":
            small = readable(scene, _RENDERED_ZOOMS)[:1]
            return [(view.camera.width <= _CHEAP * scene.camera.width, view) for view in small]
        enough = readable(scene)
        if not enough:
            return []
        low, high = self._turn(3, _BANDS)
        fits = [view for view in enough if low <= np.median(list(_lengths(view).values())) < high]
        return [(bool(fits), (fits or enough)[0])]

    def _ground(self) -> Ground:
        """A ground of the kind whose turn it is."""
        kind, rng = self._turn(2, _GROUNDS), self._rng(5, 0)
        return next(ground for ground in (random_ground(rng) for _ in count()) if ground.kind == kind)

    def _turn(self, what: int, options: Sequence[_T]) -> _T:
        """The option whose turn it is: in every run of as many pictures each has one, in any order."""
        run, place = divmod(self.number, len(options))
        order = np.random.default_rng(self._seed(what, run)).permutation(len(options))
        return options[int(order[place])]

    def _rng(self, what: int, attempt: int) -> np.random.Generator:
        return np.random.default_rng(self._seed(what, self.number, attempt))

    def _seed(self, *numbers: int) -> list[int]:
        return [self.seed, *self.kind.encode(), *numbers, *b"validation"]


def pictures(seed: int, painted: int, rendered: int, empty: int) -> tuple[Picture, ...]:
    """So many pictures of each kind, the slow ones last."""
    counts: tuple[tuple[Kind, int], ...] = (("painted", painted), ("empty", empty), ("rendered", rendered))
    return tuple(Picture(kind, seed, number) for kind, many in counts for number in range(many))


def make(folder: Path, wanted: Sequence[Picture], threads: int = 0) -> Iterator[str]:
    """Write the `wanted` pictures to `folder` and its truth.json after each; gives each new file's name.

    A picture that is there, with its truth and of the same seed, is not made again; a file is there whole or
    not at all. To have pictures of a changed generator, empty the folder.
    Raises `ValidationError`, `OSError`, `SceneError` and `RenderingError`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    seeds = {picture.file: picture.seed for picture in wanted}
    known = {
        truth["file"]: truth
        for truth in _known(folder)
        if seeds.get(truth["file"]) == truth.get("seed") and (folder / truth["file"]).exists()
    }
    for picture in wanted:
        if picture.file not in known:
            data, known[picture.file] = picture.make(threads)
            _write(folder / picture.file, data)
            write_truth(folder, [known[file] for file in seeds if file in known])
            yield picture.file
    write_truth(folder, [known[file] for file in seeds])


def readable(scene: Scene, zooms: Sequence[float] = _ZOOMS) -> list[Scene]:
    """The view of `scene` with `zooms` times its pixels each way, as far as all its tiles can be read.

    None where no whole tile shows its face.
    """
    views = [_enlarged(scene, zoom) for zoom in zooms]
    return [view for view in views if _readable(_lengths(view))]


def write_truth(folder: Path, records: Sequence[dict[str, Any]]) -> None:
    """Write truth.json, one record a line, so that a changed picture is a changed line. Raises `OSError`."""
    lines = ",\n".join(json.dumps(record) for record in records)
    _write(folder / "truth.json", f"[\n{lines}\n]\n".encode())


def _known(folder: Path) -> list[dict[str, Any]]:
    file = folder / "truth.json"
    if not file.exists():
        return []
    try:
        records = json.loads(file.read_text("utf-8"))
        return [dict(record) for record in records if record["file"]]
    except (KeyError, TypeError, ValueError) as error:
        raise ValidationError(
            f"{file} is not the list of a validation set: name another folder, or remove the file."
        ) from error


def _write(file: Path, data: bytes) -> None:
    """Write `file` whole or not at all."""
    part = file.with_name(f"{file.name}.part")
    part.write_bytes(data)
    os.replace(part, file)


def _lengths(scene: Scene) -> dict[Tile, float]:
    """How long (pixels) each whole face-up tile shows."""
    return {
        Tile(*view.tile.values): _length(view) for view in views(scene) if view.whole and view.tile.face_up
    }


def _length(view: TileView) -> float:
    a, b, c, d = view.corners
    return float(np.linalg.norm(a - d) + np.linalg.norm(b - c)) / 2


def _readable(lengths: dict[Tile, float]) -> bool:
    """Whether there are tiles, and all of them large enough."""
    return bool(lengths) and all(
        length >= next(pixels for most, pixels in _READABLE if tile.high <= most)
        for tile, length in lengths.items()
    )


def _enlarged(scene: Scene, zoom: float) -> Scene:
    """The same view with `zoom` times as many pixels each way."""
    camera = scene.camera
    width, height = round(camera.width * zoom), round(camera.height * zoom)
    return replace(scene, camera=replace(camera, width=width, height=height))
