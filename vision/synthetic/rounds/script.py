"""When everything happens: frames, the hands in them, what changes under them, light and camera."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random

import numpy as np

from vision.synthetic.arrange import footprint
from vision.synthetic.camera import Camera, Points
from vision.synthetic.look import Look
from vision.synthetic.rounds.choice import Choice
from vision.synthetic.rounds.limbs import Arm, Reaching, covers
from vision.synthetic.rounds.places import Arrangement, Reach, Stop
from vision.synthetic.rounds.surface import Item
from vision.synthetic.scene import PlacedTile
from vision.synthetic.tints import SKINS, any_colour
from vision.synthetic.trains import way

_NUDGED, _RESTS = 0.33, 0.25
"""In how many rounds the camera is nudged, and hands rest in the picture."""


@dataclass(frozen=True, slots=True)
class Change:
    """From `frame` on, this lies under each name; None is nothing."""

    frame: int
    items: tuple[tuple[str, Item | None], ...]


@dataclass(frozen=True, slots=True)
class Script:
    """The round in time: for each frame its hands and how bright the lamp is (1 as usual).

    `changes` and `cameras` (frame, camera) are in order; the first camera is that of frame 0. `shown` says
    for deeds (their places among the round's) from which frame on they can be seen, free of hands.
    """

    hands: tuple[tuple[Reaching, ...], ...]
    lamp: tuple[float, ...]
    changes: tuple[Change, ...]
    cameras: tuple[tuple[int, Camera], ...]
    shown: Mapping[int, int]
    arms: Mapping[str, Arm]


def write_script(choice: Choice, arrangement: Arrangement) -> Script:
    """The script of a round that is laid out."""
    return _Writer(choice, arrangement).script()


class _Writer:
    """A script while it is written."""

    def __init__(self, choice: Choice, arrangement: Arrangement) -> None:
        self.arrangement, self.view = arrangement, arrangement.view
        self.rng, self.fps = choice.rng("script"), choice.fps
        self.hands: list[tuple[Reaching, ...]] = []
        self.changes: list[Change] = []
        self.shown: dict[int, int] = {}
        self.items = dict(arrangement.start)
        self.arms = {player: _arm(choice, player) for player in choice.setup.players}
        self.seats = {player: self.seat(arrangement.headings[player]) for player in choice.setup.players}

    def script(self) -> Script:
        reaches = self.arrangement.reaches
        places = range(1, len(reaches))
        nudge = self.rng.choice(places) if places and self.rng.random() < _NUDGED else -1
        rests = set(self.rng.sample(places, min(2, len(places)))) if self.rng.random() < _RESTS else set()
        cameras = [(0, self.view.camera)]
        self.wait(1.2, 2.0)
        last = None
        for number, reach in enumerate(reaches):
            if number == nudge:
                self.wait(0.6, 1.2)
                cameras.append((len(self.hands), self.nudged(self.view.camera)))
                self.wait(1.0, 1.6)
            if number in rests:
                self.rest(self.rng.choice(sorted(self.arms)))
            self.reach(reach)
            quick = last == reach.player and self.rng.random() < 0.5
            self.wait(0.8, 1.2 if quick else 2.4)
            last = reach.player
        self.wait(1.2, 2.0)
        return Script(
            tuple(self.hands), self.lamp(), tuple(self.changes), tuple(cameras), self.shown, self.arms
        )

    def frames(self, least: float, most: float) -> int:
        """A number of frames that take `least` to `most` seconds."""
        return max(round(self.rng.uniform(least, most) * self.fps), 1)

    def wait(self, least: float, most: float) -> None:
        """The table lies still."""
        self.hands += [()] * self.frames(least, most)

    def seat(self, heading: float) -> Points:
        """Where an arm comes from: a point (mm) well outside the picture, in the direction of the train."""
        camera = self.view.camera
        size = np.array([camera.width, camera.height])
        for far in range(50, 4000, 25):
            spot = far * way(heading + self.rng.gauss(0, 0.2))
            pixels = camera.project([[*spot, 0]])[0]
            if (pixels < -60).any() or (pixels > size + 60).any():
                break
        return np.asarray(spot + 260 * way(heading))

    def pointing(self, player: str, at: Points) -> float:
        x, y = at - self.seats[player]
        return float(np.degrees(np.arctan2(y, x)))

    def reach(self, reach: Reach) -> None:
        """A hand comes in, does what it does at each stop, and leaves."""
        player = reach.player
        first, last = reach.stops[0], reach.stops[-1]
        self.move(player, self.entry(player, first), _at(first), self.frames(0.2, 0.5))
        started: list[tuple[int, int, Stop]] = []
        for number, (stop, deed) in enumerate(zip(reach.stops, reach.deeds, strict=True)):
            if number:
                self.move(player, _at(reach.stops[number - 1]), _at(stop), 1)
            frame = len(self.hands)
            gone = {key: self.items[key] for key, _ in stop.changes if key in self.items}
            for key, item in stop.changes:
                self.items.pop(key, None)
                if item is not None:
                    self.items[key] = item
            self.changes.append(Change(frame, stop.changes))
            heading = self.pointing(player, _at(stop))
            for _ in range(self.frames(0.2, 0.5)):
                x, y = np.add(_at(stop), (self.rng.gauss(0, 3), self.rng.gauss(0, 3)))
                self.hands.append((Reaching(player, float(x), float(y), heading),))
            if deed is not None:
                started.append((deed, frame, replace(stop, changes=(*gone.items(), *stop.changes))))
        self.move(player, _at(last), self.entry(player, last), self.frames(0.2, 0.4), out=True)
        self.hands.append(())
        free = 0
        for deed, frame, stop in started:
            free = max(free, self.free_from(frame, stop))
            self.shown[deed] = free
        self.hands.pop()

    def entry(self, player: str, stop: Stop) -> Points:
        """Where the fingertips are when the hand comes into the picture on its way to `stop`."""
        camera = self.view.camera
        size = np.array([camera.width, camera.height])
        seat, goal = self.seats[player], _at(stop)
        for share in np.linspace(0, 1, 41):
            spot = seat + share * (goal - seat)
            pixels = camera.project([[*spot, 0]])[0]
            if (pixels > 0).all() and (pixels < size).all():
                return np.asarray(spot)
        return goal

    def move(self, player: str, start: Points, goal: Points, count: int, out: bool = False) -> None:
        """`count` frames on the way from `start` to `goal`, neither of them reached."""
        towards = start if out else goal
        for number in range(count):
            share = (number + self.rng.uniform(0.5, 1.1)) / (count + 0.6)
            spot = start + share * (goal - start)
            away = (goal - start) * (0.22 / count) * self.rng.uniform(0.4, 1)
            heading = self.pointing(player, towards)
            self.hands.append(
                (
                    Reaching(
                        player,
                        float(spot[0]),
                        float(spot[1]),
                        heading,
                        "pinch",
                        (float(away[0]), float(away[1])),
                    ),
                )
            )

    def rest(self, player: str) -> None:
        """A hand rests at the table's edge for a second or so."""
        inside = self.entry(player, Stop(0, 0, ()))
        spot = inside + (60 + 70 * self.rng.random()) * _unit(-inside)
        heading = self.pointing(player, spot)
        for number in range(self.frames(1.0, 2.0)):
            x, y = spot if number else spot - 40 * _unit(-inside)
            self.hands.append((Reaching(player, float(x), float(y), heading, "flat"),))
        self.wait(0.8, 1.6)

    def free_from(self, frame: int, stop: Stop) -> int:
        """The first frame from `frame` on in which no hand is over what changed there."""
        spots = np.concatenate([_spots(item, self.view.look) for _, item in stop.changes if item is not None])
        for later in range(frame, len(self.hands)):
            if not any(covers(hand, self.arms[hand.player], spots) for hand in self.hands[later]):
                return later
        return len(self.hands)

    def nudged(self, camera: Camera) -> Camera:
        """The camera pushed by 3 to 15 pixels, and turned by a hair."""
        pixels = self.rng.uniform(3, 15) * camera.width / 1920
        shift = pixels * camera.distance / camera.focal_pixels * way(self.rng.uniform(0, 360))
        target = (camera.target[0] + float(shift[0]), camera.target[1] + float(shift[1]))
        return replace(camera, target=target, turn=camera.turn + self.rng.gauss(0, 0.08))

    def lamp(self) -> tuple[float, ...]:
        """How bright the lamp is in each frame: it drifts, and flickers in some rounds."""
        flicker = self.rng.choice((0.0, 0.004, 0.015))
        slow, fast = self.rng.uniform(0.005, 0.04), self.rng.uniform(0.0, 0.012)
        period, phase = self.rng.uniform(20, 90) * self.fps, self.rng.uniform(0, 6)
        found = []
        for number in range(len(self.hands)):
            drift = slow * np.sin(2 * np.pi * number / period + phase) + fast * np.sin(number / 3.1)
            blink = -0.05 if flicker > 0.01 and self.rng.random() < 0.01 else 0.0
            found.append(float(1 + drift + self.rng.gauss(0, flicker) + blink))
        return tuple(found)


def _at(stop: Stop) -> Points:
    return np.array([stop.x, stop.y])


def _unit(vector: Points) -> Points:
    return np.asarray(vector / max(float(np.hypot(*vector)), 1e-9))


def _spots(item: Item, look: Look) -> Points:
    """Points all over what lies there, on the table (mm)."""
    if isinstance(item, PlacedTile):
        outline = footprint(item, look)
        middle = outline.mean(axis=0)
        rings = [middle + share * (outline - middle) for share in (0.0, 0.5, 1.0)]
        return np.concatenate([*rings, (outline + np.roll(outline, 1, axis=0)) / 2])
    return np.concatenate([part.pose.place(part.outline) for part in item])


def _arm(choice: Choice, player: str) -> Arm:
    rng: Random = choice.rng(f"arm {player}")
    numbers = np.random.default_rng(rng.randrange(2**31))
    return Arm(
        SKINS[rng.randrange(len(SKINS))],
        any_colour(numbers),
        rng.uniform(0.85, 1.08),
        rng.random() < 0.3,
        rng.randrange(999),
    )
