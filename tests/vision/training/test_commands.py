"""The commands of training say what is missing, instead of a traceback."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from vision.training.__main__ import main


def test_the_face_net_needs_a_finder_first(tmp_path: Path) -> None:
    state, weights = tmp_path / "state", tmp_path / "weights"
    answer = CliRunner().invoke(main, ["face", "--state", str(state), "--weights", str(weights)])
    assert answer.exit_code == 2
    assert f"There is no finder in {weights}: train it first." in " ".join(answer.output.split())
