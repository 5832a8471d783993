from __future__ import annotations

import builtins
import contextlib
import io
import os
import struct
import subprocess
import sys
import warnings
import zlib
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pillow_heif
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from vision import codecs
from vision.decode import Limits, PictureError, Reason, decode, decode_file
from vision.encode import KEPT_SIDE, encode_kept

RED, GREEN, BLUE, WHITE = (220, 30, 30), (30, 200, 30), (30, 30, 220), (250, 250, 250)


def quarters(width: int = 96, height: int = 64) -> Image.Image:
    """Red, green / blue, white: a picture whose turn can be told from its corners."""
    image = Image.new("RGB", (width, height))
    for n, colour in enumerate((RED, GREEN, BLUE, WHITE)):
        box = (n % 2 * width // 2, n // 2 * height // 2)
        image.paste(colour, (*box, box[0] + width // 2, box[1] + height // 2))
    return image


def file_of(image: Image.Image, format_: str = "JPEG", **options: object) -> bytes:
    out = io.BytesIO()
    image.save(out, format_, **options)
    return out.getvalue()


def heic_of(image: Image.Image, **options: object) -> bytes:
    out = io.BytesIO()
    pillow_heif.from_pillow(image).save(out, **options)
    return out.getvalue()


def corners(picture: np.ndarray) -> list[str]:
    """What colours the four corners have, in reading order."""
    names = {"red": RED, "green": GREEN, "blue": BLUE, "white": WHITE}
    found = []
    for y, x in ((8, 8), (8, -8), (-8, 8), (-8, -8)):
        colour = picture[y, x, ::-1].astype(int)
        found.append(min(names, key=lambda name: abs(colour - names[name]).sum()))
        assert abs(colour - names[found[-1]]).max() < 40
    return found


def noise(width: int = 160, height: int = 120) -> Image.Image:
    rng = np.random.default_rng(7)
    return Image.fromarray(rng.integers(0, 255, (height, width, 3), dtype=np.uint8))


def oriented(value: int) -> bytes:
    exif = Image.Exif()
    exif[0x0112] = value
    return exif.tobytes()


def png_header(width: int, height: int) -> bytes:
    """The beginning of a PNG that claims a size: nothing of it could be decoded."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(10)))


def png16(values: np.ndarray) -> bytes:
    done, out = cv2.imencode(".png", values)
    assert done
    return out.tobytes()


JPEG = file_of(noise())
PNG = file_of(noise(), "PNG")
WEBP = file_of(noise(), "WEBP")
HEIC = heic_of(noise())

BAD = {
    "nothing": (b"", Reason.EMPTY),
    "text": (b"dear aunt, here is the photo\n", Reason.NOT_A_PICTURE),
    "zeros": (bytes(5000), Reason.NOT_A_PICTURE),
    "svg": (b"<svg xmlns='http://www.w3.org/2000/svg'/>", Reason.NOT_A_PICTURE),
    "wav": (b"RIFF\x24\0\0\0WAVEfmt ", Reason.NOT_A_PICTURE),
    "gif": (file_of(quarters(), "GIF"), Reason.UNSUPPORTED),
    "bmp": (file_of(quarters(), "BMP"), Reason.UNSUPPORTED),
    "tiff": (file_of(quarters(), "TIFF"), Reason.UNSUPPORTED),
    "avif": (b"\0\0\0\x20ftypavif\0\0\0\0avifmif1miaf", Reason.UNSUPPORTED),
    "video": (b"\0\0\0\x20ftypisom\0\0\x02\0isomiso2mp41", Reason.UNSUPPORTED),
    "pdf": (b"%PDF-1.7\n", Reason.UNSUPPORTED),
    "huge png": (png_header(20_000, 20_000), Reason.TOO_MANY_PIXELS),
    "huge jpeg": (b"", Reason.TOO_MANY_PIXELS),
    "huge lossy webp": (
        b"RIFF\x64\0\0\0WEBPVP8 \x50\0\0\0\x30\1\0\x9d\x01\x2a\xff\x3f\xff\x3f" + bytes(64),
        None,
    ),
    "huge lossless webp": (b"RIFF\x64\0\0\0WEBPVP8L\x50\0\0\0\x2f\xff\xff\xff\x0f" + bytes(64), None),
    "huge extended webp": (b"RIFF\x64\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\xff\x3f\0\xff\x3f\0" + bytes(64), None),
    "jpeg signature": (JPEG[:3], Reason.DAMAGED),
    "jpeg header": (JPEG[:200], Reason.DAMAGED),
    "half a jpeg": (JPEG[: len(JPEG) // 2], Reason.DAMAGED),
    "jpeg without its last bytes": (JPEG[:-40], Reason.DAMAGED),
    "jpeg whose second half is zeros": (JPEG[: len(JPEG) // 2] + bytes(len(JPEG) // 2), Reason.DAMAGED),
    "half a jpeg with an end": (JPEG[: len(JPEG) // 2] + b"\xff\xd9", Reason.DAMAGED),
    "half a grey jpeg with an end": (b"", Reason.DAMAGED),
    "half a progressive jpeg": (b"", Reason.DAMAGED),
    "half a jpeg in inks": (b"", Reason.DAMAGED),
    "png signature": (PNG[:8], Reason.DAMAGED),
    "half a png": (PNG[: len(PNG) // 2], Reason.DAMAGED),
    "png with a hole": (PNG[:9000] + bytes(50) + PNG[9050:], Reason.DAMAGED),
    "webp signature": (WEBP[:12], Reason.DAMAGED),
    "half a webp": (WEBP[: len(WEBP) // 2], Reason.DAMAGED),
    "heic signature": (HEIC[:24], Reason.DAMAGED),
    "half a heic": (HEIC[: len(HEIC) // 2], Reason.DAMAGED),
}


def half(data: bytes) -> bytes:
    return data[: len(data) // 2]


def huge_jpeg() -> bytes:
    at = JPEG.index(b"\xff\xc0") + 5
    return JPEG[:at] + struct.pack(">HH", 20_000, 20_000) + JPEG[at + 4 :]


BAD["huge jpeg"] = (huge_jpeg(), Reason.TOO_MANY_PIXELS)
BAD["half a grey jpeg with an end"] = (half(file_of(noise().convert("L"))) + b"\xff\xd9", Reason.DAMAGED)
BAD["half a progressive jpeg"] = (half(file_of(noise(), progressive=True)), Reason.DAMAGED)
BAD["half a jpeg in inks"] = (half(file_of(noise().convert("CMYK"))), Reason.DAMAGED)
for name in ("huge lossy webp", "huge lossless webp", "huge extended webp"):
    BAD[name] = (BAD[name][0], Reason.TOO_MANY_PIXELS)


@pytest.mark.parametrize(("data", "reason"), BAD.values(), ids=BAD.keys())
def test_a_bad_picture_is_refused_with_a_reason_and_a_sentence(data: bytes, reason: Reason) -> None:
    with pytest.raises(PictureError) as caught:
        decode(data)
    assert caught.value.reason == reason
    assert str(caught.value).endswith(".")
    assert ":" in str(caught.value)


def test_too_many_bytes_are_refused_before_anything_is_looked_at() -> None:
    with pytest.raises(PictureError, match=r"larger than 0\.001 MB") as caught:
        decode(b"x" * 1001, Limits(bytes=1000))
    assert caught.value.reason == Reason.TOO_MANY_BYTES


def test_the_pixel_limit_holds_to_the_pixel() -> None:
    assert decode(JPEG, Limits(pixels=160 * 120)).shape == (120, 160, 3)
    with pytest.raises(PictureError, match="160 x 120 pixels"):
        decode(JPEG, Limits(pixels=160 * 120 - 1))


@pytest.mark.parametrize("mode", ["1", "L", "P", "RGB", "RGBA"])
def test_a_picture_that_is_converted_in_bands_is_whole(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data = file_of(noise(60, 47).convert(mode), "PNG")
    whole = decode(data)
    monkeypatch.setattr(codecs, "_BAND", 60 * 10)
    np.testing.assert_array_equal(decode(data), whole)


_GROWTH = """
import resource, sys
from vision.decode import decode
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
picture = decode(sys.stdin.buffer.read())
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024 / (picture.size / 3))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the peak is told in other units")
def test_a_picture_is_in_memory_once_as_pillow_has_it_and_once_as_opencv_has_it() -> None:
    """Four and three bytes a pixel; a copy more is 260 MB for the largest."""
    data = file_of(Image.new("RGBA", (4000, 4000), (*RED, 90)), "PNG")
    run = subprocess.run([sys.executable, "-c", _GROWTH], input=data, capture_output=True, check=True)
    assert float(run.stdout) < 9, "bytes a pixel"


@pytest.mark.parametrize("size", [(30_001, 1), (1, 30_001)])
def test_a_picture_longer_than_opencv_can_turn_is_refused(size: tuple[int, int]) -> None:
    assert decode(file_of(Image.new("L", (30_000, 1)), "PNG")).shape == (1, 30_000, 3)
    with pytest.raises(PictureError, match="30001 pixels long") as caught:
        decode(png_header(*size))
    assert caught.value.reason == Reason.UNREADABLE


def scans(image: Image.Image, times: int) -> bytes:
    """A progressive JPEG whose first small scan comes `times` more, with a stray byte in between."""
    data = file_of(image, progressive=True)
    second = data.index(b"\xff\xda", data.index(b"\xff\xda") + 2)
    third = data.index(b"\xff\xda", second + 2)
    return data[:second] + (b"\x00" + data[second:third]) * times + data[second:]


def test_a_jpeg_of_endless_scans_is_refused_before_it_takes_an_hour() -> None:
    """Each scan of a few bytes makes the decoder go through all pixels again."""
    image = Image.new("L", (64, 64), 77)
    assert decode(scans(image, 20)).shape == (64, 64, 3)
    with pytest.raises(PictureError, match="damaged") as caught:
        decode(scans(image, 1000))
    assert caught.value.reason == Reason.DAMAGED


def test_scans_of_what_follows_a_picture_are_not_counted() -> None:
    """A phone's moving photo has a video after the picture, in which any bytes may be."""
    assert decode(JPEG + b"\xff\xda" * 1000).shape == decode(JPEG).shape


def test_a_jpeg_of_endless_metadata_is_refused_at_once() -> None:
    """Pillow copies all of it for each segment: 36 MB take it 16 seconds."""
    segment = b"\xff\xe1\xff\xffExif\0\0" + bytes(65527)
    assert decode(JPEG[:2] + segment * 3 + JPEG[2:]).shape == decode(JPEG).shape
    with pytest.raises(PictureError, match="damaged") as caught:
        decode(JPEG[:2] + segment * 20 + JPEG[2:])
    assert caught.value.reason == Reason.DAMAGED


def test_a_heic_over_the_limit_is_refused() -> None:
    with pytest.raises(PictureError) as caught:
        decode(HEIC, Limits(pixels=1000))
    assert caught.value.reason == Reason.TOO_MANY_PIXELS


def test_heic_without_its_package_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *rest: object, **named: object) -> object:
        if name == "pillow_heif":
            raise ImportError(name)
        return real(name, *rest, **named)

    monkeypatch.delitem(sys.modules, "pillow_heif")
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(PictureError, match="pip install pillow-heif") as caught:
        decode(HEIC)
    assert caught.value.reason == Reason.HEIC_MISSING


# What is read


GOOD = {
    "jpeg": file_of(quarters(), quality=95),
    "progressive jpeg": file_of(quarters(), quality=95, progressive=True),
    "jpeg in inks": file_of(quarters().convert("CMYK"), quality=95),
    "jpeg with something after it": file_of(quarters(), quality=95) + b"\0motion photo" * 400,
    "several jpegs in one": file_of(
        quarters(), "MPO", quality=95, save_all=True, append_images=[Image.new("RGB", (96, 64), "black")]
    ),
    "png": file_of(quarters(), "PNG"),
    "png palette": file_of(quarters().quantize(8), "PNG"),
    "png with alpha": file_of(quarters().convert("RGBA"), "PNG"),
    "png, 16 bits": png16(np.asarray(quarters())[:, :, ::-1].astype(np.uint16) * 257),
    "webp": file_of(quarters(), "WEBP", quality=95),
    "lossless webp": file_of(quarters(), "WEBP", lossless=True),
    "webp with alpha": file_of(quarters().convert("RGBA"), "WEBP", lossless=True),
    "moving webp": file_of(
        quarters(), "WEBP", lossless=True, save_all=True, append_images=[Image.new("RGB", (96, 64), "black")]
    ),
    "heic": heic_of(quarters(), quality=95),
    "heic with alpha": heic_of(quarters().convert("RGBA"), quality=95),
}


@pytest.mark.parametrize("data", GOOD.values(), ids=GOOD.keys())
def test_a_picture_of_any_kind_becomes_upright_blue_green_red(data: bytes) -> None:
    picture = decode(data)
    assert (picture.shape, picture.dtype) == ((64, 96, 3), np.uint8)
    assert corners(picture) == ["red", "green", "blue", "white"]


GREYS = {
    "jpeg": file_of(Image.linear_gradient("L")),
    "png": file_of(Image.linear_gradient("L"), "PNG"),
    "png, 16 bits": png16(np.asarray(Image.linear_gradient("L")).astype(np.uint16) * 257),
    "png with alpha": file_of(Image.linear_gradient("L").convert("LA"), "PNG"),
    "webp": file_of(Image.linear_gradient("L"), "WEBP"),
    "heic": heic_of(Image.linear_gradient("L"), quality=95),
}


@pytest.mark.parametrize("data", GREYS.values(), ids=GREYS.keys())
def test_a_grey_picture_has_three_equal_channels(data: bytes) -> None:
    picture = decode(data)
    assert picture.shape == (256, 256, 3)
    assert (np.ptp(picture.astype(int), axis=2) <= 2).all()
    assert abs(picture[[0, 128, 255], 100, 0].astype(int) - [0, 128, 255]).max() <= 3


def test_a_black_and_white_png_is_read() -> None:
    picture = decode(file_of(quarters().convert("1", dither=Image.Dither.NONE), "PNG"))
    assert set(np.unique(picture)) == {0, 255}


def see_through(mode: str) -> Image.Image:
    image = Image.new("RGBA", (40, 20), (*RED, 255))
    image.paste((0, 0, 0, 0), (20, 0, 40, 20))
    return image.convert(mode)


CLEAR = {
    "rgba png": file_of(see_through("RGBA"), "PNG"),
    "webp": file_of(see_through("RGBA"), "WEBP", lossless=True),
    "palette, one clear": file_of(
        see_through("RGB").quantize(4, method=Image.Quantize.MEDIANCUT), "PNG", transparency=0
    ),
    "palette, shades of clear": file_of(see_through("RGBA").quantize(4), "PNG"),
    "clear colour": file_of(see_through("RGB"), "PNG", transparency=(0, 0, 0)),
}


@pytest.mark.parametrize("data", CLEAR.values(), ids=CLEAR.keys())
def test_what_is_transparent_becomes_grey(data: bytes) -> None:
    picture = decode(data)
    sides = {tuple(picture[10, x, ::-1].tolist()) for x in (5, 35)}
    assert (128, 128, 128) in sides
    assert len(sides) == 2


TURNS = {
    1: ["red", "green", "blue", "white"],
    2: ["green", "red", "white", "blue"],
    3: ["white", "blue", "green", "red"],
    4: ["blue", "white", "red", "green"],
    5: ["red", "blue", "green", "white"],
    6: ["blue", "red", "white", "green"],
    7: ["white", "green", "blue", "red"],
    8: ["green", "white", "red", "blue"],
}


@pytest.mark.parametrize("value", TURNS)
@pytest.mark.parametrize("format_", ["JPEG", "CMYK", "PNG", "WEBP", "HEIC"])
def test_a_picture_is_turned_as_its_exif_asks(format_: str, value: int) -> None:
    exif = oriented(value)
    if format_ == "HEIC":
        data = heic_of(quarters(), exif=exif, quality=95)
    elif format_ == "CMYK":
        data = file_of(quarters().convert("CMYK"), "JPEG", exif=exif, quality=95)
    else:
        data = file_of(quarters(), format_, exif=exif, quality=95)
    picture = decode(data)
    assert picture.shape[:2] == ((96, 64) if value > 4 else (64, 96))
    assert corners(picture) == TURNS[value]


@pytest.mark.parametrize(
    "exif", [b"Exif\0\0", b"Exif\0\0II*\0\xff\xff\xff\xff", b"Exif\0\0MM junk", oriented(9)]
)
def test_odd_metadata_is_no_reason_to_refuse(exif: bytes) -> None:
    data = file_of(quarters(), exif=exif, quality=95)
    assert corners(decode(data)) == ["red", "green", "blue", "white"]


@pytest.mark.parametrize(
    "image",
    [
        Image.new("RGB", (100, 70), (128, 128, 128)),
        Image.new("L", (100, 70), 128),
        Image.new("RGB", (9, 9), (128, 128, 128)),
        Image.new("RGB", (1, 1), (128, 128, 128)),
    ],
)
@pytest.mark.parametrize("options", [{}, {"progressive": True}, {"restart_marker_rows": 1}])
def test_a_grey_picture_is_not_taken_for_one_that_is_cut_short(
    image: Image.Image, options: dict[str, object]
) -> None:
    assert decode(file_of(image, **options)).mean() == pytest.approx(128, abs=1)


def test_pillows_warning_of_large_pictures_reaches_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 10_000)
    for data in (JPEG, PNG, WEBP, HEIC):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            decode(data)
        assert not caught


