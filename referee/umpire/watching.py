"""An umpire at the table: layout by layout, with what people say, and back where they correct it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from referee.acts import (
    TURN_ACTS,
    BeginRound,
    Draw,
    LayEngine,
    Line,
    Mark,
    Play,
    TableAct,
    TurnAct,
)
from referee.errors import RulesError
from referee.layout import Layout, SeenTile
from referee.round import RoundState, new_round
from referee.setup import Setup
from referee.umpire.decision import PATIENCE, Decision, Question, decisions
from referee.umpire.entering import UmpireError, check_act, check_round
from referee.umpire.evidence import (
    SURE,
    Act,
    Batch,
    EndTurn,
    Said,
    TileDrawn,
    TileLaid,
    TileTaken,
    place_of,
)
from referee.umpire.explaining import explained, retold_from, with_batch
from referee.umpire.looking import Watch, looked
from referee.umpire.sight import placed
from referee.umpire.story import Entry, Told, begin_story, owning
from referee.umpire.strays import asked_whose

GONE = "What this question is about is no longer there: enter what happened instead."


def watch_round(
    setup: Setup, number: int = 1, starter: str | None = None, earlier: Iterable[Line] = ()
) -> Watch:
    """An umpire at the start of a round, before the first layout.

    `starter` is who has the first turn where an earlier round decides it, `earlier` the lines before. Raises
    `RulesError` for a starter who doesn't play and for a round that the game doesn't have.

    >>> from referee.tiles import DominoSet
    >>> watch_round(Setup(("Ana", "Bo"), DominoSet(12), "hub")).story.lines
    ()
    """
    if starter is not None and starter not in setup.players:
        raise RulesError("stranger", player=starter)
    if not 1 <= number <= setup.last_round:
        raise RulesError("round", last=setup.last_round, round=number)
    return _begun(setup, number, starter, earlier)


def _begun(setup: Setup, number: int, starter: str | None, earlier: Iterable[Line]) -> Watch:
    """An umpire at the start of a round; one too many at the table is for the judge to say."""
    seat = None if starter is None else setup.number_of[starter]
    return Watch(((begin_story(new_round(setup, number, seat)),),), earlier=tuple(earlier))


def lines_of(watch: Watch) -> tuple[Line, ...]:
    """The record so far, as the story that is told has it."""
    return (*watch.earlier, *watch.story.lines)


def acts_of(watch: Watch) -> tuple[Entry, ...]:
    """The acts of the round that stand, in their order; `corrected` goes by their places, from 0."""
    return watch.story.entries


def step(watch: Watch, layout: Layout) -> tuple[Watch, tuple[Decision, ...]]:
    """The watch after one more settled layout, and what is decided by it.

    A layout that shows nothing new decides nothing. Another engine in an empty hub begins the next round.

    >>> from referee.layout import SeenTrain
    >>> from referee.tiles import DominoSet
    >>> watch = watch_round(Setup(("Ana", "Bo"), DominoSet(12), "hub"), starter="Ana")
    >>> engine, train = SeenTile(12, 12), SeenTrain("Ana", (SeenTile(12, 4),))
    >>> watch, said = step(watch, Layout(engine))
    >>> watch, said = step(watch, Layout(engine, (train,)))
    >>> [(decision.text, decision.verdict, decision.turn_open) for decision in said]
    [('Ana: 12-4@Ana', 'legal', True)]
    """
    number = _next_round(watch, layout)
    if number is not None:
        watch, closing = _begin(watch, number)
        watch, said = step(watch, layout)
        return watch, closing + said
    watch, renamed = _at_their_names(watch, layout)
    told = watch.story.told
    look = looked(watch, layout)
    watch = retold_from(look.watch, look.changed)
    watch, asked = explained(watch, look.news)
    watch, said = _announced(watch, told, asked)
    return watch, renamed + said


def _at_their_names(watch: Watch, layout: Layout) -> tuple[Watch, tuple[Decision, ...]]:
    """The watch in which a row with the name of a train is that one, whatever was believed of other rows."""
    decided: tuple[Decision, ...] = ()
    for name in (train.name for train in layout.trains if train.tiles and train.name in watch.setup.trains):
        if (name, name) in watch.beliefs[0][0].owners:
            continue
        if any(train == name for rows in watch.beliefs for story in rows for _, train in story.owners):
            watch, said = named(watch, name, name)
            decided += said
        else:
            beliefs = (tuple(owning(story, name, name) for story in stories) for stories in watch.beliefs)
            watch = replace(watch, beliefs=tuple(beliefs))
    return watch, decided


def tap(watch: Watch, act: TurnAct | TableAct | EndTurn | BeginRound) -> tuple[Watch, tuple[Decision, ...]]:
    """The watch after somebody entered an act that comes next, and what is decided by it.

    A pass that is tapped comes after a draw, if one is due that nobody can see. A knock or a marker belongs
    to its player's last turn. `EndTurn` says that a turn is over. What a person says is not doubted. Raises
    `RulesError` for a player or a train that the game doesn't have, and `UmpireError` for what is no act, for
    a round that can't come next and for a boneyard that can't be.
    """
    if isinstance(act, BeginRound):
        check_round(watch.story.state, act.number)
        return _begin(watch, act.number)
    check_act(watch.setup, act)
    told = watch.story.told
    watch, news = _known_by_now(watch, act)
    if news:
        batch = Batch((Said(watch.causes, act),), watch.counted, watch.marked)
        watch = replace(watch, causes=watch.causes + 1)
        watch = with_batch(watch, batch)
    return _announced(watch, told, ())


def corrected(watch: Watch, number: int, *acts: Act) -> tuple[Watch, tuple[Decision, ...]]:
    """The watch in which other acts, or none, happened in place of one; what follows is worked out again.

    `number` is a place in `acts_of`. To add an act before another, name both. What a person says is not
    doubted: layouts change nothing of it. Raises `UmpireError` for an act that is not there, and what `tap`
    raises for acts that can't be; a round doesn't begin by a correction.
    """
    for act in acts:
        check_act(watch.setup, act)
    entries = acts_of(watch)
    if not 0 <= number < len(entries):
        raise UmpireError(f"There is no act {number} in this round: it has {len(entries)}, counted from 0.")
    cause = entries[number].cause
    means: list[Act] = []
    for place, entry in enumerate(entries):
        if place == number:
            means += acts
        elif entry.cause == cause:
            means.append(entry.act)
    return _pinned(watch, cause, tuple(means))


def answered(watch: Watch, question: Question, choice: int) -> tuple[Watch, tuple[Decision, ...]]:
    """The watch after a question was answered by one of its choices.

    Questions can be answered again, until what they are about is gone. Raises `UmpireError` for a question
    that was not asked in this round or came to nothing, and for a choice that it doesn't have.
    """
    if question not in watch.questions:
        raise UmpireError("This question was not asked in this round: it can't be answered now.")
    if not 0 <= choice < len(question.choices):
        raise UmpireError(f"The question has {len(question.choices)} answers, counted from 0: not {choice}.")
    chosen = question.choices[choice]
    if question.cause is not None:
        if place_of(watch.batches, question.cause) == len(watch.batches):
            raise UmpireError(GONE)
        if chosen.train is not None and question.place is not None:
            pins = {cause: acts for cause, acts in watch.pins.items() if cause != question.cause}
            return named(replace(watch, pins=pins), question.place[0], chosen.train)
        return _pinned(watch, question.cause, chosen.acts)
    if question.place is None or chosen.tile is None:
        raise UmpireError("This question can't be answered by a choice: enter the act instead.")
    told, (slot, place) = watch.story.told, question.place
    row, tile, cause = watch.rows.get(slot, ()), chosen.tile, watch.causes
    if len(row) > place:
        old = row[place].cause
        rows = {**watch.rows, slot: (*row[:place], placed(old, tile, fixed=True), *row[place + 1 :])}
        means = watch.story.acts_of(old)
        return _pinned(replace(watch, rows=rows), old, tuple(_as_tile(act, tile) for act in means))
    if len(row) < place:
        raise UmpireError(GONE)
    item = TileLaid(cause, slot, tile.touching, tile.end)
    rows = {**watch.rows, slot: (*row, placed(cause, tile, fixed=True))}
    watch = replace(watch, rows=rows, causes=cause + 1)
    watch, asked = explained(watch, (item,))
    return _announced(watch, told, asked)


def _as_tile(act: Act, tile: SeenTile) -> Act:
    return act._replace(touching=tile.touching, end=tile.end) if isinstance(act, Play) else act


def named(watch: Watch, slot: str, train: str) -> tuple[Watch, tuple[Decision, ...]]:
    """The watch in which somebody said whose train lies at a place of the layouts.

    What was said before of that place, or of another one that was to be the same train, is no longer true.
    A row that can be nobody's then is asked about. Raises `RulesError` for a train that nobody has, and
    `UmpireError` where the place has the name of another train, or that train a row of its own name.
    """
    told, train = watch.story.told, watch.setup.trains[watch.setup.number_of[train]]
    base = watch.beliefs[0][0]
    if slot != train and (slot in watch.setup.trains or (train, train) in base.owners):
        name = slot if slot in watch.setup.trains else train
        raise UmpireError(f"A row that is called {name} is that train, and no other row is.")
    owners = tuple(pair for pair in base.owners if pair[0] != slot and pair[1] != train)
    story = owning(base._replace(owners=owners), slot, train)
    watch = replace(watch, beliefs=((story,), *watch.beliefs[1:]))
    return _announced(retold_from(watch, 0), told, ())


def _pinned(watch: Watch, cause: int, acts: tuple[Act, ...]) -> tuple[Watch, tuple[Decision, ...]]:
    """The watch in which a piece of evidence means `acts`, as a person says, and its tile is read right."""
    told = watch.story.told
    rows = {
        slot: tuple(tile._replace(fixed=True) if tile.cause == cause else tile for tile in row)
        for slot, row in watch.rows.items()
    }
    watch = replace(watch, pins={**watch.pins, cause: acts}, rows=rows)
    return _announced(retold_from(watch, place_of(watch.batches, cause)), told, ())


def _announced(
    watch: Watch, told: tuple[Told, ...], asked: tuple[Decision, ...]
) -> tuple[Watch, tuple[Decision, ...]]:
    """The watch, and what has to be said after `told` was said before."""
    if watch.story.told != told:
        watch, said = _differing(watch, told)
        asked += said
    asked += asked_whose(watch)
    questions = tuple(found.question for found in asked if found.question)
    return replace(watch, questions=watch.questions + questions), asked


def _differing(watch: Watch, told: tuple[Told, ...]) -> tuple[Watch, tuple[Decision, ...]]:
    """The watch, and what the story that is told now says otherwise than `told`."""
    due = watch.batches[-1 - PATIENCE : len(watch.batches) - PATIENCE]
    waiting = [item.cause for batch in due for item in batch.items]
    said = decisions(told, watch.beliefs[-1], watch.certainties, watch.asked, waiting)
    causes = {found.question.cause for found in said if found.question and found.question.cause is not None}
    return replace(watch, asked=watch.asked | causes), said


# What people say that a camera sees as well


def _known_by_now(watch: Watch, act: Act) -> tuple[Watch, bool]:
    """The watch that will not take for news what was said, and whether it is news."""
    owners = {train: slot for slot, train in watch.story.owners}
    if isinstance(act, Play):
        slot = owners.get(act.train, act.train)
        tile = placed(watch.causes, SeenTile(act.touching, act.end), fixed=True)
        return replace(watch, rows={**watch.rows, slot: (*watch.rows.get(slot, ()), tile)}), True
    if isinstance(act, LayEngine):
        engine = placed(watch.causes, SeenTile(act.tile.high, act.tile.low), fixed=True)
        return replace(watch, engine=engine), True
    if isinstance(act, Mark):
        slot = owners.get(act.train, act.train)
        return replace(watch, markers=watch.markers | {slot} if act.on else watch.markers - {slot}), True
    if isinstance(act, Draw) and watch.counted and not act.assumed:
        entry = next(
            (entry for entry in reversed(watch.story.entries) if isinstance(entry.act, TURN_ACTS)), None
        )
        seen = {item.cause for batch in watch.batches for item in batch.items if isinstance(item, TileDrawn)}
        if entry is not None and entry.cause in seen and entry.act == Draw(act.player):
            watch, _ = _pinned(watch, entry.cause, (act,))
            return watch, False
        if watch.face_down:
            return replace(watch, face_down=watch.face_down - 1), True
    return watch, True


# Rounds


def _next_round(watch: Watch, layout: Layout) -> int | None:
    """The number of the round that begins with another engine in an empty hub; None where it goes on."""
    seen, state = layout.engine, watch.story.state
    if seen is None or watch.engine is None or seen.certainty < SURE or not seen.tile.is_double:
        return None
    begun = bool(len(state.laid)) or state.end is not None
    if not begun or seen.tile == watch.engine.seen.tile or any(train.tiles for train in layout.trains):
        return None
    if watch.setup.rules.engine_source == "highest_held":
        return state.number + 1
    number = watch.setup.domino_set.max_pip - seen.tile.high + 1
    return number if number > state.number else None


def _begin(watch: Watch, number: int) -> tuple[Watch, tuple[Decision, ...]]:
    """The watch of the next round, and what closes this one."""
    told = watch.story.told
    last = len(watch.batches)
    while (
        last
        and watch.batches[last - 1].items
        and all(isinstance(item, TileTaken) for item in watch.batches[last - 1].items)
    ):
        # What was taken away last was no play: the table was being cleared.
        last -= 1
    watch = replace(watch, batches=watch.batches[:last], beliefs=watch.beliefs[: last + 1])
    log = watch.story.state.log
    if log is not None:
        act = EndTurn(watch.setup.players[log.seat])
        watch = with_batch(watch, Batch((Said(watch.causes, act),), watch.counted, watch.marked))
    watch, said = _announced(watch, told, ())
    begin = BeginRound(number)
    after = _begun(watch.setup, number, _rotated(watch, number), (*lines_of(watch), begin))
    return replace(after, marked=watch.marked), (*said, Decision(begin))


def _rotated(watch: Watch, number: int) -> str | None:
    """Who starts round `number` where the start goes round the table (`docs/rules.md`, The engine)."""
    state: RoundState = watch.story.state
    opener = state.opener if state.starter is None else state.starter
    if watch.setup.rules.starter != "rotate" or opener is None:
        return None
    players = watch.setup.players
    return players[(opener + number - state.number) % len(players)]
