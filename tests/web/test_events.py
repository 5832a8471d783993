"""Events survive their JSON form, whatever is in them."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee import RULESETS, Count, DominoSet, Rules, Tile
from web.store.events import (
    CountSaved,
    Entry,
    EntryTile,
    Event,
    GameStarted,
    PhotoRead,
    Player,
    SeatFreed,
    SeatTaken,
    SharingSet,
    Source,
    StarterNamed,
    from_json,
    to_json,
)


@given(
    st.one_of(
        st.from_type(kind) for kind in (GameStarted, PhotoRead, CountSaved, SeatTaken, SeatFreed, SharingSet)
    )
)
def test_an_event_survives_json(event: Event) -> None:
    text = json.dumps(to_json(event))
    assert from_json(event.type, json.loads(text)) == event


PLAYERS = (Player("Ana", "red"), Player("<b>", "blue"))
STORED_PLAYERS = [{"name": "Ana", "colour": "red"}, {"name": "<b>", "colour": "blue"}]


@pytest.mark.parametrize(
    ("rules", "ruleset", "options"),
    [
        (Rules(), None, {}),
        (Rules(rounds=3, double_blank=50), None, {"rounds": 3, "double_blank": 50}),
        (RULESETS["hub"], "hub", {}),
        (replace(RULESETS["hub"], rounds=3, double_blank=25), "hub", {"rounds": 3, "double_blank": 25}),
        (replace(RULESETS["hub"], double_blank=0), "hub", {"double_blank": 0}),
    ],
)
def test_the_stored_form_of_a_start(rules: Rules, ruleset: str | None, options: dict[str, Any]) -> None:
    assert to_json(GameStarted("Friday", PLAYERS, DominoSet(6), rules, ruleset)) == {
        "name": "Friday",
        "players": STORED_PLAYERS,
        "max_pip": 6,
        "ruleset": ruleset,
        "options": options,
    }


@pytest.mark.parametrize(("length", "rounds"), [(3, 3), (None, "all")])
def test_a_start_that_was_stored_before_there_were_rulesets(length: int | None, rounds: Any) -> None:
    stored = {
        "name": "Friday",
        "players": STORED_PLAYERS,
        "max_pip": 6,
        "options": {
            "score_by": "tiles",
            "double_blank": 25,
            "blank_value": 25,
            "scoring": "positive",
            "blocked_winner": "lowest_zero",
            "going_out_bonus": 10,
            "tie_break": "zero_rounds",
        },
        "length": length,
    }
    rules = Rules(
        rounds=rounds,
        score_by="tiles",
        double_blank=25,
        blank_value=25,
        scoring="positive",
        blocked_winner="lowest_zero",
        going_out_bonus=10,
        tie_break="zero_rounds",
    )
    event = GameStarted("Friday", PLAYERS, DominoSet(6), rules)
    assert from_json("game_started", json.loads(json.dumps(stored))) == event


def test_the_stored_form_of_a_count() -> None:
    """Games that were kept by an earlier version are read by this one: the form may grow, never change."""
    entry = Entry(Source.PHOTO, Count(13), (EntryTile(Tile(9, 4), "p1", 0), EntryTile(Tile(0, 0))), ("p1",))
    assert to_json(CountSaved(2, 1, None, entry, seen=4)) == {
        "round": 2,
        "seat": 1,
        "before": None,
        "after": {
            "source": "photo",
            "points": 13,
            "out": False,
            "tiles": [
                {"tile": "9-4", "photo": "p1", "index": 0},
                {"tile": "0-0", "photo": None, "index": None},
            ],
            "photos": ["p1"],
        },
        "seen": 4,
    }


def test_the_stored_form_of_who_starts() -> None:
    assert to_json(StarterNamed(3, 1)) == {"round": 3, "seat": 1}
    assert from_json("starter_named", {"round": 3, "seat": 1}) == StarterNamed(3, 1)


def test_an_unknown_type_is_refused() -> None:
    with pytest.raises(ValueError, match="Unknown event type: tile_laid"):
        from_json("tile_laid", {})
