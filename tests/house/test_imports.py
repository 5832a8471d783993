"""Imports go one way: referee <- calibration <- vision <- web (docs/architecture.md)."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BELOW = {
    "referee": {"referee"},
    "calibration": {"referee", "calibration"},
    "vision": {"referee", "calibration", "vision"},
    "web": {"referee", "calibration", "vision", "web"},
}
TOOLS = ("vision.synthetic", "vision.bench", "vision.training", "chess")


def imports(source: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(source.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{source} imports relatively"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("room", BELOW)
def test_a_room_knows_only_what_is_below_it(room: str) -> None:
    for source in (ROOT / room).rglob("*.py"):
        for name in imports(source):
            top = name.split(".")[0]
            if top in BELOW:
                assert top in BELOW[room], f"{source.relative_to(ROOT)} imports {name}"
            if room == "referee":
                assert top in BELOW[room] or top in sys.stdlib_module_names, f"{source} imports {name}"


def test_the_product_imports_no_tool() -> None:
    for room in BELOW:
        for source in (ROOT / room).rglob("*.py"):
            module = ".".join(source.relative_to(ROOT).with_suffix("").parts)
            if not module.startswith(TOOLS):
                for name in imports(source):
                    assert not name.startswith(TOOLS), f"{module} imports {name}"
