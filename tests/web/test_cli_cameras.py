"""The command that lists cameras."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

import vision.frames.cameras as listing
from vision.frames.cameras import Camera
from vision.frames.frame import ASKED, Mode
from vision.frames.link import Phase, State
from vision.frames.source import parse_source
from web.cli import main

SOFA = Camera(parse_source("0"), "Sofa Cam\x1b[2J")
DESK = Camera(parse_source("2"), "camera 2")
LIVE = State(Phase.LIVE, 0, "Camera 0 is being read.", ASKED, ASKED)
SMALL = State(Phase.LIVE, 0, "Camera 2 is being read.", ASKED, Mode(640, 480))
BUSY = State(Phase.LOST, 0, "Camera 2 is there but gives no picture: close what else uses it.", ASKED)


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["cameras", *map(str, arguments)], catch_exceptions=False)


@pytest.fixture
def there(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Camera, State]]:
    """The cameras of this computer; tests put them in."""
    found: list[tuple[Camera, State]] = []

    def look() -> Iterator[tuple[Camera, State]]:
        yield from found

    monkeypatch.setattr(listing, "cameras", look)
    return found


def test_people_read_what_each_camera_gives(there: list[tuple[Camera, State]]) -> None:
    there += [(SOFA, LIVE), (DESK, SMALL), (DESK, BUSY)]
    result = run()
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "camera 0: Sofa Cam\N{REPLACEMENT CHARACTER}[2J",
        "  1920 x 1080, 30 a second",
        "camera 2",
        "  640 x 480 (asked for 1920 x 1080, 30 a second)",
        "camera 2",
        f"  {BUSY.sentence}",
    ]


def test_a_rate_that_nobody_says_is_none_that_differs(there: list[tuple[Camera, State]]) -> None:
    there.append((DESK, replace(LIVE, actual=Mode(1920, 1080))))
    assert run().stdout.splitlines() == ["camera 2", "  1920 x 1080"]


def test_json_is_one_object_a_camera(there: list[tuple[Camera, State]]) -> None:
    there += [(SOFA, LIVE), (DESK, BUSY)]
    result = run("--json")
    asked = {"width": 1920, "height": 1080, "fps": 30}
    assert [json.loads(line) for line in result.stdout.splitlines()] == [
        {"source": "0", "name": SOFA.name, "ok": True, "asked": asked, "actual": asked, "error": None},
        {
            "source": "2",
            "name": "camera 2",
            "ok": False,
            "asked": asked,
            "actual": None,
            "error": BUSY.sentence,
        },
    ]


@pytest.mark.usefixtures("there")
@pytest.mark.parametrize("options", [[], ["--json"]])
def test_no_camera_is_a_sentence(options: list[str]) -> None:
    result = run(*options)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr.startswith("No camera was found: plug one in")


def test_cameras_of_which_none_can_be_opened_are_a_failure(there: list[tuple[Camera, State]]) -> None:
    there.append((DESK, BUSY))
    result = run()
    assert result.exit_code == 1
    assert BUSY.sentence in result.stdout
    assert result.stderr == ""


def test_sources_that_are_named_are_tried(tmp_path: Path) -> None:
    assert cv2.imwrite(str(tmp_path / "000000.jpg"), np.zeros((48, 64, 3), np.uint8))
    result = run("--json", tmp_path, tmp_path / "none.mp4")
    assert result.exit_code == 0
    folder, none = (json.loads(line) for line in result.stdout.splitlines())
    assert (folder["source"], folder["name"], folder["ok"]) == (str(tmp_path), str(tmp_path), True)
    assert folder["actual"] == {"width": 64, "height": 48, "fps": 30}
    assert (none["ok"], none["actual"]) == (False, None)
    assert none["error"] == f"There is no {tmp_path / 'none.mp4'}: plug the camera in, or check the name."
    assert run(tmp_path / "none.mp4").exit_code == 1


@pytest.mark.parametrize("text", ["ftp://phone/video", "http://", ""])
def test_what_names_no_source_is_a_sentence(text: str) -> None:
    result = run(text)
    assert result.exit_code == 2
    assert "Invalid value for SOURCE" in result.stderr
    assert result.stdout == ""
