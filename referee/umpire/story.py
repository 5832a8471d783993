"""One story of a round: acts that explain what was seen, with what the referee says to each of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from referee.acts import TURN_ACTS, Line, TableAct, TurnAct, TurnLine, Undo
from referee.judge import judge_turn_end
from referee.play import follow
from referee.played import close_turn
from referee.round import RoundState, accused
from referee.umpire.evidence import Act, EndTurn
from referee.violations import WARNINGS, Violation

PRICES = {"NOT_ANNOUNCED": 0, "ONE_TILE_PER_TURN": 8, "TURN_OVER": 8, "OUT_OF_TURN": 8, "ROUND_OVER": 9}
"""How improbable a fault is, where it is not `WARNING` or `ILLEGAL`; a story costs what its faults cost."""
WARNING, ILLEGAL = 3, 6


class Entry(NamedTuple):
    """An act of a story and the piece of evidence that it explains."""

    act: Act
    cause: int


class Back(NamedTuple):
    """The tile of the evidence `laid` is taken back."""

    laid: int
    cause: int


Step: TypeAlias = Entry | Back


class Told(NamedTuple):
    """What an umpire says of a story: an act, a whole turn when it `closes`, or that one is taken back.

    `out` says that its player has no tile left then.
    """

    line: TurnAct | TableAct | TurnLine | Undo
    cause: int
    violations: tuple[Violation, ...] = ()
    closes: bool = False
    out: bool = False


class Group(NamedTuple):
    """The acts of one line of the record; `state` and `faults` are those before it."""

    state: RoundState
    faults: int
    entries: tuple[Entry, ...]

    @property
    def line(self) -> Line:
        """The line that says them."""
        act = self.entries[0].act
        if not isinstance(act, TURN_ACTS):
            assert not isinstance(act, EndTurn)
            return act
        acts = tuple(entry.act for entry in self.entries if isinstance(entry.act, TURN_ACTS))
        return TurnLine(act.player, acts)


class Story(NamedTuple):
    """A story as a value. All but `base`, `steps`, `owners` and `extra` follows from these.

    `standing` are the lines that were not taken back and `open` is the one that is going on; `record` are all
    lines that are finished, with those that were taken back. `owners` has the train of each place of a layout
    as far as this story knows it. `extra` is what the story costs beside its faults.
    """

    base: RoundState
    state: RoundState
    steps: tuple[Step, ...] = ()
    owners: tuple[tuple[str, str], ...] = ()
    extra: int = 0
    faults: int = 0
    standing: tuple[Group, ...] = ()
    open: Group | None = None
    record: tuple[Line, ...] = ()
    told: tuple[Told, ...] = ()

    @property
    def cost(self) -> int:
        """How improbable the story is."""
        return self.extra + self.faults

    @property
    def lines(self) -> tuple[Line, ...]:
        """The round as a record tells it so far."""
        return self.record if self.open is None else (*self.record, self.open.line)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The acts that stand, in their order."""
        groups = self.standing if self.open is None else (*self.standing, self.open)
        return tuple(entry for group in groups for entry in group.entries)

    def acts_of(self, cause: int) -> tuple[Act, ...]:
        """What a piece of evidence means in this story."""
        return tuple(entry.act for entry in self.entries if entry.cause == cause)


def begin_story(base: RoundState) -> Story:
    """The story of a round in which nothing happened yet."""
    return Story(base, base)


def dearer(story: Story, extra: int) -> Story:
    """The story, as much less probable."""
    return story._replace(extra=story.extra + extra) if extra else story


def owner_of(story: Story, slot: str) -> str | None:
    """The train that lies at a place of the layout, named or learnt; None where the story doesn't know it."""
    return slot if slot in story.base.setup.trains else dict(story.owners).get(slot)


def owning(story: Story, slot: str, train: str) -> Story:
    """The story in which a place of the layout is that of a train."""
    if (slot, train) in story.owners:
        return story
    return story._replace(owners=tuple(sorted((*story.owners, (slot, train)))))


