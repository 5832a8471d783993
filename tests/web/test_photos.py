"""Kept photos: whole, private, and gone with their game."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee import DominoSet
from vision.reading import Reading
from web.photos.files import NoSuchPhoto, PhotoError, Photos, delete_game, finish_deletions
from web.photos.reading import keep_reading, read_photo
from web.station import Station
from web.store import NoSuchGame
from web.store.events import GameStarted

_READING = Reading(10, 10, (), review=False, notices=(), reader="test-1")


@pytest.fixture
def photos(tmp_path: Path) -> Photos:
    return Photos(tmp_path / "photos")


def kept(folder: Path) -> list[str]:
    """All files below `folder`, whatever their names."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_a_photo_comes_back_as_it_was_kept(photos: Photos) -> None:
    one, other = photos.keep("game1", b"one"), photos.keep("game1", b"other")
    assert photos.path("game1", one).read_bytes() == b"one"
    assert photos.path("game1", other).read_bytes() == b"other"
    assert len(one) == 20


def test_only_this_user_may_read_a_photo(photos: Photos) -> None:
    path = photos.path("game1", photos.keep("game1", b"one"))
    assert path.stat().st_mode & 0o077 == 0
    assert path.parent.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("game", "photo"),
    [
        ("game1", "nosuch"),
        ("game2", "PHOTO"),
        ("game1", "../../secret"),
        ("..", "secret"),
        ("../game1", "PHOTO"),
        ("", "PHOTO"),
        ("game1", ""),
        ("game1", "PHOTO\n"),
        ("game1", "x" * 5000),
        ("GAME1", "PHOTO"),
        ("game1", "PHOTO\x00"),
    ],
)
def test_nothing_but_a_kept_photo_is_found(photos: Photos, tmp_path: Path, game: str, photo: str) -> None:
    known = photos.keep("game1", b"one")
    (tmp_path / "secret.jpg").write_bytes(b"secret")
    with pytest.raises(NoSuchPhoto):
        photos.path(game, photo.replace("PHOTO", known))


@pytest.mark.parametrize("game", ["..", "", ".", "../store", "a/b"])
def test_nothing_outside_the_folder_is_deleted_or_written(photos: Photos, tmp_path: Path, game: str) -> None:
    (tmp_path / "store").mkdir()
    with pytest.raises(NoSuchPhoto):
        photos.delete_game(game)
    with pytest.raises(NoSuchPhoto):
        photos.keep(game, b"x")
    assert (tmp_path / "store").is_dir()


def test_deleting_takes_all_photos_of_one_game(photos: Photos) -> None:
    photo, other = photos.keep("game1", b"one"), photos.keep("game2", b"two")
    photos.delete_game("game1")
    photos.delete_game("game1")
    with pytest.raises(NoSuchPhoto):
        photos.path("game1", photo)
    assert photos.path("game2", other).read_bytes() == b"two"


def test_a_photo_that_cannot_be_written_leaves_nothing(photos: Photos, tmp_path: Path) -> None:
    (tmp_path / "photos").write_text("a file where the folder should be")
    with pytest.raises(PhotoError, match=r"could not be kept .* send it again"):
        photos.keep("game1", b"one")


def test_a_full_disk_leaves_no_half_photo(
    photos: Photos, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("web.disk.os.fsync", full)
    with pytest.raises(PhotoError, match="disk is not full"):
        photos.keep("game1", b"one")
    assert kept(tmp_path / "photos") == []


def test_a_reading_is_kept_with_its_photo(station: Station, started: GameStarted) -> None:
    game = station.store.start(started, "host")
    game = keep_reading(station, game.id, "2", (1, 2), _READING, b"jpeg")
    (photo,) = game.cell(1, 2).pending
    assert photo.reading == _READING
    assert station.photos.path(game.id, photo.photo).read_bytes() == b"jpeg"
    assert game.last.who == "2"


def test_a_photo_that_no_event_tells_of_goes_again(station: Station, started: GameStarted) -> None:
    game = station.store.start(started, "host")
    keep_reading(station, game.id, "2", (1, 2), _READING, b"jpeg", "key")
    repeated = keep_reading(station, game.id, "2", (1, 2), _READING, b"jpeg", "key")
    assert len(repeated.photos) == 1
    with pytest.raises(ValueError, match="rounds 1 to 7"):
        keep_reading(station, game.id, "2", (8, 2), _READING, b"jpeg")
    with pytest.raises(NoSuchGame):
        keep_reading(station, "nosuch", "2", (1, 2), _READING, b"jpeg")
    assert len(kept(station.data / "photos")) == 1


def test_a_game_goes_with_its_photos(station: Station, started: GameStarted) -> None:
    game = station.store.start(started, "host")
    keep_reading(station, game.id, "2", (1, 2), _READING, b"jpeg")
    delete_game(station.store, station.photos, game.id)
    assert kept(station.data / "photos") == []
    with pytest.raises(NoSuchGame):
        station.store.game(game.id)


def test_photos_left_by_a_power_cut_go_at_the_next_start(station: Station, started: GameStarted) -> None:
    gone, stays = station.store.start(started, "host"), station.store.start(started, "host")
    for game in (gone, stays):
        keep_reading(station, game.id, "2", (1, 2), _READING, b"jpeg")
    station.store.delete(gone.id)  # and here the power fails, before the photos went
    assert len(kept(station.data / "photos")) == 2
    again = Station.open(station.data)
    assert finish_deletions(again.store, again.photos) == ()
    again.store.close()
    (left,) = kept(station.data / "photos")
    assert left.startswith(stays.id)


def test_the_kept_photo_is_the_read_one_without_its_metadata(station: Station) -> None:
    import io

    from PIL import Image

    source = Image.new("RGB", (2400, 1200), (40, 90, 60))
    exif = Image.Exif()
    exif[0x010F] = "a camera"
    exif.get_ifd(0x8825)[1] = "N"
    sent = io.BytesIO()
    source.save(sent, "JPEG", exif=exif)
    assert b"a camera" in sent.getvalue()

    reading, jpeg = read_photo(station, sent.getvalue(), DominoSet(6))
    assert (reading.width, reading.height) == (2400, 1200)
    assert b"a camera" not in jpeg
    with Image.open(io.BytesIO(jpeg)) as kept_photo:
        assert kept_photo.size == (2048, 1024)
        assert not kept_photo.getexif()
    assert station.gate.busy == 0
