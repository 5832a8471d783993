"""The lens: made pictures and corners of the board under known lenses give them back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pictured import AROUND, BARREL, PLAIN, SIZE, Pose, board_picture, board_view

from calibration.errors import CalibrationError
from calibration.lens import Lens
from calibration.lens_fit import ENOUGH, BoardView, fit_lens, view_board

LENSES = st.builds(
    Lens,
    size=st.just(SIZE),
    focal=st.floats(500, 1500),
    centre=st.tuples(st.floats(290, 350), st.floats(210, 270)),
    distortion=st.tuples(st.floats(-0.2, 0.2), st.floats(0.02, 0.1), *[st.floats(-0.003, 0.003)] * 2),
    error=st.just(0.3),
    focal_error=st.just(1.0),
    pictures=st.just(12),
)
PLACES = st.tuples(st.floats(0, SIZE[0]), st.floats(0, SIZE[1]))


def farthest(lens: Lens, other: Lens) -> float:
    """How far apart (pixels) two lenses show the same directions, at most, where the board was.

    Numbers of a lens can differ and mean much the same; a turn of the camera makes up for a moved centre.
    """
    grid = np.stack(np.meshgrid(np.linspace(40, 599, 17), np.linspace(40, 439, 13)), axis=-1).reshape(-1, 2)
    rays = (lens.ideal(grid) - lens.centre) / lens.focal
    there = other.seen(rays * other.focal + other.centre)
    apart = there - grid
    return float(np.linalg.norm(apart - apart.mean(axis=0), axis=1).max())


# The lens's own maths


@given(lens=LENSES, place=PLACES)
def test_ideal_and_seen_undo_each_other(lens: Lens, place: tuple[float, float]) -> None:
    assert lens.seen(lens.ideal(place)) == pytest.approx(np.array(place), abs=0.01)


@given(place=PLACES)
def test_a_lens_without_distortion_changes_nothing(place: tuple[float, float]) -> None:
    assert PLAIN.ideal(place) == pytest.approx(np.array(place), abs=1e-9)


@given(lens=LENSES, place=PLACES, factor=st.sampled_from([0.5, 2.0, 3.0]))
def test_a_larger_picture_is_the_same_picture(lens: Lens, place: tuple[float, float], factor: float) -> None:
    larger = lens.scaled((round(SIZE[0] * factor), round(SIZE[1] * factor)))
    there = (np.array(place) + 0.5) * factor - 0.5
    assert (larger.seen(there) + 0.5) / factor - 0.5 == pytest.approx(lens.seen(place), abs=1e-6)
    assert larger.error == pytest.approx(lens.error * factor)


def test_barrel_distortion_draws_corners_in() -> None:
    (seen,) = BARREL.seen([(639.0, 479.0)])
    assert (seen < (620, 465)).all()


@pytest.mark.parametrize("size", [(640, 360), (480, 640), (1920, 1080)])
def test_a_picture_of_another_shape_has_another_lens(size: tuple[int, int]) -> None:
    with pytest.raises(CalibrationError, match="640 x 480, and these have") as caught:
        PLAIN.scaled(size)
    assert str(caught.value).endswith(".")


# From pictures


@pytest.mark.parametrize("lens", [PLAIN, BARREL], ids=["plain", "barrel"])
def test_pictures_of_the_board_give_the_lens_back(lens: Lens) -> None:
    fit = fit_lens([view_board(board_picture(pose, lens)) for pose in AROUND])
    assert fit.lens.focal == pytest.approx(lens.focal, rel=0.005)
    assert fit.lens.centre == pytest.approx(lens.centre, abs=1.5)
    assert farthest(lens, fit.lens) < 0.5
    assert fit.lens.error < 0.15
    assert fit.lens.size == SIZE
    assert fit.lens.pictures == len(AROUND) == np.isfinite(fit.errors).sum()


def test_corners_in_a_picture_are_where_they_are() -> None:
    pose = AROUND[4]
    view, true = view_board(board_picture(pose, BARREL)), board_view(pose, BARREL)
    assert view.numbers.tolist() == true.numbers.tolist()
    assert view.pixels == pytest.approx(true.pixels, abs=0.25)


@pytest.mark.parametrize("shape", [(480, 640), (480, 640, 3), (3, 3), (1, 200, 3)])
def test_a_picture_without_the_board_shows_none_of_it(shape: tuple[int, ...]) -> None:
    view = view_board(np.full(shape, 128, np.uint8))
    assert view.size == (shape[1], shape[0])
    assert (view.numbers.shape, view.pixels.shape) == ((0,), (0, 2))
    assert not view.useful


# From corners


def views(lens: Lens, poses: Sequence[Pose] = AROUND, seed: int = 0, noise: float = 0.2) -> list[BoardView]:
    rng = np.random.default_rng(seed)
    return [board_view(pose, lens, rng, noise) for pose in poses]


@settings(max_examples=20)
@given(
    seed=st.integers(0, 10**6),
    focal=st.floats(520, 1000),
    k1=st.floats(-0.2, 0.1),
    centre=st.tuples(st.floats(305, 335), st.floats(225, 255)),
)
def test_noisy_corners_give_any_lens_back(
    seed: int, focal: float, k1: float, centre: tuple[float, float]
) -> None:
    lens = replace(PLAIN, focal=focal, centre=centre, distortion=(k1, 0.02, 0.0005, -0.0005))
    poses = [replace(pose, distance=pose.distance * focal / 600) for pose in AROUND]
    fit = fit_lens(views(lens, poses, seed))
    assert abs(fit.lens.focal - focal) < 5 * fit.lens.focal_error < 0.1 * focal
    assert farthest(lens, fit.lens) < 8
    assert fit.lens.error == pytest.approx(0.2 * 2**0.5, rel=0.25)


def test_a_picture_that_does_not_fit_is_left_out() -> None:
    seen = views(BARREL, (*AROUND, Pose(450, (0.05, -0.1), 50, 10, 10)))
    rng = np.random.default_rng(4)
    bent = seen[3].pixels + rng.normal(0, 6, seen[3].pixels.shape)
    seen[3] = BoardView(SIZE, seen[3].numbers, bent)
    fit = fit_lens(seen)
    assert np.flatnonzero(np.isnan(fit.errors)).tolist() == [3]
    assert fit.lens.error < 0.4
    assert fit.lens.focal == pytest.approx(BARREL.focal, rel=0.02)


def test_the_same_picture_again_tells_nothing_new() -> None:
    seen = views(BARREL)
    assert np.isnan(fit_lens([*seen, seen[0]]).errors[-1])
    with pytest.raises(CalibrationError, match=f"1 of 30 pictures is of use, and {ENOUGH} are needed"):
        fit_lens(seen[:1] * 30)


def test_a_corner_of_the_board_is_of_no_use() -> None:
    whole = board_view(AROUND[4], BARREL)
    row = np.flatnonzero(whole.numbers < 6)
    assert whole.useful
    assert not BoardView(SIZE, whole.numbers[:5], whole.pixels[:5]).useful
    assert not BoardView(SIZE, np.resize(whole.numbers[row], 8), np.resize(whole.pixels[row], (8, 2))).useful


FLAT = [Pose(430 + 15 * i, pose.at, pose.turn) for i, pose in enumerate(AROUND)]
RIGHT = [replace(pose, at=(0.2, pose.at[1] + 0.01 * i)) for i, pose in enumerate(AROUND)]


@pytest.mark.parametrize(
    ("seen", "sentence"),
    [
        ([], "No picture shows the printed board"),
        ([view_board(np.zeros((480, 640), np.uint8))] * 12, "No picture shows the printed board"),
        (views(PLAIN, AROUND[:9]), "9 of 9 pictures are of use, and 10 are needed"),
        ([*views(PLAIN), view_board(np.zeros((640, 480), np.uint8))], "different sizes"),
        (
            views(PLAIN, RIGHT),
            "No picture shows the board at the top left, at the left and at the bottom left",
        ),
        (views(PLAIN, FLAT), "don't tell how strong the lens is"),
        (views(PLAIN, noise=6.0), "don't fit one lens"),
    ],
    ids=["nothing", "no board", "too few", "sizes", "one side", "never tilted", "shaken"],
)
def test_what_is_missing_is_told(seen: list[BoardView], sentence: str) -> None:
    with pytest.raises(CalibrationError, match=sentence) as caught:
        fit_lens(seen)
    assert str(caught.value).endswith(".")
