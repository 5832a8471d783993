"""What one piece of evidence can mean in a story: every way to go on that is worth a look."""

from __future__ import annotations

from collections.abc import Iterator

from referee.acts import (
    MEXICAN,
    TURN_ACTS,
    CallBlocked,
    CountBoneyard,
    CountLeft,
    Draw,
    Knock,
    LayEngine,
    Mark,
    Pass,
    Play,
    ShowHand,
    TableAct,
    TurnAct,
    WriteScore,
)
from referee.judge import judge_turn_end
from referee.played import before
from referee.round import RoundState
from referee.tile_sets import bit
from referee.turn_end import is_complete
from referee.umpire.evidence import (
    SURE,
    Act,
    Counted,
    EndTurn,
    EngineSeen,
    Item,
    MarkerMoved,
    Said,
    Scene,
    TileDrawn,
    TileLaid,
    TileTaken,
)
from referee.umpire.openings import (
    acted,
    end_turn,
    is_at_it,
    late,
    openings,
    with_ending,
    with_pass,
    with_unseen_draw,
)
from referee.umpire.story import (
    Back,
    Entry,
    Step,
    Story,
    dearer,
    owner_of,
    owning,
    with_act,
    with_act_at,
    without_tile,
)

DOUBTFUL = 20
"""What it costs to accuse somebody by a doubtful reading."""
NOT_OWN, MEXICAN_FIRST = 3, 4
"""What it costs that the first tile at a place of the hub is not its layer's own train."""
MISREAD, TURNED = 2, 1
"""What it costs that a half was misread, or the tile read from the wrong end."""
LATE, UNASKED, EARLY, NOT_HIS = 1, 4, 1, 9
"""What it costs that a marker moves after its turn, that no rule asks for it, that it moves first, and that
another player moves it."""
AGAIN, SOMEBODY_ELSE = 1, 3
"""What it costs that a fault is done by who had finished the turn, and that another player lays a tile that
was just taken back."""
UNSEEN_DRAW, UNCOUNTED_DRAW = 0, 4
"""What it costs that a tile was drawn unseen, out of sight or under somebody's eyes."""


def readings(story: Story, item: Item, scene: Scene) -> Iterator[Story]:
    """The stories in which `item` comes next."""
    if isinstance(item, EngineSeen):
        yield with_act(story, LayEngine(item.tile), item.cause)
    elif isinstance(item, Counted):
        yield with_act(story, CountBoneyard(item.tiles), item.cause)
    elif isinstance(item, TileTaken):
        yield without_tile(story, item.laid, item.cause)
    else:
        yield from _come(story, item, scene)
        if story.state.end == "out" and _goes_on(item):
            alive = _alive(story, scene, item.cause)
            if alive is not None:
                yield from _come(alive, item, scene)


def _goes_on(item: Item) -> bool:
    """Whether a piece of evidence shows that the round is not over."""
    return not isinstance(item, Said) or isinstance(item.act, (Play, Draw, Pass))


def pinned(story: Story, acts: tuple[Act, ...], cause: int) -> Story:
    """The story in which a piece of evidence means these acts, because a person said so."""
    for act in acts:
        if isinstance(act, TURN_ACTS):
            story = _at_its_place(story, act, cause) or acted(story, act, cause)
        else:
            story = with_act(story, act, cause)
    return story


def _at_its_place(story: Story, act: TurnAct, cause: int) -> Story | None:
    """The story with an act that belongs to a turn before; None where the act just comes next."""
    if is_at_it(story, act.player):
        return None
    if isinstance(act, (Knock, Mark)):
        return late(story, act, cause)
    seat = story.state.setup.number_of[act.player]
    if isinstance(act, Draw) and act.assumed and story.state.out >> seat & 1:
        return with_unseen_draw(story, act.player, cause)
    return None


