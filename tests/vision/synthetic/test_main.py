"""`python -m vision.synthetic` writes pictures with their truth, the same ones for the same seed."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import cv2
import pytest
from click.testing import CliRunner

from vision.synthetic import __main__ as command
from vision.synthetic.__main__ import main

SMALL = ["--count", "3", "--width", "160", "--height", "120"]


def run(*arguments: str) -> str:
    result = CliRunner().invoke(main, arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_make_writes_pictures_and_truth(tmp_path: Path) -> None:
    run("make", str(tmp_path), *SMALL)
    records = json.loads((tmp_path / "truth.json").read_text(encoding="utf-8"))
    assert [record["file"] for record in records] == ["scene-00001.jpg", "scene-00002.jpg", "scene-00003.jpg"]
    for record in records:
        picture = cv2.imread(str(tmp_path / record["file"]))
        assert picture is not None
        assert picture.shape == (120, 160, 3)


def test_the_seed_decides(tmp_path: Path) -> None:
    files = []
    for name, seed in (("a", "5"), ("b", "5"), ("c", "6")):
        run("make", str(tmp_path / name), *SMALL, "--seed", seed)
        files.append([path.read_bytes() for path in sorted((tmp_path / name).iterdir())])
    assert files[0] == files[1]
    assert files[0] != files[2]


def test_without_blender_a_sentence_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "bpy", None)
    result = CliRunner().invoke(main, ["make", str(tmp_path), *SMALL, "--backend", "blender"])
    assert result.exit_code == 1
    assert "pip install" in result.output
    assert "Traceback" not in result.output


def test_an_unknown_sample_is_refused(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["samples", str(tmp_path), "--only", "hand-99"])
    assert result.exit_code == 1
    assert "no sample hand-99" in result.output


@pytest.mark.slow
def test_a_painted_sample_is_made_again_the_same(tmp_path: Path) -> None:
    run("samples", str(tmp_path), "--only", "hand-01")
    committed = cv2.imread(str(Path(__file__).parents[3] / "sample_images" / "hand-01.jpg"))
    made = cv2.imread(str(tmp_path / "hand-01.jpg"))
    assert committed is not None
    assert made is not None
    assert float(cv2.absdiff(made, committed).mean()) < 0.5


def test_a_round_that_nobody_can_play_is_refused(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["round", str(tmp_path), "--players", "8", "--set", "6"])
    assert result.exit_code == 1
    assert "name fewer or a larger set" in result.output
    assert not list(tmp_path.iterdir())


def test_a_round_without_blender_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "bpy", None)
    arguments = ["round", str(tmp_path), "--acts", "3", "--players", "2", "--backend", "blender"]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 1
    assert "pip install" in result.output


def test_rounds_to_measure_on_have_seeds_that_nobody_tuned_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: dict[str, int] = {}
    monkeypatch.setattr(
        command, "write_round", lambda folder, plan: written.update({folder.name: plan.choice.seed})
    )
    run("rounds", str(tmp_path), "--count", "3")
    assert len(written) == 3
    assert all(name == str(seed) and seed >= 1000 for name, seed in written.items())


def test_a_clip_that_cannot_be_written_is_told_in_a_sentence(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["clip", str(tmp_path / "round.txt"), "--seed", "6"])
    assert result.exit_code == 1
    assert "ends in .mp4" in result.output
    assert not list(tmp_path.iterdir())
