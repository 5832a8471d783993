"""What the referee refuses: every code is used, with all that its sentence needs."""

import re
from pathlib import Path

import pytest

import referee
from referee.errors import SENTENCES, RefereeError

ROOT = Path(referee.__file__).parents[1]


def test_every_code_is_used_and_every_used_code_has_a_sentence() -> None:
    sources = [*(ROOT / "referee").rglob("*.py"), *(ROOT / "web" / "store").glob("*.py")]
    used = {
        code
        for source in sources
        for code in re.findall(
            r"raise (?:Tile|Rules|Scoring|Perft)Error\(\s*\"(\w+)\"", source.read_text("utf-8")
        )
    }
    assert used == set(SENTENCES)


def test_a_sentence_needs_its_parameters() -> None:
    with pytest.raises(KeyError, match="last"):
        RefereeError("round", round=3)
