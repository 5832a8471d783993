"""Rounds with something wrong in them: the lines of a round by the rules, changed here and there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from referee.acts import (
    CallBlocked,
    Draw,
    Knock,
    LayEngine,
    Line,
    Mark,
    Pass,
    Play,
    ShowHand,
    TurnAct,
    TurnLine,
    Undo,
)
from referee.setup import Setup
from referee.tiles import Tile

Lines = list[Line]


def mangled(lines: Sequence[Line], setup: Setup, rng: Random, edits: int, turns_only: bool = False) -> Lines:
    """The lines after some edits, of which none sees to it that the round stays one by the rules.

    With `turns_only` nothing changes but what players do in their turns, and whose turns they are.
    """
    changed = list(lines)
    kinds = _IN_TURNS if turns_only else _IN_TURNS + _BETWEEN_TURNS
    for _ in range(edits):
        places = [place for place, line in enumerate(changed) if isinstance(line, TurnLine)]
        if places:
            rng.choice(kinds)(changed, rng.choice(places), setup, rng)
    return changed


def random_act(player: str, setup: Setup, rng: Random) -> TurnAct:
    """Something that a player may do, sensible or not, with a tile of the set."""
    tile = rng.choice(list(setup.domino_set))
    halves = rng.sample((tile.high, tile.low), 2)
    return rng.choice(
        (
            Play(player, *halves, rng.choice(setup.trains)),
            Draw(player, tile),
            Draw(player),
            Draw(player, assumed=True),
            Pass(player),
            Pass(player, assumed=True),
            Knock(player),
            Mark(player, rng.choice(setup.trains), rng.random() < 0.5),
        )
    )


def by_another(line: TurnLine, player: str) -> TurnLine:
    """The same turn, taken by another player."""
    return TurnLine(player, tuple(act._replace(player=player) for act in line.acts))


# Edits


def _delete(lines: Lines, place: int, setup: Setup, rng: Random) -> None:
    del lines[place]


def _swap(lines: Lines, place: int, setup: Setup, rng: Random) -> None:
    other = rng.randrange(len(lines))
    if isinstance(lines[other], TurnLine):
        lines[place], lines[other] = lines[other], lines[place]


def _change_player(lines: Lines, place: int, setup: Setup, rng: Random) -> None:
    line = lines[place]
    if isinstance(line, TurnLine):
        lines[place] = by_another(line, rng.choice(setup.players))


def _change_acts(lines: Lines, place: int, setup: Setup, rng: Random) -> None:
    line = lines[place]
    if isinstance(line, TurnLine):
        acts = list(line.acts)
        at = rng.randrange(len(acts))
        act, other = acts[at], random_act(line.player, setup, rng)
        if isinstance(act, Play):
            turned = act._replace(touching=act.end, end=act.touching)
            elsewhere = act._replace(train=rng.choice(setup.trains))
            other = rng.choice((turned, elsewhere, elsewhere, other))
        acts[at : at + 1] = rng.choice(([other], [act, other], [other, act], [act, act], []))
        lines[place] = TurnLine(line.player, tuple(acts or [other]))


def _undo(lines: Lines, place: int, setup: Setup, rng: Random) -> None:
    lines.insert(rng.choice((0, place, place + 1)), Undo())


def _repeat(lines: Lines, place: int, setup: Setup, rng: Random) -> None:
    lines.insert(place, rng.choice(lines))


def _block(lines: Lines, place: int, setup: Setup, rng: Random) -> None:
    lines.insert(place, CallBlocked())


def _show_hand(lines: Lines, place: int, setup: Setup, rng: Random) -> None:
    tiles = rng.choices(list(setup.domino_set), k=rng.randint(0, 4))
    lines.insert(place, ShowHand(rng.choice(setup.players), tuple(tiles)))


def _lay_engine(lines: Lines, place: int, setup: Setup, rng: Random) -> None:
    tile = Tile(rng.randint(0, setup.domino_set.max_pip), rng.randint(0, setup.domino_set.max_pip))
    lines.insert(place, LayEngine(tile, rng.choice((None, *setup.players))))


_Edit = Callable[[Lines, int, Setup, Random], None]
_IN_TURNS: tuple[_Edit, ...] = (_delete, _swap, _change_player, _change_acts, _change_acts, _change_acts)
_BETWEEN_TURNS: tuple[_Edit, ...] = (_undo, _repeat, _block, _show_hand, _lay_engine)
