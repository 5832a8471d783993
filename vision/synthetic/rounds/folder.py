"""A round on disk: frames, record, truth, and the marker by itself."""

from __future__ import annotations

import json
from pathlib import Path

from vision.synthetic.film import encode
from vision.synthetic.rounds.plan import RoundPlan
from vision.synthetic.rounds.shooting import marker_picture, shoot


def write_round(folder: Path, plan: RoundPlan) -> None:
    """Write `plan` to `folder`: `frames/000000.jpg` and on, `round.train`, `round.json`, `marker.jpg`."""
    frames = folder / "frames"
    frames.mkdir(parents=True, exist_ok=True)
    film = plan.view.film
    (folder / "round.train").write_text(plan.record.text, encoding="utf-8")
    if plan.marked:
        (folder / "marker.jpg").write_bytes(encode(marker_picture(plan), film))
    for number, frame in enumerate(shoot(plan)):
        (frames / f"{number:06}.jpg").write_bytes(encode(frame, film))
    text = json.dumps(plan.truth(), ensure_ascii=False, indent=1)
    (folder / "round.json").write_text(text + "\n", encoding="utf-8")
