"""A marker that lay there from the first picture on is ground, but looks like the marker."""

from __future__ import annotations

from dataclasses import replace
from math import dist

import numpy as np
import pytest
from learnt_tables import BACK, GROUNDS, OUT, Watched, learnt, penny

from vision.ground import view
from vision.markers import learn, with_alike
from vision.synthetic.look import Colour
from vision.things import things

BLUE: Colour = (24, 96, 190)
X, Y = OUT[-1].pose.x + 40, 8.0


@pytest.mark.parametrize("ground", GROUNDS)
def test_a_marker_from_the_first_picture_on_is_found_by_its_look(ground: str) -> None:
    look = learn(Watched((), (penny(30, 40, BLUE),), GROUNDS[ground]).seen(1))
    table = Watched((*OUT, *BACK), (penny(X, Y, BLUE),), GROUNDS[ground])
    state = learnt([table] * 4)
    seen = view(state, table.seen(9, 1.1, 0.15))
    plain = things(seen, table.corners)
    assert plain == ()
    (found,) = with_alike(plain, seen, table.corners, look)
    (true,) = table.camera.project([(X, Y, 1.6)])
    assert dist(found.middle, true) < 5
    bare = replace(table, things=())
    assert with_alike((), view(state, bare.seen(10)), bare.corners, look) == ()


def test_one_that_is_a_thing_anyway_is_not_told_twice() -> None:
    look = learn(Watched((), (penny(30, 40, BLUE),)).seen(1))
    before = Watched((*OUT, *BACK))
    table = replace(before, things=(penny(X, Y, BLUE),))
    seen = view(learnt([before] * 4), table.seen(9))
    known = things(seen, table.corners)
    assert len(known) == 1
    assert with_alike(known, seen, table.corners, look) == known


def test_before_there_are_tiles_nothing_is_alike() -> None:
    table = Watched((), (penny(30, 40, BLUE),))
    assert with_alike((), view(learnt([table]), table.seen(2)), (), learn(table.seen(1))) == ()


@pytest.mark.parametrize("side", ["top", "left", "bottom", "right"])
def test_what_is_cut_off_by_the_picture_is_left_out(side: str) -> None:
    look = learn(Watched((), (penny(30, 40, BLUE),)).seen(1))
    table = Watched((*OUT, *BACK))
    picture = table.seen(9).copy()
    edge = {"top": np.s_[:24, 300:330], "left": np.s_[300:330, :24]}
    edge |= {"bottom": np.s_[-24:, 300:330], "right": np.s_[300:330, -24:]}
    picture[edge[side]] = BLUE[::-1]
    seen = view(learnt([table] * 4), picture)
    assert with_alike((), seen, table.corners, look) == ()
