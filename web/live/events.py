"""What comes in while a table is watched: one frozen type an event, each with its JSON form.

They are kept in the stream of their game (`web.store.events`). A stored event is never changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeAlias

from referee import Layout
from web.live.layout_json import layout_from_json, layout_to_json


@dataclass(frozen=True, slots=True)
class WatchBegan:
    """The table is watched from round `round` on; `players` are the ids of the record, in seat order."""

    type: ClassVar[str] = "watch_began"
    round: int
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeatsGiven:
    """Where trains leave the engine: for a player's id or `M` degrees, clockwise from the picture's top."""

    type: ClassVar[str] = "seats_given"
    seats: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlacesFound:
    """Where else trains leave the engine: degrees for each word that layouts have for a place."""

    type: ClassVar[str] = "places_found"
    places: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LayoutSeen:
    """A settled look at the table showed this, which is another layout than the one kept before."""

    type: ClassVar[str] = "layout_seen"
    layout: Layout


@dataclass(frozen=True, slots=True)
class SeenAgain:
    """A further look showed the layout that was kept last, and the umpire is surer for it."""

    type: ClassVar[str] = "layout_seen_again"


@dataclass(frozen=True, slots=True)
class ActEntered:
    """A person said what happened: a line of a record such as `Bo: pass`, or `end Bo`."""

    type: ClassVar[str] = "act_entered"
    text: str


@dataclass(frozen=True, slots=True)
class ActCorrected:
    """A person said that the lines `texts`, or nothing, happened in place of the act number `place`.

    Acts are counted from 0, as `referee.umpire.acts_of` has them.
    """

    type: ClassVar[str] = "act_corrected"
    place: int
    texts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class QuestionAnswered:
    """A person answered the round's question number `question` by its choice `choice`, both from 0."""

    type: ClassVar[str] = "question_answered"
    question: int
    choice: int


@dataclass(frozen=True, slots=True)
class RowNamed:
    """A person said whose the row of tiles is that layouts call `row`."""

    type: ClassVar[str] = "row_named"
    row: str
    train: str


LiveEvent: TypeAlias = (
    WatchBegan
    | SeatsGiven
    | PlacesFound
    | LayoutSeen
    | SeenAgain
    | ActEntered
    | ActCorrected
    | QuestionAnswered
    | RowNamed
)
LIVE_EVENTS = (
    WatchBegan,
    SeatsGiven,
    PlacesFound,
    LayoutSeen,
    SeenAgain,
    ActEntered,
    ActCorrected,
    QuestionAnswered,
    RowNamed,
)
"""The kinds of `LiveEvent`, to tell them from other events of a game."""


def live_to_json(event: LiveEvent) -> dict[str, Any]:
    """The event's payload as plain JSON values; its type is stored beside it."""
    match event:
        case WatchBegan():
            return {"round": event.round, "players": list(event.players)}
        case SeatsGiven():
            return {"seats": dict(event.seats)}
        case PlacesFound():
            return {"places": dict(event.places)}
        case LayoutSeen():
            return {"layout": layout_to_json(event.layout)}
        case SeenAgain():
            return {}
        case ActEntered():
            return {"text": event.text}
        case ActCorrected():
            return {"place": event.place, "texts": list(event.texts)}
        case QuestionAnswered():
            return {"question": event.question, "choice": event.choice}
        case RowNamed():
            return {"row": event.row, "train": event.train}


def live_from_json(type_: str, data: Mapping[str, Any]) -> LiveEvent:
    """The event that `live_to_json` wrote. Raises `ValueError` for an unknown type."""
    match type_:
        case WatchBegan.type:
            return WatchBegan(data["round"], tuple(data["players"]))
        case SeatsGiven.type:
            return SeatsGiven(_bearings(data["seats"]))
        case PlacesFound.type:
            return PlacesFound(_bearings(data["places"]))
        case LayoutSeen.type:
            return LayoutSeen(layout_from_json(data["layout"]))
        case SeenAgain.type:
            return SeenAgain()
        case ActEntered.type:
            return ActEntered(data["text"])
        case ActCorrected.type:
            return ActCorrected(data["place"], tuple(data["texts"]))
        case QuestionAnswered.type:
            return QuestionAnswered(data["question"], data["choice"])
        case RowNamed.type:
            return RowNamed(data["row"], data["train"])
    raise ValueError(f"Unknown event type: {type_}")


def _bearings(data: Mapping[str, Any]) -> dict[str, float]:
    return {word: float(bearing) for word, bearing in data.items()}
