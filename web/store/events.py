"""What can happen to a game: one frozen type an event, each with its JSON form.

A stored event is never changed. A new kind of event is a new type here and a new case in `fold`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Any, ClassVar

from referee import Count, DominoSet, Rules, Tile, ruleset
from vision.reading import Reading
from web.live.events import LiveEvent, live_from_json, live_to_json


class Source(StrEnum):
    """How a count came about."""

    PHOTO = "photo"
    TAPPED = "tapped"
    TYPED = "typed"
    OUT = "out"


@dataclass(frozen=True, slots=True)
class Player:
    """A seat's player; `colour` is a name from `web.colours`."""

    name: str
    colour: str


@dataclass(frozen=True, slots=True)
class EntryTile:
    """A tile of a count and where it came from: tile `index` of photo `photo`, or neither when tapped."""

    tile: Tile
    photo: str | None = None
    index: int | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """What one player holds at a round's end, as a person said yes to it.

    `tiles` is None where only a total was typed. `photos` are the ids of the photos it was counted from.
    """

    source: Source
    count: Count
    tiles: tuple[EntryTile, ...] | None = None
    photos: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A game begins: players in seat order, the set, and the rules.

    `ruleset` names the built-in ruleset that the rules come from; None where the table has its own.
    """

    type: ClassVar[str] = "game_started"
    name: str
    players: tuple[Player, ...]
    domino_set: DominoSet
    rules: Rules = field(default_factory=Rules)
    ruleset: str | None = None


@dataclass(frozen=True, slots=True)
class PhotoRead:
    """A photo of `seat`'s tiles of round `round` was read; `reading` is kept as it was, never overwritten."""

    type: ClassVar[str] = "photo_read"
    round: int
    seat: int
    photo: str
    reading: Reading


@dataclass(frozen=True, slots=True)
class CountSaved:
    """`seat`'s count of round `round` was saved.

    `before` is the entry that it replaces. `seen` is the number of the event that the page had last seen
    for this cell (0: none): where it is older than the cell's last event, two people entered at once.
    """

    type: ClassVar[str] = "count_saved"
    round: int
    seat: int
    before: Entry | None
    after: Entry
    seen: int = 0


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A phone sat down at `seat` and left the one that it had. `phone` is its own name, shown to nobody."""

    type: ClassVar[str] = "seat_taken"
    seat: int
    phone: str


@dataclass(frozen=True, slots=True)
class SeatFreed:
    """`phone` left `seat`; all its phones did where it is None."""

    type: ClassVar[str] = "seat_freed"
    seat: int
    phone: str | None = None


@dataclass(frozen=True, slots=True)
class SharingSet:
    """From now on two phones may hold one seat, or no longer."""

    type: ClassVar[str] = "sharing_set"
    allowed: bool


@dataclass(frozen=True, slots=True)
class StarterNamed:
    """`seat` has the first turn of round `round`; a later one for the same round counts in its place."""

    type: ClassVar[str] = "starter_named"
    round: int
    seat: int


Event = GameStarted | PhotoRead | CountSaved | SeatTaken | SeatFreed | SharingSet | StarterNamed | LiveEvent


@dataclass(frozen=True, slots=True)
class Recorded:
    """An event in its place: `number` counts from 1 in its game; `at` is UTC; `who` did it."""

    game: str
    number: int
    at: datetime
    who: str
    event: Event


def to_json(event: Event) -> dict[str, Any]:
    """The event's payload as plain JSON values; its type is stored beside it."""
    match event:
        case GameStarted():
            return {
                "name": event.name,
                "players": [{"name": p.name, "colour": p.colour} for p in event.players],
                "max_pip": event.domino_set.max_pip,
                "ruleset": event.ruleset,
                "options": event.rules.differences(event.ruleset),
            }
        case PhotoRead():
            return {
                "round": event.round,
                "seat": event.seat,
                "photo": event.photo,
                "reading": event.reading.to_json(),
            }
        case CountSaved():
            return {
                "round": event.round,
                "seat": event.seat,
                "before": None if event.before is None else _entry_to_json(event.before),
                "after": _entry_to_json(event.after),
                "seen": event.seen,
            }
        case SeatTaken() | SeatFreed():
            return {"seat": event.seat, "phone": event.phone}
        case SharingSet():
            return {"allowed": event.allowed}
        case StarterNamed():
            return {"round": event.round, "seat": event.seat}
    return live_to_json(event)


def from_json(type_: str, data: Mapping[str, Any]) -> Event:
    """The event that `to_json` wrote. Raises `ValueError` for an unknown type."""
    match type_:
        case GameStarted.type:
            return GameStarted(
                name=data["name"],
                players=tuple(Player(p["name"], p["colour"]) for p in data["players"]),
                domino_set=DominoSet(data["max_pip"]),
                rules=_rules_from_json(data),
                ruleset=data.get("ruleset"),
            )
        case PhotoRead.type:
            return PhotoRead(data["round"], data["seat"], data["photo"], Reading.from_json(data["reading"]))
        case CountSaved.type:
            return CountSaved(
                round=data["round"],
                seat=data["seat"],
                before=None if data["before"] is None else _entry_from_json(data["before"]),
                after=_entry_from_json(data["after"]),
                seen=data["seen"],
            )
        case SeatTaken.type:
            return SeatTaken(data["seat"], data["phone"])
        case SeatFreed.type:
            return SeatFreed(data["seat"], data["phone"])
        case SharingSet.type:
            return SharingSet(data["allowed"])
        case StarterNamed.type:
            return StarterNamed(data["round"], data["seat"])
    return live_from_json(type_, data)


def _rules_from_json(data: Mapping[str, Any]) -> Rules:
    """The ruleset with the options that differ from it.

    The first games name no ruleset: they have the options of the sheet and, apart from these, their `length`.
    """
    usual = Rules() if data.get("ruleset") is None else ruleset(data["ruleset"])
    rules = replace(usual, **data["options"])
    return replace(rules, rounds=data["length"]) if data.get("length") else rules


def _entry_to_json(entry: Entry) -> dict[str, Any]:
    return {
        "source": str(entry.source),
        "points": entry.count.points,
        "out": entry.count.out,
        "tiles": None
        if entry.tiles is None
        else [{"tile": str(t.tile), "photo": t.photo, "index": t.index} for t in entry.tiles],
        "photos": list(entry.photos),
    }


def _entry_from_json(data: Mapping[str, Any]) -> Entry:
    tiles = data["tiles"]
    return Entry(
        source=Source(data["source"]),
        count=Count(data["points"], data["out"]),
        tiles=None
        if tiles is None
        else tuple(EntryTile(Tile.parse(t["tile"]), t["photo"], t["index"]) for t in tiles),
        photos=tuple(data["photos"]),
    )
