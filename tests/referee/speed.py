"""How fast the referee is: `python tests/referee/speed.py`, part of `make bench`.

It lies here and not in `referee/`, which imports the standard library alone: the chess library that it is
measured against is for development only, and the record that is judged comes from the tests' simulator.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from random import Random
from typing import NamedTuple

import chess
from simulator import HIDDEN, play_game

from referee import DominoSet, Game, Setup, judge_line, open_record, summarise
from referee.game_tree import start
from referee.perft import all_deals, count_each
from referee.record import compose, write

SHAPES = ((2, 4, 1), (3, 3, 5), (2, 3, 5))
"""Players, tiles each, and of how many deals of a double-3 set one is counted."""

EIGHT = ("Ana", "Bo", "Cy", "Dee", "Eli", "Flo", "Gus", "Hal")


class Times(NamedTuple):
    """Seconds that ours and theirs took, medians of some rounds in which they took turns."""

    ours: float
    theirs: float


def in_turns(
    ours: Callable[[], object], theirs: Callable[[], object], clock: Callable[[], float], rounds: int
) -> Times:
    """Time both by `clock`, one after the other, after one round that is not counted."""
    taken: tuple[list[float], list[float]] = ([], [])
    for number in range(rounds + 1):
        for work, times in zip((ours, theirs), taken, strict=True):
            before = clock()
            work()
            if number:
                times.append(clock() - before)
    return Times(*map(statistics.median, taken))


# Nodes a second


def rounds_of_dominoes(players: int, hand: int, every: int) -> int:
    """Visit all nodes of every so many-th deal; gives their number, ends of rounds among them."""
    setup = Setup(EIGHT[:players], DominoSet(3), "hub")
    deals = list(all_deals(setup, hand))[::every]
    return sum(count_each(setup, start(setup, hands, yard)).nodes for hands, yard in deals)


def games_of_chess(board: chess.Board, depth: int) -> int:
    """Visit all nodes down to `depth`; gives their number, the root and the last ones among them."""
    if not depth:
        return 1
    nodes = 1
    for move in board.legal_moves:
        board.push(move)
        nodes += games_of_chess(board, depth - 1)
        board.pop()
    return nodes


def nodes_a_second(rounds: int, depth: int = 4) -> list[tuple[str, str]]:
    """A row for each shape. Processor time is taken, so that what else the machine does matters less."""
    chess_nodes = games_of_chess(chess.Board(), depth)
    rows = []
    for players, hand, every in SHAPES:
        nodes = rounds_of_dominoes(players, hand, every)
        times = in_turns(
            lambda shape=(players, hand, every): rounds_of_dominoes(*shape),
            lambda: games_of_chess(chess.Board(), depth),
            time.process_time,
            rounds,
        )
        ours, theirs = nodes / times.ours, chess_nodes / times.theirs
        share = "all deals" if every == 1 else f"each {every}th deal"
        rows.append(
            (
                f"perft, `hub`, double-3 set, {players} players, {hand} tiles each, {share}",
                f"{ours / theirs:.2f} times the nodes a second of chess "
                f"({ours:,.0f} against {theirs:,.0f}; {nodes:,} nodes against {chess_nodes:,})",
            )
        )
    return rows


# A record


def long_record() -> str:
    """A game of 13 rounds with eight players, as a table without a camera would note it down."""
    setup = Setup(EIGHT, DominoSet(12), "hub")
    return write(compose(setup, play_game(setup, Random("bench"), HIDDEN).lines))


def judge_all(text: str) -> object:
    """What `stationmaster judge` does, but for starting and printing."""
    record = open_record(text)
    game = Game(record.setup)
    for line in record.lines:
        game, _ = judge_line(game, line.number, line.line)
    return summarise(game)


def judging(rounds: int) -> list[tuple[str, str]]:
    """How many starts of Python it takes to judge a long record, in the time that passes."""
    text = long_record()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "long.train"
        file.write_text(text, "utf-8")
        judge = [Path(sys.executable).with_name("stationmaster"), "judge", file, "--json"]
        works: dict[str, Callable[[], object]] = {
            "`stationmaster judge FILE --json`": lambda: run(judge),
            "the judging in it": lambda: judge_all(text),
        }
        return [
            (
                f"{name}, {len(text.splitlines())} lines",
                f"{times.ours / times.theirs:.2f} times as long as Python takes to start "
                f"({times.ours * 1000:.0f} ms against {times.theirs * 1000:.0f} ms)",
            )
            for name, work in works.items()
            for times in [
                in_turns(work, lambda: run([sys.executable, "-c", "pass"]), time.perf_counter, rounds)
            ]
        ]


def run(command: list[str | Path]) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def conditions(command: str) -> list[tuple[str, str]]:
    """What was measured with what: no host names."""
    return [
        ("command", f"`{command}`"),
        ("date", datetime.now(UTC).date().isoformat()),
        ("Stationmaster", version("stationmaster")),
        ("Python", platform.python_version()),
        ("chess", f"{version('chess')}, perft from its start position to depth 4"),
        ("machine", f"{os.cpu_count()} cores, {platform.machine()}, {platform.system()}"),
    ]


def main() -> None:
    """Measure, print, and write the page that is asked for."""
    arguments = argparse.ArgumentParser(description="Measure how fast the referee is.")
    arguments.add_argument("--rounds", type=int, default=7, help="how often to measure (default 7)")
    arguments.add_argument("--report", type=Path, help="write the figures to this page too")
    asked = arguments.parse_args()
    rows = [*nodes_a_second(asked.rounds), *judging(3 * asked.rounds)]
    from vision.bench import report  # it brings OpenCV along, which is not to disturb what is measured

    print("\n".join(report.lines(rows)))
    if asked.report:
        report.write(
            asked.report,
            "How fast the referee is",
            "Ratios within one run. What the figures mean is in [README.md](README.md).",
            [
                (
                    ("condition", "value"),
                    conditions(f"python tests/referee/speed.py --rounds {asked.rounds}"),
                ),
                (("work", "takes"), rows),
            ],
        )


if __name__ == "__main__":
    main()
