"""The audit and the oracle that lists every way, on records made by hand."""

from __future__ import annotations

import pytest
from audit_lines import Found
from audit_oracle import expected_audit
from audit_tables import Numbered, audit_of, numbered

from referee.record import read
from referee.setup import Setup

HEADERS = """
[Ruleset "hub"]
[Set "6"]
[Players "Mia, Jo, Leo"]
[Option.hand_size "3"]
"""

TWO_PASSES = """
engine 6-6
Mia: 6-2@M
Jo: 6-1@Jo
Leo: draw pass +Leo
Mia: 2-5@M knock
Jo: 1-3@Jo knock
Leo: draw pass
Mia: 5-4@M
left Jo 0-0
left Leo 1-2 3-5 0-4 3-3 4-4
"""
"""Leo may lay a 2 on the Mexican train in line 4, a 5 there in line 7."""

ONE_DRAW = """
engine 6-6
Mia: 6-2@M
Jo: 6-1@Jo
Leo: draw pass +Leo
Mia: 2-5@M knock
Jo: 1-3@Jo knock
Leo: draw 6-0@Leo -Leo
Mia: 5-4@M
left Jo 0-0
left Leo 1-2 3-3 4-4 0-4
"""
"""In line 4 both 6-0 and 1-2 fitted, and one draw came between that and the showing of either."""

OWED = """
engine 6-6
Mia: 6-2@M
Jo: 6-1@Jo
Leo: 6-5@Leo
Mia: 2-2@M draw pass +Mia
Jo: draw pass +Jo
Leo: 2-4@M knock
Mia: 4-0@M knock
Jo: draw pass
Leo: 5-1@Leo
left Mia 5-5
left Jo 2-3 1-4 0-1 3-3
"""
"""While 2-2 is open, only a 2 on it is a chance; later 0-1 fits Jo's own train, and the Mexican one."""

LAST_TILES = """
[Ruleset "hub"]
[Set "3"]
[Players "Mia, Jo"]
[Option.hand_size "3"]

engine 3-3
boneyard 0
Mia: 3-0@Mia
Jo: 3-1@Jo
Mia: 0-1@Mia knock
Jo: 1-1@Jo 1-2@Jo
left Mia 2-2
"""
"""Ten tiles: 3-3 and five more are laid, 2-2 is left, 0-0, 0-2 and 2-3 are nowhere."""


def lines_of(text: str) -> tuple[Setup, Numbered]:
    """The setup and the lines of a record without headers, numbered from 1 after the headers."""
    record = read(text if "[" in text else HEADERS + text)
    return record.setup, numbered([line.line for line in record.lines])


def changed(text: str, *changes: tuple[str, str]) -> str:
    """The text with each first part replaced once by the second."""
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def with_option(name: str, value: str) -> tuple[str, str]:
    """A change that adds an option to the headers."""
    return '"]\n\nengine', f'"]\n[Option.{name} "{value}"]\n\nengine'


