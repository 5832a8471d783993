"""The inside of a JPEG: how much work it makes, its rows, and whether some of them are missing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import cast

import cv2
import numpy as np

from vision.pipeline import Pixels
from vision.refusal import damaged

_MOST_SCANS = 200
"""Progressive photos have about ten. The decoder goes through all pixels for each, however few its bytes."""
_MOST_EXIF = 1_000_000
"""Bytes of Exif segments; the standard has one of 64 kB, and Pillow copies all of them for each."""

_MARKER = re.compile(rb"\xff[^\x00\x01\xd0-\xd8\xff]")
_MARKER_IN_SCAN = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
_END, _SCAN, _APP1 = 0xD9, 0xDA, 0xE1
_END_MARKER = bytes((0xFF, _END))


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


def decode_rows(data: bytes) -> Pixels | None:
    """The pixels of the JPEG `data` as they are stored, not turned upright; None where OpenCV refuses it."""
    flags = cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION
    return cast("Pixels | None", cv2.imdecode(np.frombuffer(data, np.uint8), flags))


def is_cut_short(data: bytes, picture: Pixels) -> bool:
    """Whether `picture`, as OpenCV decoded it, misses rows that `data` no longer has.

    OpenCV refuses a file that just stops. It does not refuse one whose rest is zeros, as a broken copy leaves
    it: that one has no end marker. Nor one that stops and has its end marker all the same, and fills the rest
    with pure grey: where the last pixel is of that grey, the rows are decoded once more with a few zeros in
    place of the marker, enough to finish a whole picture, too few for one that misses rows.
    """
    start, baseline = _first_scan(data)
    if start is None:
        return False
    end = data.find(_END_MARKER, start)
    if end < 0:
        return True
    if not baseline or picture[-1, -1].tolist() != [128, 128, 128]:
        return False
    marker = _MARKER_IN_SCAN.search(data, start)
    one_scan = marker is not None and marker.start() == end
    return one_scan and decode_rows(data[:end] + bytes(16)) is None


def _first_scan(data: bytes) -> tuple[int | None, bool]:
    """Where the first rows of a JPEG begin, and whether it is a baseline one (ITU-T T.81, annex B).

    None where the segments before them don't follow each other as they should.
    """
    at, baseline = 2, False
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:  # a fill byte
            at += 1
            continue
        if marker in (0xC0, 0xC1):
            baseline = True
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
        if marker == _SCAN:
            return at, baseline
    return None, baseline
