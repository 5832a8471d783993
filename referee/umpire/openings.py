"""Whose turn it can be when something new comes to light, and what has to have happened for that."""

from __future__ import annotations

from collections.abc import Iterator

from referee.acts import TURN_ACTS, Draw, LayEngine, Mark, Pass, TurnAct
from referee.judge import judge, judge_turn_end
from referee.played import close_turn
from referee.round import RoundState
from referee.turn_end import stops_short
from referee.umpire.evidence import EndTurn, Scene
from referee.umpire.story import Entry, Step, Story, dearer, retold, with_act, with_act_at

SKIPPED, SKIPPED_UNSEEN, SKIPPED_UNMARKED, SKIPPED_UNDRAWN = 2, 4, 7, 4
"""What it costs that a player passed without a sign: a marker stood there already; nobody looks for markers;
none came although somebody looks; and further, no tile was drawn although they are counted."""
BEGUN = 1
"""What it costs that one more turn began where several things come to light at once."""
STOPPED = 1
"""What it costs that who did something passed then without a sign."""


def openings(story: Story, scene: Scene, cause: int) -> Iterator[tuple[Story, str]]:
    """Stories in which it is a player's turn, the simplest first: the one who is at it, then the next ones.

    In each the turn before has its end, and who was passed over has passed.
    """
    state = story.state
    players = state.setup.players
    if state.log is not None:
        yield story, players[state.log.seat]
        story = with_ending(story, scene, cause)
        state = close_turn(story.state)
    seat = state.expected
    story = dearer(story, BEGUN if scene.several else 0)
    if seat is None:
        for player in players:
            yield story, player
        return
    for _ in players:
        yield story, players[seat]
        story = with_skipped(story, players[seat], scene, cause)
        if story.cost > scene.dearest:
            return
        seat = (seat + 1) % len(players)


def acted(story: Story, act: TurnAct, cause: int) -> Story:
    """The story with a further act of a turn. Who begins has laid the engine, where the rules say so."""
    state = story.state
    rules = state.setup.rules
    if (
        state.engine is not None
        and (state.holder, state.opener, state.log) == (None, None, None)
        and rules.starter == "engine_holder"
        and rules.engine_source != "set_aside"
    ):
        holder = act.player if state.starter is None else state.setup.players[state.starter]
        story = retold(
            story,
            [
                Entry(step.act._replace(player=holder), step.cause)
                if isinstance(step, Entry) and isinstance(step.act, LayEngine)
                else step
                for step in story.steps
            ],
        )
    return with_act(story, act, cause)


def with_pass(story: Story, player: str, scene: Scene, cause: int, assumed: bool = False) -> Story:
    """The story in which `player` passes; a draw that is due and can't be seen is assumed."""
    if not scene.counted and is_draw_due(story.state, player):
        story = acted(story, Draw(player, assumed=True), cause)
    return acted(story, Pass(player, assumed), cause)


def is_draw_due(state: RoundState, player: str) -> bool:
    """Whether `player` has to draw before passing, if there is a tile to draw; nobody may know that."""
    if state.boneyard is None or state.boneyard[1]:
        state = state._replace(boneyard=(1, 1))
    return any(fault.code == "MUST_DRAW" for fault in judge(state, Pass(player)))


def with_ending(story: Story, scene: Scene, cause: int) -> Story:
    """The story in which nothing is missing for the turn that is going on to be over.

    A turn that stops short is a pass. Where nobody looks for markers they are moved as the rules ask.
    """
    log = story.state.log
    if log is None:
        return story
    player = story.state.setup.players[log.seat]
    if stops_short(story.state):
        story = dearer(with_pass(story, player, scene, cause, assumed=log.stops_unseen), STOPPED)
    return story if scene.marked else _with_markers(story, player, cause)


def with_skipped(story: Story, player: str, scene: Scene, cause: int) -> Story:
    """The story in which `player` has passed and nobody saw it."""
    passed = with_pass(story, player, scene, cause)
    if not any(fault.code == "MARKER_MISSING" for fault in judge_turn_end(passed.state)):
        return dearer(passed, SKIPPED)
    undrawn = scene.counted and is_draw_due(story.state, player)
    passed = with_pass(story, player, scene, cause, assumed=True)
    if not scene.marked:
        passed = acted(passed, Mark(player, player, on=True), cause)
    extra = SKIPPED_UNMARKED if scene.marked else SKIPPED_UNSEEN
    return dearer(passed, extra + (SKIPPED_UNDRAWN if undrawn else 0))


def _with_markers(story: Story, player: str, cause: int) -> Story:
    for fault in judge_turn_end(story.state):
        if fault.code in ("MARKER_MISSING", "MARKER_SHOULD_BE_OFF"):
            story = acted(story, Mark(player, player, fault.code == "MARKER_MISSING"), cause)
    return story


def is_at_it(story: Story, player: str) -> bool:
    """Whether the turn of `player` is going on."""
    log = story.state.log
    return log is not None and story.state.setup.players[log.seat] == player


def end_turn(story: Story, player: str, cause: int) -> Story:
    """The story in which the turn of `player` is over now."""
    return with_act(story, EndTurn(player), cause)


def last_turn(story: Story, player: str, within: int = 2) -> tuple[int, int] | None:
    """The first step of the last turn of `player`, and the one after its last act; None where it is long ago.

    It has to be among the last `within` turns.
    """
    turns, end, start = 0, None, 0
    other: str | None = None
    for place in range(len(story.steps) - 1, -1, -1):
        step = story.steps[place]
        if not isinstance(step, Entry) or not isinstance(step.act, TURN_ACTS):
            continue
        if step.act.player != other:
            if end is not None:
                return start, end
            other, turns = step.act.player, turns + 1
            if turns > within:
                return None
        if step.act.player == player:
            start = place
            if end is None:
                end = place + 1
    return None if end is None else (start, end)


def late(story: Story, act: TurnAct, cause: int) -> Story | None:
    """The story in which `act` belongs to the last turn of its player, which is over; None where none is."""
    turn = None if is_at_it(story, act.player) else last_turn(story, act.player)
    if turn is None:
        return None
    if isinstance(act, Mark) and act.on:
        # The marker shows that a pass took place which nobody saw.
        seen = [_seen(step) if turn[0] <= n < turn[1] else step for n, step in enumerate(story.steps)]
        story = story._replace(steps=tuple(seen))
    return with_act_at(story, turn[1], act, cause)


def _seen(step: Step) -> Step:
    if isinstance(step, Entry) and isinstance(step.act, Pass):
        return step._replace(act=Pass(step.act.player))
    return step


def with_unseen_draw(story: Story, player: str, cause: int) -> Story | None:
    """The story in which `player` began the last turn with a draw that nobody saw.

    None where the boneyard is surely empty.
    """
    turn = last_turn(story, player, within=len(story.state.setup.players) + 1)
    if turn is None or story.state.boneyard == (0, 0):
        return None
    return with_act_at(story, turn[0], Draw(player, assumed=True), cause)
