"""What a camera tells act by act is what a record tells line by line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import reduce
from itertools import pairwise
from random import Random

from mangled import mangled
from simulated_tables import random_setup
from simulator import play_round, random_showing

from referee.acts import BeginRound, Line, TurnLine, Undo
from referee.audit import audit
from referee.findings import Finding
from referee.game import Game, judge_line, judge_lines
from referee.judge import judge_turn_end
from referee.play import follow
from referee.played import close_turn
from referee.round import RoundState, accused, new_round
from referee.setup import Setup
from referee.summary import summarise


def line_by_line(setup: Setup, lines: Sequence[Line]) -> list[list[str]]:
    told = (verdict for _, verdict in judge_lines(setup, enumerate(lines)))
    return [sorted(fault.violation.code for fault in verdict.faults) for verdict in told]


def act_by_act(setup: Setup, lines: Sequence[Line]) -> tuple[RoundState, list[list[str]]]:
    """The round, and the codes of its lines, where a turn is closed only by what follows it."""
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
            state, ended, faults = follow(state, act)
            told[turn] += [found.code for found in ended]
            told[number] += [found.code for found in faults]
        if isinstance(line, TurnLine):
            turn = number
    last = judge_turn_end(state)
    told[turn] += [found.code for found in last]
    return close_turn(accused(state, last)), [sorted(codes) for codes in told]


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
            assert act_by_act(setup, lines)[1] == told
            codes.update(code for line in told for code in line)
            codes["rounds"] += 1
    assert codes["rounds"] > 75
    assert {"OUT_OF_TURN", "MUST_DRAW", "MARKER_MISSING", "TRAIN_CLOSED", "MUST_PLAY"} <= codes.keys()


def missed(findings: Iterable[Finding]) -> list[tuple[str, str | None, tuple[str, ...]]]:
    """The missed plays in their order; a camera counts turns, not lines."""
    return [(found.kind, found.player, found.tiles) for found in findings if "missed_play" in found.kind]


def test_the_same_plays_are_missed() -> None:
    kinds: Counter[str] = Counter()
    for seed in range(150):
        rng = Random(f"audit act by act {seed}")
        setup = random_setup(rng, 0.3, sizes=(3, 6, 9))
        setup = replace(setup, own_rules=replace(setup.rules, must_play="yes"))
        played = play_round(setup, rng, random_showing(rng)._replace(glimpses=0), misses=0.3)
        lines = mangled(played.lines, setup, rng, seed % 3, turns_only=True)
        if can_be_told_apart(lines):
            game = reduce(lambda game, line: judge_line(game, *line)[0], enumerate(lines), Game(setup))
            found = missed(summarise(game).audit)
            assert missed(audit(act_by_act(setup, lines)[0])) == found
            kinds.update(kind for kind, _, _ in found)
    assert set(kinds) == {"missed_play", "possible_missed_play"}
