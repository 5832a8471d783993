"""What a command that runs on shows, in a terminal and elsewhere."""

from __future__ import annotations

import sys

import pytest

from web.cli.screen import Screen

UP = "\x1b[1A\r\x1b[2K"


def test_elsewhere_each_new_status_is_a_row(capsys: pytest.CaptureFixture[str]) -> None:
    screen = Screen()
    screen.status("still")
    screen.status("still")
    screen.say(["A: 12-4@A"], alarm=True)
    screen.status("still")
    screen.status("lost", "No \x1b[2Jpicture.")
    screen.say([])
    assert capsys.readouterr().out == ("[still]\nA: 12-4@A\n[lost] No \N{REPLACEMENT CHARACTER}[2Jpicture.\n")


@pytest.mark.skipif(sys.platform == "win32", reason="there each status is a row")
def test_in_a_terminal_the_status_stays_below_the_rows(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    screen = Screen()
    screen.status("still")
    screen.say(["A: 12-4@A"])
    screen.status("moving")
    screen.typed()
    screen.status("still")
    screen.say(["B: 9-5@B   ILLEGAL"], alarm=True)
    out = capsys.readouterr().out
    assert out == (
        f"[still]\n{UP}A: 12-4@A\n[still]\n\x1b7{UP}[moving]\x1b8[still]\n{UP}B: 9-5@B   ILLEGAL\a\n[still]\n"
    )
