"""What a person types at a live table, as the event that it asks for."""

from __future__ import annotations

import re

from referee.umpire import Watch, acts_of
from web.live.entering import EntryError, entry_text
from web.live.events import ActCorrected, ActEntered, LiveEvent, QuestionAnswered, RowNamed
from web.live.questions import open_questions

_NUMBER = re.compile(r"[0-9]{1,6}")


def event_of(text: str, watch: Watch) -> LiveEvent:
    """The event of a typed line. Numbers that people see count from 1.

    `2` answers the newest open question, `answer 3 2` the third one; `out 7` takes act 7 out, `undo` the last
    one; `fix 7 Bo: 12-9@Bo` says what happened in its place, `add 7 Bo: pass` what happened before it;
    `row at 90 Bo` says whose a row is. All else is a line of a record. Raises `EntryError` for a line that
    can't mean any of these.
    """
    word, _, rest = text.strip().partition(" ")
    rest = rest.strip()
    if _NUMBER.fullmatch(word) and not rest:
        asked = open_questions(watch)
        if not asked:
            raise EntryError("Nothing is asked just now that a number could answer.")
        return QuestionAnswered(asked[-1], _choice(asked[-1], _number(word, "2"), watch))
    match word:
        case "answer":
            question, _, choice = rest.partition(" ")
            example = "answer 3 2"
            asked_one = _question(_number(question, example), watch)
            return QuestionAnswered(asked_one, _choice(asked_one, _number(choice.strip(), example), watch))
        case "out":
            return ActCorrected(_act(_number(rest, "out 7"), watch))
        case "undo" if not rest:
            last = len(acts_of(watch)) - 1
            if last < 0:
                raise EntryError("Nothing has happened in this round that could be taken out.")
            return ActCorrected(last)
        case "fix" | "add":
            number, _, line = rest.partition(" ")
            example = f"{word} 7 {watch.setup.players[0]}: pass"
            place = _act(_number(number, example), watch)
            if not line.strip():
                raise EntryError(f"What happened? Write for example: {example}.")
            there = (entry_text(acts_of(watch)[place].act),) if word == "add" else ()
            return ActCorrected(place, (line.strip(), *there))
        case "row":
            row, _, train = rest.rpartition(" ")
            if not row:
                raise EntryError(
                    f"Whose is which row? Write for example: row at 90 {watch.setup.players[0]}."
                )
            return RowNamed(row.strip(), train)
    return ActEntered(text.strip())


def _number(text: str, example: str) -> int:
    """The number that people count from 1, from 0."""
    if not _NUMBER.fullmatch(text) or int(text) == 0:
        raise EntryError(f"A number is missing, counted from 1. Write for example: {example}.")
    return int(text) - 1


def _act(place: int, watch: Watch) -> int:
    acts = len(acts_of(watch))
    if place >= acts:
        raise EntryError(f"There is no act {place + 1} in this round: see which there are with acts.")
    return place


def _question(number: int, watch: Watch) -> int:
    if number >= len(watch.questions):
        raise EntryError(
            f"There is no question {number + 1} in this round: see what is asked with questions."
        )
    return number


def _choice(question: int, number: int, watch: Watch) -> int:
    choices = len(watch.questions[question].choices)
    if number >= choices:
        raise EntryError(f"There is no answer {number + 1} to that: it has 1 to {choices}.")
    return number
