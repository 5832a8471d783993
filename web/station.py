"""What one running Stationmaster works with: its data folder, store, photos and the gate to the reader."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from flask import Flask, current_app

from vision.pipeline import Reader
from web.host_key import host_key
from web.joining.attempts import Attempts
from web.photos.files import Photos
from web.photos.gate import PLACES, ReadingGate
from web.samples import Sample
from web.store import Store
from web.table.camera import Camera, Looking
from web.table.picture import Pictures
from web.table.stream import Listeners

_EXTENSION = "stationmaster"


@dataclass(frozen=True)
class Station:
    """`samples` are photos that the count page offers; none but in the demo. `host_key` makes a device
    a host's. `camera` is what can watch a table, `pictures` and `listeners` are for the pages of that table.

    `readers` has one reader for each place of the gate, made when first needed, so that none is ever used by
    two threads at once. `workers` are the threads that they read in: memory that a thread has given back
    stays with it, and the many that answer phones would each keep that of a whole photo.
    """

    data: Path
    store: Store
    photos: Photos
    host_key: str
    attempts: Attempts = field(default_factory=Attempts)
    gate: ReadingGate = field(default_factory=ReadingGate)
    readers: dict[int, Reader] = field(default_factory=dict)
    workers: tuple[ThreadPoolExecutor, ...] = field(
        default_factory=lambda: tuple(ThreadPoolExecutor(1, "reader") for _ in range(PLACES))
    )
    samples: tuple[Sample, ...] = ()
    camera: Camera | None = None
    pictures: Pictures = field(default_factory=Pictures)
    listeners: Listeners = field(default_factory=Listeners)

    @classmethod
    def open(cls, data: Path, samples: tuple[Sample, ...] = (), looking: Looking | None = None) -> Station:
        """The station of the folder `data`, made where missing. Raises `StoreError` and `KeyFileError`.

        `looking` is how its camera looks at a table, where it has one.
        """
        camera = None if looking is None else Camera(looking, data)
        photos = Photos(data / "photos")
        return cls(data, Store.open(data), photos, host_key(data), samples=samples, camera=camera)

    def leave_table(self, game_id: str) -> None:
        """Watch the table of this game no more."""
        if self.camera is not None and self.camera.at(game_id) is not None:
            self.camera.stop()

    def close(self) -> None:
        """Let go of the camera, and of the pages that wait for news of its table."""
        if self.camera is not None:
            self.camera.stop()

    def attach(self, app: Flask) -> None:
        """Make this the station of `app`."""
        app.extensions[_EXTENSION] = self


def station() -> Station:
    """The station of the app that answers the current request."""
    found: Station = current_app.extensions[_EXTENSION]
    return found