CASES = [
    pytest.param(
        TWO_PASSES,
        ["4 Leo possible_missed_play 2-1@M", "7 Leo missed_play 5-3@M"],
        id="one draw may have brought 1-2, none can have brought 3-5 later",
    ),
    pytest.param(
        changed(TWO_PASSES, ("Leo: draw pass\n", "Leo: draw:1-2 pass\n")),
        ["7 Leo missed_play 5-3@M"],
        id="a known draw brought 1-2",
    ),
    pytest.param(
        changed(TWO_PASSES, ("Leo: draw pass\n", "Leo: draw:0-4 pass\n")),
        ["4 Leo missed_play 2-1@M", "7 Leo missed_play 5-3@M"],
        id="a known draw brought another tile",
    ),
    pytest.param(
        changed(TWO_PASSES, ("left Leo 1-2 3-5 0-4 3-3 4-4\n", "")), [], id="no leftovers, nothing is said"
    ),
    pytest.param(
        changed(TWO_PASSES, (" 4-4\n", "\n")),
        ["7 Leo missed_play 5-3@M"],
        id="one leftover is missing: only what is certain",
    ),
    pytest.param(
        changed(TWO_PASSES, (" 4-4\n", " 4-4 0-5\n")), [], id="one leftover too many: a draw is missing"
    ),
    pytest.param(
        changed(TWO_PASSES, (" 4-4\n", " 4-4 6-2\n")),
        ["10 Leo tile_twice 2-6"],
        id="one leftover too many that lies on the table",
    ),
    pytest.param(
        changed(TWO_PASSES, ("3-5 0-4", "5-7 0-4")),
        ["10 Leo tile_foreign 5-7", "4 Leo possible_missed_play 2-1@M"],
        id="a foreign tile shows nothing, yet it is one of his tiles",
    ),
    pytest.param(
        changed(TWO_PASSES, ("1-2 3-5 0-4 3-3 4-4", "0-0 1-2 3-5 0-4 3-3")),
        ["10 Leo tile_twice 0-0", "4 Leo possible_missed_play 2-1@M", "7 Leo missed_play 5-3@M"],
        id="a leftover of two players",
    ),
    pytest.param(changed(HEADERS + TWO_PASSES, with_option("must_play", "no")), [], id="nothing is forced"),
    pytest.param(
        changed(HEADERS + TWO_PASSES, with_option("drawn_tile", "may_keep")),
        ["4 Leo possible_missed_play 2-1@M", "7 Leo possible_missed_play 5-3@M"],
        id="3-5 may have been drawn and kept",
    ),
    pytest.param(
        changed(TWO_PASSES, ("Leo: draw pass\n", "Leo: draw? pass\n")),
        ["4 Leo possible_missed_play 2-1@M", "7 Leo missed_play 5-3@M"],
        id="an assumed draw that took place, as the numbers say",
    ),
    pytest.param(
        changed(TWO_PASSES, ("Leo: draw pass\n", "Leo: draw? pass\n"), (" 3-3 4-4", " 4-4")),
        ["4 Leo missed_play 2-1@M", "7 Leo missed_play 5-3@M"],
        id="an assumed draw that did not take place",
    ),
    pytest.param(
        changed(TWO_PASSES, ("Leo: draw pass\n", "Leo: draw? pass?\n")),
        ["4 Leo possible_missed_play 2-1@M"],
        id="what nobody saw is not looked at",
    ),
    pytest.param(
        changed(TWO_PASSES, ("Leo: draw pass\n", "Leo: draw\n")),
        ["4 Leo possible_missed_play 2-1@M", "7 Leo missed_play 5-3@M"],
        id="a line that stops short is a pass",
    ),
    pytest.param(
        changed(TWO_PASSES, ("Leo: draw pass\n", "Leo: draw pass\nundo\nLeo: draw:3-5 pass\n")),
        ["4 Leo missed_play 2-1@M"],
        id="an undone line counts for nothing, and 3-5 was told off in its own line",
    ),
    pytest.param(
        changed(TWO_PASSES, ("Leo: draw pass\n", "hand Leo 1-2 0-4 3-3 4-4\nLeo: draw pass\n")),
        ["4 Leo missed_play 2-1@M", "8 Leo missed_play 5-3@M"],
        id="a hand in the middle: 1-2 was there, 3-5 came later and had to be laid",
    ),
    pytest.param(
        changed(TWO_PASSES, ("Leo: draw pass\n", "hand Leo 3-5 0-4 3-3 4-4\nLeo: draw pass\n")),
        [],
        id="a hand in the middle: 1-2 was not there, and 3-5 is told off already",
    ),
    pytest.param(
        changed(
            TWO_PASSES,
            (" 4-4\n", " 4-4 0-5\n"),
            ("Leo: draw pass\n", "hand Leo 1-2 0-4 3-3 4-4\nLeo: draw pass\n"),
        ),
        [],
        id="a draw is missing after a hand in the middle: nothing is said of the turns before it either",
    ),
    pytest.param(
        changed(
            TWO_PASSES,
            ("Leo: draw pass +Leo", "Leo: draw:3-5 pass +Leo"),
            ("left Jo 0-0", "left Jo 3-5"),
        ),
        ["10 Leo tile_twice 3-5", "4 Leo possible_missed_play 2-1@M"],
        id="a known draw of a tile that somebody else was left with",
    ),
    pytest.param(
        changed(TWO_PASSES, ("draw pass +Leo", "draw:2-6 pass +Leo"), ("left Leo 1-2 3-5 0-4 3-3 4-4\n", "")),
        [],
        id="a known draw of a tile that lies on the table",
    ),
    pytest.param(
        ONE_DRAW,
        ["4 Leo missed_play 2-1@M 6-0@Leo"],
        id="one draw can't have brought two tiles",
    ),
    pytest.param(
        changed(ONE_DRAW, ("1-2 3-3", "0-3 3-3")),
        [],
        id="the tile laid right after a draw is taken to be the drawn one",
    ),
    pytest.param(
        OWED,
        ["6 Jo possible_missed_play 2-3@M", "9 Jo missed_play 0-1@M 1-0@Jo 1-4@Jo"],
        id="an open double leaves one place",
    ),
    pytest.param(
        LAST_TILES,
        ["7 None pips_do_not_add_up", "7 None tile_missing 0-0 0-2 2-3"],
        id="three tiles are nowhere",
    ),
]


