"""Taking, leaving and freeing seats."""

from __future__ import annotations

from dataclasses import dataclass

from flask_babel import gettext as _

from web import who
from web.colours import initials
from web.station import station
from web.store import Game
from web.store.events import Player, SeatFreed, SeatTaken, SharingSet

WATCH = "watch"
"""What the form calls no seat at all."""


class SeatHeld(Exception):
    """The seat is taken; the message is a sentence for a person."""

    def __init__(self, name: str) -> None:
        super().__init__(
            _(
                "Another phone holds %(name)s's seat: choose another one, or ask the host to free it or to "
                "let two phones share a seat.",
                name=name,
            )
        )


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat as the pages show it: `phones` hold it, `mine` is True on one of them, `room` for one more."""

    number: int
    player: Player
    mark: str
    phones: int
    mine: bool
    room: bool


def seat_views(game: Game) -> tuple[SeatView, ...]:
    """All seats of `game`."""
    marks = initials([player.name for player in game.players])
    mine = who.seat(game)
    return tuple(
        SeatView(
            number,
            player,
            marks[number],
            len(game.seating.at(number)),
            number == mine,
            game.seating.has_room(number),
        )
        for number, player in enumerate(game.players)
    )


def choose(game: Game, chosen: str) -> None:
    """Sit down at the seat `chosen` (its number as text), or leave the own one to watch.

    Raises `SeatHeld`, and `ValueError` for a seat that the game hasn't.
    """
    if chosen == WATCH:
        seat = who.seat(game)
        if seat is not None:
            left = SeatFreed(seat, who.phone())
            station().store.record(game.id, str(seat), lambda _now: left)
        return
    if chosen not in game.sheet.players:
        raise ValueError(f"There is no seat {chosen} in this game.")
    seat, phone = int(chosen), who.phone()
    if game.seating.seat_of(phone) == seat:
        return

    def sit(now: Game) -> SeatTaken:
        if not now.seating.has_room(seat):
            raise SeatHeld(now.players[seat].name)
        return SeatTaken(seat, phone)

    station().store.record(game.id, chosen, sit)


def free(game: Game, seat: int) -> None:
    """Take the phones that hold `seat` from it, as the host."""
    if game.seating.at(seat):
        station().store.record(game.id, who.HOST, lambda _now: SeatFreed(seat))


def share(game: Game, allowed: bool) -> None:
    """Let two phones hold one seat from now on, or no longer, as the host."""
    if game.seating.shared != allowed:
        station().store.record(game.id, who.HOST, lambda _now: SharingSet(allowed))
