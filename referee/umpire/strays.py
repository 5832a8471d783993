"""Rows that no story can explain, as each train has its place already: what to ask about them."""

from __future__ import annotations

from collections.abc import Iterator

from referee.umpire.decision import Choice, Decision, Question
from referee.umpire.evidence import SURE
from referee.umpire.looking import Watch
from referee.umpire.sight import Placed
from referee.umpire.story import Entry
from referee.violations import train_in_words


def asked_whose(watch: Watch) -> tuple[Decision, ...]:
    """Whose the rows are that the story which is told says nothing of; about each row is asked once."""
    asked = {found.place[0] for found in watch.questions if found.place and found.cause is not None}
    return tuple(
        Decision(None, confidence=tile.seen.certainty, question=_whose(watch, slot, place, tile))
        for slot, place, tile in _strays(watch)
        if slot not in asked
    )


def _strays(watch: Watch) -> Iterator[tuple[str, int, Placed]]:
    """The first tile of each row that is surely read and has no place in the story."""
    told = {step.cause for step in watch.story.steps if isinstance(step, Entry)} | set(watch.pins)
    for slot, row in watch.rows.items():
        place = next((n for n, tile in enumerate(row) if tile.cause not in told), None)
        if place is not None and row[place].seen.certainty >= SURE:
            yield slot, place, row[place]


def _whose(watch: Watch, slot: str, place: int, tile: Placed) -> Question:
    setup = watch.setup
    said = {train for _, train in watch.beliefs[0][0].owners}
    said |= {name for name, row in watch.rows.items() if row and name in setup.trains}
    trains = [
        Choice(train_in_words(setup.shown_train(number)), train=train)
        for number, train in enumerate(setup.trains)
        if train not in said
    ]
    text = f"Whose is the row with {tile.seen.touching}-{tile.seen.end}?"
    return Question(text, (Choice("no train"), *trains), tile.cause, (slot, place))
