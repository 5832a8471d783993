"""The camera takes millimetres to pixels and back."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.synthetic.camera import Camera

cameras = st.builds(
    Camera,
    width=st.integers(100, 2000),
    height=st.integers(100, 2000),
    distance=st.floats(150, 2000),
    tilt=st.floats(0, 60),
    turn=st.floats(-180, 180),
    target=st.tuples(st.floats(-300, 300), st.floats(-300, 300)),
    focal=st.floats(20, 80),
)


@given(cameras, st.floats(0.05, 0.95), st.floats(0.3, 0.95), st.floats(0, 20))
def test_a_pixel_comes_back_from_the_table(camera: Camera, across: float, down: float, z: float) -> None:
    pixel = np.array([[camera.width * across, camera.height * down]])
    point = camera.unproject(pixel, z)
    again = camera.project(np.hstack([point, [[z]]]))
    assert np.allclose(again, pixel, atol=1e-4)


@given(cameras)
def test_the_target_is_in_the_middle(camera: Camera) -> None:
    assert np.allclose(camera.project([[*camera.target, 0]]), [[camera.width / 2, camera.height / 2]])


@given(cameras)
def test_the_axes_are_a_right_handed_frame(camera: Camera) -> None:
    assert np.allclose(camera.axes @ camera.axes.T, np.eye(3))
    assert np.linalg.det(camera.axes) == pytest.approx(1)
    assert camera.position[2] == pytest.approx(camera.distance * np.cos(np.radians(camera.tilt)))


@given(cameras, st.floats(0, 20))
def test_the_homography_agrees_with_the_projection(camera: Camera, z: float) -> None:
    points = np.array([[0.0, 0.0], [30.0, 10.0], [-20.0, 40.0]]) + camera.target
    seen = np.hstack([points, np.ones((3, 1))]) @ camera.homography(z).T
    assert np.allclose(seen[:, :2] / seen[:, 2:], camera.project(np.hstack([points, np.full((3, 1), z)])))


def test_from_above_right_is_right_and_away_is_up() -> None:
    camera = Camera(width=1000, height=1000)
    middle, right, away = camera.project([[0, 0, 0], [10, 0, 0], [0, 10, 0]])
    assert right[0] > middle[0]
    assert right[1] == pytest.approx(middle[1])
    assert away[1] < middle[1]


@pytest.mark.parametrize("tilt", [0, 20, 45])
@pytest.mark.parametrize("turn", [0, 70, -160])
def test_framing_fits_all_points_and_fills_the_picture(tilt: float, turn: float) -> None:
    rng = np.random.default_rng(5)
    points = np.hstack([np.add(rng.uniform(-200, 200, (30, 2)), (500, -300)), rng.uniform(0, 10, (30, 1))])
    camera = Camera(width=800, height=600, tilt=tilt, turn=turn).framing(points, margin=0.1)
    pixels = camera.project(points)
    low, high = pixels.min(axis=0), pixels.max(axis=0)
    assert (low >= (75, 55)).all()
    assert (high <= (725, 545)).all()
    assert max((high - low) / (640, 480)) == pytest.approx(1, abs=0.03)
    assert camera.depth(points).min() > 0
