"""What a person types, as acts: a line of a record, or that a turn is over."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from referee.acts import BeginRound, TableAct, TurnAct, TurnLine, Undo
from referee.record import RecordError, read_line
from referee.setup import Setup
from referee.umpire import EndTurn, text_of

Entered: TypeAlias = TurnAct | TableAct | EndTurn
"""What can happen within a round."""

_END = "end"


class EntryError(ValueError):
    """Something typed that can't be taken; the message is a sentence for a person."""


def read_entry(text: str, setup: Setup) -> tuple[Entered, ...] | BeginRound:
    """The acts that `text` says, in their order: `Bo: draw pass`, `hand Bo 4-9`, `end Bo`, `round 2`.

    Raises `EntryError` for what says no act.

    >>> from referee.tiles import DominoSet
    >>> read_entry("Bo: pass", Setup(("Ana", "Bo"), DominoSet(12), "hub"))
    (Pass(player='Bo', assumed=False),)
    """
    words = text.split()
    if words and words[0] == _END:
        if len(words) != 2 or words[1] not in setup.players:
            raise EntryError(f"Whose turn is over? Write for example: end {setup.players[0]}.")
        return (EndTurn(words[1]),)
    try:
        line = read_line(text.strip(), setup)
    except RecordError as error:
        raise EntryError(f"That can't be entered. Expected: {error.expected}.") from error
    if isinstance(line, Undo):
        raise EntryError(
            "A turn that was taken back at the table shows by itself. To correct what was written, take out "
            "its acts by their numbers."
        )
    if isinstance(line, TurnLine):
        return line.acts
    return line if isinstance(line, BeginRound) else (line,)


def entry_text(act: Entered) -> str:
    """What `read_entry` reads as this act.

    >>> entry_text(EndTurn("Bo"))
    'end Bo'
    """
    return f"{_END} {act.player}" if isinstance(act, EndTurn) else text_of(act)


def read_entries(texts: Iterable[str], setup: Setup) -> tuple[Entered, ...]:
    """The acts of several lines of one round. Raises `EntryError`."""
    found: list[Entered] = []
    for text in texts:
        acts = read_entry(text, setup)
        if isinstance(acts, BeginRound):
            raise EntryError("A round can't begin in place of an act: enter it by itself.")
        found += acts
    return tuple(found)
