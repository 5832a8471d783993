from __future__ import annotations

import importlib
import subprocess
import sys
from importlib.metadata import version

import pytest
from click.testing import CliRunner

from web.cli import _COMMANDS, main


def test_help_names_every_command_with_what_it_does() -> None:
    result = CliRunner().invoke(main, ["--help"])
    assert result.exit_code == 0
    lines = {
        line.split()[0]: line.split()[1:] for line in result.output.splitlines() if line.startswith("  ")
    }
    for name in _COMMANDS:
        assert len(lines[name]) > 3


@pytest.mark.parametrize("name", _COMMANDS)
def test_the_help_says_of_every_command_what_it_says_itself(name: str) -> None:
    assert _COMMANDS[name].help == importlib.import_module(_COMMANDS[name].module).command.short_help


@pytest.mark.parametrize("name", _COMMANDS)
def test_every_command_has_its_own_help(name: str) -> None:
    assert importlib.import_module(_COMMANDS[name].module).command.name in (name, "command")
    for option in ("-h", "--help"):
        result = CliRunner().invoke(main, [name, option])
        assert result.exit_code == 0
        assert result.output.startswith(f"Usage: main {name}")


def test_an_unknown_command_is_one_sentence() -> None:
    result = CliRunner().invoke(main, ["raed"])
    assert result.exit_code == 2
    assert "No such command 'raed'" in result.output


def test_the_version_is_the_distributions() -> None:
    result = CliRunner().invoke(main, ["--version"])
    assert result.output.split()[-1] == version("stationmaster")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--version"],
        ["--help"],
        ["read", "--help"],
        ["read", "--set", "7", "x"],
        ["perft", "--ruleset", "hub", "--set", "2", "--players", "2", "--hand", "2"],
        ["calibrate", "--help"],
        ["replay", "--help"],
        ["watch", "--help"],
        ["calibrate", "table", "--corners", "1,2", "3,4", "5,6", "x", "y"],
    ],
)
def test_what_reads_no_photo_does_not_wait_for_the_libraries_that_do(arguments: list[str]) -> None:
    program = (
        "import sys\nfrom web.cli import main\n"
        f"try: main({arguments!r})\n"
        "except SystemExit: pass\n"
        "print('LOADED', *sorted({'PIL', 'cv2', 'flask', 'numpy', 'sqlalchemy'} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[-1].split() == ["LOADED"]
