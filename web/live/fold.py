"""From what came in to the state of a table that is watched: a pure fold over the umpire."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from referee import Layout
from referee.acts import BeginRound
from referee.setup import Setup
from referee.umpire import (
    Decision,
    UmpireError,
    Watch,
    answered,
    corrected,
    named,
    step,
    tap,
    watch_round,
)
from web.live.entering import read_entries, read_entry
from web.live.events import (
    ActCorrected,
    ActEntered,
    LayoutSeen,
    LiveEvent,
    PlacesFound,
    QuestionAnswered,
    RowNamed,
    SeatsGiven,
    SeenAgain,
    WatchBegan,
)

Decisions: TypeAlias = tuple[Decision, ...]


@dataclass(frozen=True)
class Live:
    """A table as it stands: what the umpire knows, and the last layout that was kept.

    `seats` are the bearings (degrees) of trains that somebody gave, `places` those that were found besides.
    """

    watch: Watch
    seats: Mapping[str, float] = field(default_factory=dict)
    places: Mapping[str, float] = field(default_factory=dict)
    layout: Layout | None = None

    @property
    def setup(self) -> Setup:
        """What the table agreed on."""
        return self.watch.setup

    @property
    def round(self) -> int:
        """The number of the round that is played."""
        return self.watch.story.base.number


def begun(setup: Setup, number: int) -> Live:
    """The table before round `number`, which its record names. Raises `RulesError` for no such round."""
    return Live(watch_round(setup, number, earlier=(BeginRound(number),)))


def happened(live: Live, event: LiveEvent) -> tuple[Live, Decisions]:
    """The table after one more event, and what the umpire decides by it.

    Raises `EntryError` for a text that says no act, `UmpireError` and `RulesError` for what can't be entered
    here, and `ValueError` (which all of these are) for an event that can't come next.
    """
    match event:
        case LayoutSeen(layout):
            watch, said = step(live.watch, layout)
            return replace(live, watch=watch, layout=layout), said
        case SeenAgain():
            if live.layout is None:
                raise ValueError("No layout was seen before that could be seen again.")
            watch, said = step(live.watch, live.layout)
        case ActEntered(text):
            watch, said = _entered(live.watch, text)
        case ActCorrected(place, texts):
            watch, said = corrected(live.watch, place, *read_entries(texts, live.setup))
        case QuestionAnswered(question, choice):
            questions = live.watch.questions
            if not 0 <= question < len(questions):
                raise UmpireError(f"There is no question {question}: {len(questions)} were asked, from 0.")
            watch, said = answered(live.watch, questions[question], choice)
        case RowNamed(row, train):
            watch, said = named(live.watch, row, train)
        case SeatsGiven(seats):
            return replace(live, seats=seats), ()
        case PlacesFound(places):
            return replace(live, places=places), ()
        case WatchBegan():
            raise ValueError("A game begins to be watched once.")
    return replace(live, watch=watch), said


def folded(setup: Setup, events: Iterable[LiveEvent]) -> Live | None:
    """The table after all `events` of a game that `setup` is agreed on for; None where none was watched.

    Raises what `happened` does.
    """
    live: Live | None = None
    for event in events:
        if live is None:
            if not isinstance(event, WatchBegan):
                raise ValueError("What is seen of a game begins with its watch.")
            live = begun(setup, event.round)
        else:
            live, _ = happened(live, event)
    return live


def _entered(watch: Watch, text: str) -> tuple[Watch, Decisions]:
    acts = read_entry(text, watch.setup)
    if isinstance(acts, BeginRound):
        return tap(watch, acts)
    said: Decisions = ()
    for act in acts:
        watch, more = tap(watch, act)
        said += more
    return watch, said
