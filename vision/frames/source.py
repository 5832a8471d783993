"""What frames can come from, as a person names it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import urlsplit

from vision.frames.trouble import SourceError, Trouble

_SCHEMES = ("http", "https", "rtsp", "rtsps")
_NUMBER = re.compile(r"[0-9]{1,3}", re.ASCII)
_ADDRESS = re.compile(r"([a-z][a-z0-9+.-]*)://", re.ASCII | re.IGNORECASE)


class Kind(StrEnum):
    """How a source is reached."""

    CAMERA = "camera"
    ADDRESS = "address"
    PATH = "path"


@dataclass(frozen=True, slots=True)
class Source:
    """A camera's number, an address, or the path of a device, a video file or a folder of pictures.

    What a path leads to is looked up whenever it is opened, as it may be gone now and there later.
    """

    kind: Kind
    name: str

    def __str__(self) -> str:
        """The name for people: without a password, and without what would give a terminal orders."""
        if self.kind is Kind.CAMERA:
            return f"camera {self.name}"
        name = self.name
        if self.kind is Kind.ADDRESS:
            name = re.sub(r"(?<=://)[^/?#]*@", "", name)
        return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in name)


def parse_source(text: str) -> Source:
    """The source that `text` names: `0`, `/dev/video0`, `http://phone/video`, `rtsp://…`, a file, a folder.

    A file whose name is a number is written `./0`. Raises `SourceError` for an address of a kind that is not
    read here and for what names nothing.

    >>> parse_source("0").kind, parse_source("rtsp://10.0.0.7/stream").kind, parse_source("./0").kind
    (<Kind.CAMERA: 'camera'>, <Kind.ADDRESS: 'address'>, <Kind.PATH: 'path'>)
    """
    if _NUMBER.fullmatch(text):
        return Source(Kind.CAMERA, str(int(text)))
    address = _ADDRESS.match(text)
    if address is None:
        if not text or "\0" in text:
            raise SourceError(
                Trouble.NAME, "This names no source: give a camera's number, an address or a path."
            )
        return Source(Kind.PATH, text)
    if address[1].lower() not in _SCHEMES:
        raise SourceError(
            Trouble.NAME,
            f"Video can't be read from {address[1]} addresses: give one that begins with http or rtsp.",
        )
    if any(c.isspace() or not c.isprintable() for c in text) or not _host(text):
        raise SourceError(
            Trouble.NAME, "This is no whole address: it looks like http://192.168.1.20:8080/video."
        )
    return Source(Kind.ADDRESS, text)


def _host(address: str) -> str | None:
    """The machine that `address` names; None where it names none or its port is no number."""
    try:
        parts = urlsplit(address)
        return parts.hostname if parts.port != 0 else None
    except ValueError:
        return None
