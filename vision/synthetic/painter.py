"""The fast back-end: paints a scene with cv2 and numpy, what is hidden before what hides it."""

from __future__ import annotations

import cv2
import numpy as np

from vision.pipeline import Pixels
from vision.synthetic.canvas import Canvas
from vision.synthetic.film import expose
from vision.synthetic.scene import Scene


def paint(scene: Scene, oversample: int = 2) -> Pixels:
    """The picture of `scene`: H x W x 3 bytes, blue, green, red.

    Everything is painted `oversample` times as large and then made smaller, so that edges are smooth; 1 is
    good enough for training and several times as fast.
    """
    canvas = Canvas(scene, oversample)
    canvas.paint()
    light = canvas.lit()
    size = (scene.camera.width, scene.camera.height)
    if oversample > 1:
        light = np.asarray(cv2.resize(light, size, interpolation=cv2.INTER_AREA), dtype=np.float32)
    return expose(light, scene.film, scene.seed)
