"""What the sheet tells beyond its totals, and the chart that is drawn of them."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

import web
from referee import Count, DominoSet, Rules, Sheet
from web.colours import COLOURS
from web.sheet.chart import DASHES, SHAPES, draw, series, spread, ticks
from web.sheet.statistics import RoundFigures, figures
from web.station import Station
from web.store import Game
from web.store.events import CountSaved, Entry, Player, Source

OUT = Count(0, out=True)
SEATS = ("0", "1", "2")


def sheet(*rows: tuple[Count | int | None, ...], rules: Rules | None = None) -> Sheet:
    """A double-6 sheet with these counts, a row each round."""
    counted = Sheet(SEATS, DominoSet(6), rules or Rules())
    for number, row in enumerate(rows, 1):
        for seat, count in zip(SEATS, row, strict=True):
            if count is not None:
                counted = counted.with_count(
                    number, seat, count if isinstance(count, Count) else Count(count)
                )
    return counted


def test_the_figures_of_rounds_and_players() -> None:
    told = figures(sheet((OUT, 12, 30), (20, OUT, 4), (9, None, 1)))
    assert told.rounds == (
        RoundFigures(1, DominoSet(6).engine(1), (0,), 42, 14.0, 30, ahead=0, behind=2),
        RoundFigures(2, DominoSet(6).engine(2), (1,), 24, 8.0, 20, ahead=1, behind=0),
    )
    assert told.swing == told.rounds[0]
    ana, bo, cy = told.players
    assert (ana.won, ana.best, ana.worst, ana.average, ana.left) == (1, (0, 1), (20, 2), 10.0, 20)
    assert (bo.won, bo.best, bo.worst, bo.average, bo.left) == (1, (0, 2), (12, 1), 6.0, 12)
    assert (cy.won, cy.best, cy.worst, cy.average, cy.left) == (0, (4, 2), (30, 1), 17.0, 34)


def test_where_the_highest_wins_the_best_round_is_the_highest() -> None:
    told = figures(sheet((OUT, 12, 30), (20, OUT, 4), rules=Rules(scoring="positive", going_out_bonus=5)))
    ana = told.players[0]
    assert (ana.best, ana.worst, ana.left) == ((47, 1), (0, 2), 20)
    assert told.swing
    assert (told.swing.swing, told.swing.ahead, told.swing.behind) == (47, 0, 1)


def test_a_bonus_is_in_the_points_and_not_in_what_was_held() -> None:
    told = figures(sheet((OUT, 12, 30), rules=Rules(going_out_bonus=10)))
    assert told.rounds[0].left == 42
    assert told.players[0].best == (-10, 1)


@pytest.mark.parametrize("rows", [(), ((1, None, 2),)])
def test_before_the_first_round_is_complete_there_are_no_figures(
    rows: tuple[tuple[Count | int | None, ...], ...],
) -> None:
    told = figures(sheet(*rows))
    assert (told.rounds, told.players, told.swing) == ((), (), None)
    assert series(sheet(*rows)) == ((0, 0, 0),)


def test_equal_rounds_have_no_swing() -> None:
    assert figures(sheet((5, 5, 5))).swing is None


def test_the_series_ends_at_the_first_round_that_lacks_a_count() -> None:
    assert series(sheet((1, 2, 3), (1, 2, 3), (None, 9, 9), (1, 1, 1))) == (
        (0, 0, 0),
        (1, 2, 3),
        (2, 4, 6),
    )


@given(st.integers(-1000, 0), st.integers(0, 20_000))
def test_ticks_are_even_and_reach_the_top(low: int, high: int) -> None:
    levels = ticks(low, high)
    assert 2 <= len(levels) <= 8
    assert len({after - before for before, after in pairwise(levels)}) == 1
    assert levels[-1] >= high
    assert levels[0] >= low
    assert 0 in levels


@given(st.lists(st.floats(0, 300), min_size=1, max_size=14))
def test_names_at_the_ends_stay_apart_and_in_order(places: list[float]) -> None:
    moved = spread(places, 20, 0, 300)
    assert all(after - before >= 20 - 1e-6 for before, after in pairwise(sorted(moved)))
    assert min(moved) >= -1e-6
    assert max(moved) <= 300 + 1e-6
    by_place = sorted(range(len(places)), key=lambda index: places[index])
    assert sorted(by_place, key=lambda index: moved[index]) == by_place


totals = st.integers(2, 14).flatmap(
    lambda seats: st.lists(
        st.lists(st.integers(-200, 5000), min_size=seats, max_size=seats), min_size=1, max_size=19
    ).map(lambda rows: [[0] * seats, *rows])
)


@given(totals, st.sampled_from([(340, 380, 13), (900, 420, 14), (1000, 520, 22)]))
def test_the_chart_stays_in_its_picture_and_no_two_lines_look_alike(
    rows: list[list[int]], size: tuple[int, int, int]
) -> None:
    players = [Player(f"Maximiliane Wolkenstein {seat}", COLOURS[seat].name) for seat in range(len(rows[0]))]
    chart = draw(rows, players, *size)
    for line in chart.lines:
        assert len(line.marks) == len(rows) - 1
        for x, y in line.marks:
            assert chart.left <= x <= chart.right + 0.1
            assert chart.top - 0.1 <= y <= chart.bottom + 0.1
        assert chart.top - 0.1 <= line.label_y
        assert line.label_y <= chart.height
    looks = {(line.shape, line.dash) for line in chart.lines}
    assert len(looks) == len(chart.lines)
    assert len({line.label for line in chart.lines}) == len(chart.lines)
    assert chart.right > chart.width / 3


def test_marks_and_dashes_tell_all_seats_apart() -> None:
    looks = [(SHAPES[seat % len(SHAPES)], DASHES[seat % len(DASHES)]) for seat in range(len(COLOURS))]
    assert len(set(looks)) == len(COLOURS)


@pytest.mark.parametrize("colour", COLOURS, ids=lambda colour: colour.name)
def test_pictures_have_the_colours_of_the_style_sheet(colour: object) -> None:
    style = (Path(web.__file__).parent / "static" / "style.css").read_text("utf-8")
    name, ink = colour.name, colour.ink  # type: ignore[attr-defined]
    assert f".c-{name} {{ --chip: {ink}; }}" in style


def count(station: Station, game: Game, number: int, seat: int, points: int) -> None:
    after = Entry(Source.OUT, OUT) if points < 0 else Entry(Source.TYPED, Count(points))
    station.store.record(game.id, "host", lambda _: CountSaved(number, seat, None, after))


def test_the_page_shows_the_chart_its_numbers_and_the_figures(
    client: FlaskClient, station: Station, here: Game
) -> None:
    page = client.get(f"/games/{here.id}/statistics").text
    assert "The chart begins when the first round is counted for everybody." in page
    assert '<svg class="chart' not in page
    for number, row in enumerate(((-1, 12, 30, 7), (20, -1, 4, 9)), 1):
        for seat, points in enumerate(row):
            count(station, here, number, seat, points)
    page = client.get(f"/games/{here.id}/statistics").text
    (label,) = set(re.findall(r'<svg class="chart[^>]*aria-label="([^"]*)"', page))
    assert label == "Totals after 2 rounds: Bo 12, Dee 16, Ana 20, Cy 34"
    assert "Round 1: Ana gained 30 points on Cy." in page
    numbers = page[page.index("Totals after each round") :]
    rows = re.findall(r"<tr><th scope=\"row\">(\d+)</th>(.*?)</tr>", numbers)
    assert [(number, re.findall(r"<td>(\d+)</td>", cells)) for number, cells in rows] == [
        ("1", ["0", "12", "30", "7"]),
        ("2", ["20", "12", "34", "16"]),
    ]
    assert ">12.2<" in page
