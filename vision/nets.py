"""The nets that come with the program, run by OpenCV."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

import cv2
import numpy as np

from vision.pipeline import Array


class Net:
    """A net from `vision/weights`. It keeps working memory, so two threads never run the same one at once."""

    def __init__(self, name: str, outputs: Sequence[str], weights: Path | None = None) -> None:
        """Load the net called `name`, from the folder `weights` instead of the program's own if given.

        `outputs` names what `run` gives, and in which order: left alone, OpenCV 4 and 5 do not agree on that.
        """
        place = weights if weights is not None else files("vision") / "weights"
        data = np.frombuffer((place / f"{name}.onnx").read_bytes(), np.uint8)
        self._net = cv2.dnn.readNetFromONNX(data)
        self._outputs = list(outputs)

    def run(self, blob: Array) -> tuple[Array, ...]:
        """The net's outputs for `blob` (N x C x H x W)."""
        self._net.setInput(blob)
        return tuple(np.asarray(output, dtype=np.float32) for output in self._net.forward(self._outputs))
