"""The sheet: rows, totals, places, who has yet to be counted, and what it refuses."""

from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee import Count, DominoSet, Rules, ScoringError, Sheet, Tile

OUT = Count(0, out=True)
TABLE = Sheet(("Ana", "Bo", "Cy"), DominoSet(6))


def filled(sheet: Sheet, *rows: tuple[Count, ...]) -> Sheet:
    for number, row in enumerate(rows, start=1):
        for player, count in zip(sheet.players, row, strict=False):
            sheet = sheet.with_count(number, player, count)
    return sheet


def test_a_new_sheet_waits_for_everybody_in_the_first_round() -> None:
    assert TABLE.current == 1
    assert [row.engine for row in TABLE.rounds] == [Tile(n, n) for n in (6, 5, 4, 3, 2, 1, 0)]
    assert TABLE.rounds[0].missing == ("Ana", "Bo", "Cy")
    assert TABLE.totals == {"Ana": 0, "Bo": 0, "Cy": 0}
    assert TABLE.places == {"Ana": 1, "Bo": 1, "Cy": 1}


def test_penalty_points_show_as_soon_as_they_are_entered() -> None:
    sheet = filled(TABLE, (Count(12), OUT))
    assert sheet.rounds[0].points == {"Ana": 12, "Bo": 0}
    assert sheet.rounds[0].score is None
    assert sheet.rounds[0].missing == ("Cy",)
    assert sheet.totals["Ana"] == 12


def test_positive_points_wait_for_the_last_count() -> None:
    sheet = filled(Sheet(("Ana", "Bo"), DominoSet(6), Rules(scoring="positive")), (OUT,))
    assert sheet.totals == {"Ana": 0, "Bo": 0}
    assert sheet.with_count(1, "Bo", Count(30)).totals == {"Ana": 30, "Bo": 0}


def test_totals_run_down_the_sheet_and_an_early_round_can_be_corrected() -> None:
    sheet = filled(TABLE, (Count(12), OUT, Count(5)), (OUT, Count(20), Count(1)))
    assert [row.totals["Bo"] for row in sheet.rounds[:3]] == [0, 20, 20]
    assert sheet.current == 3
    assert sheet.places == {"Ana": 2, "Bo": 3, "Cy": 1}
    corrected = sheet.with_count(1, "Ana", Count(2))
    assert corrected.totals["Ana"] == 2
    assert corrected.places["Ana"] == 1
    assert sheet.totals["Ana"] == 12, "a sheet is a value"


def test_a_round_left_out_is_the_current_one() -> None:
    sheet = filled(TABLE, (OUT, Count(1), Count(2))).with_count(3, "Ana", Count(9))
    assert sheet.current == 2


def test_the_game_is_finished_after_the_last_count() -> None:
    short = Sheet(("Ana", "Bo"), DominoSet(9), Rules(rounds=2))
    assert not filled(short, (OUT, Count(3)), (Count(1),)).finished
    assert filled(short, (OUT, Count(3)), (Count(1), OUT)).finished
    assert len(short.rounds) == 2


@pytest.mark.parametrize(("agreed", "last"), [("all", 7), (1, 1), (7, 7), (8, 7)])
def test_a_game_has_at_most_a_round_for_each_double(agreed: Literal["all"] | int, last: int) -> None:
    sheet = Sheet(("Ana", "Bo"), DominoSet(6), Rules(rounds=agreed))
    assert (sheet.last, len(sheet.rounds)) == (last, last)


@pytest.mark.parametrize(
    ("number", "player", "points", "sentence"),
    [
        (0, "Ana", 1, "rounds 1 to 7"),
        (8, "Ana", 1, "rounds 1 to 7"),
        (1, "Dee", 1, "does not play"),
        (1, "Ana", 169, "more than the whole set"),
    ],
)
def test_a_count_that_cannot_be_is_refused(number: int, player: str, points: int, sentence: str) -> None:
    with pytest.raises(ScoringError, match=sentence):
        TABLE.with_count(number, player, Count(points))


@pytest.mark.parametrize(
    ("players", "sentence"),
    [
        (("Ana",), "2 to 14 players"),
        (tuple("ABCDEFGHIJKLMNO"), "2 to 14 players"),
        (("Ana", "Ana"), "same name"),
    ],
)
def test_a_table_that_cannot_be_is_refused(players: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(ScoringError, match=sentence):
        Sheet(players, DominoSet(6))


@given(st.permutations([(n, p, Count(n * 3 + len(p))) for n in (1, 2, 3) for p in TABLE.players]))
def test_the_order_of_entry_does_not_matter(entries: list[tuple[int, str, Count]]) -> None:
    sheet = TABLE
    for number, player, count in entries:
        sheet = sheet.with_count(number, player, count)
    assert sheet.totals == {p: 18 + 3 * len(p) for p in TABLE.players}
    assert sheet.current == 4
