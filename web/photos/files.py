"""The photos that counts were made from, kept as files: one folder a game, one JPEG a photo."""

from __future__ import annotations

import re
import secrets
import shutil
from pathlib import Path

from flask_babel import lazy_gettext as _l

from web.disk import sync_folder, write
from web.store import Store

_ID = re.compile(r"[0-9a-z]{1,32}")


class PhotoError(Exception):
    """A photo that can't be kept or deleted; the message is a sentence for a person."""


class NoSuchPhoto(PhotoError):
    """There is no such photo, or no longer."""

    def __init__(self) -> None:
        super().__init__(_l("There is no such photo here; it may have been deleted with its game."))


class Photos:
    """All kept photos. A photo whose id was given is on the disk, whole; nobody guesses an id."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, game_id: str, jpeg: bytes) -> str:
        """Write `jpeg` to the disk and give the photo's id. Raises `PhotoError` where that fails."""
        photo_id = secrets.token_hex(10)
        folder = self._game(game_id)
        try:
            if not folder.is_dir():
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                sync_folder(folder.parent)
            write(folder / f"{photo_id}.jpg", jpeg)
        except OSError as error:
            raise PhotoError(
                _l(
                    "The photo could not be kept (%(reason)s): make sure that the disk is not full, and send "
                    "it again.",
                    reason=error.strerror,
                )
            ) from error
        return photo_id

    def path(self, game_id: str, photo_id: str) -> Path:
        """Where a kept photo lies. Raises `NoSuchPhoto`."""
        if not _ID.fullmatch(photo_id):
            raise NoSuchPhoto
        path = self._game(game_id) / f"{photo_id}.jpg"
        if not path.is_file():
            raise NoSuchPhoto
        return path

    def delete(self, game_id: str, photo_id: str) -> None:
        """Delete a photo that no event tells of. Raises `NoSuchPhoto`."""
        self.path(game_id, photo_id).unlink(missing_ok=True)

    def delete_game(self, game_id: str) -> None:
        """Delete all photos of a game, if there are any. Raises `PhotoError` where one can't be deleted."""
        folder = self._game(game_id)
        try:
            if folder.exists():
                shutil.rmtree(folder)
        except OSError as error:
            raise PhotoError(
                _l(
                    "The game is deleted, but not all of its photos (%(reason)s): the next start of "
                    "Stationmaster tries again.",
                    reason=error.strerror,
                )
            ) from error

    def _game(self, game_id: str) -> Path:
        if not _ID.fullmatch(game_id):
            raise NoSuchPhoto
        return self._folder / game_id


def delete_game(store: Store, photos: Photos, game_id: str) -> None:
    """Delete a game and its photos. Raises `NoSuchGame` and `PhotoError`.

    The events go first and at once, so that a power cut leaves no game without its photos; photos that are
    left go in `finish_deletions`.
    """
    store.delete(game_id)
    photos.delete_game(game_id)


def finish_deletions(store: Store, photos: Photos) -> tuple[str, ...]:
    """Delete what is left of the photos of deleted games, say after a power cut.

    Gives a sentence for each game whose photos can't be deleted.
    """
    left = []
    for game_id in store.deleted():
        try:
            photos.delete_game(game_id)
        except PhotoError as error:
            left.append(str(error))
    return tuple(left)
