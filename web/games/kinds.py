"""The rules that a table can choose from when it starts a game: its own, or one of the rulesets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask_babel import gettext as _

from referee import FEWEST_PLAYERS, MOST_PLAYERS, RULESETS, Rules
from web.games.start_form import CHOICES, OWN
from web.rulesets import RULESET_WORDS, seats


@dataclass(frozen=True, slots=True)
class Kind:
    """One choice: `value` is for the form, `options` are those of the sheet as these rules have them."""

    value: str
    name: str
    sentence: str
    seats: str
    options: Mapping[str, str]


def kinds() -> tuple[Kind, ...]:
    """All choices, the table's own rules first."""
    own = Kind(
        OWN,
        _("Our own rules"),
        _(
            "Any set, %(fewest)d to %(most)d players. The lowest total wins, unless you choose otherwise "
            "below.",
            fewest=FEWEST_PLAYERS,
            most=MOST_PLAYERS,
        ),
        "",
        _options(Rules()),
    )
    built_in = (
        Kind(name, str(words.name), f"{words.turns} {words.points}", seats(name), _options(RULESETS[name]))
        for name, words in RULESET_WORDS.items()
    )
    return (own, *built_in)


def _options(rules: Rules) -> Mapping[str, str]:
    return {option: str(getattr(rules, option)) for option in CHOICES}
