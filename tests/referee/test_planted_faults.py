"""A round by the rules, made wrong in one known way: the fault is found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

import pytest
from planted import PLANTS
from scenes import Scene, scenes
from simulated_tables import preset_setup, random_setup
from simulator import HIDDEN, OPEN, PlayedRound, Showing, play_round

from referee.acts import (
    BeginRound,
    CountLeft,
    Draw,
    Knock,
    LayEngine,
    Line,
    Pass,
    ShowHand,
    TurnLine,
    WriteScore,
)
from referee.game import judge_line, judge_lines
from referee.setup import Setup
from referee.tiles import Tile

ENOUGH = 150


@pytest.fixture(scope="module")
def turns() -> list[Scene]:
    """Turns of many rounds, in no order; in each round everything is known."""
    found: list[Scene] = []
    for seed in range(160):
        rng = Random(f"planted {seed}")
        setup = random_setup(rng, rng.choice((0, 0.3)), sizes=(3, 6, 9, 12), players=5)
        if seed % 4 == 0:
            setup = preset_setup(rng, "hub", 9)
        elif seed % 4 == 1:
            setup = replace(setup, own_rules=setup.rules.with_option("own_train_first", "all"))
        found += scenes(setup, play_round(setup, rng, OPEN), rng)
    Random("mixed").shuffle(found)
    return found


@pytest.mark.parametrize("name", PLANTS)
def test_a_fault_in_a_turn_is_found(name: str, turns: list[Scene]) -> None:
    plant, code = PLANTS[name]
    planted = 0
    for scene in turns:
        line = plant(scene)
        if line is None:
            continue
        _, told = judge_line(scene.game, 1000, line)
        assert code in [fault.violation.code for fault in told.faults], (line, told)
        planted += 1
        if planted == ENOUGH:
            return
    assert planted >= 5


def test_without_a_duty_the_own_train_is_open(turns: list[Scene]) -> None:
    looked_at = 0
    for scene in turns:
        if scene.doubles and not scene.duties and scene.rules.failed_cover != "mark_and_wait":
            line = scene.lays(scene.any_of(scene.hand), scene.player)
            if line:
                _, told = judge_line(scene.game, 1000, line)
                codes = {fault.violation.code for fault in told.faults}
                assert not codes & {"OPEN_DOUBLE", "CLOSE_IN_ORDER", "MUST_COVER_DOUBLE", "TRAIN_CLOSED"}
                looked_at += 1
    assert looked_at > 100


def test_the_price_for_a_forgotten_knock_is_no_second_fault(turns: list[Scene]) -> None:
    planted = 0
    for scene in turns:
        price = {"none": 0, "draw_1": 1, "draw_2": 2}[scene.rules.announce_penalty]
        acts = tuple(act for act in scene.line.acts if not isinstance(act, Knock))
        if scene.rules.announce == "one_left" and len(acts) < len(scene.line.acts) and not scene.passes:
            for draws in range(price + 2):
                _, told = judge_line(scene.game, 1000, scene.turn(*acts, *(Draw(scene.player),) * draws))
                codes = [fault.violation.code for fault in told.faults]
                assert "NOT_ANNOUNCED" in codes
                assert ("TURN_OVER" in codes) == (draws > price)
            planted += price > 0
    assert planted >= 5


# Faults around the turns


def rounds(count: int, showing: Showing = OPEN) -> Iterator[tuple[Setup, PlayedRound, list[Line], Random]]:
    """Rounds by the rules at any table, without the line that begins them."""
    for seed in range(count):
        rng = Random(f"around {seed}")
        setup = random_setup(rng, 0.2, sizes=(6, 9, 12), players=6)
        number = rng.randint(1, setup.last_round)
        played = play_round(setup, rng, showing, number)
        yield setup, played, [line for line in played.lines if not isinstance(line, BeginRound)], rng


def place(lines: Sequence[Line], kind: type[Line]) -> int:
    return next(at for at, line in enumerate(lines) if isinstance(line, kind))


def codes_at(setup: Setup, number: int, lines: Sequence[Line], at: int) -> list[str]:
    """What is told of one of the lines."""
    told = [verdict for _, verdict in judge_lines(setup, enumerate([BeginRound(number), *lines]))]
    return [fault.violation.code for fault in told[at + 1].faults]


def number_of(setup: Setup, played: PlayedRound) -> int:
    return setup.domino_set.max_pip - played.engine.high + 1


def test_another_engine() -> None:
    for setup, played, lines, _ in rounds(12):
        if setup.rules.engine_source != "highest_held":
            at = place(lines, LayEngine)
            engine = lines[at]
            assert isinstance(engine, LayEngine)
            other = Tile((played.engine.high + 1) % (setup.domino_set.max_pip + 1), 0)
            lines[at] = engine._replace(tile=Tile(other.high, other.high))
            assert "WRONG_ENGINE" in codes_at(setup, number_of(setup, played), lines, at)


def test_an_engine_out_of_a_hand_though_it_is_set_aside() -> None:
    for setup, played, lines, rng in rounds(12):
        at = place(lines, LayEngine)
        lines[at] = LayEngine(played.engine, rng.choice(setup.players))
        aside = setup.rules.engine_source == "set_aside"
        assert ("ENGINE_NOT_SET_ASIDE" in codes_at(setup, number_of(setup, played), lines, at)) == aside


def test_a_hand_that_lacks_a_tile() -> None:
    for setup, played, lines, _ in rounds(12):
        at = place(lines, ShowHand)
        hand = lines[at]
        assert isinstance(hand, ShowHand)
        lines[at] = hand._replace(tiles=hand.tiles[1:])
        assert "HAND_SIZE" in codes_at(setup, number_of(setup, played), lines, at)


def test_a_set_that_the_rules_do_not_know() -> None:
    for setup, _, lines, _ in rounds(8):
        trainyard = replace(setup, ruleset="trainyard", own_rules=None)
        knows_no_other_set = setup.domino_set.max_pip != 12
        assert ("PLAYER_COUNT" in codes_at(trainyard, 1, lines, -1)) == knows_no_other_set


def test_a_turn_after_the_end() -> None:
    for setup, played, lines, rng in rounds(12):
        last = max(at for at, line in enumerate(lines) if isinstance(line, TurnLine))
        if played.end:
            player = rng.choice(setup.players)
            lines = [*lines[: last + 1 + (played.end == "blocked")], TurnLine(player, (Pass(player),))]
            assert codes_at(setup, number_of(setup, played), lines, len(lines) - 1) == ["ROUND_OVER"]


def test_a_round_after_the_last() -> None:
    for setup, played, lines, _ in rounds(4):
        lines += [BeginRound(setup.last_round), BeginRound(setup.last_round + 1)]
        number = number_of(setup, played)
        assert codes_at(setup, number, lines, len(lines) - 2) == []
        assert codes_at(setup, number, lines, len(lines) - 1) == ["GAME_OVER"]


def test_a_score_that_is_not_the_counted_one() -> None:
    for setup, played, lines, rng in rounds(12):
        if played.end:
            at = len(lines) - 1
            score = lines[at]
            assert isinstance(score, WriteScore)
            lines[at] = score._replace(points=score.points + rng.choice((-1, 1)))
            assert codes_at(setup, number_of(setup, played), lines, at) == ["SCORE_MISMATCH"]


def test_a_score_that_nobody_can_make() -> None:
    planted = 0
    for setup, played, lines, _ in rounds(40, HIDDEN):
        lines = [line for line in lines if not isinstance(line, CountLeft)]
        at = len(lines) - 1
        score = lines[at]
        if not isinstance(score, WriteScore) or score.player in played.out:
            continue
        if setup.rules.scoring == "penalty" and setup.rules.score_by == "pips":
            lines[at] = score._replace(points=10_000)
            assert "IMPOSSIBLE_SCORE" in codes_at(setup, number_of(setup, played), lines, at)
            planted += 1
    assert planted > 5
