"""The acts of a table in words, as somebody would say them aloud."""

from __future__ import annotations

from flask_babel import gettext as _
from flask_babel import ngettext

from referee.acts import (
    MEXICAN,
    CallBlocked,
    CountBoneyard,
    Draw,
    Knock,
    LayEngine,
    Mark,
    NameStarter,
    Pass,
    Play,
    TurnLine,
    Undo,
)
from referee.setup import Setup
from referee.umpire import EndTurn, text_of
from referee.umpire.decision import Announced


def in_words(act: Announced | EndTurn, setup: Setup) -> str:
    """What happened, in a short sentence without a full stop."""
    match act:
        case Play():
            return _played(act, setup)
        case Draw(player, tile, assumed):
            name = setup.shown(player)
            if assumed:
                return str(_("%(name)s must have drawn a tile", name=name))
            if tile is not None:
                return str(_("%(name)s draws %(tile)s", name=name, tile=tile))
            return str(_("%(name)s draws a tile", name=name))
        case Pass(player):
            return str(_("%(name)s passes", name=setup.shown(player)))
        case Knock(player):
            return str(_("%(name)s knocks: one tile left", name=setup.shown(player)))
        case Mark(_player, train, on):
            where = train_in_words(train, setup)
            if on:
                return str(_("A marker is put on %(train)s", train=where))
            return str(_("The marker is taken off %(train)s", train=where))
        case LayEngine(tile, None):
            return str(_("The engine %(tile)s lies in the middle", tile=tile))
        case LayEngine(tile, player):
            return str(_("%(name)s lays the engine %(tile)s", name=setup.shown(str(player)), tile=tile))
        case TurnLine(player) | EndTurn(player):
            return str(_("The turn of %(name)s is over", name=setup.shown(player)))
        case NameStarter(player):
            return str(_("%(name)s has the first turn", name=setup.shown(player)))
        case CountBoneyard(tiles):
            return str(ngettext("%(num)d tile lies face down", "%(num)d tiles lie face down", tiles))
        case CallBlocked():
            return str(_("The round is blocked"))
        case Undo():
            return str(_("That is taken back"))
    return text_of(act)


def train_in_words(train: str, setup: Setup) -> str:
    """A train as it stands in a sentence."""
    if train == MEXICAN:
        return str(_("the Mexican train"))
    return str(_("%(name)s's train", name=setup.shown(train)))


def _played(act: Play, setup: Setup) -> str:
    name, tile = setup.shown(act.player), f"{act.touching}-{act.end}"
    if act.train == act.player:
        return str(_("%(name)s lays %(tile)s on the own train", name=name, tile=tile))
    where = train_in_words(act.train, setup)
    return str(_("%(name)s lays %(tile)s on %(train)s", name=name, tile=tile, train=where))
