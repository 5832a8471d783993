"""What the pages say about a hand that was saved: that it counts, and who else entered one meanwhile."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from flask_babel import gettext as _

from web import who
from web.i18n import moment
from web.store import Game
from web.store.events import CountSaved, Entry, Recorded


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence on top of a page."""

    kind: Literal["check", "done"]
    sentence: str


def points(entry: Entry) -> str:
    """What an entry counts, in a word or a number."""
    return _("out") if entry.count.out else str(entry.count.points)


def after_saving(game: Game, round_: int, seat: int, saved: Entry) -> tuple[Note, ...]:
    """What to say after `saved` was saved: that it counts, or that a later one does."""
    cell, name = game.cell(round_, seat), game.players[seat].name
    *earlier, (last, save) = cell.saves
    if save.after != saved:
        sentence = _(
            "Your entry for %(name)s is in the history; %(who)s entered %(points)s later, which counts.",
            name=name,
            who=who.name(game, last.who),
            points=points(save.after),
        )
        return (Note("check", sentence),)
    done = Note(
        "done",
        _(
            "Saved: %(points)s for %(name)s in round %(number)d.",
            points=points(saved),
            name=name,
            number=round_,
        ),
    )
    if last.number not in cell.crossed:
        return (done,)
    sentence = _(
        "%(who)s also entered %(points)s %(when)s; yours counts now. Both are in the history.",
        **_told(game, *earlier[-1]),
    )
    return (done, Note("check", sentence))


def before_saving(game: Game, round_: int, seat: int, seen: int) -> tuple[Note, ...]:
    """What to say when somebody saved this cell after event number `seen`, which the page knew."""
    saves = game.cell(round_, seat).saves
    if not saves or saves[-1][0].number <= seen:
        return ()
    sentence = _(
        "%(who)s entered %(points)s here %(when)s. If you save, yours will count.", **_told(game, *saves[-1])
    )
    return (Note("check", sentence),)


def _told(game: Game, recorded: Recorded, save: CountSaved) -> dict[str, str]:
    return {
        "who": who.name(game, recorded.who),
        "points": points(save.after),
        "when": moment(recorded.at),
    }