def with_act(story: Story, act: Act, cause: int) -> Story:
    """The story in which `act` comes next."""
    return _with_step(story._replace(steps=(*story.steps, Entry(act, cause))), Entry(act, cause))


def without_tile(story: Story, laid: int, cause: int) -> Story:
    """The story in which the tile of the evidence `laid` is taken back."""
    step = Back(laid, cause)
    return _with_step(story._replace(steps=(*story.steps, step)), step)


def retold(story: Story, steps: Iterable[Step]) -> Story:
    """The story with other steps, told from its beginning."""
    steps = tuple(steps)
    told = Story(story.base, story.base, steps, story.owners, story.extra)
    for step in steps:
        told = _with_step(told, step)
    return told


def with_act_at(story: Story, place: int, act: Act, cause: int) -> Story:
    """The story with one more step at a place among its steps."""
    return retold(story, (*story.steps[:place], Entry(act, cause), *story.steps[place:]))


def price(violations: Iterable[Violation]) -> int:
    """How improbable it is that somebody does what is wrong in these ways."""
    return sum(PRICES.get(found.code, WARNING if found.code in WARNINGS else ILLEGAL) for found in violations)


def _with_step(story: Story, step: Step) -> Story:
    if isinstance(step, Back):
        return _taken_back(story, step)
    if isinstance(step.act, EndTurn):
        return _ended(story, step)
    turn_act = isinstance(step.act, TURN_ACTS)
    going_on = turn_act and story.open is not None and _is_going_on(story.state, step.act)
    if not going_on and story.state.log is not None:
        story = _closed(story, step.cause)
    state, _, told = follow(story.state, step.act)
    group = story.open or Group(story.state, story.faults, ())
    group = group._replace(entries=(*group.entries, step))
    story = story._replace(
        state=state,
        faults=story.faults + price(told),
        told=(*story.told, Told(step.act, step.cause, told, out=state.out != story.state.out)),
    )
    if turn_act:
        return story._replace(open=group)
    return story._replace(standing=(*story.standing, group), record=(*story.record, group.line))


def _is_going_on(state: RoundState, act: Act) -> bool:
    """Whether a turn is going on, and it is that of the act's player."""
    if state.log is None or not isinstance(act, TURN_ACTS):
        return False
    return state.log.seat == state.setup.number_of[act.player]


def _ended(story: Story, step: Entry) -> Story:
    if story.open is None:
        return story
    story = story._replace(open=story.open._replace(entries=(*story.open.entries, step)))
    return _closed(story, step.cause)


def _closed(story: Story, cause: int) -> Story:
    """The story after the turn that is going on has ended without an act of somebody else."""
    ended = judge_turn_end(story.state)
    state = close_turn(accused(story.state, ended))
    return _finished(story, cause, ended)._replace(state=state)


def _finished(story: Story, cause: int, ended: tuple[Violation, ...]) -> Story:
    """The story with the line that was going on finished; `ended` is what its end has shown."""
    if story.open is None:
        return story
    line = story.open.line
    assert isinstance(line, TurnLine)
    return story._replace(
        faults=story.faults + price(ended),
        standing=(*story.standing, story.open),
        open=None,
        record=(*story.record, line),
        told=(*story.told, Told(line, cause, ended, closes=True)),
    )


def _taken_back(story: Story, step: Back) -> Story:
    """Take back the line of a tile with all after it, as records do; what else happened is told again."""
    groups = story.standing if story.open is None else (*story.standing, story.open)
    first = next((n for n, group in enumerate(groups) if _has(group, step.laid)), None)
    if first is None:
        return story
    undone = (Undo(),) * sum(isinstance(group.line, TurnLine) for group in groups[first:])
    rest = [entry for group in groups[first:] for entry in group.entries if entry.cause != step.laid]
    story = story._replace(
        state=groups[first].state,
        faults=groups[first].faults,
        standing=groups[:first],
        open=None,
        record=(*story.lines, *undone),
        told=story.told + tuple(Told(undo, step.cause) for undo in undone),
    )
    for entry in rest:
        story = _with_step(story, entry)
    return story


def _has(group: Group, cause: int) -> bool:
    return any(entry.cause == cause for entry in group.entries)
