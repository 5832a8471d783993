"""The demo: a game in its third round, its first two counted from the sample photos as players would."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from referee import Count, DominoSet, count_hand, ruleset
from vision.decode import PictureError
from vision.reading import Corners, Point, TileReading
from web.live.events import SeatsGiven, WatchBegan
from web.live.kept import StoreSink
from web.photos.reading import keep_reading, read_photo
from web.samples import Sample
from web.station import Station
from web.store import Game
from web.store.events import CountSaved, Entry, EntryTile, GameStarted, Player, Source
from web.store.fold import Key
from web.who import HOST

PLAYERS = (
    Player("Rosa", "red"),
    Player("Tomas", "blue"),
    Player("Grandma", "green"),
    Player("Lin", "orange"),
)
AT_TABLE = (Player("Ana", "red"), Player("Bo", "blue"), Player("Cy", "green"))
CLIP = "round-01"
"""The name of the clip among the samples: a recording of a table, and what was played there."""
COUNTED = 2
"""Rounds that are counted already; the photos of the next one wait for the person who tries the demo."""


class DemoError(Exception):
    """The demo can't be set up; the message is a sentence for a person."""


def hands(samples: Iterable[Sample]) -> dict[Key, Sample]:
    """The players' hands by round (from 1) and seat (from 0). Raises `DemoError` where there are none."""
    found = {sample.cell: sample for sample in samples if sample.cell is not None}
    if not found:
        raise DemoError("The sample photos are no players' hands: give the demo's with --samples.")
    return found


def play(station: Station) -> Game:
    """Start the demo's game and count its first rounds. Raises `DemoError`, and what the store raises."""
    held = hands(station.samples)
    domino_set = DominoSet(max(hand.max_pip for hand in held.values()))
    started = GameStarted("Demo evening", PLAYERS, domino_set)
    game = station.store.start(started, HOST)
    for number in range(1, COUNTED + 1):
        for seat in range(len(PLAYERS)):
            game = _count(station, game, number, seat, held.get((number, seat)))
    return game


def clip_of(samples: Path) -> Path | None:
    """The clip in the folder of the samples; None where there is none."""
    clip = samples / f"{CLIP}.mp4"
    return clip if clip.is_file() and clip.with_suffix(".json").is_file() else None


def lay_table(station: Station, clip: Path) -> Game:
    """Start the game that the clip shows: its table waits for somebody to have it watched.

    Raises `DemoError`, and what the store raises.
    """
    try:
        played = json.loads(clip.with_suffix(".json").read_text("utf-8"))
        ids, seats, number = tuple(played["players"]), played["seats"], played["round"]
        domino_set, name = DominoSet(played["set"]), played["ruleset"]
        started = GameStarted("Demo table", AT_TABLE, domino_set, ruleset(name), name)
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise DemoError(f"What {clip} shows can't be read: get the samples anew.") from error
    game = station.store.start(started, HOST)
    sink = StoreSink(station.store, game, HOST)
    sink.append(WatchBegan(number, ids))
    sink.append(SeatsGiven(seats))
    return game


def _count(station: Station, game: Game, number: int, seat: int, hand: Sample | None) -> Game:
    """Count one hand as its player does: read the photo, put right what was misread, save."""
    who = str(seat)
    if hand is None:
        return _save(station, game, number, seat, Entry(Source.OUT, Count(0, out=True)))
    try:
        reading, jpeg = read_photo(station, hand.file.read_bytes(), game.sheet.domino_set)
    except (OSError, PictureError) as error:
        raise DemoError(f"{hand.file} can't be read: get the sample photos anew.") from error
    game = keep_reading(station, game.id, who, (number, seat), reading, jpeg)
    photo = game.cell(number, seat).pending[-1].photo
    tiles = corrected(reading.tiles, hand, photo)
    points = count_hand(hand.tiles, game.sheet.rules)
    return _save(station, game, number, seat, Entry(Source.PHOTO, Count(points), tiles, (photo,)))


def _save(station: Station, game: Game, number: int, seat: int, entry: Entry) -> Game:
    def decide(now: Game) -> CountSaved:
        cell = now.cell(number, seat)
        return CountSaved(number, seat, cell.entry, entry, cell.seen)

    return station.store.record(game.id, str(seat), decide)


def corrected(read: Sequence[TileReading], hand: Sample, photo: str) -> tuple[EntryTile, ...]:
    """The tiles of `hand`, each with the outline that was read in its place; without one where none was."""
    left = dict(enumerate(read))
    entries = []
    for tile, corners in zip(hand.tiles, hand.corners, strict=True):
        index = _nearest(corners, left)
        if index is None:
            entries.append(EntryTile(tile))
        else:
            del left[index]
            entries.append(EntryTile(tile, photo, index))
    return tuple(entries)


def _nearest(corners: Corners, read: Mapping[int, TileReading]) -> int | None:
    """The index of the reading whose centre is nearest, if that lies within half a tile's width."""
    centre, reach = _centre(corners), _distance(corners[0], corners[1]) / 2
    distances = {index: _distance(centre, _centre(tile.corners)) for index, tile in read.items()}
    index = min(distances, key=distances.__getitem__, default=None)
    return index if index is not None and distances[index] <= reach else None


def _centre(points: Iterable[Point]) -> Point:
    xs, ys = zip(*points, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def _distance(a: Point, b: Point) -> float:
    return float(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5)
