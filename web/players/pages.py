"""The page with everybody's record."""

from __future__ import annotations

from flask import Blueprint, render_template

from web import who
from web.players.records import player_records
from web.rights import Right, needs
from web.station import station

blueprint = Blueprint("players", __name__)


@blueprint.get("/players")
@needs(Right.ANYBODY)
def index() -> str:
    """All players with what they won, over the games that this phone has joined; over all for the host."""
    known = (line for line in station().store.games() if who.may_look(line.id))
    return render_template("players/index.html", records=player_records(known))