# Files


def test_a_file_is_decoded_as_its_bytes_are(tmp_path: Path) -> None:
    file = tmp_path / "photo with no ending"
    file.write_bytes(JPEG)
    assert (decode_file(file) == decode(JPEG)).all()
    assert (decode_file(str(file)) == decode(JPEG)).all()


def _missing(folder: Path) -> Path:
    return folder / "none.jpg"


def _folder(folder: Path) -> Path:
    return folder


def _pipe(folder: Path) -> Path:
    os.mkfifo(folder / "pipe.jpg")
    return folder / "pipe.jpg"


def _below_a_file(folder: Path) -> Path:
    (folder / "file").touch()
    return folder / "file" / "photo.jpg"


def _long_name(folder: Path) -> Path:
    return folder / ("x" * 3000)


def _zero_in_name(folder: Path) -> Path:
    return folder / "a\0b.jpg"


def _circle(folder: Path) -> Path:
    (folder / "circle.jpg").symlink_to("circle.jpg")
    return folder / "circle.jpg"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
@pytest.mark.parametrize(
    "make", [_missing, _folder, _pipe, _below_a_file, _long_name, _zero_in_name, _circle]
)
def test_what_is_no_file_is_refused(make: Callable[[Path], Path], tmp_path: Path) -> None:
    with pytest.raises(PictureError) as caught:
        decode_file(make(tmp_path))
    assert caught.value.reason == Reason.UNREADABLE
    assert str(caught.value).endswith(".")


