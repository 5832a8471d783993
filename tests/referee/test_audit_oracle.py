"""The audit against an oracle that lists every way: on records made by hand, and on random ones."""

from __future__ import annotations

from random import Random

import pytest
from audit_lines import Found, rounds
from audit_oracle import account_of, expected_audit
from audit_tables import Numbered, can_be_listed, numbered, random_showing, small_round, tampered
from audit_ways import hands_contradict
from simulator import HIDDEN, PlayedRound, play_round

from referee.audit import Finding
from referee.game import judge_lines
from referee.record import line_text, read
from referee.setup import Setup
from referee.summary import summarise

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


def findings(setup: Setup, lines: Numbered) -> tuple[Finding, ...]:
    """What the referee's audit finds."""
    *_, (game, _) = judge_lines(setup, lines)
    return summarise(game).audit


def audit_of(setup: Setup, lines: Numbered) -> list[Found]:
    """What the referee's audit finds, as the oracle would say it."""
    found = [Found(f.round, f.line, f.player, f.kind, tuple(sorted(f.tiles))) for f in findings(setup, lines)]
    return sorted(found, key=lambda f: (f.round, f.line, f.kind, f.player or "", f.tiles))


def changed(text: str, *changes: tuple[str, str]) -> str:
    """The text with each first part replaced once by the second."""
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def option(name: str, value: str) -> str:
    """The usual headers with one option more."""
    return f'{HEADERS}[Option.{name} "{value}"]\n'


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
    pytest.param(option("must_play", "no") + TWO_PASSES, [], id="nothing is forced"),
    pytest.param(
        option("drawn_tile", "may_keep") + TWO_PASSES,
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


def told(found: list[Found]) -> list[str]:
    """The findings in words, without the round."""
    return sorted(" ".join([f"{f.line} {f.player} {f.kind}", *f.tiles]) for f in found)


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_what_is_found(text: str, expected: list[str]) -> None:
    setup, lines = lines_of(text)
    assert told(expected_audit(setup, lines)) == sorted(expected)
    assert told(audit_of(setup, lines)) == sorted(expected)


def random_record(rng: Random, most: int) -> tuple[Setup, Numbered]:
    """One or two small rounds, mostly tampered with, of which the ways can be listed."""
    misses, changes = rng.choice((0, 0.1, 0.3)), rng.choice((0, 0.1, 0.3))
    setup, played = small_round(rng, misses, changes, most)
    lines = tampered(rng, setup, played.lines)
    if rng.random() < 0.1:
        lines += play_round(setup, rng, random_showing(rng), number=2, misses=misses).lines
    if can_be_listed(setup, numbered(lines), 2 * most):
        return setup, numbered(lines)
    return setup, numbered(played.lines)


def told_by_rules(setup: Setup, lines: Numbered, found: list[Found]) -> list[Found]:
    """The findings without missed plays of players whose `hand` lines contradict the rest of the record."""
    odd = {
        (one.end.number, player)
        for one in rounds(setup, lines)
        for player in setup.players
        if hands_contradict(account_of(one, player))
    }
    return [f for f in found if not (f.kind.endswith("missed_play") and (f.round, f.player) in odd)]


def assert_same(setup: Setup, lines: Numbered) -> list[Found]:
    """The audit finds what the oracle finds; gives that."""
    expected = told_by_rules(setup, lines, expected_audit(setup, lines))
    text = "\n".join(f"{number:3} {line_text(line)}" for number, line in lines)
    differences = setup.rules.differences(setup.ruleset)
    found = told_by_rules(setup, lines, audit_of(setup, lines))
    assert found == expected, f"{setup.ruleset} {differences} {setup.domino_set}\n{text}"
    return expected


def kinds_found(seed: str, records: int, most: int) -> set[str]:
    """Compare so many random records; gives the kinds of findings."""
    kinds = set()
    for number in range(records):
        setup, lines = random_record(Random(f"{seed} {number}"), most)
        kinds |= {found.kind for found in assert_same(setup, lines)}
    return kinds


def test_random_records_are_audited_as_the_ways_tell() -> None:
    assert len(kinds_found("few", 180, 3000)) == 6


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_many_random_records_are_audited_as_the_ways_tell(seed: int) -> None:
    assert len(kinds_found(f"many {seed}", 300, 20000)) == 6


# Planted missed plays


def missed_in_truth(played: PlayedRound) -> dict[int, set[str]]:
    """By line what a player held and had to lay when drawing or passing; a drawn tile was kept by right.

    (The simulated player keeps one only where that is allowed.)
    """
    missed: dict[int, set[str]] = {}
    for moment in played.moments:
        kept = moment.drawn if moment.kind == "pass" else frozenset()
        plays = [play for play in moment.plays if play.tile not in kept]
        if plays:
            had_to = {f"{play.touching}-{play.end}@{play.train}" for play in plays}
            missed.setdefault(moment.line + 1, set()).update(had_to)
    return missed


def test_planted_missed_plays_are_found_and_nobody_is_wrongly_accused() -> None:
    rng = Random("planted")
    planted = certain = possible = only_possible = unproved = 0
    for _ in range(200):
        setup, played = small_round(rng, 0.3, rng.choice((0, 0.15)), 3000, HIDDEN, must_play="yes")
        lines = numbered(played.lines)
        missed = missed_in_truth(played)
        expected = {f.line: f for f in expected_audit(setup, lines)}
        found = {f.line: f for f in findings(setup, lines)}
        for line, finding in found.items():
            if finding.kind == "missed_play":
                assert finding.certain
                assert missed.get(line, set()) & set(finding.tiles), (setup, finding)
            else:
                assert (finding.kind, finding.certain) == ("possible_missed_play", False)
                possible += 1
        for line in missed:
            planted += 1
            kind = expected[line].kind if line in expected else None
            assert (found[line].kind if line in found else None) == kind
            certain += kind == "missed_play"
            only_possible += kind == "possible_missed_play"
            unproved += kind is None
    print(
        f"\n200 rounds, {planted} turns with a missed play: {certain} found as certain, "
        f"{only_possible} as possible, {unproved} can't be told; {possible} turns possible in all"
    )
    assert min(planted, certain, possible, only_possible, unproved) > 0
