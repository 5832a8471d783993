"""Tiles that turn up twice, are foreign or missing, and pips that do not add up."""

import pytest

from referee.game import Game, judge_line
from referee.record import read
from referee.summary import summarise

TABLE = """engine 3-3
Ana: 3-1@Ana
Bo: 3-2@Bo
Ana: 1-1@Ana 1-2@Ana knock
Bo: 2-2@Bo 2-0@Bo knock
Ana: draw pass +Ana
Bo: 0-3@Bo
"""
"""All tiles of a double-3 set but 0-0 and 0-1, which Ana holds; Bo is out, and nothing lies face down."""

RULES = {"hand_size": "4", "double_blank": "0"}


def found(
    body: str, ruleset: str = "hub", size: int = 3, players: str = "Ana, Bo", **options: str
) -> list[str]:
    """The findings of a record as `line player kind tiles`, its lines counted after the headers."""
    headers = [f'[Ruleset "{ruleset}"]', f'[Set "{size}"]', f'[Players "{players}"]']
    headers += [f'[Option.{name} "{value}"]' for name, value in (RULES | options).items()]
    record = read("\n".join((*headers, body)))
    game = Game(record.setup)
    for line in record.lines:
        game, _ = judge_line(game, line.number - len(headers), line.line)
    return [
        " ".join((str(finding.line), finding.player or "-", finding.kind, *finding.tiles))
        for finding in summarise(game).audit
    ]


def told_of_tiles(body: str, **options: str) -> list[str]:
    return [row for row in found(body, size=9, **options) if "missed" not in row]


@pytest.mark.parametrize(
    ("body", "findings"),
    [
        ("Ana: 9-4@M\nBo: 4-9@M", ["3 Bo tile_twice 4-9"]),
        ("Ana: 9-9@M", ["2 Ana tile_twice 9-9"]),
        ("Ana: 9-4 4-9 9-4@M", ["2 Ana tile_twice 4-9"]),
        ("Ana: 9-4@M\nleft Bo 4-9", ["3 Bo tile_twice 4-9"]),
        ("left Ana 1-2 8-3\nleft Bo 3-8 2-1 5-5", ["3 Bo tile_twice 1-2 3-8"]),
        ("left Ana 1-2 2-1 1-1", ["2 Ana tile_twice 1-2"]),
        ("left Ana 1-2\nleft Ana 1-2 1-1", []),
        ("hand Ana 1-2\nhand Bo 1-2\nAna: draw:1-2", []),
        ("Ana: 9-4@M\nundo\nBo: 9-4@M", []),
        ("Ana: 9-4@M\nBo: draw:4-9 pass", []),
        ("Ana: 9-12@M\nleft Bo 10-2 3-12 1-1", ["2 Ana tile_foreign 9-12", "3 Bo tile_foreign 2-10 3-12"]),
        ("hand Ana 1-12\nAna: draw:10-2", []),
        (
            "Ana: 9-12@M\nleft Bo 9-12",
            ["2 Ana tile_foreign 9-12", "3 Bo tile_foreign 9-12", "3 Bo tile_twice 9-12"],
        ),
    ],
)
def test_tiles_that_can_not_be(body: str, findings: list[str]) -> None:
    assert sorted(told_of_tiles(f"engine 9-9\n{body}")) == findings


def test_an_engine_that_a_player_lays_can_turn_up_twice_too() -> None:
    assert told_of_tiles("Ana: 9-4@M\nengine 9-4 Bo") == ["2 Bo tile_twice 4-9"]


