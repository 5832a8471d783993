"""The documents keep up with the code."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from referee import Rules
from web.cli import main

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
RULES = (ROOT / "docs" / "rules.md").read_text("utf-8")
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
SOURCES = sorted(
    p for room in ("referee", "vision", "calibration", "web") for p in (ROOT / room).rglob("*.py")
)


@pytest.mark.parametrize("option", list(Rules.choices()))
def test_each_option_is_explained_with_its_values(option: str) -> None:
    row = next((line for line in RULES.splitlines() if line.startswith(f"| `{option}` |")), None)
    assert row, f"docs/rules.md does not explain {option}"
    for value in Rules.choices().get(option, ()):
        assert re.search(rf"\b{value}\b", row.split("|")[2]), f"{value} is missing"


def test_each_command_and_its_options_are_in_the_readme() -> None:
    context = click.Context(main)
    for name, command in commands(main, context):
        assert f"stationmaster {name}" in README, name
        assert command.help, f"{name} has no help"
        for parameter in command.params:
            if isinstance(parameter, click.Option) and "--help" not in parameter.opts:
                assert parameter.help, f"{name} {parameter.opts} has no help"
                assert any(option in README for option in parameter.opts), f"{name} {parameter.opts}"


def commands(group: click.Group, context: click.Context) -> Iterator[tuple[str, click.Command]]:
    """Each command with its full name, those of groups too."""
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command
        yield name, command
        if isinstance(command, click.Group):
            yield from ((f"{name} {inner}", found) for inner, found in commands(command, context))


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_between_documents_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\((?!\w+:)([^)#]+)", document.read_text("utf-8")):
        assert (document.parent / target).exists(), target


def test_rules_that_the_code_names_are_there() -> None:
    headings = set(re.findall(r"^## (.+)$", RULES, re.MULTILINE))
    for source in SOURCES:
        text = " ".join(source.read_text("utf-8").split())
        for named in re.findall(r"`docs/rules\.md`, ([A-Z][a-z ]+)", text):
            assert named.strip() in headings, f"{source.relative_to(ROOT)} names “{named}”"


def test_the_packages_are_the_folders() -> None:
    """A folder that was not named in pyproject.toml would be missing from the wheel (decision 1)."""
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]["packages"]
    tools = ("vision/synthetic", "vision/bench", "vision/training")
    folders = {str(p.parent.relative_to(ROOT)) for p in SOURCES if p.name == "__init__.py"}
    shipped = {f.replace("/", ".") for f in folders if not f.startswith(tools)}
    assert set(listed) == shipped
