"""Who stands where: the places of a game, as the pages show them."""

from __future__ import annotations

from dataclasses import dataclass

from web.colours import initials
from web.store.events import Player
from web.store.fold import Game, GameLine


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's line: `mark` is the short sign in the player's colour, `leads` is never true for all."""

    seat: int
    player: Player
    mark: str
    place: int
    total: int
    leads: bool


def standings(game: Game | GameLine) -> tuple[Standing, ...]:
    """All players of `game`, the first place first; nobody leads before there is a difference."""
    marks = initials([player.name for player in game.players])
    places, totals = game.sheet.places, game.sheet.totals
    even = set(places.values()) == {1}
    lines = (
        Standing(
            seat,
            player,
            marks[seat],
            places[str(seat)],
            totals[str(seat)],
            places[str(seat)] == 1 and (not even or game.sheet.finished),
        )
        for seat, player in enumerate(game.players)
    )
    return tuple(sorted(lines, key=lambda line: (line.place, line.seat)))
