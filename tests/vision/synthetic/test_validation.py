"""The validation set: what has its turn, and how a folder grows."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from vision.pipeline import Pixels
from vision.synthetic import blender, painter, validation
from vision.synthetic.__main__ import main
from vision.synthetic.camera import Camera
from vision.synthetic.look import WHITE
from vision.synthetic.scene import Ground, GroundKind, PlacedTile, Pose, Scene, SceneError
from vision.synthetic.truth import record
from vision.synthetic.validation import Kind, Picture, ValidationError, make, pictures
from vision.synthetic.variety import random_scene


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> list[Scene]:
    """Small pictures of one colour, one tile each; gives the scenes that were painted."""
    scenes: list[Scene] = []

    def scene(picture: Picture) -> Scene:
        tile = PlacedTile((picture.number, picture.seed), Pose(0, 0))
        return Scene(
            (tile,), WHITE, 6, "separate", Ground("plain", (9, 9, 9), (9, 9, 9)), camera=Camera(160, 120)
        )

    def paint(scene: Scene, oversample: int) -> Pixels:
        assert oversample == 2
        scenes.append(scene)
        return np.full((scene.camera.height, scene.camera.width, 3), 90, np.uint8)

    monkeypatch.setattr(Picture, "scene", scene)
    monkeypatch.setattr(painter, "paint", paint)
    return scenes


def truth(folder: Path) -> list[dict[str, Any]]:
    records: list[dict[str, Any]] = json.loads((folder / "truth.json").read_text("utf-8"))
    return records


def turns(what: int, options: tuple[object, ...], count: int, kind: Kind = "painted") -> list[object]:
    return [Picture(kind, 0, number)._turn(what, options) for number in range(count)]


@pytest.mark.parametrize("options", [("a", "b", "c", "d"), (6, 9, 12, 15, 18), get_args(GroundKind)])
def test_each_option_has_its_turn_equally_often(options: tuple[object, ...]) -> None:
    count = Counter(turns(1, options, 7 * len(options)))
    assert count == dict.fromkeys(options, 7)


def test_turns_are_in_no_fixed_step_with_each_other() -> None:
    options = ("a", "b", "c", "d")
    pairs = set(zip(turns(0, options, 100), turns(3, options, 100), strict=True))
    assert len(pairs) == 16
    assert turns(0, options, 40) != turns(0, options, 40, "rendered")


@pytest.mark.parametrize(("kind", "number"), [("painted", 6), ("rendered", 2)])
def test_a_scene_is_what_had_its_turn_and_can_be_read(kind: Kind, number: int) -> None:
    picture = Picture(kind, 0, number)
    scene = picture.scene()
    assert scene == picture.scene()
    assert scene.arrangement == picture._turn(0, validation._ARRANGEMENTS)
    assert scene.max_pips == picture._turn(1, (6, 9, 12, 15, 18))
    assert scene.ground.kind == picture._turn(2, validation._GROUNDS)
    assert scene.camera.tilt <= 45
    least = 960 if kind == "rendered" else 1280
    assert least <= max(scene.camera.width, scene.camera.height) <= 2560
    lengths = validation._lengths(scene)
    assert lengths
    for tile, length in lengths.items():
        assert length >= (60 if tile.high <= 6 else 90 if tile.high <= 12 else 120)


def test_faces_have_more_pixels_the_nearer_the_camera_is() -> None:
    scene = Scene(
        (PlacedTile((3, 4), Pose(0, 0)),), WHITE, 6, "separate", Ground("plain", (9, 9, 9), (9, 9, 9))
    )
    scales = [
        blender._face_scale(replace(scene, camera=Camera(960, 720, distance=distance)))
        for distance in (60, 400, 600, 9000)
    ]
    assert scales[0] == 12
    assert scales[1] == pytest.approx(2 * 960 * 26 / 36 / 400)
    assert scales[1] == pytest.approx(1.5 * scales[2])
    assert scales[3] == 2


def test_no_seed_of_the_set_is_one_of_training() -> None:
    seed = Picture("painted", 3, 7)._seed(4, 7, 0)
    assert bytes(seed[-10:]) == b"validation"
    assert seed != [3, 7, *b"training"]
    drawn = Picture("painted", 3, 7)._draw(0)
    assert drawn != random_scene(np.random.default_rng([3, 7, *b"training"]), 1280, 960, 0)


def test_empty_pictures_show_no_face() -> None:
    for number in range(4):
        scene = Picture("empty", 0, number).scene()
        found = record(scene, "a.jpg")
        assert not any(tile.face_up for tile in scene.tiles)
        assert scene.tiles or scene.things
        assert (found["tiles"], found["partial"], found.get("trains")) == ([], 0, None)


def test_a_folder_grows_and_nothing_is_made_twice(tmp_path: Path, quick: list[Scene]) -> None:
    assert list(make(tmp_path, pictures(0, 1, 0, 0))) == ["painted-0001.jpg"]
    first = truth(tmp_path)
    assert list(make(tmp_path, pictures(0, 2, 0, 0))) == ["painted-0002.jpg"]
    assert [record["file"] for record in truth(tmp_path)] == ["painted-0001.jpg", "painted-0002.jpg"]
    assert truth(tmp_path)[:1] == first
    assert len(quick) == 2
    for known, scene in zip(truth(tmp_path), quick, strict=True):
        picture = cv2.imread(str(tmp_path / known["file"]))
        assert picture is not None
        assert picture.shape == (scene.camera.height, scene.camera.width, 3)
        assert known["tiles"]
    assert list(make(tmp_path, pictures(0, 1, 0, 0))) == []
    assert truth(tmp_path) == first
    (tmp_path / "painted-0001.jpg").unlink()
    assert list(make(tmp_path, pictures(0, 1, 0, 0))) == ["painted-0001.jpg"]
    assert list(make(tmp_path, pictures(1, 1, 0, 0))) == ["painted-0001.jpg"]
    assert truth(tmp_path)[0]["seed"] == 1
    assert truth(tmp_path)[0]["tiles"] == [[0, 1]]
    assert not list(tmp_path.glob("*.part"))


def test_what_was_made_before_a_stop_is_kept_with_its_truth(tmp_path: Path, quick: list[Scene]) -> None:
    growing = make(tmp_path, pictures(0, 2, 0, 0))
    assert next(growing) == "painted-0001.jpg"
    assert [record["file"] for record in truth(tmp_path)] == ["painted-0001.jpg"]


@pytest.mark.parametrize("text", ["", "{}{", "3", "[3]", '[{"name": "a"}]'])
def test_a_folder_with_another_list_is_left_alone(tmp_path: Path, text: str) -> None:
    (tmp_path / "truth.json").write_text(text, "utf-8")
    with pytest.raises(ValidationError, match="name another folder"):
        list(make(tmp_path, pictures(0, 1, 0, 0)))
    assert (tmp_path / "truth.json").read_text("utf-8") == text


def test_a_set_that_random_scenes_never_have_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room(*_: object, empty: bool, harsh: float) -> Scene:
        raise SceneError("There is no room.")

    monkeypatch.setattr(validation, "random_scene", no_room)
    with pytest.raises(SceneError, match="makes too few"):
        Picture("painted", 0, 0).scene()


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["validation", *map(str, arguments)], catch_exceptions=False)


def test_the_command_names_each_picture(tmp_path: Path, quick: list[Scene]) -> None:
    result = run(tmp_path / "set", "--painted", "1", "--rendered", "0")
    assert (result.exit_code, result.output) == (0, "painted-0001.jpg\n")


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (blender.RenderingError("Blender is not there: install it."), "Blender is not there"),
        (OSError(28, "No space left on device"), "No space left on device"),
    ],
)
def test_a_failure_is_a_sentence_and_what_was_painted_stays(
    tmp_path: Path, quick: list[Scene], monkeypatch: pytest.MonkeyPatch, error: Exception, words: str
) -> None:
    def render(scene: Scene, samples: int, threads: int) -> Pixels:
        assert (samples, threads) == (3, 1)
        raise error

    monkeypatch.setattr(blender, "render", render)
    result = run(tmp_path, "--painted", "1", "--rendered", "1", "--threads", "1")
    assert result.exit_code == 1
    assert words in result.stderr
    assert [record["file"] for record in truth(tmp_path)] == ["painted-0001.jpg"]


def test_rendered_pictures_say_so(
    tmp_path: Path, quick: list[Scene], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blender, "render", lambda scene, samples, threads: painter.paint(scene, oversample=2))
    run(tmp_path, "--painted", "0", "--rendered", "1")
    (record,) = truth(tmp_path)
    assert (record["file"], record["source"], record["scene"]) == ("rendered-0001.jpg", *["rendered"] * 2)
