"""Faces show what their look says: numerals, pits, rings, frames, prints."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from vision.synthetic.art import mask
from vision.synthetic.faces import face, spots
from vision.synthetic.look import WHITE, Art, Frame, Look, Motif, Numerals
from vision.synthetic.numerals import Typeface, numeral

PLAIN = replace(WHITE, bar=None, bevel=0.01, depth=0.8)
SCALE = 8.0


def digits(**style: Any) -> Look:
    return replace(PLAIN, marks="digits", numerals=Numerals(**style))


def components(mask: np.ndarray) -> int:
    return int(cv2.connectedComponents(mask.astype(np.uint8))[0]) - 1


def dark(values: tuple[int, int] | None, look: Look) -> np.ndarray:
    return np.asarray(face(values, look, SCALE).colour.max(axis=2) < 100)


def test_a_face_is_kept_and_can_not_be_changed() -> None:
    made = face((3, 4), PLAIN, SCALE)
    assert face((3, 4), PLAIN, SCALE) is made
    with pytest.raises(ValueError, match="read-only"):
        made.colour[0, 0] = 0


def test_pits_are_drilled_at_all_nine_places_and_only_the_value_is_painted() -> None:
    look = replace(PLAIN, pits=True)
    for value in range(10):
        made = face((value, 9 - value), look, SCALE)
        assert components(made.height < -0.3) == 18
        assert components(made.colour.max(axis=2) < 100) == 9


def test_bare_pips_are_bowls_without_paint() -> None:
    made = face((4, 5), replace(PLAIN, pip_paint="bare"), SCALE)
    assert components(made.height < -0.3) == 9
    assert made.colour.min() > 150


@pytest.mark.parametrize(("paint", "middle_is_dark"), [("full", True), ("ring", False), ("eye", True)])
def test_rings_have_a_hole_and_eyes_a_dot_in_it(paint: Any, middle_is_dark: bool) -> None:
    look = replace(PLAIN, pip_paint=paint, depth=0.0)
    seen = dark((4, 1), look)
    for spot in spots((4, 1), look):
        at = int(spot.y * SCALE), int(spot.x * SCALE)
        assert bool(seen[at]) is middle_is_dark
        assert seen[at[0], int((spot.x + 0.8 * spot.radius) * SCALE)]
        assert bool(seen[at[0], int((spot.x + 0.45 * spot.radius) * SCALE)]) is (paint == "full")


@pytest.mark.parametrize("shape", ["round", "square", "diamond", "blot"])
def test_pips_of_every_shape_are_as_many_as_the_value(shape: Any) -> None:
    for values in ((3, 6), (9, 2), (12, 10)):
        assert components(dark(values, replace(PLAIN, pip_shape=shape, jitter=0.1))) == sum(values)


def test_worn_paint_leaves_about_half_of_a_pip() -> None:
    whole, worn = dark((9, 9), PLAIN).sum(), dark((9, 9), replace(PLAIN, chips=1.0)).sum()
    assert 0.3 * whole < worn < 0.85 * whole


def test_even_pips_are_as_small_as_those_of_the_highest_value() -> None:
    sizes = {round(spot.radius, 6) for spot in spots((1, 12), replace(PLAIN, even=12))}
    assert len(sizes) == 1


@pytest.mark.parametrize("typeface", ["sans", "round", "nib"])
def test_numerals_differ_even_upside_down(typeface: Typeface) -> None:
    masks = [numeral(str(value), typeface, 0.6, 32, value in (6, 9)) for value in range(19)]
    shapes = [cv2.resize(m, (24, 24), interpolation=cv2.INTER_AREA) for m in masks]
    for one, shape in enumerate(shapes):
        for other in shapes[one + 1 :]:
            assert np.abs(shape - other).mean() > 0.03
            assert np.abs(shape - other[::-1, ::-1]).mean() > 0.03


@pytest.mark.parametrize("weight", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("typeface", ["sans", "round", "nib"])
def test_numerals_are_as_high_as_asked(typeface: Typeface, weight: float) -> None:
    for text in ("0", "4", "17"):
        assert numeral(text, typeface, weight, 60).shape[0] == pytest.approx(62, abs=6)


def test_numerals_face_as_their_set_does() -> None:
    assert np.array_equal(dark((4, 4), digits(facing="end")), dark((4, 4), digits(facing="end"))[::-1, ::-1])
    ends, bars, same, across = (
        dark((4, 4), digits(facing=facing)) for facing in ("end", "bar", "length", "width")
    )
    half = ends.shape[1] // 2
    assert np.array_equal(ends[:, :half], bars[:, :half][::-1, ::-1])
    assert np.array_equal(same[:, :half], ends[:, :half])
    assert np.array_equal(same[:, half:], same[:, :half])
    assert np.array_equal(across[:, half:], across[:, :half])
    upright = cv2.rotate(ends[:, :half].astype(np.uint8), cv2.ROTATE_90_CLOCKWISE) > 0
    assert np.mean(upright != across[:, :half]) < 0.02


def test_a_nought_is_printed_or_left_blank() -> None:
    assert dark((0, 0), digits()).any()
    assert not dark((0, 0), digits(zero=False)).any()
    assert len(spots((0, 3), digits(zero=False))) == 1
    assert len(spots((0, 3), digits())) == 2


@pytest.mark.parametrize("value", range(19))
def test_numerals_stay_on_their_half(value: int) -> None:
    look = digits(height=0.72, weight=1.0, squeeze=1.15)
    seen = dark((value, value), look)
    (first, second) = spots((value, value), look)
    assert first.x < look.length / 2 < second.x
    rows, columns = np.nonzero(seen)
    assert rows.min() > 0.05 * seen.shape[0] < seen.shape[0] - rows.max()
    assert columns.min() > 0.02 * seen.shape[1] < seen.shape[1] - columns.max()
    assert np.abs(columns - seen.shape[1] / 2).min() > 0.02 * seen.shape[1]


def test_halves_are_tinted_by_value_and_framed() -> None:
    tints = ((255, 200, 200), (200, 255, 200), (200, 200, 255))
    made = face((1, 2), replace(PLAIN, tints=tints), SCALE).colour
    rows, columns = made.shape[:2]
    assert tuple(made[rows // 4, columns // 4].round()) == tints[1]
    assert tuple(made[rows // 4, columns * 3 // 4].round()) == tints[2]
    for around, lines in (("face", 2), ("halves", 4)):
        framed = replace(PLAIN, frame=Frame((0, 0, 0), around))  # type: ignore[arg-type]
        crossed = dark((0, 0), framed)[rows // 2]
        assert components(crossed[None]) == lines


@pytest.mark.parametrize("motif", ["text", "ring", "star", "hatch", "lattice", "dots", "border"])
def test_backs_show_their_motif_inside_the_rim(motif: Motif) -> None:
    look = replace(PLAIN, back_art=Art(motif, (0, 0, 0)))
    seen = dark(None, look)
    assert 0.005 < seen.mean() < 0.6
    assert not seen[:4].any()
    assert not seen[:, :4].any()
    assert not dark(None, PLAIN).any()
    assert mask(Art(motif, (0, 0, 0)), 12, 6).shape == (6, 12)


def test_an_emblem_lies_in_the_middle_of_the_face() -> None:
    seen = dark((0, 0), replace(PLAIN, emblem=Art("star", (0, 0, 0), 0.2)))
    rows, columns = np.nonzero(seen)
    assert abs(columns.mean() - seen.shape[1] / 2) < 2
    assert np.ptp(rows) < 0.25 * seen.shape[0]


def test_an_unpainted_bar_is_a_groove() -> None:
    made = face((0, 0), replace(PLAIN, bar=(0, 0, 0), bar_paint=False, groove=0.6), SCALE)
    assert made.colour.min() > 150
    assert made.height[:, made.height.shape[1] // 2].min() < -0.5


@pytest.mark.parametrize("change", [{"vein": (120, 120, 130)}, {"clear": 1.0}, {"dirt": 0.8}, {"grain": 1.0}])
def test_materials_change_the_body(change: Any) -> None:
    assert np.ptp(face((0, 0), replace(PLAIN, **change), SCALE).colour[..., 1]) > 15
    assert np.ptp(face((0, 0), PLAIN, SCALE).colour[..., 1]) == 0