def _come(story: Story, item: TileLaid | MarkerMoved | TileDrawn | Said, scene: Scene) -> Iterator[Story]:
    if isinstance(item, TileLaid):
        yield from _laid(story, item, scene)
    elif isinstance(item, MarkerMoved):
        yield from _marker(story, item, scene)
    elif isinstance(item, Said):
        yield _said(story, item.act, scene, item.cause)
    else:
        for opened, player in openings(story, scene, item.cause):
            yield acted(opened, Draw(player), item.cause)


def _alive(story: Story, scene: Scene, cause: int) -> Story | None:
    """The story in which play goes on, as who seemed to be out has drawn a tile that nobody saw."""
    for seat, player in enumerate(story.state.setup.players):
        if story.state.out >> seat & 1:
            drawn = with_unseen_draw(story, player, cause)
            if drawn is None:
                return None
            story = dearer(drawn, UNCOUNTED_DRAW if scene.counted else UNSEEN_DRAW)
    return story


# Tiles


def _laid(story: Story, item: TileLaid, scene: Scene) -> Iterator[Story]:
    at_turn: list[str] = []
    for opened, player in openings(story, scene, item.cause):
        yield from _laid_by(opened, player, item)
        at_turn.append(player)
    owner = owner_of(story, item.slot)
    if owner not in (None, MEXICAN) and owner not in at_turn[:2]:
        # Nobody passed: the owner of the train plays out of turn.
        yield from _laid_by(with_ending(story, scene, item.cause), str(owner), item)


def _laid_by(story: Story, player: str, item: TileLaid) -> Iterator[Story]:
    again = is_at_it(story, player) and is_complete(story.state.position)
    for named, train, extra in _trains(story, item.slot, player):
        for touching, end, misread in _halves(item, named.state, train):
            played = acted(named, Play(player, touching, end, train), item.cause)
            accuses = any(found.severity == "illegal" for found in played.told[-1].violations)
            doubtful = DOUBTFUL if accuses and item.certainty < SURE else 0
            extra += AGAIN if accuses and again else 0
            extra += SOMEBODY_ELSE if _took_back_another(story, played.steps[-1]) else 0
            yield dearer(played, extra + misread + doubtful)


def _took_back_another(story: Story, step: Step) -> bool:
    """Whether the tile of a step was just taken back, and another player had laid it."""
    back = next((one for one in story.steps[-2:] if isinstance(one, Back)), None)
    if back is None or not isinstance(step, Entry) or not isinstance(step.act, Play):
        return False
    mine = step.act
    return any(
        isinstance(one.act, Play) and one.act.tile == mine.tile and one.act.player != mine.player
        for one in story.steps
        if isinstance(one, Entry) and one.cause == back.laid
    )


def _trains(story: Story, slot: str, player: str) -> Iterator[tuple[Story, str, int]]:
    """Whose train lies at a place, each with what it costs to think so."""
    owner = owner_of(story, slot)
    if owner is not None:
        yield owning(story, slot, owner), owner, 0
        return
    known = {train for _, train in story.owners}
    for train in story.state.setup.trains:
        if train in known:
            continue
        marked = story.state.position.marked >> story.state.setup.number_of[train] & 1
        extra = 0 if train == player else MEXICAN_FIRST if train == MEXICAN else NOT_OWN
        if train in (player, MEXICAN) or marked:
            yield owning(story, slot, train), train, extra


def _halves(item: TileLaid, state: RoundState, train: str) -> Iterator[tuple[int, int, int]]:
    """The halves of a tile as they were read, and if that is doubtful as they would match."""
    yield item.touching, item.end, 0
    end = state.position.ends[state.setup.number_of[train]]
    if item.certainty >= SURE or item.touching == end or end not in state.setup.suits:
        return
    if item.end == end:
        yield end, item.touching, TURNED
    matching = Play("", end, item.end, train)
    if matching.tile in state.setup.domino_set and not bit(matching.tile) & state.position.table:
        yield end, item.end, MISREAD


# Markers


