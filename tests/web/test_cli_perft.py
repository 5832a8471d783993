"""The command that counts games: `perft`."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner, Result

from web.cli import main

SMALL = "--ruleset hub --set 2 --players 2 --hand 2"


def perft(arguments: str) -> Result:
    return CliRunner().invoke(main, ["perft", *arguments.split()], catch_exceptions=False)


def test_it_prints_one_object() -> None:
    result = perft("--ruleset hub --set 3 --players 2 --hand 4")
    assert result.exit_code == 0
    assert result.output == '{"deals": 630, "games": 132480, "out": 111762, "blocked": 20718}\n'


def test_options_change_the_rules() -> None:
    result = perft(f"{SMALL} --option last_tile_double=must_cover --option close_order=reverse")
    assert json.loads(result.stdout) == {"deals": 30, "games": 244, "out": 188, "blocked": 56}
    assert json.loads(perft(SMALL.replace("hub", "trainyard")).stdout)["games"] == 228


def test_the_last_word_counts() -> None:
    again = perft(f"{SMALL} --option last_tile_double=must_cover --option last_tile_double=out")
    assert again.stdout == perft(SMALL).stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (f"{SMALL} --option close", "“close” sets nothing: write NAME=VALUE, such as close_order=any."),
        (f"{SMALL} --option close_order=none", "can be one of as_played, reverse, any, not “none”."),
        (f"{SMALL} --option closing=any", "There is no option “closing”: choose one of hand_size, "),
        (f"{SMALL} --option close_order=\x1b[2J", "not “\N{REPLACEMENT CHARACTER}[2J”."),
        (f"{SMALL} --set 7", "There is no double-7 set here"),
        (f"{SMALL} --set 12", "There are over 10^137 deals, more than can be counted"),
        (f"{SMALL} --ruleset garden", "'garden' is not one of 'station', 'trainyard', 'hub', 'caboose'."),
        (f"{SMALL} --hand 3", "has 5 tiles beside the engine, not 3 for each of 2 players."),
        (f"{SMALL} --hand 0", "0 is not in the range"),
        (f"{SMALL} --hand {10**30}", "tiles beside the engine, not 1000000"),
        (f"{SMALL} --players 1", "1 is not in the range"),
        (f"{SMALL} --players 15", "15 is not in the range"),
        ("--set 2 --players 2 --hand 2", "Missing option '--ruleset'"),
    ],
)
def test_what_can_not_be_counted_is_a_sentence(arguments: str, sentence: str) -> None:
    result = perft(arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert sentence in result.stderr


def test_rounds_without_an_end_are_a_sentence() -> None:
    changed = ("open_double_binds=next", "failed_cover=no_mark", "marker_off=any_play", "own_train_first=all")
    options = " ".join(f"--option {change}" for change in changed)
    result = perft(f"--ruleset hub --set 3 --players 3 --hand 3 {options}")
    assert result.exit_code == 2
    assert "These rules allow rounds without an end" in result.stderr
    assert result.stdout == ""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no timer that interrupts")
def test_a_long_count_can_be_interrupted() -> None:
    program = (
        "import signal\nfrom web.cli import main\n"
        "signal.signal(signal.SIGALRM, signal.default_int_handler)\n"
        "signal.setitimer(signal.ITIMER_REAL, 0.5)\n"
        "main(['perft', '--ruleset', 'hub', '--set', '3', '--players', '9', '--hand', '1'])"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout, run.stderr.split()) == (1, "", ["Aborted!"])
