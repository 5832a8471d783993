"""What `referee` refuses to make, in sentences that can be translated."""

from __future__ import annotations

from collections.abc import Mapping

from flask_babel import LazyString
from flask_babel import lazy_gettext as _l

from referee import RefereeError

REFUSALS: Mapping[str, LazyString] = {
    "half": _l("A tile has two whole numbers from 0 up, not %(high)s and %(low)s."),
    "tile": _l("“%(text)s” is no tile: write two numbers with a hyphen, such as 9-4."),
    "set": _l("There is no double-%(size)s set here: choose %(known)s or %(largest)s."),
    "engine": _l("A double-%(size)s game has rounds 1 to %(last)s, not %(round)s."),
    "ruleset": _l("There is no ruleset “%(name)s”: choose one of %(known)s."),
    "option": _l("There is no option “%(name)s”: choose one of %(known)s."),
    "value": _l("“%(option)s” can be one of %(known)s, not “%(value)s”."),
    "number": _l(
        "“%(option)s” can be one of %(known)s, or a number from %(least)s to %(most)s, not “%(value)s”."
    ),
    "amount": _l("“%(option)s” can be a number from %(least)s to %(most)s, not “%(value)s”."),
    "nobody": _l("A game needs players: name them in seat order."),
    "taken": _l("“%(player)s” can't be a player's name here: it is taken."),
    "players": _l("A game has %(fewest)s to %(most)s players, not %(players)s."),
    "twins": _l("Two players have the same name: change one of them."),
    "stranger": _l("%(player)s does not play in this game."),
    "round": _l("This game has rounds 1 to %(last)s, not %(round)s."),
    "cell": _l(
        "A game of rounds 1 to %(last)s and %(players)s players has no round %(round)s of player %(player)s."
    ),
    "negative": _l("A hand can't count %(points)s: the least is 0."),
    "out": _l("A player who went out holds nothing, not %(points)s."),
    "hand": _l(
        "A double-%(size)s set has %(tiles)s tiles beside the engine, "
        "not %(hand)s for each of %(players)s players."
    ),
    "deals": _l(
        "There are over 10^%(power)s deals, more than can be counted: take a smaller set, such as 2 or 3."
    ),
    "endless": _l(
        "These rules allow rounds without an end, in which all pass for ever: they can't be counted."
    ),
    "too_many": _l("%(points)s is more than the whole set counts (%(most)s): check the number."),
}
"""The sentence of each code of `referee.errors`."""


def refusal(error: RefereeError) -> str:
    """What `error` says, in the reader's language."""
    return str(REFUSALS[error.code]) % error.parameters