@pytest.mark.parametrize(
    ("ending", "findings"),
    [
        pytest.param("left Ana 0-0 0-1", [], id="all there"),
        pytest.param(
            "left Ana 0-0",
            ["8 - tile_missing 0-1", "8 - pips_do_not_add_up"],
            id="a tile is missing, a pip too",
        ),
        pytest.param("left Ana 0-1", ["8 - tile_missing 0-0"], id="the blank has no pips"),
        pytest.param(
            "left Ana",
            ["8 - tile_missing 0-0 0-1", "8 - pips_do_not_add_up"],
            id="all of them in one finding",
        ),
        pytest.param("", [], id="a hand is not known"),
        pytest.param("left Ana 0-0 0-1\nscore Ana 7", [], id="tiles come before what was written"),
        pytest.param("score Ana 1\nscore Bo 0", [], id="written points that are right"),
        pytest.param(
            "score Ana 2\nscore Bo 0", ["9 - pips_do_not_add_up"], id="the line is the round's last"
        ),
        pytest.param("score Ana 2", ["8 - pips_do_not_add_up"], id="who is out has no tiles"),
        pytest.param("boneyard 1\nleft Ana 0-0", [], id="a tile lies face down"),
        pytest.param(
            "left Ana 0-0\nround 2\nengine 2-2",
            ["8 - tile_missing 0-1", "8 - pips_do_not_add_up"],
            id="a new round",
        ),
        pytest.param(
            "left Ana 0-1 1-1",
            ["8 Ana tile_twice 1-1", "8 - tile_missing 0-0", "8 - pips_do_not_add_up"],
            id="each piece counts its pips",
        ),
    ],
)
def test_what_is_missing(ending: str, findings: list[str]) -> None:
    assert [row for row in found(TABLE + ending) if "missed" not in row] == findings


@pytest.mark.parametrize(
    ("options", "findings"),
    [
        pytest.param({}, ["8 - pips_do_not_add_up"], id="pips"),
        pytest.param({"scoring": "positive"}, [], id="points of others"),
        pytest.param({"score_by": "tiles"}, [], id="tiles"),
        pytest.param({"blank_value": "25"}, [], id="dearer blanks"),
        pytest.param({"double_blank": "50"}, [], id="a dearer double blank that nobody saw"),
    ],
)
def test_when_written_points_tell_pips(options: dict[str, str], findings: list[str]) -> None:
    assert found(f"{TABLE}score Ana 2", **options) == findings


BLANK_LAID = TABLE.replace("0-3@Bo", "0-0@Bo")
NOBODY_OUT = TABLE.replace("Bo: 0-3@Bo\n", "")
WRONG_PIPS = "pips_do_not_add_up"


@pytest.mark.parametrize(
    ("body", "options", "findings"),
    [
        pytest.param(f"{BLANK_LAID}score Ana 4", {"double_blank": "50"}, [], id="0-0 on the table, right"),
        pytest.param(
            f"{BLANK_LAID}score Ana 5",
            {"double_blank": "50"},
            [f"8 - {WRONG_PIPS}"],
            id="0-0 on the table, wrong",
        ),
        pytest.param(
            f"{NOBODY_OUT}left Bo 0-0\nscore Ana 4",
            {"double_blank": "50"},
            [],
            id="0-0 left elsewhere, right",
        ),
        pytest.param(
            f"{NOBODY_OUT}left Bo 0-0\nscore Ana 5",
            {"double_blank": "50"},
            [f"8 - {WRONG_PIPS}"],
            id="0-0 left elsewhere, wrong",
        ),
        pytest.param(
            f"{NOBODY_OUT}blocked\nscore Ana 0\nscore Bo 3",
            {"blocked_winner": "lowest_zero"},
            [],
            id="the lowest writes 0 whatever is left",
        ),
        pytest.param(
            f"{NOBODY_OUT}blocked\nscore Ana 0\nscore Bo 3",
            {"blocked_winner": "lowest"},
            [f"9 - {WRONG_PIPS}"],
            id="the lowest writes what is left",
        ),
        pytest.param(
            f"{TABLE}score Ana 1\nscore Bo -10", {"going_out_bonus": "10"}, [], id="a bonus is no pips"
        ),
    ],
)
def test_which_written_points_count(body: str, options: dict[str, str], findings: list[str]) -> None:
    assert [row for row in found(body, **options) if "missed" not in row] == findings


def test_after_an_assumed_draw_nobody_knows_that_the_boneyard_is_empty() -> None:
    body = TABLE.replace("draw pass", "draw? pass")
    assert found(f"{body}left Ana 0-0") == []
    assert found(f"{body}boneyard 0\nleft Ana 0-0") == ["9 - tile_missing 0-1", "9 - pips_do_not_add_up"]


def test_a_hand_that_is_wholly_known_needs_no_counting() -> None:
    body = TABLE.replace("engine 3-3\n", "engine 3-3\nhand Ana 3-1 1-1 1-2 0-0\n")
    assert found(body) == []
    assert found(body.replace("draw pass", "draw:0-1 pass")) == []
    assert found(body.replace("draw pass", "pass") + "boneyard 0") == [
        "9 - tile_missing 0-1",
        "9 - pips_do_not_add_up",
    ]
