"""Which cameras are there, and what a source gives when it is tried."""

from __future__ import annotations

import os
import struct
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from vision.frames.frame import ASKED, Mode
from vision.frames.link import Link, Phase, State
from vision.frames.opening import Opener, open_source
from vision.frames.source import Kind, Source

_LINUX = sys.platform == "linux"
_DEVICES = Path("/dev")
_NAMES = Path("/sys/class/video4linux")
_MOST = 10  # numbers that are tried where the system does not say which there are
_MISSES = 2  # numbers in a row without a camera after which no more are tried

# struct v4l2_capability of linux/videodev2.h
_QUERY = 0x80685600
_CAPABILITIES = struct.Struct("=16s32s32sIII12x")
_OF_THIS_NODE = 0x80000000
_CAPTURES = 0x00000001 | 0x00001000


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera that is there: what to call it when it is to be read, and its maker's name for it."""

    source: Source
    name: str


def try_source(
    source: Source,
    asked: Mode = ASKED,
    *,
    clock: Callable[[], float] = time.monotonic,
    wait: Callable[[float], object] = time.sleep,
    opener: Opener = open_source,
) -> State:
    """Open `source`, take one frame and let it go: live with its actual mode, or why there is no frame.

    Takes some seconds where no frame comes. Raises nothing.
    """
    with closing(Link(source, asked, clock=clock, opener=opener)) as link:
        while link.state.phase is Phase.CONNECTING:
            wait(link.step())
        return link.state


def cameras(asked: Mode = ASKED, opener: Opener = open_source) -> Iterator[tuple[Camera, State]]:
    """Each camera of this machine, and what it gives when it is tried.

    Linux knows its cameras, and those that may not be opened are among them; elsewhere numbers are tried,
    and what can't be opened is not known to be there.
    """
    if _LINUX:
        for camera in _listed():
            yield camera, try_source(camera.source, asked, opener=opener)
        return
    misses = 0
    for number in range(_MOST):
        camera = Camera(Source(Kind.CAMERA, str(number)), f"camera {number}")
        state = try_source(camera.source, asked, opener=opener)
        if state.phase is Phase.LIVE:
            misses = 0
            yield camera, state
        elif (misses := misses + 1) == _MISSES:
            return


def _listed() -> Iterator[Camera]:
    """Linux's cameras. Beside most of them is a second node that gives no pictures, and is left out."""
    nodes = (node.name.removeprefix("video") for node in _DEVICES.glob("video*"))
    for number in sorted(int(node) for node in nodes if node.isdecimal()):
        if _captures(_DEVICES / f"video{number}"):
            yield Camera(Source(Kind.CAMERA, str(number)), _name(number))


def _captures(node: Path) -> bool:
    """Whether there are pictures to be had at `node`, as far as one may ask."""
    import fcntl

    answer = bytearray(_CAPABILITIES.size)
    try:
        opened = os.open(node, os.O_RDWR | os.O_NONBLOCK)
    except OSError as error:
        return isinstance(error, PermissionError)
    try:
        fcntl.ioctl(opened, _QUERY, answer)
    except OSError:
        return False
    finally:
        os.close(opened)
    *_, whole_device, this_node = _CAPABILITIES.unpack(answer)
    return bool((this_node if whole_device & _OF_THIS_NODE else whole_device) & _CAPTURES)


def _name(number: int) -> str:
    try:
        name = (_NAMES / f"video{number}" / "name").read_text("utf-8", "replace").strip()
    except OSError:
        name = ""
    return name or f"camera {number}"