SCORES = """
[Ruleset "trainyard"]
[Set "3"]
[Players "Mia, Jo"]
[Option.hand_size "3"]

engine 3-3
boneyard 0
Mia: 3-0@Mia
Jo: 3-1@Jo
Mia: 0-1@Mia knock
Jo: 1-1@Jo 1-2@Jo
score Jo 0
score Mia 0
"""
"""Table and hands make 19 of 30 pips, if the written points are pips; 0-0 counts 0 there."""


def told(found: list[Found]) -> list[str]:
    """The findings in words, without the round."""
    return sorted(" ".join([f"{f.line} {f.player} {f.kind}", *f.tiles]) for f in found)


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_what_is_found(text: str, expected: list[str]) -> None:
    setup, lines = lines_of(text)
    assert told(expected_audit(setup, lines)) == sorted(expected)
    assert told(audit_of(setup, lines)) == sorted(expected)


BLOCKED = (" 1-2@Jo\n", "\nblocked\n")


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param([], True, id="pips are missing"),
        pytest.param([("score Mia 0", "score Mia 11")], False, id="all pips are there"),
        pytest.param([("score Mia 0\n", "")], False, id="a hand is not known"),
        pytest.param([("boneyard 0", "boneyard 1")], False, id="tiles lie face down"),
        pytest.param([("boneyard 0\n", "")], False, id="three tiles were not dealt"),
        pytest.param([with_option("double_blank", "25")], False, id="0-0 may be in a hand, and count 25"),
        pytest.param([with_option("double_blank", "25"), ("3-1@Jo", "0-0@Jo")], True, id="0-0 was laid"),
        pytest.param(
            [with_option("double_blank", "25"), ("engine 3-3", "engine 0-0")], True, id="0-0 is first"
        ),
        pytest.param([with_option("blank_value", "25")], False, id="blanks count"),
        pytest.param([with_option("score_by", "tiles")], False, id="tiles are counted"),
        pytest.param([with_option("scoring", "positive")], False, id="the winner writes points"),
        pytest.param([with_option("blocked_winner", "lowest_zero")], True, id="who is out writes 0"),
        pytest.param([with_option("blocked_winner", "lowest_zero"), BLOCKED], False, id="a winner writes 0"),
        pytest.param([with_option("blocked_winner", "lowest"), BLOCKED], True, id="a winner writes pips"),
    ],
)
def test_pips_by_written_points(changes: list[tuple[str, str]], expected: bool) -> None:
    setup, lines = lines_of(changed(SCORES, *changes))
    for found in (expected_audit(setup, lines), audit_of(setup, lines)):
        assert ("pips_do_not_add_up" in {f.kind for f in found}) == expected
