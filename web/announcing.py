"""What the terminal says when the server is open: the host's address, the players', the code and its QR."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

import click
from flask import Flask

from web.addresses import for_phones, for_this_computer
from web.joining.invitation import DOOR
from web.joining.qr import blocks
from web.station import Station
from web.store import GameLine


def announcer(app: Flask, station: Station) -> Callable[[str, int], None]:
    """What to call when the server is open: tells the app where phones find it, and people where to go."""

    def ready(host: str, port: int) -> None:
        app.config[DOOR] = next(iter(for_phones(host, port)), None)
        for line in told(station, host, port):
            click.echo(line)

    return ready


def told(station: Station, host: str, port: int) -> Iterator[str]:
    """All lines for a server that listens on `host`. Raises `StoreError`."""
    yield "Stationmaster is open."
    yield f"  The host, on this computer: {for_this_computer(host, port)}host/{station.host_key}"
    doors = for_phones(host, port)
    if doors:
        yield f"  The host, on a phone:       {doors[0]}host/{station.host_key}"
        yield from (f"  The players:                {address}" for address in doors)
        yield from _code(station, doors[0])
    yield f"Games are kept in {station.data}. Ctrl-C stops it."


def _code(station: Station, address: str) -> Iterator[str]:
    """The code of the game that is being played, and what is to be scanned."""
    game = running(station.store.games())
    scanned = address
    if game is None:
        yield "They join by a code of four letters, which the game's page shows the host."
    else:
        code = station.store.code(game.id)
        scanned = f"{address}join/{code}"
        yield f"  The code of “{game.name}”: {code}"
    yield from _drawn(scanned)


def running(games: tuple[GameLine, ...]) -> GameLine | None:
    """The game that was started last and is not over; None where there is none."""
    return next((game for game in games if not game.sheet.finished), None)


def _drawn(address: str) -> Iterator[str]:
    """The QR code of `address`, where somebody looks and the characters for it are there."""
    if not sys.stdout.isatty():
        return
    lines = blocks(address)
    try:
        "".join(lines).encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return
    yield from (click.style(line, fg="bright_white", bg="black") for line in lines)
