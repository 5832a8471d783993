"""What a page shows of a table that is watched: one value, made of what the umpire knows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from referee.acts import LayEngine, Play, TurnLine
from referee.record import line_text
from referee.setup import Setup
from referee.umpire import Choice, EndTurn, Watch, acts_of
from referee.umpire.story import Back, Entry, Told
from referee.violations import Violation, verdict
from web.live.entering import entry_text
from web.live.fold import Live
from web.live.questions import open_questions
from web.live.train_file import record_of
from web.table.words import in_words

_LATEST = 12
"""So many acts are shown in words; the record has all of them."""
_CARDS = 3
"""So many alarms are shown at once, the newest ones."""


@dataclass(frozen=True, slots=True)
class ActView:
    """Something that happened, as a page tells it; `faults` are sentences."""

    words: str
    verdict: str = "legal"
    faults: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Alarm:
    """An illegal act that stands and that nobody has allowed yet.

    `place` (from 0) is that of its act, `text` what the record says of it. A `laid` tile is taken back on the
    table, where the camera sees it; of other acts somebody can say that they did not happen, unless it is the
    `whole_turn` that is wrong.
    """

    place: int
    text: str
    words: str
    faults: tuple[str, ...]
    laid: bool = False
    whole_turn: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that is open: `number` (from 0) among those of the round, and the answers' words."""

    number: int
    text: str
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as a page shows it; the newest act, alarm and question come first."""

    round: int
    turn: str | None = None
    over: bool = False
    acts: tuple[ActView, ...] = ()
    alarms: tuple[Alarm, ...] = ()
    questions: tuple[Asked, ...] = ()
    record: tuple[str, ...] = field(default=())


def table_view(live: Live) -> TableView:
    """The table `live`, in words of the reader's language."""
    watch = live.watch
    state = watch.story.state
    seat = state.log.seat if state.log is not None else state.expected
    told = [ActView(*_told(each, live)) for each in watch.story.told if _is_news(each)]
    return TableView(
        live.round,
        turn=None if seat is None else live.setup.shown(live.setup.players[seat]),
        over=state.end is not None,
        acts=tuple(told[: -_LATEST - 1 : -1]),
        alarms=tuple(_alarms(watch))[: -_CARDS - 1 : -1],
        questions=tuple(_asked(watch))[::-1],
        record=tuple(line_text(line.line) for line in record_of(live).lines),
    )


def _is_news(told: Told) -> bool:
    """Whether it says more than what was told before it: the end of a turn does so by what it has shown."""
    return not isinstance(told.line, TurnLine) or bool(_seen(told))


def _told(told: Told, live: Live) -> tuple[str, str, tuple[str, ...]]:
    found = _seen(told)
    return in_words(told.line, live.setup), verdict(found), tuple(each.message for each in found)


def _seen(told: Told) -> tuple[Violation, ...]:
    """What is wrong, but for what no camera sees: nobody is accused of a knock that nobody heard."""
    return tuple(found for found in told.violations if found.code != "NOT_ANNOUNCED")


def _alarms(watch: Watch) -> Iterator[Alarm]:
    entries = acts_of(watch)
    for told in watch.story.told:
        found = _seen(told)
        if verdict(found) != "illegal":
            continue
        whole_turn = isinstance(told.line, TurnLine)
        act = told.line.acts[-1] if isinstance(told.line, TurnLine) else told.line
        place = next((n for n, entry in enumerate(entries) if _is_it(entry, act, told, whole_turn)), None)
        if place is None or entries[place].cause in watch.pins:
            continue  # it was taken back, or somebody has said that it is so
        yield Alarm(
            place,
            entry_text(entries[place].act),
            in_words(told.line if not whole_turn else act, watch.setup),
            tuple(each.message for each in found),
            isinstance(told.line, (Play, LayEngine)),
            whole_turn,
        )


def _is_it(entry: Entry, act: object, told: Told, whole_turn: bool) -> bool:
    """Whether `entry` is the act that was told; the cause of a turn's end is what came after it."""
    return entry.act == act and (whole_turn or entry.cause == told.cause)


def _asked(watch: Watch) -> Iterator[Asked]:
    back = {step.laid for step in watch.story.steps if isinstance(step, Back)}
    for number in open_questions(watch):
        question = watch.questions[number]
        if question.cause not in back:  # who laid a tile matters no more once it is taken back
            yield Asked(number, question.text, tuple(_choice(each, watch.setup) for each in question.choices))


def _choice(choice: Choice, setup: Setup) -> str:
    words = [in_words(act, setup) for act in choice.acts if not isinstance(act, EndTurn)]
    return ", ".join(words) or choice.text
