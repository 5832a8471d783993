"""How phones get to a game: its code, the address that it opens, and the QR code of that address."""

from __future__ import annotations

from dataclasses import dataclass

from flask import current_app, request, url_for

from web import who
from web.addresses import is_loopback, without_port
from web.joining.qr import QrDrawing, drawing
from web.station import station
from web.store import Game

DOOR = "DOOR"
"""The app's setting for the address by which phones reach it, a slash at its end; None where none do."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """`address` and `qr` are None where phones can't reach this computer."""

    code: str
    address: str | None
    qr: QrDrawing | None


def invitation(game: Game) -> Invitation | None:
    """How to join `game`, for the host; None for everybody else."""
    if not who.is_host():
        return None
    code = station().store.code(game.id)
    door = _door()
    if door is None:
        return Invitation(code, None, None)
    address = door.rstrip("/") + url_for("joining.join", code=code)
    return Invitation(code, address, drawing(address))


def is_here() -> bool:
    """True for a browser on the computer that Stationmaster runs on."""
    return is_loopback(request.remote_addr or "") and is_loopback(without_port(request.host))


def _door() -> str | None:
    """The address by which the host's browser came is good for phones too, unless it means this computer."""
    if not is_loopback(without_port(request.host)):
        return request.url_root
    door: str | None = current_app.config.get(DOOR)
    return door