def test_a_file_that_may_not_be_read_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "photo.jpg"
    file.write_bytes(JPEG)

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)  # root may read anything, so the mode alone would not do
    with pytest.raises(PictureError, match="may not be read") as caught:
        decode_file(file)
    assert caught.value.reason == Reason.UNREADABLE


def test_a_file_of_200_megabytes_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "film.jpg"
    with file.open("wb") as opened:
        opened.truncate(200_000_000)
    monkeypatch.setattr(Path, "open", lambda *_: pytest.fail("the file was opened"))
    with pytest.raises(PictureError, match="larger than 40 MB") as caught:
        decode_file(file)
    assert caught.value.reason == Reason.TOO_MANY_BYTES


# Whatever the bytes are


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from([b"", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"RIFF....WEBP", b"\0\0\0\x18ftypheic"]),
    st.binary(max_size=400),
)
def test_random_bytes_raise_nothing_but_picture_error(start: bytes, rest: bytes) -> None:
    with pytest.raises(PictureError):
        decode(start + rest)


WHOLE = {
    "jpeg": file_of(noise(32, 24), exif=oriented(6)),
    "grey jpeg": file_of(noise(32, 24).convert("L")),
    "progressive jpeg": file_of(noise(32, 24), progressive=True),
    "png": file_of(noise(16, 12), "PNG", exif=oriented(6)),
    "webp": file_of(noise(32, 24), "WEBP", exif=oriented(6)),
    "heic": heic_of(noise(64, 64)),
}


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.sampled_from(sorted(WHOLE)),
    st.lists(st.tuples(st.floats(0, 1), st.binary(min_size=1, max_size=6)), min_size=1, max_size=5),
)
def test_changed_bytes_raise_nothing_but_picture_error(kind: str, changes: list[tuple[float, bytes]]) -> None:
    data = bytearray(WHOLE[kind])
    for where, new in changes:
        at = int(where * (len(data) - 1))
        data[at : at + len(new)] = new
    with contextlib.suppress(PictureError):
        picture = decode(bytes(data), Limits(pixels=1_000_000))
        assert picture.dtype == np.uint8
        assert picture.shape[2] == 3


