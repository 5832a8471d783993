from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.errors import CalibrationError
from calibration.plane import TablePlane, expected_outline, regularise, residuals
from calibration.plane_fit import fit_plane
from calibration.rectangles import Points, rectangle
from vision.synthetic.camera import Camera

SIZE = (1600, 1200)
LENGTH = 50.0


def seen(
    camera: Camera, poses: list[tuple[float, float, float]], aspect: float = 2.0, z: float = 0.0
) -> Points:
    """The outlines (N x 4 x 2, pixels) of tiles lying at `poses` (x, y in mm, degrees)."""
    outlines = []
    for x, y, angle in poses:
        # the camera's table has y away from the viewer, so corners run the other way round
        corners = rectangle(LENGTH, LENGTH / aspect, (x, y), angle)[[1, 0, 3, 2]]
        outlines.append(camera.project(np.column_stack([corners, np.full(4, z)])))
    return np.array(outlines)


def view(tilt: float, turn: float = 20.0, focal: float = 28.0, area: float = 150.0) -> Camera:
    """A camera that has a square of tiles in view."""
    corners = [(x, y, 0.0) for x in (-area, area) for y in (-area, area)]
    return Camera(*SIZE, tilt=tilt, turn=turn, focal=focal).framing(corners)


def strewn(rng: np.random.Generator, count: int, area: float = 130.0) -> list[tuple[float, float, float]]:
    return [
        (float(x), float(y), float(a))
        for x, y, a in rng.uniform((-area, -area, 0), (area, area, 360), (count, 3))
    ]


def lengths(outlines: Points) -> Points:
    return np.asarray(np.linalg.norm(outlines[:, 1] - outlines[:, 2], axis=1)[:, None, None])


def noisy(outlines: Points, rng: np.random.Generator, share: float) -> Points:
    return np.asarray(outlines + share * lengths(outlines) * rng.normal(0, 1, outlines.shape))


SEEDS = st.integers(0, 10**6)
TILTS = st.floats(0, 60)
TURNS = st.floats(-180, 180)
LENSES = st.floats(24, 50)


@settings(max_examples=25)
@given(seed=SEEDS, tilt=TILTS, turn=TURNS, focal=LENSES, aspect=st.floats(1.85, 2.15))
def test_exact_outlines_give_the_camera_back(
    seed: int, tilt: float, turn: float, focal: float, aspect: float
) -> None:
    camera = view(tilt, turn, focal)
    outlines = seen(camera, strewn(np.random.default_rng(seed), 8), aspect)
    plane = fit_plane(outlines, SIZE)
    assert plane.fits.all()
    assert plane.residuals.max() < 0.004
    assert plane.tilt == pytest.approx(tilt, abs=1.5)
    assert plane.aspect == pytest.approx(aspect, rel=0.01)
    if plane.focal is not None:
        assert plane.focal == pytest.approx(camera.focal_pixels, rel=0.1)


@settings(max_examples=20)
@given(seed=SEEDS, tilt=TILTS, turn=TURNS, focal=LENSES)
def test_corners_come_nearer_to_the_truth(seed: int, tilt: float, turn: float, focal: float) -> None:
    rng = np.random.default_rng(seed)
    true = seen(view(tilt, turn, focal), strewn(rng, 15))
    rough = noisy(true, rng, 0.02)
    smooth = regularise(fit_plane(rough, SIZE), rough)
    before, after = (((points - true) / lengths(true)).std() for points in (rough, smooth))
    assert after < 0.95 * before


@settings(max_examples=20)
@given(seed=SEEDS, tilt=TILTS, turn=TURNS)
def test_three_wrong_outlines_in_ten_are_found(seed: int, tilt: float, turn: float) -> None:
    rng = np.random.default_rng(seed)
    outlines = noisy(seen(view(tilt, turn), strewn(rng, 20)), rng, 0.016)  # 4 % at the 95th percentile
    middles = outlines[:6].mean(axis=1, keepdims=True)
    stretched = np.array([1.7, 0.45, 0.5, 1.6, 0.4, 2.0])[:, None, None]  # tiles and a half, halves, specks
    outlines[:6] = middles + stretched * (outlines[:6] - middles)
    plane = fit_plane(outlines, SIZE)
    assert plane.fits[:6].sum() == 0
    assert plane.fits[6:].sum() >= 13
    assert plane.tilt is None or plane.tilt == pytest.approx(tilt, abs=12)


@pytest.mark.parametrize("tilt", [0.0, 20.0, 45.0, 60.0])
def test_what_a_corner_gains(tilt: float) -> None:
    ratios = []
    for seed in range(8):
        rng = np.random.default_rng(seed)
        true = seen(view(tilt, 30.0 * seed), strewn(rng, 15))
        rough = noisy(true, rng, 0.02)
        smooth = regularise(fit_plane(rough, SIZE), rough)
        ratios.append(((smooth - true) / lengths(true)).std() / ((rough - true) / lengths(true)).std())
    assert np.mean(ratios) < (0.72 if tilt < 50 else 0.85)


def test_a_standing_tile_does_not_fit() -> None:
    camera = view(40, 0)
    outlines = seen(camera, [(-100, 0, 10), (0, 60, 80), (90, -20, 45), (60, 90, 120), (-60, -90, 0)])
    front = [
        (-25, -60, 25),
        (25, -60, 25),
        (25, -60, 0),
        (-25, -60, 0),
    ]  # on its long edge, face to the camera
    standing = np.roll(camera.project(front), -1, axis=0)
    plane = fit_plane([*outlines, standing], SIZE, focal=camera.focal_pixels, aspect=2.0)
    assert plane.fits.tolist() == [True] * 5 + [False]


