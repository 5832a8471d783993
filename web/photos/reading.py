"""From the bytes that a phone sent to a reading and the photo that is kept."""

from __future__ import annotations

from referee import DominoSet
from vision.decode import decode
from vision.encode import encode_kept
from vision.pipeline import Reader
from vision.reader import default_reader
from vision.reading import Reading
from web.station import Station
from web.store import Game, StoreError
from web.store.events import PhotoRead


def read_photo(station: Station, data: bytes, domino_set: DominoSet | None) -> tuple[Reading, bytes]:
    """Read the dominoes in the picture file `data`; also gives the JPEG to keep, without metadata.

    Waits for a place in the gate; nothing else is held up meanwhile. The reading's corners are in pixels of
    the picture as it was sent, upright. Raises `vision.decode.PictureError` for a file that is no picture or
    can't be read, and `GateFull`.
    """
    with station.gate.slot() as place:
        if place not in station.readers:
            station.readers[place] = default_reader()
        return station.workers[place].submit(_read, station.readers[place], data, domino_set).result()


def _read(reader: Reader, data: bytes, domino_set: DominoSet | None) -> tuple[Reading, bytes]:
    picture = decode(data)
    return reader.read(picture, domino_set), encode_kept(picture)


def keep_reading(
    station: Station,
    game_id: str,
    who: str,
    cell: tuple[int, int],
    reading: Reading,
    jpeg: bytes,
    key: str | None = None,
) -> Game:
    """Keep a photo of `cell` (round and seat) and its reading; gives the game after it.

    The event is recorded last, so that it never tells of a photo that isn't there; where it can't be
    recorded, or was already under the same `key`, the new file goes again. Raises `PhotoError`, and what
    `Store.record` raises.
    """
    photo = station.photos.keep(game_id, jpeg)
    round_, seat = cell
    try:
        game = station.store.record(game_id, who, lambda _: PhotoRead(round_, seat, photo, reading), key)
    except (StoreError, ValueError):
        station.photos.delete(game_id, photo)
        raise
    if photo not in game.photos:
        station.photos.delete(game_id, photo)
    return game