def _marker(story: Story, item: MarkerMoved, scene: Scene) -> Iterator[Story]:
    for opened, player in openings(story, scene, item.cause):
        owned = _as_owner(opened, item.slot, player)
        if owned is not None:
            yield from _marker_by(owned, player, item, scene)
    owner = owner_of(story, item.slot)
    if owner is None:
        return
    delayed = late(story, Mark(owner, owner, item.on), item.cause)
    if delayed is not None:
        yield dearer(delayed, LATE)
    for opened, player in openings(story, scene, item.cause):
        if player != owner:
            yield dearer(acted(opened, Mark(player, owner, item.on), item.cause), NOT_HIS)
            return


def _as_owner(story: Story, slot: str, player: str) -> Story | None:
    """The story in which the place is that of `player`; None where it can't be."""
    owner = owner_of(story, slot)
    if owner is not None or player in {train for _, train in story.owners}:
        return story if owner == player else None
    return owning(story, slot, player)


def _marker_by(story: Story, player: str, item: MarkerMoved, scene: Scene) -> Iterator[Story]:
    """A player moves the marker of the own train: after a pass, or with a tile of this turn."""
    mark, cause = Mark(player, player, item.on), item.cause
    turn = before(story.state, Pass(player))
    unfinished = not is_complete(turn.position)
    if item.on and unfinished:
        story = acted(with_pass(story, player, scene, cause), mark, cause)
        yield end_turn(story, player, cause)
        return
    moved = acted(story, mark, cause)
    if item.on and turn.log is not None and turn.log.passed:
        yield end_turn(moved, player, cause)
    elif not item.on and unfinished and not (turn.log and turn.log.laid_own):
        yield dearer(moved, EARLY)
    elif not any(fault.code.startswith("MARKER") for fault in judge_turn_end(moved.state)):
        yield moved
    else:
        yield dearer(moved, UNASKED)
        drawn = with_unseen_draw(moved, player, cause) if item.on and not scene.counted else None
        if drawn and not any(fault.code.startswith("MARKER") for fault in judge_turn_end(drawn.state)):
            yield dearer(drawn, UNSEEN_DRAW)


# What people say


def _said(story: Story, act: Act, scene: Scene, cause: int) -> Story:
    if isinstance(act, EndTurn):
        return end_turn(
            with_ending(_turn_of(story, act.player, scene, cause), scene, cause), act.player, cause
        )
    if not isinstance(act, TURN_ACTS):
        return _table_said(story, act, scene, cause)
    placed = _at_its_place(story, act, cause)
    if placed is not None:
        return placed
    opened = _turn_of(story, act.player, scene, cause)
    if isinstance(act, Pass) and not act.assumed:
        return with_pass(opened, act.player, scene, cause)
    return acted(opened, act, cause)


def _turn_of(story: Story, player: str, scene: Scene, cause: int) -> Story:
    """The story in which it is the turn of `player`, as somebody says."""
    for opened, other in openings(story, scene, cause):
        if other == player:
            return opened
    return with_ending(story, scene, cause)


def _table_said(story: Story, act: TableAct, scene: Scene, cause: int) -> Story:
    """An act of the table; what is said of hands or boneyard within a turn is written before its line."""
    if story.open is None or story.state.log is None:
        return with_act(story, act, cause)
    if is_complete(story.state.position) or isinstance(act, (CallBlocked, CountLeft, WriteScore)):
        return with_act(with_ending(story, scene, cause), act, cause)
    turn = tuple(entry.act for entry in story.open.entries if isinstance(entry.act, TURN_ACTS))
    first = max(place for place, step in enumerate(story.steps) if step == story.open.entries[0])
    return with_act_at(story, first, _before_turn(act, turn), cause)


def _before_turn(act: TableAct, turn: tuple[TurnAct, ...]) -> TableAct:
    """What was true before the turn that is going on, where `act` says what is true now."""
    if isinstance(act, CountBoneyard):
        return CountBoneyard(act.tiles + sum(isinstance(done, Draw) and not done.assumed for done in turn))
    if isinstance(act, ShowHand) and act.player == turn[0].player:
        laid = tuple(done.tile for done in turn if isinstance(done, Play))
        return ShowHand(act.player, act.tiles + laid)
    return act
