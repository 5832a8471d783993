"""The rules of a table: 36 named options, the four rulesets, and how a table differs from one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any, Literal, get_args, get_type_hints

from referee.errors import RulesError
from referee.tiles import DominoSet

_MOST = 1000


@dataclass(frozen=True)
class Rules:
    """Every option of a table, the default first among its values (`docs/rules.md`, Options).

    Raises `RulesError` for a value that an option does not know.

    >>> Rules(double_blank=50).double_blank
    50
    """

    hand_size: Literal["table"] | int = "table"
    engine_source: Literal["held", "set_aside", "highest_held"] = "held"
    engine_hunt: Literal["in_turn", "together"] = "in_turn"
    starter: Literal["chosen", "engine_holder", "rotate"] = "chosen"
    rounds: Literal["all"] | int = "all"
    first_turn: Literal["one_tile", "train"] = "one_tile"
    first_turn_trains: Literal["any", "own"] = "any"
    no_start: Literal["draw", "mark"] = "draw"
    mexican_from: Literal["first_turn", "second_turn"] = "first_turn"
    own_train_first: Literal["no", "mexican", "all"] = "no"
    first_turn_double: Literal["binds", "waits", "free"] = "binds"
    out_on_first_turn: Literal["ends", "finish_lap"] = "ends"
    must_play: Literal["yes", "no"] = "yes"
    draws_per_turn: Literal[1, 2, "until_playable"] = 1
    drawn_tile: Literal["must_play", "may_keep"] = "must_play"
    redraw_after_double: Literal["yes", "no"] = "yes"
    marker_on: Literal["pass", "draw_not_own"] = "pass"
    marker_off: Literal["own_play", "any_play"] = "own_play"
    marker_position: Literal["end", "start"] = "end"
    failed_cover: Literal["mark", "mark_and_wait", "no_mark"] = "mark"
    double_next_tile: Literal["anywhere", "on_double"] = "anywhere"
    doubles_per_turn: Literal["many", "one"] = "many"
    multi_double_extra: Literal["anywhere", "first_only", "first_or_nondouble"] = "anywhere"
    open_double_binds: Literal["all", "next", "train"] = "all"
    close_order: Literal["as_played", "reverse", "any"] = "as_played"
    dead_double: Literal["releases", "binds"] = "releases"
    last_tile_double: Literal["out", "must_cover"] = "out"
    announce: Literal["off", "one_left"] = "off"
    announce_penalty: Literal["none", "draw_1", "draw_2"] = "none"
    score_by: Literal["pips", "tiles"] = "pips"
    double_blank: Literal[0, 25, 50] = 0
    blank_value: Literal[0, 25] = 0
    scoring: Literal["penalty", "positive"] = "penalty"
    blocked_winner: Literal["none", "lowest", "lowest_zero"] = "none"
    going_out_bonus: int = 0
    tie_break: Literal["shared", "zero_rounds"] = "shared"

    def __post_init__(self) -> None:
        for option, named in Rules.choices().items():
            value = getattr(self, option)
            if any(value == choice and type(value) is type(choice) for choice in named):
                continue
            least = _NUMBERS.get(option)
            if least is None or type(value) is not int or not least <= value <= _MOST:
                known = ", ".join(map(str, named))
                if least is None:
                    raise RulesError("value", option=option, known=known, value=value)
                if not named:
                    raise RulesError("amount", option=option, least=least, most=_MOST, value=value)
                raise RulesError("number", option=option, known=known, least=least, most=_MOST, value=value)

    @staticmethod
    @cache
    def choices() -> Mapping[str, tuple[str | int, ...]]:
        """Each option with the values that it knows by name, the default first.

        `hand_size`, `rounds` and `going_out_bonus` also take a number.

        >>> Rules.choices()["double_blank"], Rules.choices()["hand_size"]
        ((0, 25, 50), ('table',))
        """
        hints = get_type_hints(Rules)
        return {field.name: _named_values(hints[field.name]) for field in fields(Rules)}

    def with_option(self, option: str, text: str) -> Rules:
        """These rules with one option set as a record or a command line writes it.

        Raises `RulesError` for an option or a value that is not known.

        >>> Rules().with_option("draws_per_turn", "2").draws_per_turn
        2
        """
        if option not in Rules.choices():
            raise RulesError("option", name=option, known=", ".join(Rules.choices()))
        value: Any = text
        if re.fullmatch("[0-9]{1,6}", text):
            value = int(text)
        return replace(self, **{option: value})

    def last_round(self, domino_set: DominoSet) -> int:
        """The number of the last round: a set has no more than one for each double (option `rounds`).

        >>> Rules(rounds=3).last_round(DominoSet(12)), Rules().last_round(DominoSet(12))
        (3, 13)
        """
        every = domino_set.rounds
        return every if self.rounds == "all" else min(every, self.rounds)

    def differences(self, name: str | None) -> dict[str, str | int]:
        """The options, with their values, in which these rules differ from the ruleset of that name.

        Without a name they are compared with the defaults. The options come in the order of the table.
        Raises `RulesError` for a ruleset that does not exist.

        >>> ruleset("hub").with_option("double_blank", "25").differences("hub")
        {'double_blank': 25}
        """
        usual, own = vars(Rules() if name is None else ruleset(name)), vars(self)
        return {option: own[option] for option in own if own[option] != usual[option]}


_NUMBERS = {"hand_size": 1, "rounds": 1, "going_out_bonus": 0}
"""The options that take a number, each with the least."""


def _named_values(hint: object) -> tuple[str | int, ...]:
    """The literal values inside a field's type; `int` alone has none."""
    found: tuple[str | int, ...] = ()
    for argument in get_args(hint):
        found += (argument,) if isinstance(argument, str | int) else _named_values(argument)
    return found


RULESETS: Mapping[str, Rules] = {
    "station": Rules(
        engine_hunt="together",
        starter="engine_holder",
        first_turn="train",
        first_turn_trains="own",
        mexican_from="second_turn",
        first_turn_double="waits",
        marker_position="start",
    ),
    "trainyard": Rules(
        engine_source="set_aside",
        double_next_tile="on_double",
        doubles_per_turn="one",
        announce="one_left",
        blocked_winner="lowest",
    ),
    "hub": Rules(
        engine_source="set_aside",
        multi_double_extra="first_only",
        announce="one_left",
        double_blank=50,
    ),
    "caboose": Rules(
        starter="engine_holder",
        first_turn="train",
        first_turn_trains="own",
        no_start="mark",
        mexican_from="second_turn",
        first_turn_double="waits",
        out_on_first_turn="finish_lap",
        drawn_tile="may_keep",
        double_blank=50,
        tie_break="zero_rounds",
    ),
}
"""The four rulesets that are built in (`docs/rules.md`, Rulesets)."""


def ruleset(name: str) -> Rules:
    """The rules of a built-in ruleset. Raises `RulesError` for a name that is none.

    >>> ruleset("caboose").tie_break
    'zero_rounds'
    """
    if name not in RULESETS:
        raise RulesError("ruleset", name=name, known=", ".join(RULESETS))
    return RULESETS[name]
