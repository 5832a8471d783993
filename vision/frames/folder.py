"""A folder of pictures, taken in order in place of a video."""

from __future__ import annotations

from pathlib import Path

from vision.decode import PictureError, decode_file
from vision.frames.trouble import SourceError, Trouble, gone
from vision.pipeline import Pixels

_SUFFIXES = {".jpg", ".jpeg", ".png"}
_RATE = 5.0  # pictures a second where nobody says


class PictureFolder:
    """The pictures of a folder that is open."""

    def __init__(self, pictures: tuple[Path, ...], shown: str, rate: float, start: int) -> None:
        """Take `pictures` in order from number `start`, `rate` a second."""
        self._pictures = pictures
        self._shown = shown
        self._next = start
        self.rate: float | None = rate
        self.claimed: float | None = rate

    def advance(self) -> bool:
        """Go to the next picture. Raises `SourceError` after the last, and where it is no longer there."""
        if self._next >= len(self._pictures):
            raise SourceError(Trouble.ENDED, f"All pictures of {self._shown} have been seen.")
        self._check(self._pictures[self._next])
        self._next += 1
        return True

    def pixels(self) -> Pixels | None:
        """Decode the picture. Raises `SourceError` where it can't be: no gap in the order goes unseen."""
        picture = self._pictures[self._next - 1]
        try:
            return decode_file(picture)
        except PictureError as error:
            self._check(picture)
            sentence = str(error)
            raise SourceError(
                Trouble.UNREADABLE, f"{picture.name} in {self._shown} can't be read. {sentence}"
            ) from error

    def close(self) -> None:
        """Nothing is held open between two pictures."""

    def _check(self, picture: Path) -> None:
        if gone(picture):
            raise SourceError(Trouble.LOST, f"{picture.name} is gone from {self._shown}: put it back.")


def open_folder(folder: Path, shown: str, fps: float | None, start: int = 0) -> PictureFolder:
    """The pictures in `folder`, JPEG or PNG, from number `start` in the order of their names.

    Names that are numbers alone (`000000.jpg`) are in the order of the numbers. `fps` are taken for a second.
    Raises `SourceError` where there are none, or the folder can't be read.
    """
    try:
        pictures = sorted(
            (
                entry
                for entry in folder.iterdir()
                if entry.suffix.lower() in _SUFFIXES and not entry.name.startswith(".")
            ),
            key=_place,
        )
    except OSError as error:
        raise SourceError(
            Trouble.REFUSED, f"The folder {shown} can't be read ({error.strerror}): change its permissions."
        ) from error
    if not pictures:
        raise SourceError(
            Trouble.EMPTY, f"There are no pictures in {shown}: it needs 000000.jpg, 000001.jpg and so on."
        )
    return PictureFolder(tuple(pictures), shown, fps or _RATE, start)


def _place(picture: Path) -> tuple[int, int, str]:
    number = picture.stem
    if number.isascii() and number.isdigit():
        return 0, int(number), picture.name
    return 1, 0, picture.name
