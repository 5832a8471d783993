"""The cameras that were calibrated, kept as files: a folder `profiles/NAME` for each in the data folder."""

from __future__ import annotations

import hashlib
import re
import stat
from dataclasses import replace
from pathlib import Path

import numpy as np

from calibration.errors import ProfileError
from calibration.profile import Profile, profile_text, read_profile
from vision.decode import PictureError, decode_file
from vision.encode import encode_kept
from web.disk import sync_folder, write

FILE = "profile.json"
"""The name of a profile in its folder."""

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
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
        """Keep `profile` as `name` in place of what was there; its file. Raises `ProfileError`."""
        path = self.path(name)
        try:
            if not path.parent.is_dir():
                path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                sync_folder(path.parent.parent)
            reference = _keep_reference(path.parent, profile)
            write(path, profile_text(profile, reference).encode())
            for other in path.parent.glob("seen-*.jpg"):
                if other.name != reference:
                    other.unlink(missing_ok=True)
        except OSError as error:
            raise ProfileError(
                f"{_shown(path)} can't be kept ({error.strerror}): make room, or name another folder with "
                "--data."
            ) from error
        return path


def load_profile(path: Path) -> Profile:
    """The profile in the file `path`, with its small grey picture from beside it.

    Raises `ProfileError` where there is none, or it is damaged, or its picture is; the sentence names the
    file, as whoever reads it has only the name of a camera.
    """
    try:
        return _whole(path)
    except ProfileError as error:
        raise ProfileError(f"{_shown(path)}: {error}") from error


def _whole(path: Path) -> Profile:
    try:
        if not stat.S_ISREG(path.stat().st_mode):  # a pipe would be waited for without end
            raise ProfileError("This profile is no ordinary file: take it away and calibrate again.")
        with path.open("rb") as file:
            text = file.read(_MOST).decode("utf-8-sig")  # some editors put a mark before the text
    except FileNotFoundError as error:
        raise ProfileError("There is no such profile: calibrate the camera first.") from error
    except OSError as error:
        raise ProfileError(
            f"This profile can't be read ({error.strerror}): change its permissions, or take it away and "
            "calibrate again."
        ) from error
    except UnicodeDecodeError:
        text = ""  # which is no profile
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


def _keep_reference(folder: Path, profile: Profile) -> str | None:
    """Write the small grey picture under a name of its own, so that no profile ever has another's."""
    if profile.reference is None:
        return None
    jpeg = encode_kept(np.dstack([profile.reference] * 3))
    name = f"seen-{hashlib.sha256(jpeg).hexdigest()[:8]}.jpg"
    write(folder / name, jpeg)
    return name
