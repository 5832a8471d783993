"""The demo is a real game: its counts come from reading its photos."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Protocol

import pytest
from click.testing import CliRunner

from referee import DominoSet, Tile
from referee.record import read
from vision.reading import Corners, TileReading
from web.cli import main
from web.demo import DemoError, clip_of, corrected, hands, lay_table, play
from web.live.kept import opened
from web.samples import Sample, SamplesError, offered, read_samples
from web.station import Station
from web.store.events import EntryTile, PhotoRead, Source

_SAMPLES = Path(__file__).parents[2] / "sample_images"


def _box(x: float, y: float) -> Corners:
    """A tile of 40 x 80 pixels around a point."""
    return ((x - 20, y - 40), (x + 20, y - 40), (x + 20, y + 40), (x - 20, y + 40))


def _read(x: float, y: float, *values: int) -> TileReading:
    return TileReading(_box(x, y), (values[0], values[1]), 0.9)


@pytest.mark.parametrize(
    ("read", "indices"),
    [
        ([_read(100, 100, 6, 4), _read(300, 100, 1, 2)], [0, 1]),
        ([_read(300, 103, 1, 2), _read(98, 100, 6, 4)], [1, 0]),
        ([_read(105, 100, 5, 5), _read(300, 100, 1, 2)], [0, 1]),
        ([_read(300, 100, 1, 2)], [None, 0]),
        ([_read(100, 125, 6, 4), _read(300, 100, 1, 2)], [None, 1]),
        ([_read(500, 500, 6, 4), _read(100, 100, 6, 4), _read(300, 100, 1, 2)], [1, 2]),
        ([], [None, None]),
    ],
    ids=["as it is", "other order", "misread", "missed", "half a tile off", "one too many", "nothing"],
)
def test_a_corrected_tile_keeps_the_outline_it_was_read_in(
    read: list[TileReading], indices: list[int | None]
) -> None:
    hand = Sample(Path("h.jpg"), (Tile(6, 4), Tile(1, 2)), (_box(100, 100), _box(300, 100)), 6)
    assert corrected(read, hand, "p") == tuple(
        EntryTile(tile, None if index is None else "p", index)
        for tile, index in zip(hand.tiles, indices, strict=True)
    )


@pytest.mark.slow
def test_two_rounds_are_counted_from_the_photos_and_the_third_waits(station: Station) -> None:
    station = replace(station, samples=read_samples(_SAMPLES))
    game = play(station)
    held = hands(station.samples)
    assert game.sheet.current == 3
    assert len(game.sheet.rounds[2].missing) == 4
    for (number, seat), cell in game.cells.items():
        assert cell.entry is not None
        if (number, seat) not in held:
            assert cell.entry.source is Source.OUT
            continue
        hand = held[number, seat]
        assert [entry.tile for entry in cell.entry.tiles or ()] == list(hand.tiles)
        assert cell.entry.count.points == sum(tile.pips for tile in hand.tiles)
        photo_read, saved = cell.history
        assert isinstance(photo_read.event, PhotoRead)
        assert photo_read.event.reading.tiles
        assert station.photos.path(game.id, photo_read.event.photo).is_file()
        assert saved.who == photo_read.who == str(seat)
    assert len(game.cells) == 8
    assert any(number == 3 for number, _ in held)


@pytest.mark.parametrize(
    ("truth", "sentence"),
    [
        (None, "There are no sample photos in"),
        ("no json", "is damaged"),
        ("[]", "are no players' hands"),
        ("[{}]", "is damaged"),
        ("[7]", "is damaged"),
        ('[{"round": 1}]', "is damaged"),
        (
            '[{"round": 1, "seat": 1, "file": "x", "tiles": [[1, "a"]], "corners": [], "max_pips": 6}]',
            "damaged",
        ),
        ("{}", "are no players' hands"),
        ("7", "is damaged"),
    ],
)
def test_a_folder_without_samples_is_a_sentence(tmp_path: Path, truth: str | None, sentence: str) -> None:
    if truth is not None:
        (tmp_path / "truth.json").write_text(truth)
    with pytest.raises((DemoError, SamplesError), match=sentence):
        hands(read_samples(tmp_path))
    result = CliRunner().invoke(main, ["demo", "--samples", str(tmp_path), "--port", "0"])
    assert result.exit_code == 1
    assert result.output.startswith("Error: ")
    assert sentence in result.output


def test_a_sample_that_is_no_picture_is_a_sentence(station: Station, tmp_path: Path) -> None:
    record = {
        "round": 1,
        "seat": 1,
        "file": "x.jpg",
        "tiles": [[1, 2]],
        "corners": [_box(0, 0)],
        "max_pips": 6,
    }
    (tmp_path / "truth.json").write_text(json.dumps([record]))
    for content in (None, b"not a picture"):
        if content is not None:
            (tmp_path / "x.jpg").write_bytes(content)
        with pytest.raises(DemoError, match=r"x\.jpg can't be read"):
            play(replace(station, samples=read_samples(tmp_path)))


def test_the_table_of_the_demo_is_that_of_the_clip(station: Station, tmp_path: Path) -> None:
    clip = clip_of(_SAMPLES)
    assert clip is not None
    game = lay_table(station, clip)
    live = opened(game, station.store.stream(game.id))
    assert live is not None
    truth = read(clip.with_suffix(".train").read_text("utf-8")).setup
    assert (live.setup.players, live.setup.domino_set) == (truth.players, truth.domino_set)
    assert live.setup.rules == truth.rules
    assert live.seats.keys() == set(live.setup.trains)
    assert clip_of(tmp_path) is None, "an installed wheel brings none"
    (tmp_path / "round-01.json").write_text("{}")
    with pytest.raises(DemoError, match="get the samples anew"):
        lay_table(station, tmp_path / "round-01.mp4")


_OWN, _NOBODYS = ["hand-07.jpg"], ["scatter-03.jpg"]
_OTHER_ROUNDS = [f"hand-0{number}.jpg" for number in range(1, 7)]


@pytest.mark.parametrize(
    ("size", "cell", "files"),
    [
        (9, (3, 0), _OWN),
        (9, (3, 1), _NOBODYS + _OTHER_ROUNDS),
        (9, (4, 0), [*_NOBODYS, *_OTHER_ROUNDS, "hand-07.jpg", "hand-08.jpg", "hand-09.jpg"]),
        (6, (1, 0), ["hand-12.jpg", "scatter-02.jpg"]),
        (12, (3, 0), ["hand-10.jpg", "hand-11.jpg", "scatter-01.jpg"]),
        (15, (3, 0), []),
    ],
    ids=["own hand", "out in the demo", "a later round", "double-6", "double-12", "no such set"],
)
def test_only_hands_of_the_games_set_are_offered(size: int, cell: tuple[int, int], files: list[str]) -> None:
    found = offered(read_samples(_SAMPLES), DominoSet(size), cell)
    assert [sample.file.name for sample in found] == files


class _Server(Protocol):
    process: subprocess.Popen[str]
    port: int
    said: str
    host_path: str

    def end(self) -> int: ...


class _Phone(Protocol):
    def get(self, port: int, path: str) -> tuple[int, str]: ...


@pytest.mark.slow
def test_the_command_serves_the_demo_on_this_computer_alone(
    launch: Callable[..., _Server], phone: Callable[[], _Phone], tmp_path: Path
) -> None:
    server = launch("demo", "--samples", _SAMPLES, "--data", tmp_path / "demo")
    assert f"http://127.0.0.1:{server.port}/" in server.said
    host = phone()
    assert "Demo evening" not in host.get(server.port, "/")[1]
    assert host.get(server.port, server.host_path)[0] == 303
    assert "Demo evening" in host.get(server.port, "/")[1]
    server.process.terminate()
    assert server.end() == 0
    assert (tmp_path / "demo" / "games.sqlite3").exists()
