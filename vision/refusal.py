"""Why a person's picture is refused, in words for the person, and the limits that it must keep."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from enum import StrEnum

import cv2
from PIL import Image


class Reason(StrEnum):
    """Why a picture can't be used."""

    EMPTY = "empty"
    NOT_A_PICTURE = "not_a_picture"
    UNSUPPORTED = "unsupported"
    TOO_MANY_BYTES = "too_many_bytes"
    TOO_MANY_PIXELS = "too_many_pixels"
    DAMAGED = "damaged"
    HEIC_MISSING = "heic_missing"
    UNREADABLE = "unreadable"


class PictureError(ValueError):
    """A picture that can't be used; the message says to a person what is wrong and what to do."""

    def __init__(self, reason: Reason, sentence: str) -> None:
        super().__init__(sentence)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that is taken from a person: bytes of a file, pixels (width x height) and the longer side.

    64-megapixel phones write 9248 x 6936, a little more than 64 million; decoded they take 195 MB. OpenCV
    can't turn what is longer than 32,767 pixels, and no JPEG can keep what is longer than 65,535.
    """

    bytes: int = 40_000_000
    pixels: int = 65_000_000
    side: int = 30_000


LIMITS = Limits()


# What Pillow and OpenCV raise at damaged files: neither has an exception of its own for it.
DAMAGE = (
    ArithmeticError,
    AttributeError,
    EOFError,
    Image.DecompressionBombError,
    LookupError,
    MemoryError,
    OSError,
    RuntimeError,
    SyntaxError,
    SystemError,
    TypeError,
    ValueError,
    cv2.error,
    struct.error,
    zlib.error,
)


def check_bytes(size: int, limits: Limits) -> None:
    """Raise `PictureError` where a file of `size` bytes is over the limit."""
    if size > limits.bytes:
        raise PictureError(
            Reason.TOO_MANY_BYTES,
            f"This file is larger than {limits.bytes / 1e6:.3g} MB, the most that is read: "
            "save a smaller copy, or take the photo at a lower resolution.",
        )


def check_pixels(size: tuple[int, int], limits: Limits) -> None:
    """Raise `PictureError` where a picture of `size` (width, height) is over a limit."""
    width, height = size
    if width * height > limits.pixels:
        raise PictureError(
            Reason.TOO_MANY_PIXELS,
            f"This picture has {width} x {height} pixels, more than {limits.pixels / 1e6:.3g} million, "
            "the most that is read: save a smaller copy, or take the photo at a lower resolution.",
        )
    if max(size) > limits.side:
        raise PictureError(
            Reason.UNREADABLE,
            f"This picture is {max(size)} pixels long, more than {limits.side}, the most that is read: "
            "save a smaller copy, or take a photo that is not a panorama.",
        )


def damaged() -> PictureError:
    """The error for a picture whose content can't be decoded."""
    return PictureError(
        Reason.DAMAGED, "This picture is damaged or incomplete: copy or send it again, or take a new photo."
    )
