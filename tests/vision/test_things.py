"""What lies there that is neither ground nor tile."""

from __future__ import annotations

from dataclasses import replace
from math import dist

import numpy as np
import pytest
from learnt_tables import (
    BACK,
    GROUNDS,
    LAST,
    OUT,
    Watched,
    block,
    cup,
    hand,
    learnt,
    penny,
    watched,
)

from vision.ground import Ground, step, view
from vision.synthetic.look import Colour
from vision.things import Thing, things

TOP = 9.0
PLACES = {"end": (38.0, 0.0), "beside": (5.0, 26.0), "touching": (36.0, 3.0), "askew": (34.0, -16.0)}
"""Where a coin lies, from the middle of the last tile, mm."""

COLOURS: dict[str, Colour] = {"copper": (178, 112, 66), "red": (200, 40, 40), "black": (25, 25, 25)}


def found(ground: str, table: Watched, exposure: float = 1.06, warmth: float = 0.2) -> tuple[Thing, ...]:
    return things(view(watched(ground)[0], table.seen(41, exposure, warmth)), table.corners)


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize(
    ("place", "colour"), [("end", "copper"), ("beside", "red"), ("touching", "black"), ("askew", "copper")]
)
def test_a_coin_beside_a_tile_is_a_small_thing_where_it_lies(ground: str, place: str, colour: str) -> None:
    x, y = LAST.pose.x + PLACES[place][0], LAST.pose.y + PLACES[place][1]
    table = replace(watched(ground)[2], things=(penny(x, y, COLOURS[colour]),))
    (thing,) = found(ground, table)
    (true,) = table.camera.project([(x, y, 1.6)])
    assert thing.small
    assert dist(thing.middle, true) < 5
    assert 0.1 < thing.area < 0.5
    assert not thing.at_border


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize(
    "place", [(0.0, 0.0), (9.0, 2.0), (0.0, 14.0)], ids=["middle", "half", "over the edge"]
)
def test_a_coin_on_a_tile_is_seen(ground: str, place: tuple[float, float]) -> None:
    x, y = LAST.pose.x + place[0], LAST.pose.y + place[1]
    table = replace(watched(ground)[2], things=(penny(x, y, base=TOP),))
    (thing,) = found(ground, table)
    (true,) = table.camera.project([(x, y, 10.6)])
    assert thing.small
    assert dist(thing.middle, true) < 5


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize(("exposure", "warmth"), [(0.75, 0.3), (1.2, -0.15)])
def test_tiles_that_come_and_go_are_no_things(ground: str, exposure: float, warmth: float) -> None:
    _, before, now = watched(ground)
    fewer = replace(now, tiles=tuple(tile for tile in now.tiles if tile != OUT[3]))
    more = replace(now, tiles=(*now.tiles, replace(LAST, pose=replace(LAST.pose, y=150))))
    for table in (before, now, fewer, more):
        assert [thing for thing in found(ground, table, exposure, warmth) if thing.small] == []


def test_a_hand_is_a_large_thing_that_reaches_the_border() -> None:
    for ground in GROUNDS:
        (thing,) = found(ground, replace(watched(ground)[2], things=hand(100, -60)))
        assert thing.at_border
        assert thing.area > 5
        assert not thing.small


def test_a_cup_is_no_small_thing() -> None:
    (thing,) = found("green", replace(watched("green")[2], things=(cup(0, 150),)))
    assert (thing.small, thing.at_border) == (False, False)
    assert thing.area > 2


def test_a_thing_has_its_colour() -> None:
    (thing,) = found("wood", replace(watched("wood")[2], things=(block(0, 130, 30, 22, 8, (30, 60, 190)),)))
    blue, green, red = thing.colour
    assert blue > 1.5 * green > 1.5 * red


def test_a_figure_stands_in_its_own_place_whatever_its_shadow() -> None:
    light = replace(Watched().light, azimuth=0.0, elevation=30.0, ambient=0.3)
    table = Watched((*OUT, *BACK), light=light, ground=GROUNDS["linen"])
    state = learnt([table] * 4)
    figure = block(0, 130, 16, 16, 35, (200, 30, 30))
    stood = replace(table, things=(figure,))
    (thing,) = [thing for thing in things(view(state, stood.seen(42)), table.corners) if thing.small]
    (true,) = table.camera.project([(0, 130, 17)])
    assert dist(thing.middle, true) < 6


def test_what_stays_is_seen_again_and_again_and_what_goes_is_gone() -> None:
    state, _, now = watched("green")
    marked = replace(now, things=(penny(LAST.pose.x + 38, 0), penny(OUT[1].pose.x, 0, base=TOP)))
    for number in range(8):
        seen = view(state, marked.seen(number))
        assert [thing.small for thing in things(seen, marked.corners)] == [True, True]
        state = step(seen, marked.corners)
    assert things(view(state, now.seen(16)), now.corners) == ()


def test_nothing_is_told_before_anything_is_known() -> None:
    now = watched("green")[2]
    assert things(view(Ground(), now.seen()), now.corners) == ()
    assert things(view(watched("green")[0], np.zeros_like(now.seen())), ()) == ()


def test_a_tile_that_came_with_a_coin_on_it_is_bare_when_the_coin_is_gone() -> None:
    before = Watched((*OUT, *BACK))
    marked = replace(before, tiles=(*before.tiles, LAST), things=(penny(LAST.pose.x + 6, 0, base=TOP),))
    state = learnt([before] * 4 + [marked] * 4)
    taken = replace(marked, things=())
    seen = view(state, taken.seen(21))
    assert things(seen, taken.corners) == ()
    seen = view(step(seen, taken.corners), marked.seen(22))
    assert [thing.small for thing in things(seen, marked.corners)] == [True]
