"""One line of a record: its text to an act (`docs/record.md`, Acts)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import TypeAlias

from referee.acts import (
    MEXICAN,
    BeginRound,
    CallBlocked,
    CountBoneyard,
    CountLeft,
    Draw,
    Hunt,
    Knock,
    LayEngine,
    Line,
    Mark,
    NameStarter,
    Pass,
    Play,
    ShowHand,
    TurnAct,
    TurnLine,
    Undo,
    WriteScore,
)
from referee.record.names import composed
from referee.record.values import LONGEST_LINE, RecordError
from referee.setup import Setup
from referee.tiles import Tile

_HALF = "([01]?[0-9]{1,2})"
"""Up to 199: the judge can name a mistyped tile, whose bit no state pays dearly for."""
_TILE = re.compile(f"{_HALF}-{_HALF}")
_PLAY = re.compile(f"{_HALF}-{_HALF}(?:@(.*))?")
_COUNT = re.compile("[0-9]{1,6}")
_POINTS = re.compile("-?[0-9]{1,6}")

Words: TypeAlias = Sequence[str]


def read_line(text: str, setup: Setup) -> Line:
    """What a line of a record says, its comment and the blanks at its ends taken off.

    Raises `RecordError`, without a line's number.

    >>> from referee.tiles import DominoSet
    >>> read_line("Ana: 12-4@Ana knock", Setup(("Ana", "Bo"), DominoSet(12), "hub")).acts[0]
    Play(player='Ana', touching=12, end=4, train='Ana')
    """
    if len(text) > LONGEST_LINE:
        raise RecordError(None, f"at most {LONGEST_LINE} characters in a line")
    head, colon, turn = text.partition(":")
    if colon:
        player = _known(head.rstrip(), setup)
        if player is not None and player != MEXICAN:
            return _read_turn(player, turn.split(), setup)
    words = text.split()
    if words and words[0] in _READERS:
        return _READERS[words[0]](words[1:], setup)
    if colon:
        raise RecordError(None, f"{_one_of('player', setup.players)} before the colon")
    if words and _known(words[0], setup) in setup.players:
        raise RecordError(None, f"a colon after the name, like {words[0]}: draw")
    raise RecordError(
        None, f"a turn like {setup.players[0]}: draw, or a line that begins with {_or(tuple(_READERS))}"
    )


# Turns


def _read_turn(player: str, words: Words, setup: Setup) -> TurnLine:
    acts: list[TurnAct] = []
    row: list[tuple[int, int]] = []
    for word in words:
        played = _PLAY.fullmatch(word)
        if played:
            touching, end, train = played.groups()
            row.append((int(touching), int(end)))
            if train is not None:
                train = _train(train, "@", setup)
                acts += [Play(player, touching, end, train) for touching, end in row]
                row.clear()
        elif row:
            break
        else:
            acts.append(_read_act(player, word, setup))
    if row:
        tiles = " ".join(f"{touching}-{end}" for touching, end in row)
        raise RecordError(None, f"a train after the tiles, like {tiles}@{player}")
    if not acts:
        raise RecordError(None, f"what {player} did, like 4-9@{player}, draw or pass")
    return TurnLine(player, tuple(acts))


def _read_act(player: str, word: str, setup: Setup) -> TurnAct:
    if word in ("draw", "draw?"):
        return Draw(player, assumed=word == "draw?")
    if word in ("pass", "pass?"):
        return Pass(player, assumed=word == "pass?")
    if word == "knock":
        return Knock(player)
    if word[0] in "+-":
        return Mark(player, _train(word[1:], word[0], setup), word[0] == "+")
    if word.startswith("draw:"):
        return Draw(player, _tile(word[5:], "a tile right after draw:, like draw:4-9"))
    raise RecordError(None, f"an act like 4-9@{player}, draw, draw:4-9, pass, knock or +{player}")


def _train(name: str, sign: str, setup: Setup) -> str:
    train = _known(name, setup)
    if train is None:
        raise RecordError(None, f"{_one_of('train', setup.trains)} right after {sign}")
    return train


# Other lines


def _read_round(words: Words, _setup: Setup) -> BeginRound:
    number = _number(words, _COUNT)
    if not number:
        raise RecordError(None, "the round's number from 1 up, like round 1")
    return BeginRound(number)


def _read_start(words: Words, setup: Setup) -> NameStarter:
    if len(words) != 1:
        raise RecordError(None, f"one player, like start {setup.players[0]}")
    return NameStarter(_player(words, "start", setup))


def _read_engine(words: Words, setup: Setup) -> LayEngine:
    example = f"engine {setup.domino_set.engine(1)}"
    if not 1 <= len(words) <= 2:
        raise RecordError(None, f"a tile and perhaps a player, like {example} {setup.players[0]}")
    tile = _tile(words[0], f"a tile, like {example}")
    return LayEngine(tile, _player(words[1:], "the tile", setup) if words[1:] else None)


def _read_hunt(words: Words, setup: Setup) -> Hunt:
    if len(words) != 2:
        raise RecordError(None, f"a player and a tile, like hunt {setup.players[0]} 4-9")
    return Hunt(_player(words, "hunt", setup), _tile(words[1]))


def _read_boneyard(words: Words, _setup: Setup) -> CountBoneyard:
    tiles = _number(words, _COUNT)
    if tiles is None:
        raise RecordError(None, "how many tiles lie face down, like boneyard 42")
    return CountBoneyard(tiles)


def _read_hand(words: Words, setup: Setup) -> ShowHand:
    return ShowHand(_player(words, "hand", setup), tuple(map(_tile, words[1:])))


def _read_left(words: Words, setup: Setup) -> CountLeft:
    return CountLeft(_player(words, "left", setup), tuple(map(_tile, words[1:])))


def _read_score(words: Words, setup: Setup) -> WriteScore:
    player = _player(words, "score", setup)
    points = _number(words[1:], _POINTS)
    if points is None:
        raise RecordError(None, f"a player and the points, like score {player} 32")
    return WriteScore(player, points)


def _read_blocked(words: Words, _setup: Setup) -> CallBlocked:
    if words:
        raise RecordError(None, "nothing after blocked")
    return CallBlocked()


def _read_undo(words: Words, _setup: Setup) -> Undo:
    if words:
        raise RecordError(None, "nothing after undo")
    return Undo()


_READERS: Mapping[str, Callable[[Words, Setup], Line]] = {
    "round": _read_round,
    "start": _read_start,
    "engine": _read_engine,
    "hunt": _read_hunt,
    "boneyard": _read_boneyard,
    "hand": _read_hand,
    "blocked": _read_blocked,
    "undo": _read_undo,
    "left": _read_left,
    "score": _read_score,
}


def _known(name: str, setup: Setup) -> str | None:
    """The player or train of that name; None where there is none."""
    if name in setup.number_of:
        return name
    name = composed(name)
    return name if name in setup.number_of else None


def _player(words: Words, after: str, setup: Setup) -> str:
    """The player whom the first word names."""
    player = _known(words[0], setup) if words else None
    if player is None or player == MEXICAN:
        raise RecordError(None, f"{_one_of('player', setup.players)} after {after}")
    return player


def _number(words: Words, form: re.Pattern[str]) -> int | None:
    """The number that the only word is; None where it is none."""
    return int(words[0]) if len(words) == 1 and form.fullmatch(words[0]) else None


@cache
def _tile(word: str, expected: str = "a tile, like 4-9") -> Tile:
    match = _TILE.fullmatch(word)
    if not match:
        raise RecordError(None, expected)
    return Tile(int(match[1]), int(match[2]))


def _one_of(what: str, names: Iterable[str]) -> str:
    return f"one of the {what}s {', '.join(names)}"


def _or(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"
