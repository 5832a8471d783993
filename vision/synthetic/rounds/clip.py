"""A round as one small video file, with its record and its truth beside it."""

from __future__ import annotations

import json
from pathlib import Path

import cv2

from vision.synthetic.rounds.plan import RoundPlan
from vision.synthetic.rounds.shooting import shoot

_CODEC = "mp4v"  # a fifth of MJPEG's bytes, and the OpenCV of every platform writes and reads it


class ClipError(RuntimeError):
    """A video that can't be written; the message is a sentence for a person."""


def write_clip(file: Path, plan: RoundPlan) -> None:
    """Write `plan` to the video `file`, and beside it, by the same name, what is known of it.

    That is the record (`.train`) and the truth (`.json`). Raises `ClipError` where OpenCV can't write such a
    video, and `OSError`.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    choice = plan.choice
    video = cv2.VideoWriter(
        str(file), cv2.VideoWriter.fourcc(*_CODEC), choice.fps, (choice.width, choice.height)
    )
    if not video.isOpened():
        raise ClipError(f"{file} can't be written as a video: name a file that ends in .mp4.")
    try:
        for frame in shoot(plan):
            video.write(frame)
    finally:
        video.release()
    file.with_suffix(".train").write_text(plan.record.text, encoding="utf-8")
    text = json.dumps(plan.truth(), ensure_ascii=False, indent=1)
    file.with_suffix(".json").write_text(text + "\n", encoding="utf-8")