def test_a_known_lens_and_shape_are_kept() -> None:
    camera = view(35)
    plane = fit_plane(seen(camera, strewn(np.random.default_rng(3), 5)), SIZE, camera.focal_pixels, 2.0)
    assert (plane.focal, plane.aspect) == (pytest.approx(camera.focal_pixels), pytest.approx(2.0))
    assert plane.tilt == pytest.approx(35, abs=0.1)


def test_millimetres_where_the_length_is_known() -> None:
    camera = view(30, 0)
    outlines = seen(camera, [(-60, 0, 0), (60, 0, 90), (0, 80, 30), (0, -80, 120)])
    plane = fit_plane(outlines, SIZE, tile_length=LENGTH)
    assert (plane.length, plane.width) == (LENGTH, pytest.approx(LENGTH / 2, rel=1e-3))
    first, second = plane.to_table(outlines).mean(axis=1)[:2]
    assert float(np.hypot(*(first - second))) == pytest.approx(120, rel=0.005)


def test_the_table_has_its_origin_in_the_middle_and_y_down() -> None:
    plane = fit_plane(seen(view(40, 0), strewn(np.random.default_rng(1), 9)), SIZE)
    middle, right, below = plane.to_table([(799.5, 599.5), (899.5, 599.5), (799.5, 699.5)])
    assert middle == pytest.approx([0, 0], abs=1e-9)
    assert right[0] > 0
    assert abs(right[1]) < 0.05 * right[0]
    assert below[1] > 0


def test_an_expected_outline_is_where_the_tile_is() -> None:
    outlines = seen(view(45), strewn(np.random.default_rng(2), 9))
    plane = fit_plane(outlines, SIZE)
    flat = plane.to_table(outlines[4])
    along = flat[2:].mean(axis=0) - flat[:2].mean(axis=0)
    expected = expected_outline(plane, flat.mean(axis=0), float(np.degrees(np.arctan2(along[1], along[0]))))
    assert expected == pytest.approx(outlines[4], abs=0.5)


@pytest.fixture(scope="module")
def steep() -> TablePlane:
    return fit_plane(seen(view(55, 0), strewn(np.random.default_rng(7), 9)), SIZE)


@pytest.mark.parametrize(
    "outline",
    [
        [(0, 0), (10, 0), (10, 20), (0, np.nan)],
        [(0, 0), (0, 20), (10, 20), (10, 0)],
        [(0, 0), (10, 20), (10, 0), (0, 20)],
        [(5, 5)] * 4,
        [(100, -4000), (200, -4000), (200, -3800), (100, -3800)],
    ],
    ids=["not a number", "anticlockwise", "crossed", "a point", "above the horizon"],
)
def test_what_is_no_outline_never_fits_and_stays(
    steep: TablePlane, outline: list[tuple[float, float]]
) -> None:
    assert residuals(steep, [outline]).tolist() == [np.inf]
    assert np.array_equal(regularise(steep, [outline]), [outline], equal_nan=True)
    camera_sees = seen(view(55, 0), strewn(np.random.default_rng(7), 9))
    assert fit_plane([*camera_sees, outline], SIZE).fits.tolist() == [True] * 9 + [False]


PARALLEL = [(-90.0, 20.0, 15.0), (-10.0, -70.0, 15.0), (40.0, 60.0, 15.0), (95.0, 0.0, 15.0)]


def test_parallel_tiles_from_above_do_not_tell_their_shape() -> None:
    rng = np.random.default_rng(5)
    plane = fit_plane(noisy(seen(view(10), PARALLEL), rng, 0.02), SIZE)
    assert plane.fits.all()
    assert (plane.aspect, plane.tilt, plane.focal) == (None, None, None)
    assert plane.length / plane.width == pytest.approx(2.0, rel=0.1)


def test_from_above_the_lens_is_not_told() -> None:
    plane = fit_plane(seen(view(0), strewn(np.random.default_rng(4), 9)), SIZE)
    assert plane.focal is None
    assert plane.tilt == pytest.approx(0, abs=1)


@pytest.mark.parametrize(
    ("outlines", "sentence"),
    [
        (np.zeros((0, 4, 2)), "fewer than two tiles"),
        (seen(view(20), PARALLEL[:1]), "fewer than two tiles"),
        ([[(5, 5)] * 4] * 6, "fewer than two tiles"),
        (seen(view(20), PARALLEL)[:, ::-1], "fewer than two tiles"),
    ],
    ids=["nothing", "one tile", "points", "all anticlockwise"],
)
def test_too_little_is_told_in_a_sentence(outlines: Points, sentence: str) -> None:
    with pytest.raises(CalibrationError, match=sentence) as caught:
        fit_plane(outlines, SIZE)
    assert str(caught.value).endswith(".")


def test_outlines_of_all_shapes_lie_in_no_plane() -> None:
    rng = np.random.default_rng(11)
    outlines = seen(view(20), strewn(rng, 12))
    middles = outlines.mean(axis=1, keepdims=True)
    outlines = middles + (outlines - middles) * np.exp(rng.uniform(-1.2, 1.2, (12, 1, 2)))
    with pytest.raises(CalibrationError, match="don't lie in one plane"):
        fit_plane(outlines, SIZE)
