"""What the markers of a JPEG say of the work that it makes, before it is decoded."""

from __future__ import annotations

import re
from collections.abc import Iterator

from vision.refusal import damaged

_MOST_SCANS = 200
"""Progressive photos have about ten. The decoder goes through all pixels for each, however few its bytes."""
_MOST_EXIF = 1_000_000
"""Bytes of Exif segments; the standard has one of 64 kB, and Pillow copies all of them for each."""

_MARKER = re.compile(rb"\xff[^\x00\x01\xd0-\xd8\xff]")
_END, _SCAN, _APP1 = 0xD9, 0xDA, 0xE1


def check_work(data: bytes) -> None:
    """Raise `PictureError` where the JPEG `data` would take minutes: few bytes can ask for hours of work."""
    scans = exif = 0
    for marker, start, length in _segments(data):
        scans += marker == _SCAN
        if marker == _APP1 and data.startswith(b"Exif", start):
            exif += length
        if scans > _MOST_SCANS or exif > _MOST_EXIF:
            raise damaged()


def _segments(data: bytes) -> Iterator[tuple[int, int, int]]:
    """Marker, start and length of each segment's content, up to the picture's end (ITU-T T.81, annex B).

    What lies between two segments is skipped, as decoders do: rows, and bytes that don't belong there.
    """
    at = 2
    while (found := _MARKER.search(data, at)) and data[found.end() - 1] != _END:
        length = int.from_bytes(data[found.end() : found.end() + 2], "big")
        yield data[found.end() - 1], found.end() + 2, max(0, length - 2)
        at = found.end() + length
