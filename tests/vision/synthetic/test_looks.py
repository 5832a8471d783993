"""Random looks are of all kinds, and each of them can be read."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from vision.synthetic.colours import apart
from vision.synthetic.faces import face, spots
from vision.synthetic.layouts import SYMMETRIC, VARIANTS
from vision.synthetic.look import Look
from vision.synthetic.looks import random_look

SIZES = (6, 9, 12, 15, 18)


def looks(max_pips: int, count: int) -> list[Look]:
    return [random_look(np.random.default_rng([max_pips, seed]), max_pips) for seed in range(count)]


def test_the_same_chance_gives_the_same_look() -> None:
    assert looks(9, 5) == looks(9, 5)
    assert len(set(looks(9, 50))) == 50


@pytest.mark.parametrize("max_pips", SIZES)
def test_tiles_have_the_sizes_of_real_ones(max_pips: int) -> None:
    for look in looks(max_pips, 80):
        assert 1.849 < look.length / look.width < 2.151
        assert 0.5 <= look.thickness <= 14
        assert look.bevel < look.thickness / 2
        assert look.corner < look.width / 4
        assert 0.24 <= look.grid <= 0.36


@pytest.mark.parametrize("max_pips", SIZES)
def test_pips_neither_touch_nor_leave_their_half(max_pips: int) -> None:
    for look in looks(max_pips, 60):
        for value in range(1, max_pips + 1):
            drawn = [spot for spot in spots((value, 0), look) if spot.x < look.length / 2]
            places = np.array([(spot.x, spot.y) for spot in drawn])
            radius = drawn[0].radius
            if look.marks == "pips":
                assert len(drawn) == value
                gaps = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1))
                assert value == 1 or gaps[~np.eye(value, dtype=bool)].min() > 2 * radius
            assert places.min() >= 0.9 * radius
            assert places[:, 0].max() <= look.length / 2 - 0.9 * radius
            assert places[:, 1].max() <= look.width - 0.9 * radius


@pytest.mark.parametrize("max_pips", SIZES)
def test_every_mark_differs_from_the_body(max_pips: int) -> None:
    for look in looks(max_pips, 100):
        if look.pip_paint == "bare":
            assert look.depth >= 0.9
        else:
            assert min(apart(colour, look.body) for colour in look.pips) > 20
        for tint in look.tints:
            assert min(apart(colour, tint) for colour in look.pips) > 20


def test_marks_are_painted_where_they_are_said_to_be() -> None:
    for look in looks(9, 60):
        plain = replace(look, grain=0.0, wear=0.0, dirt=0.0, chips=0.0, vein=None, tints=(), emblem=None)
        plain = replace(plain, bar=None, pin=None, frame=None)
        if plain.marks == "digits" or plain.pip_paint in ("ring", "eye"):
            continue
        shown, empty = face((5, 8), plain, 4.0), face((0, 0), plain, 4.0)
        for spot in spots((5, 8), plain):
            at = int(spot.y * 4), int(spot.x * 4)
            painted = float(np.abs(shown.colour[at] - empty.colour[at]).max())
            assert painted > 25 or shown.height[at] < -0.6


def test_all_kinds_come() -> None:
    small, large = looks(6, 600), looks(12, 600)
    names = Counter(look.colour_name for look in small)
    assert 0.3 < sum(names[name] for name in ("white", "ivory", "cream")) / 600 < 0.55
    assert 0.12 < (names["black"] + names["dark"]) / 600 < 0.3
    assert 0.08 < (names["wood"] + names["dark wood"]) / 600 < 0.25
    assert 0.02 < sum(look.marks == "digits" for look in small) / 600 < 0.1
    assert 0.1 < sum(look.marks == "digits" for look in large) / 600 < 0.2
    assert {look.layout for look in small} == set(range(SYMMETRIC))
    assert {look.layout for look in looks(18, 200)} == set(range(VARIANTS))
    assert {look.pip_paint for look in small} == {"full", "bare", "ring", "eye"}
    assert {look.pip_shape for look in small} == {"round", "square", "diamond", "blot"}
    assert sum(len(look.pips) > 1 for look in large) > 2 * sum(len(look.pips) > 1 for look in small)
    for kind in (
        [look.pits for look in small],
        [look.frame is not None for look in small],
        [bool(look.tints) for look in small],
        [look.emblem is not None for look in small],
        [look.back_art is not None for look in small],
        [look.vein is not None for look in small],
        [look.bar is not None for look in small],
        [look.bar_paint for look in small],
        [look.pin is not None for look in small],
        [look.jitter > 0 for look in small],
        [look.thickness < 2 for look in small],
    ):
        assert 3 < sum(kind) < 597
