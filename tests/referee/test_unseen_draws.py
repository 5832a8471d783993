"""A pass before the limit of draws is only wrong where nothing can have fitted that may be kept."""

import pytest

from referee.game import judge_lines
from referee.record import read

HEAD = """[Ruleset "hub"]
[Set "9"]
[Players "Ana, Bo"]
[Option.draws_per_turn "{draws}"]
[Option.hand_size "4"]
[Option.{option} "{value}"]

engine 9-9
"""
KNOWN = "hand Bo 1-1 1-2 2-2 3-3\n"
FITS = "hand Bo 1-1 1-2 2-2 9-8\n"


@pytest.mark.parametrize("draws", ["2", "until_playable"])
@pytest.mark.parametrize(
    ("option", "value", "lines", "codes"),
    [
        ("must_play", "yes", "Bo: draw pass +Bo", ["MUST_DRAW"]),
        ("must_play", "yes", "Bo: draw +Bo", ["MUST_DRAW"]),
        ("must_play", "yes", "Bo: draw:1-0 pass +Bo", ["MUST_DRAW"]),
        # somebody who need not play may hold a tile that fits
        ("must_play", "no", "Bo: draw pass +Bo", []),
        ("must_play", "no", "Bo: draw:1-0 pass +Bo", []),
        ("must_play", "no", FITS + "Bo: draw:1-0 pass +Bo", []),
        ("must_play", "no", KNOWN + "Bo: draw:1-0 pass +Bo", ["MUST_DRAW"]),
        ("must_play", "no", "Bo: pass +Bo", ["MUST_DRAW"]),
        # somebody who may keep a drawn tile may have drawn one that fits
        ("drawn_tile", "may_keep", "Bo: draw pass +Bo", []),
        ("drawn_tile", "may_keep", KNOWN + "Bo: draw pass +Bo", []),
        ("drawn_tile", "may_keep", "Bo: draw:1-0 pass +Bo", ["MUST_DRAW"]),
        ("drawn_tile", "may_keep", "Bo: pass +Bo", ["MUST_DRAW"]),
        ("drawn_tile", "may_keep", "Bo: 9-5@Bo\nAna: 9-6@Ana\nBo: 5-5@Bo draw pass +Bo", ["MUST_DRAW"]),
        ("drawn_tile", "may_keep", "Ana: 9-7@M\nBo: 7-7@M pass +Bo\nAna: draw pass +Ana", ["MUST_DRAW"] * 2),
    ],
)
def test_a_pass_before_the_limit(draws: str, option: str, value: str, lines: str, codes: list[str]) -> None:
    record = read(HEAD.format(draws=draws, option=option, value=value) + lines)
    told = [
        verdict for _, verdict in judge_lines(record.setup, ((row.number, row.line) for row in record.lines))
    ]
    assert [fault.violation.code for verdict in told for fault in verdict.faults] == codes
