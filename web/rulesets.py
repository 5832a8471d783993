"""The rulesets as people know them: their names, what is special about each, and who may play by them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from babel.lists import format_list
from flask_babel import LazyString, get_locale
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l

from referee.hand_sizes import HAND_SIZES


@dataclass(frozen=True, slots=True)
class RulesetWords:
    """A ruleset's name, and what is special about its turns and its points, in a sentence or two each."""

    name: LazyString
    turns: LazyString
    points: LazyString


RULESET_WORDS: Mapping[str, RulesetWords] = {
    "hub": RulesetWords(
        _l("Hub"),
        _l(
            "One tile a turn from the start, and one more after each double. Open doubles are closed in the "
            "order in which they were laid."
        ),
        _l("The double blank counts 50."),
    ),
    "station": RulesetWords(
        _l("Station"),
        _l("In the first turn all tiles that fit on the own train, then one a turn."),
        _l("Each tile counts its pips."),
    ),
    "trainyard": RulesetWords(
        _l("Trainyard"),
        _l("One tile a turn from the start. The next tile after a double goes on that double."),
        _l("When nobody goes out, the lowest hand wins the round."),
    ),
    "caboose": RulesetWords(
        _l("Caboose"),
        _l(
            "In the first turn all tiles that fit on the own train, then one a turn; a drawn tile may be "
            "kept. Who can't begin a train doesn't draw."
        ),
        _l("The double blank counts 50. Of equal totals, more rounds with 0 win."),
    ),
}
"""What each of `referee.RULESETS` is called and said to be, in the order in which they are offered."""


def seats(name: str) -> str:
    """Who may play by a ruleset, and with which sets (`docs/rules.md`, Hand sizes)."""
    table = HAND_SIZES[name]
    sentence = _(
        "%(fewest)d to %(most)d players. Sets: %(sets)s.",
        fewest=min(table),
        most=max(table),
        sets=_sets({size for sets in table.values() for size in sets}, "standard"),
    )
    return str(sentence)


def no_seats(name: str, players: int) -> str:
    """What to do when a ruleset has no place for this many players with the set they chose."""
    table, words = HAND_SIZES[name], RULESET_WORDS[name]
    if players in table:
        sentence = _(
            "%(name)s is played with another set by %(players)d players: choose %(sets)s above, or “Our own "
            "rules”.",
            name=words.name,
            players=players,
            sets=_sets(table[players], "or"),
        )
    else:
        sentence = _(
            "%(name)s has places for %(fewest)d to %(most)d players, not for %(players)d: choose other "
            "rules, or “Our own rules”.",
            name=words.name,
            fewest=min(table),
            most=max(table),
            players=players,
        )
    return str(sentence)


def _sets(sizes: Iterable[int], style: Literal["standard", "or"]) -> str:
    names = [_("Double-%(size)d", size=size) for size in sorted(sizes)]
    return format_list(names, style=style, locale=get_locale())
