"""What a camera tells act by act is what a record tells line by line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from random import Random

from mangled import mangled
from simulated_tables import random_setup
from simulator import play_round, random_showing

from referee.acts import BeginRound, Line, TurnLine, Undo
from referee.game import judge_lines
from referee.judge import judge, judge_turn_end
from referee.played import as_played, before, close_turn
from referee.round import new_round
from referee.setup import Setup


def line_by_line(setup: Setup, lines: Sequence[Line]) -> list[list[str]]:
    told = (verdict for _, verdict in judge_lines(setup, enumerate(lines)))
    return [sorted(fault.violation.code for fault in verdict.faults) for verdict in told]


def act_by_act(setup: Setup, lines: Sequence[Line]) -> list[list[str]]:
    """The codes of the lines of a round, where a turn is closed only by what follows it."""
    told: list[list[str]] = []
    first = lines[0]
    state = new_round(setup, first.number if isinstance(first, BeginRound) else 1)
    turn = -1
    for number, line in enumerate(lines):
        told.append([])
        if isinstance(line, BeginRound):
            continue
        assert not isinstance(line, Undo)
        for act in line.acts if isinstance(line, TurnLine) else (line,):
            closed = before(state, act).log
            if state.log is not None and (closed is None or closed.seat != state.log.seat):
                told[turn] += [found.code for found in judge_turn_end(state)]
            told[number] += [found.code for found in judge(state, act)]
            state = as_played(state, act)
        if isinstance(line, TurnLine):
            turn = number
    told[turn] += [found.code for found in judge_turn_end(state)]
    assert close_turn(state).log is None
    return [sorted(codes) for codes in told]


def can_be_told_apart(lines: Sequence[Line]) -> bool:
    """Two turns in a row of the same player are one to a camera."""
    players = [line.player for line in lines if isinstance(line, TurnLine)]
    return all(one != other for one, other in pairwise(players))


def test_the_same_is_told() -> None:
    codes: Counter[str] = Counter()
    for seed in range(150):
        rng = Random(f"act by act {seed}")
        setup = random_setup(rng, 0.3, sizes=(3, 6, 9))
        played = play_round(setup, rng, random_showing(rng)._replace(glimpses=0))
        lines = mangled(played.lines, setup, rng, seed % 6, turns_only=True)
        if can_be_told_apart(lines):
            told = line_by_line(setup, lines)
            assert act_by_act(setup, lines) == told
            codes.update(code for line in told for code in line)
            codes["rounds"] += 1
    assert codes["rounds"] > 75
    assert {"OUT_OF_TURN", "MUST_DRAW", "MARKER_MISSING", "TRAIN_CLOSED", "MUST_PLAY"} <= codes.keys()
