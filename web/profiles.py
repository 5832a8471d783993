"""The cameras that were calibrated, kept as files: a folder `profiles/NAME` for each in the data folder."""

from __future__ import annotations

import hashlib
import re
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np

from calibration.errors import ProfileError
from calibration.profile import Profile, profile_text, read_profile
from vision.decode import PictureError, decode_file
from vision.encode import encode_kept
from web.disk import sync_folder, write
from web.lock import locked

FILE = "profile.json"
"""The name of a profile in its folder."""

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_LOCK = ".lock"  # in the folder of all profiles; no camera has such a name
_MOST = 1_000_000  # bytes: a profile has some thousand


class Profiles:
    """All calibrated cameras of a data folder. A profile that was saved is on the disk, whole."""

    def __init__(self, data: Path) -> None:
        self._folder = data / "profiles"

    def path(self, name: str) -> Path:
        """Where the profile `name` is kept. Raises `ProfileError` for what is no name."""
        if not _NAME.fullmatch(name):
            raise ProfileError(
                "A camera's name has small letters, digits and hyphens, at most 40: for example “lamp-2”."
            )
        return self._folder / name / FILE

    def load(self, name: str) -> Profile | None:
        """The profile `name`, None where there is none yet. Raises `ProfileError`."""
        path = self.path(name)
        try:
            path.stat()
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError:
            pass  # it is there, and why it can't be read is told next
        return load_profile(path)

    def save(self, name: str, profile: Profile) -> Path:
        """Keep `profile` as `name` in place of what was there; its file. Raises `ProfileError`.

        What was loaded before may be an older one by now: `change` is for that.
        """
        with self._alone(name) as path:
            return _keep(path, profile)

    def change(self, name: str, changed: Callable[[Profile | None], Profile]) -> tuple[Profile, Path]:
        """Keep as `name` what `changed` makes of the profile that is there (None: of nothing), and its file.

        Nobody else saves in between. `changed` may be called twice, and what it raises is raised, with
        nothing written. Raises `ProfileError`.
        """
        changed(self.load(name))  # what fails makes no folder for the lock
        with self._alone(name) as path:
            profile = changed(self.load(name))
            return profile, _keep(path, profile)

    @contextmanager
    def _alone(self, name: str) -> Iterator[Path]:
        """The file of the profile `name` in its folder, while nobody else saves any."""
        path = self.path(name)
        try:
            if not path.parent.is_dir():
                path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                sync_folder(path.parent.parent)
            with locked(self._folder / _LOCK):
                yield path
        except OSError as error:
            raise ProfileError(
                f"{_shown(path)} can't be kept ({error.strerror}): make room, or name another folder with "
                "--data."
            ) from error


def _keep(path: Path, profile: Profile) -> Path:
    """Write the profile and then let go of the pictures that belong to none. Raises `OSError`."""
    jpeg = _reference(profile)
    name = None if jpeg is None else f"seen-{hashlib.sha256(jpeg).hexdigest()[:8]}.jpg"
    text = profile_text(profile, name)
    if jpeg is not None and name is not None:
        write(path.with_name(name), jpeg)
    write(path, text.encode())
    for other in path.parent.glob("seen-*.jpg"):
        if other.name != name:
            other.unlink(missing_ok=True)
    return path


def _reference(profile: Profile) -> bytes | None:
    """The small grey picture as a file, which gets a name of its own: no profile ever has another's."""
    return None if profile.reference is None else encode_kept(np.dstack([profile.reference] * 3))


def load_profile(path: Path) -> Profile:
    """The profile in the file `path`, with its small grey picture from beside it.

    Raises `ProfileError` where there is none, or it is damaged, or its picture is; the sentence names the
    file, as whoever reads it has only the name of a camera.
    """
    try:
        text = _text(path)
        while True:
            try:
                return _whole(path, text)
            except ProfileError:
                # whoever saved meanwhile has let the picture go that the profile named before
                before, text = text, _text(path)
                if text == before:
                    raise
    except ProfileError as error:
        raise ProfileError(f"{_shown(path)}: {error}") from error


def _text(path: Path) -> str:
    try:
        if not stat.S_ISREG(path.stat().st_mode):  # a pipe would be waited for without end
            raise ProfileError("This profile is no ordinary file: take it away and calibrate again.")
        with path.open("rb") as file:
            return file.read(_MOST).decode("utf-8-sig")  # some editors put a mark before the text
    except FileNotFoundError as error:
        raise ProfileError("There is no such profile: calibrate the camera first.") from error
    except OSError as error:
        raise ProfileError(
            f"This profile can't be read ({error.strerror}): change its permissions, or take it away and "
            "calibrate again."
        ) from error
    except UnicodeDecodeError:
        return ""  # which is no profile


def _whole(path: Path, text: str) -> Profile:
    profile, reference = read_profile(text)
    if reference is None:
        return profile
    try:
        # the name of a file beside it, whatever else stands there
        picture = decode_file(path.with_name(Path(reference).name or FILE))
    except PictureError as error:
        raise ProfileError(
            "The picture that belongs to this profile is missing or damaged: take the profile away and "
            "calibrate again."
        ) from error
    return replace(profile, reference=np.ascontiguousarray(picture[..., 0]))


def _shown(path: Path) -> str:
    """The file's name for people, without what would give a terminal orders."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in str(path))
