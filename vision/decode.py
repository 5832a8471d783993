"""The one decoder of people's pictures: bytes in, upright pixels or a sentence out."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable
from pathlib import Path

from vision.codecs import decode_heic, decode_jpeg, decode_png, decode_webp
from vision.pipeline import Pixels
from vision.refusal import DAMAGE, LIMITS, Limits, PictureError, Reason, check_bytes, damaged

__all__ = ["LIMITS", "Limits", "PictureError", "Reason", "decode", "decode_file"]


def decode(data: bytes, limits: Limits = LIMITS) -> Pixels:
    """Decode a JPEG, PNG, WebP or HEIC file to an upright picture.

    Returns height x width x 3, blue, green, red, 8 bits, turned as its metadata asks; what is transparent
    becomes grey. Nothing is decoded before the header has been read and the limits hold.
    Raises `PictureError`, and nothing else, whatever the bytes are.
    """
    if not data:
        raise PictureError(Reason.EMPTY, "This file is empty: choose the photo again or take a new one.")
    check_bytes(len(data), limits)
    decoder = _decoder(data)
    try:
        return decoder(data, limits)
    except PictureError:
        raise
    except DAMAGE as error:
        raise damaged() from error


def decode_file(path: str | os.PathLike[str], limits: Limits = LIMITS) -> Pixels:
    """Decode the file at `path` as `decode` does; a file over the limit is not read at all.

    Raises `PictureError`, also where the file is missing, not a file, or may not be read.
    """
    file = Path(path)
    try:
        found = file.stat()
        if stat.S_ISDIR(found.st_mode):
            raise PictureError(
                Reason.UNREADABLE, "This is a folder, not a picture: name the pictures in it, one by one."
            )
        if not stat.S_ISREG(found.st_mode):
            raise PictureError(Reason.UNREADABLE, "This is not an ordinary file: name a picture file.")
        check_bytes(found.st_size, limits)
        with file.open("rb") as opened:
            data = opened.read(limits.bytes + 1)
    except PictureError:
        raise
    except FileNotFoundError as error:
        raise PictureError(
            Reason.UNREADABLE, "There is no such file: check the name and the folder."
        ) from error
    except PermissionError as error:
        raise PictureError(
            Reason.UNREADABLE, "This file may not be read: change its permissions or copy it elsewhere."
        ) from error
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "its name can't be used here"
        raise PictureError(
            Reason.UNREADABLE,
            f"This file can't be read ({why}): copy it to this computer's disk and try again.",
        ) from error
    return decode(data, limits)


_Decoder = Callable[[bytes, Limits], Pixels]

_HEIC_BRANDS = {b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"}
_ELSE = (
    (rb"GIF8[79]a", "a GIF picture"),
    (rb"BM....\0\0\0\0", "a BMP picture"),
    (rb"II\*\0|MM\0\*|II\+\0|MM\0\+", "a TIFF or raw picture"),
    (rb"....ftypavi[fs]", "an AVIF picture"),
    (rb"....ftyp", "a video"),
    (rb"\x1aE\xdf\xa3", "a video"),
    (rb"\0\0\0\x0cjP  |\xff\x4f\xff\x51", "a JPEG 2000 picture"),
    (rb"\0\0\0\x0cJXL |\xff\x0a", "a JPEG XL picture"),
    (rb"8BPS", "a Photoshop picture"),
    (rb"%PDF-", "a PDF document"),
)


def _decoder(data: bytes) -> _Decoder:
    """The decoder for what the first bytes say; a file's name says nothing."""
    if data.startswith(b"\xff\xd8\xff"):
        return decode_jpeg
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return decode_png
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return decode_webp
    if data[4:8] == b"ftyp" and data[8:12] in _HEIC_BRANDS:
        return decode_heic
    for signature, words in _ELSE:
        if re.match(signature, data, re.DOTALL):
            raise PictureError(
                Reason.UNSUPPORTED, f"This is {words}, which is not read here: save it as JPEG or PNG."
            )
    raise PictureError(
        Reason.NOT_A_PICTURE, "This file is not a picture: choose a photo (JPEG, PNG, WebP or HEIC)."
    )
