"""One decoder for each picture format: the header first, then upright pixels."""

from __future__ import annotations

import io
import struct
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

import cv2
import numpy as np
from PIL import Image, JpegImagePlugin, PngImagePlugin, WebPImagePlugin

from vision.jpeg import check_work, decode_rows, is_cut_short
from vision.pipeline import Pixels
from vision.refusal import DAMAGE, Limits, PictureError, Reason, check_pixels, damaged

_GROUND = (128, 128, 128)  # behind transparent pixels: neither a light nor a dark tile drowns in it
_BAND = 1 << 20  # pixels that are converted at a time
_ORIENTATION = 0x0112  # the EXIF tag

_pillow_warnings = threading.Lock()


def decode_jpeg(data: bytes, limits: Limits) -> Pixels:
    """Decode a JPEG (colour, grey or inks), also one with several pictures, of which the first counts.

    OpenCV is the fastest here (about twice as fast as Pillow); inks are left to Pillow.
    Raises `PictureError` and what `DAMAGE` lists.
    """
    check_work(data)
    with _quiet_pillow():
        image = JpegImagePlugin.JpegImageFile(io.BytesIO(data))
    check_pixels(image.size, limits)
    if image.mode == "CMYK":
        return _upright(_to_bgr(image), _orientation(image))
    picture = decode_rows(data)
    if picture is None or picture.shape[1::-1] != image.size or is_cut_short(data, picture):
        raise damaged()
    return _upright(picture, _orientation(image))


def decode_png(data: bytes, limits: Limits) -> Pixels:
    """Decode a PNG of any depth. Raises `PictureError` and what `DAMAGE` lists."""
    with _quiet_pillow():
        image = PngImagePlugin.PngImageFile(io.BytesIO(data))
    check_pixels(image.size, limits)
    return _upright(_to_bgr(image), _orientation(image))


def decode_webp(data: bytes, limits: Limits) -> Pixels:
    """Decode a WebP, of a moving one the first picture. Raises `PictureError` and what `DAMAGE` lists."""
    check_pixels(_webp_size(data), limits)  # Pillow makes room for the whole picture when it opens one
    with _quiet_pillow():
        image = WebPImagePlugin.WebPImageFile(io.BytesIO(data))
    return _upright(_to_bgr(image), _orientation(image))


def decode_heic(data: bytes, limits: Limits) -> Pixels:
    """Decode a HEIC with the optional pillow-heif. Raises `PictureError` and what `DAMAGE` lists."""
    try:
        import pillow_heif
    except ImportError as error:
        raise PictureError(
            Reason.HEIC_MISSING,
            "HEIC pictures need one more package here: run `pip install pillow-heif`, "
            "or send the photo as JPEG.",
        ) from error
    with _quiet_pillow():
        image = pillow_heif.open_heif(io.BytesIO(data))
    check_pixels(image.size, limits)
    return _to_bgr(image.to_pillow())  # libheif turns it by itself


def _webp_size(data: bytes) -> tuple[int, int]:
    """Width and height from a WebP header (RFC 9649, section 2)."""
    kind = data[12:16]
    if kind == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if kind == b"VP8L":
        (bits,) = struct.unpack("<I", data[21:25])
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    width, height = struct.unpack("<HH", data[26:30])
    return width & 0x3FFF, height & 0x3FFF


@contextmanager
def _quiet_pillow() -> Iterator[None]:
    """Keep Pillow's warnings about odd metadata off a person's terminal.

    The filters are the whole process's, hence the lock; it is held while a header is read, not a picture.
    """
    with _pillow_warnings, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def _to_bgr(image: Image.Image) -> Pixels:
    """Decode `image` (any mode) to blue, green, red; of 16 bits the upper 8 count.

    Band by band, so that no second and third copy of a large picture is ever in memory.
    """
    image.load()
    width, height = image.size
    picture = np.empty((height, width, 3), np.uint8)
    rows = max(1, _BAND // width)
    for top in range(0, height, rows):
        band = image.crop((0, top, width, min(top + rows, height)))
        picture[top : top + rows] = _band_to_bgr(band)
    return picture


def _band_to_bgr(image: Image.Image) -> Pixels:
    if image.mode.startswith("I;16"):
        grey = (np.asarray(image) >> 8).astype(np.uint8)
        return cast(Pixels, cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR))
    if "A" in image.mode.upper() or "transparency" in image.info:
        return _on_ground(image.convert("RGBA"))
    return cast(Pixels, cv2.cvtColor(np.asarray(image.convert("RGB")), cv2.COLOR_RGB2BGR))


def _on_ground(image: Image.Image) -> Pixels:
    """Lay `image` (RGBA) on a grey ground."""
    ground = Image.new("RGBA", image.size, _GROUND)
    ground.alpha_composite(image)
    return cast(Pixels, cv2.cvtColor(np.asarray(ground), cv2.COLOR_RGBA2BGR))


def _orientation(image: Image.Image) -> object:
    """The EXIF orientation, 1 where there is none or it can't be read; `image` is decoded if need be."""
    try:
        with _quiet_pillow():
            return image.getexif().get(_ORIENTATION, 1)
    except DAMAGE:
        return 1


def _upright(picture: Pixels, orientation: object) -> Pixels:
    """Turn `picture` as `orientation` asks (EXIF 2.32, tag 0x0112: 1 to 8); any other value asks nothing."""
    match orientation:
        case 2:
            turned = cv2.flip(picture, 1)
        case 3:
            turned = cv2.rotate(picture, cv2.ROTATE_180)
        case 4:
            turned = cv2.flip(picture, 0)
        case 5:
            turned = cv2.transpose(picture)
        case 6:
            turned = cv2.rotate(picture, cv2.ROTATE_90_CLOCKWISE)
        case 7:
            turned = cv2.flip(cv2.transpose(picture), -1)
        case 8:
            turned = cv2.rotate(picture, cv2.ROTATE_90_COUNTERCLOCKWISE)
        case _:
            return picture
    return cast(Pixels, turned)
