"""Faults to plant: how a turn by the rules is made wrong in one known way, and the code that then is due.

Each plant is a question to a scene, and gives the turn with the fault, or nothing where it can't be planted.
What is right and wrong is taken from the rules as they are written; the referee is asked for nothing but
where things lie.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise

from scenes import Scene

from referee.acts import MEXICAN, CallBlocked, Draw, Knock, Line, Mark, Pass, Play, TurnAct, TurnLine
from referee.tiles import Tile

Plant = Callable[[Scene], Line | None]

PLANTS: dict[str, tuple[Plant, str]] = {}
"""Every plant by its name, with the code that is due."""


def plant(code: str) -> Callable[[Plant], Plant]:
    """Put a plant into the table."""

    def put(function: Plant) -> Plant:
        PLANTS[function.__name__] = function, code
        return function

    return put


# The tile and the match


def _instead(scene: Scene, change: Callable[[Play, frozenset[Tile]], Play | None]) -> TurnLine | None:
    """The turn up to its last tile, which is changed; `change` is told the hand then."""
    if not scene.plays:
        return None
    last = scene.plays[-1]
    before = scene.line.acts[: scene.line.acts.index(last)]
    drawn = {act.tile for act in before if isinstance(act, Draw) and act.tile}
    laid = {act.tile for act in before if isinstance(act, Play)}
    other = change(last, (scene.hand | drawn) - laid)
    return None if other is None else scene.turn(*before, other)


def _tile_instead(scene: Scene, tiles: Iterable[Tile]) -> TurnLine | None:
    tile = scene.any_of(tiles)
    return _instead(scene, lambda act, _: act._replace(touching=tile.low, end=tile.high)) if tile else None


@plant("TILE_WRONG_WAY_ROUND")
def turned(scene: Scene) -> Line | None:
    def turn(act: Play, _: frozenset[Tile]) -> Play | None:
        return None if act.is_double else act._replace(touching=act.end, end=act.touching)

    return _instead(scene, turn)


@plant("END_MISMATCH")
def a_tile_that_does_not_fit(scene: Scene) -> Line | None:
    def change(act: Play, hand: frozenset[Tile]) -> Play | None:
        tile = scene.any_of(tile for tile in hand if act.touching not in (tile.high, tile.low))
        return act._replace(touching=tile.high, end=tile.low) if tile else None

    return _instead(scene, change)


@plant("TILE_NOT_IN_SET")
def a_tile_of_another_set(scene: Scene) -> Line | None:
    return _instead(scene, lambda act, _: act._replace(end=scene.setup.domino_set.max_pip + 1))


@plant("TILE_SEEN_TWICE")
def a_tile_from_the_table(scene: Scene) -> Line | None:
    held = frozenset().union(*scene.hands.values())
    return _tile_instead(scene, frozenset(scene.setup.domino_set) - held - scene.boneyard)


@plant("TILE_SEEN_TWICE")
def a_tile_from_another_hand(scene: Scene) -> Line | None:
    return _tile_instead(scene, scene.hands[scene.rng.choice(scene.others())])


@plant("NOT_IN_HAND")
def a_tile_from_the_boneyard(scene: Scene) -> Line | None:
    return _tile_instead(
        scene, scene.boneyard - {act.tile for act in scene.line.acts if isinstance(act, Draw)}
    )


# The train


@plant("TRAIN_CLOSED")
def on_a_closed_train(scene: Scene) -> Line | None:
    closed = [player for player in scene.others() if not scene.is_marked(player)]
    if not closed or scene.doubles:
        return None
    return scene.lays(scene.any_of(scene.hand), scene.rng.choice(closed))


@plant("FIRST_TURN_OWN_TRAIN")
def on_another_train_too_early(scene: Scene) -> Line | None:
    in_first_turn = scene.first and scene.rules.first_turn_trains == "own"
    not_begun = scene.rules.own_train_first == "all" and not scene.begun
    if not (in_first_turn or not_begun) or scene.doubles:
        return None
    return scene.lays(scene.any_of(scene.hand), scene.rng.choice(scene.others()))


@plant("MEXICAN_TOO_EARLY")
def on_the_mexican_train_too_early(scene: Scene) -> Line | None:
    in_first_turn = scene.first and scene.rules.mexican_from == "second_turn"
    not_begun = scene.rules.own_train_first != "no" and not scene.begun
    if not (in_first_turn or not_begun) or scene.doubles:
        return None
    return scene.lays(scene.any_of(scene.hand), MEXICAN)


# Doubles


@plant("OPEN_DOUBLE")
def a_duty_is_left_alone(scene: Scene) -> Line | None:
    doubles = {scene.setup.trains[double.train] for double in scene.doubles}
    if not scene.duties or scene.player in doubles:
        return None
    return scene.lays(scene.any_of(scene.hand), scene.player)


@plant("CLOSE_IN_ORDER")
def another_double_comes_first(scene: Scene) -> Line | None:
    if len(scene.duties) < 2 or scene.rules.close_order == "any":
        return None
    later = scene.duties[-1 if scene.rules.close_order == "as_played" else 0]
    return scene.lays(scene.any_of(scene.hand), scene.setup.trains[later.train])


def _owes(scene: Scene) -> bool:
    """Whether a double of this turn owes a tile, and nothing else has to be covered."""
    return not scene.duties and not (scene.first and scene.rules.first_turn_double != "binds")


def _after_a_double(scene: Scene, doubles: bool) -> Line | None:
    """The turn with its double, and then a tile of the wanted kind on another train."""
    double = scene.line.acts[0]
    if not isinstance(double, Play) or not double.is_double or not scene.can_be_covered(double.end):
        return None
    tile = scene.any_of(tile for tile in scene.hand - {double.tile} if tile.is_double == doubles)
    elsewhere = [train for train in scene.setup.trains if train != double.train]
    return scene.lays(tile, scene.rng.choice(elsewhere), double) if _owes(scene) else None


@plant("MUST_COVER_DOUBLE")
def a_double_is_not_covered(scene: Scene) -> Line | None:
    return None if scene.rules.double_next_tile == "anywhere" else _after_a_double(scene, doubles=False)


@plant("ONE_DOUBLE_PER_TURN")
def a_second_double(scene: Scene) -> Line | None:
    return None if scene.rules.doubles_per_turn == "many" else _after_a_double(scene, doubles=True)


def _two_doubles(scene: Scene) -> list[Play]:
    """The first two tiles of a turn, if they are doubles of which the older one has to be covered."""
    ordered = scene.rules.multi_double_extra == "first_only" and scene.rules.close_order == "as_played"
    doubles = scene.plays[:2]
    both = len(doubles) == 2 and all(act.is_double and scene.can_be_covered(act.end) for act in doubles)
    return doubles if ordered and both and _owes(scene) and list(scene.line.acts[:2]) == doubles else []


@plant("CLOSE_IN_ORDER")
def the_second_double_is_covered(scene: Scene) -> Line | None:
    doubles = _two_doubles(scene)
    tile = scene.any_of(tile for tile in scene.hand if not tile.is_double)
    return scene.lays(tile, doubles[1].train, *doubles) if doubles else None


@plant("OPEN_DOUBLE")
def neither_double_is_covered(scene: Scene) -> Line | None:
    doubles = _two_doubles(scene)
    tile = scene.any_of(tile for tile in scene.hand if not tile.is_double)
    elsewhere = [train for train in scene.setup.trains if train not in {double.train for double in doubles}]
    return scene.lays(tile, scene.rng.choice(elsewhere), *doubles) if doubles and elsewhere else None


# Whose turn it is, and when it is over


@plant("OUT_OF_TURN")
def the_turn_after_the_next(scene: Scene) -> Line | None:
    seat = (scene.setup.number_of[scene.player] + 1) % len(scene.setup.players)
    following = scene.setup.players[seat]
    return None if scene.state.opener is None else TurnLine(following, (Pass(following),))


@plant("NOT_STARTER")
def somebody_else_begins(scene: Scene) -> Line | None:
    holder = scene.rules.starter == "engine_holder" and scene.state.holder is not None
    if scene.state.opener is not None or (scene.state.starter is None and not holder):
        return None
    other = scene.rng.choice(scene.others())
    return TurnLine(other, (Pass(other),))


@plant("ONE_TILE_PER_TURN")
def a_second_tile(scene: Scene) -> Line | None:
    if scene.passes or not scene.plays or scene.plays[-1].is_double:
        return None
    if scene.first and scene.rules.first_turn == "train" and scene.plays[-1].train == scene.player:
        return None
    tile = scene.any_of(scene.hand - {act.tile for act in scene.plays})
    return scene.lays(tile, scene.player, *scene.line.acts)


@plant("TURN_OVER")
def a_second_pass(scene: Scene) -> Line | None:
    return scene.turn(*scene.line.acts, Pass(scene.player)) if scene.passes else None


@plant("TURN_OVER")
def a_draw_after_a_pass(scene: Scene) -> Line | None:
    return scene.turn(*scene.line.acts, Draw(scene.player)) if scene.passes else None


@plant("TURN_OVER")
def a_tile_after_a_pass(scene: Scene) -> Line | None:
    tile = scene.any_of(scene.hand)
    return scene.lays(tile, scene.player, *scene.line.acts) if scene.passes else None


@plant("TURN_OVER")
def a_pass_after_a_tile(scene: Scene) -> Line | None:
    return None if scene.passes else scene.turn(*scene.line.acts, Pass(scene.player))


# Drawing and passing


@plant("MUST_PLAY")
def a_pass_with_a_tile_that_fits(scene: Scene) -> Line | None:
    fits = scene.begins_with_a_tile and scene.rules.must_play == "yes"
    return scene.turn(Pass(scene.player)) if fits else None


@plant("DRAW_NOT_ALLOWED")
def a_draw_with_a_tile_that_fits(scene: Scene) -> Line | None:
    fits = scene.begins_with_a_tile and scene.rules.must_play == "yes"
    return scene.turn(Draw(scene.player, scene.any_of(scene.boneyard)), *scene.line.acts) if fits else None


@plant("DRAW_NOT_ALLOWED")
def a_draw_of_a_player_who_cannot_begin(scene: Scene) -> Line | None:
    barred = scene.first and scene.rules.no_start == "mark" and isinstance(scene.line.acts[0], Pass)
    return scene.turn(Draw(scene.player), *scene.line.acts) if barred else None


@plant("MUST_DRAW")
def a_pass_without_a_draw(scene: Scene) -> Line | None:
    fits = scene.rules.must_play == "no"
    return scene.turn(Pass(scene.player)) if isinstance(scene.line.acts[0], Draw) and not fits else None


@plant("ONE_DRAW")
def a_draw_too_many(scene: Scene) -> Line | None:
    limit, acts = scene.rules.draws_per_turn, scene.line.acts
    if limit == "until_playable" or not all(isinstance(act, Draw) for act in acts[:limit]):
        return None
    return scene.turn(*acts[:limit], Draw(scene.player), *acts[limit:])


@plant("BONEYARD_EMPTY")
def a_draw_from_nothing(scene: Scene) -> Line | None:
    return None if scene.boneyard else scene.turn(Draw(scene.player), *scene.line.acts)


@plant("DRAWN_TILE_MUST_BE_PLAYED")
def a_drawn_tile_is_kept(scene: Scene) -> Line | None:
    for at, (draw, played) in enumerate(pairwise(scene.line.acts), 1):
        if isinstance(draw, Draw) and isinstance(played, Play) and draw.tile == played.tile:
            kept = scene.turn(*scene.line.acts[:at], Pass(scene.player))
            return kept if scene.rules.drawn_tile == "must_play" else None
    return None


# Markers, knocks, the end


def _without(scene: Scene, dropped: TurnAct) -> Line | None:
    acts = tuple(act for act in scene.line.acts if act != dropped)
    return scene.turn(*acts) if acts and len(acts) < len(scene.line.acts) else None


@plant("MARKER_MISSING")
def a_marker_is_forgotten(scene: Scene) -> Line | None:
    excused = scene.rules.failed_cover == "no_mark"
    return None if excused else _without(scene, Mark(scene.player, scene.player, True))


@plant("MARKER_SHOULD_BE_OFF")
def a_marker_is_left(scene: Scene) -> Line | None:
    return _without(scene, Mark(scene.player, scene.player, False))


@plant("MARKER_STAYS")
def a_marker_of_somebody_else_is_taken(scene: Scene) -> Line | None:
    marked = [player for player in scene.others() if scene.is_marked(player)]
    if not marked:
        return None
    return scene.turn(*scene.line.acts, Mark(scene.player, scene.rng.choice(marked), False))


@plant("MARKER_STAYS")
def the_own_marker_is_taken_with_a_pass(scene: Scene) -> Line | None:
    if not (scene.passes and scene.is_marked(scene.player)):
        return None
    return scene.turn(*scene.line.acts, Mark(scene.player, scene.player, False))


@plant("MARKER_NOT_ALLOWED")
def a_marker_for_somebody_else(scene: Scene) -> Line | None:
    bare = [player for player in scene.others() if not scene.is_marked(player)]
    return scene.turn(*scene.line.acts, Mark(scene.player, scene.rng.choice(bare), True)) if bare else None


@plant("MARKER_NOT_ALLOWED")
def a_marker_without_a_pass(scene: Scene) -> Line | None:
    if scene.passes or scene.draws or scene.is_marked(scene.player):
        return None
    return scene.turn(*scene.line.acts, Mark(scene.player, scene.player, True))


@plant("NOT_ANNOUNCED")
def a_knock_is_forgotten(scene: Scene) -> Line | None:
    return _without(scene, Knock(scene.player))


@plant("NOT_BLOCKED")
def called_blocked_with_tiles_to_draw(scene: Scene) -> Line | None:
    return CallBlocked() if scene.boneyard else None


@plant("NOT_BLOCKED")
def called_blocked_with_a_play_to_come(scene: Scene) -> Line | None:
    return CallBlocked() if scene.begins_with_a_tile and not scene.boneyard else None
