"""The form that starts a game: what was typed, what is wrong with it, and the event that it makes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict

from referee import FEWEST_PLAYERS, MOST_PLAYERS, RULESETS, SIZES, DominoSet, Rules, RulesError
from referee.hand_sizes import seats_them
from web.colours import COLOUR_NAMES, COLOURS
from web.games.names import same, tidy
from web.rulesets import no_seats
from web.store.events import GameStarted, Player

LONGEST_NAME = 30
LONGEST_GAME_NAME = 60
_USUAL_SET = 12
OWN = "own"
"""What the form calls a table's own rules."""
CHOICES = {
    option: Rules.choices()[option]
    for option in ("double_blank", "blank_value", "score_by", "scoring", "blocked_winner", "tie_break")
}
"""The options of the sheet that are a choice."""


@dataclass(frozen=True, slots=True)
class StartForm:
    """The fields as text, always filled as they were typed; `errors` has one sentence a field.

    `players` are pairs of name and colour, one for each seat that a game can have. An empty option is as the
    ruleset has it.
    """

    name: str = ""
    players: tuple[tuple[str, str], ...] = tuple(("", colour.name) for colour in COLOURS)
    max_pip: str = str(_USUAL_SET)
    length: str = ""
    ruleset: str = OWN
    bonus: str = ""
    options: Mapping[str, str] = field(default_factory=lambda: dict.fromkeys(CHOICES, ""))
    errors: Mapping[str, str] = field(default_factory=dict)

    @property
    def house_rules(self) -> bool:
        """True when a house rule was chosen: they are then shown open."""
        return any(self.options.values()) or bool(self.bonus)


def read_start(form: MultiDict[str, str], name: str) -> tuple[StartForm, GameStarted | None]:
    """The form as it was sent, and the event that starts the game unless something is wrong.

    `name` is the game's name where none was typed.
    """
    errors: dict[str, str] = {}
    typed = StartForm(
        name=form.get("name", ""),
        players=tuple(
            (form.get(f"player-{seat}", ""), form.get(f"colour-{seat}", COLOURS[seat].name))
            for seat in range(MOST_PLAYERS)
        ),
        max_pip=form.get("max_pip", ""),
        length=form.get("length", ""),
        ruleset=form.get("ruleset", OWN),
        bonus=form.get("bonus", ""),
        options={option: form.get(option, "") for option in CHOICES},
        errors=errors,
    )
    if len(tidy(typed.name)) > LONGEST_GAME_NAME:
        errors["name"] = _(
            "The game's name is too long: %(most)d characters at most.", most=LONGEST_GAME_NAME
        )
    players = _players(typed.players, errors)
    domino_set = _domino_set(typed.max_pip, errors)
    rounds = _rounds(typed.length, domino_set, errors)
    rules = _rules(typed, rounds, errors)
    if errors or domino_set is None or rules is None:
        return typed, None
    kind = None if typed.ruleset == OWN else typed.ruleset
    if kind and not seats_them(kind, rules, domino_set, len(players)):
        errors["ruleset"] = no_seats(kind, len(players))
        return typed, None
    return typed, GameStarted(tidy(typed.name) or name, players, domino_set, rules, kind)


def _players(rows: tuple[tuple[str, str], ...], errors: dict[str, str]) -> tuple[Player, ...]:
    players: list[Player] = []
    for seat, (typed, colour) in enumerate(rows):
        name = tidy(typed)
        if not name:
            continue
        if len(name) > LONGEST_NAME:
            errors[f"player-{seat}"] = _(
                "This name has %(length)d characters: shorten it to %(most)d.",
                length=len(name),
                most=LONGEST_NAME,
            )
        elif any(same(name, player.name) for player in players):
            errors[f"player-{seat}"] = _("Two players are called %(name)s: change one of them.", name=name)
        if colour not in COLOUR_NAMES:
            errors[f"player-{seat}"] = _("Choose a colour from the list.")
        players.append(Player(name, colour))
    if len(players) < FEWEST_PLAYERS:
        errors.setdefault(
            "player-0",
            _("A game needs at least %(fewest)d players: type their names.", fewest=FEWEST_PLAYERS),
        )
    colour, count = Counter(player.colour for player in players).most_common(1)[0] if players else ("", 0)
    if count > 1 and not errors:
        twin = [seat for seat, (name, typed) in enumerate(rows) if tidy(name) and typed == colour][-1]
        errors[f"player-{twin}"] = _("Two players have this colour: give one of them another.")
    return tuple(players)


def _domino_set(typed: str, errors: dict[str, str]) -> DominoSet | None:
    if typed not in map(str, SIZES):
        errors["max_pip"] = _("Choose the set that you play with.")
        return None
    return DominoSet(int(typed))


def _whole_number(typed: str) -> int | None:
    text = typed.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 6 else None


def _rounds(typed: str, domino_set: DominoSet | None, errors: dict[str, str]) -> Literal["all"] | int:
    if not typed.strip() or domino_set is None:
        return "all"
    length = _whole_number(typed)
    if length is None or not 1 <= length <= domino_set.rounds:
        errors["length"] = _(
            "A game with this set has 1 to %(most)d rounds: type such a number or leave it empty.",
            most=domino_set.rounds,
        )
        return "all"
    return length


def _rules(typed: StartForm, rounds: Literal["all"] | int, errors: dict[str, str]) -> Rules | None:
    if typed.ruleset not in (OWN, *RULESETS):
        errors["ruleset"] = _("Choose the rules from the list.")
        return None
    usual = RULESETS.get(typed.ruleset, Rules())
    chosen: dict[str, Any] = {}
    for option, choices in CHOICES.items():
        known = {"": getattr(usual, option), **{str(choice): choice for choice in choices}}
        if typed.options[option] not in known:
            errors["options"] = _("Choose each house rule from its list.")
            return None
        chosen[option] = known[typed.options[option]]
    bonus = _whole_number(typed.bonus or str(usual.going_out_bonus))
    try:
        return replace(usual, **chosen, rounds=rounds, going_out_bonus=-1 if bonus is None else bonus)
    except RulesError:
        errors["bonus"] = _("The bonus for going out is a number from 0 to 1000.")
        return None