@pytest.mark.parametrize("kind", WHOLE)
def test_any_byte_of_a_header_may_be_wrong(kind: str) -> None:
    whole = WHOLE[kind]
    for at in range(min(len(whole), 500)):
        with contextlib.suppress(PictureError):
            decode(whole[:at] + bytes([whole[at] ^ 0xAF]) + whole[at + 1 :], Limits(pixels=1_000_000))


# What is kept


def test_a_kept_picture_is_at_most_2048_pixels_long_and_not_distorted() -> None:
    picture = decode(file_of(quarters(3000, 1000)))
    kept = decode(encode_kept(picture))
    assert kept.shape == (683, KEPT_SIDE, 3)
    assert corners(kept) == ["red", "green", "blue", "white"]
    assert decode(encode_kept(decode(JPEG))).shape == (120, 160, 3)
    assert decode(encode_kept(np.zeros((5000, 1, 3), np.uint8))).shape == (2048, 1, 3)


@pytest.mark.parametrize("format_", ["JPEG", "PNG", "WEBP", "HEIC"])
def test_no_place_or_other_metadata_survives(format_: str) -> None:
    exif = Image.Exif()
    exif[0x010F] = "Kamerawerk"
    exif[0x0112] = 6
    exif.get_ifd(0x8825).update({1: "N", 2: (47.0, 29.0, 53.0), 3: "E", 4: (19.0, 2.0, 24.0)})
    options = {"exif": exif.tobytes(), "quality": 95}
    data = heic_of(quarters(), **options) if format_ == "HEIC" else file_of(quarters(), format_, **options)
    assert b"Kamerawerk" in data
    kept = encode_kept(decode(data))
    assert b"Kamerawerk" not in kept
    assert b"Exif" not in kept
    with Image.open(io.BytesIO(kept)) as image:
        assert image.format == "JPEG"
        assert not image.getexif()
        assert not image.info.keys() - {"jfif", "jfif_version", "jfif_unit", "jfif_density"}
    assert corners(decode(kept)) == TURNS[6]
