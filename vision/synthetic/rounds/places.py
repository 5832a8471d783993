"""Where everything of a round comes to lie: engine, trains, markers, boneyard, loose tiles, hands."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random

import numpy as np

from referee import MEXICAN, Draw, LayEngine, Mark, Pass, Play, Undo
from vision.synthetic.arrange import footprint
from vision.synthetic.rounds.edges import Racks, boneyard
from vision.synthetic.rounds.playing import Deed, PlayedRound
from vision.synthetic.rounds.spots import beside_head, beside_tile
from vision.synthetic.rounds.surface import Item, Surface
from vision.synthetic.rounds.tokens import Spot, Token, random_token
from vision.synthetic.rounds.trails import NoRoom, Tail, next_place
from vision.synthetic.rounds.view import View
from vision.synthetic.scene import PlacedTile, Pose
from vision.synthetic.trains import hub, way

_EDGE = 16.0
"""Pixels between the picture's edge and whatever is played."""

_LOOSE, _BUMPED = 0.09, 0.12
"""How often a tile waits loose before it is played, and how often a hand bumps another tile."""


@dataclass(frozen=True, slots=True)
class Stop:
    """What a hand does at one place (mm): what lies under each name then, None for nothing."""

    x: float
    y: float
    changes: tuple[tuple[str, Item | None], ...]


@dataclass(frozen=True, slots=True)
class Reach:
    """A hand of `player` that comes, does something at each stop, and goes.

    `deeds` are the places of what it does among the round's deeds, one for each stop that shows one; None
    for a stop that is no act.
    """

    player: str
    stops: tuple[Stop, ...]
    deeds: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A round as it lies: what is there before it begins, then reach by reach."""

    view: View
    start: dict[str, Item]
    reaches: tuple[Reach, ...]
    seats: dict[str, float]
    headings: dict[str, float]
    token: Token


@dataclass
class _Trail:
    """A train: its tiles' names, and behind each the tail as it is seen from that tile."""

    start: Tail
    keys: list[str] = field(default_factory=list)
    tails: list[Tail] = field(default_factory=list)


def arrange(played: PlayedRound, view: View, rng: Random, spread_out: bool = False) -> Arrangement:
    """Lay the round out; `spread_out` where every place of the table is needed.

    Raises `NoRoom`: then another chance, or a smaller view, may do.
    """
    return _Layout(played, view, rng, spread_out).arranged()


class _Layout:
    """A round while it is laid out."""

    def __init__(self, played: PlayedRound, view: View, rng: Random, spread_out: bool) -> None:
        self.played, self.view, self.rng, self.look = played, view, rng, view.look
        pixels = view.camera.width / 1920
        ends = 0.0 if spread_out else rng.choice((0, 60, 130, 190)) * pixels
        self.surface = Surface(view.look, view.camera, _EDGE * pixels, ends)
        self.on_hub = rng.random() < 0.5
        self.spot: Spot = rng.choices(("beside", "on", "head"), (6, 2, 2))[0]
        if played.setup.rules.marker_position == "start" and rng.random() < 0.6:
            self.spot = "head"
        self.token = random_token(rng, flat=self.spot == "on")
        self.follows = rng.random() < 0.5
        self.trails: dict[str, _Trail] = {}
        self.headings: dict[str, float] = {}
        self.reaches: list[Reach] = []
        self.bumped: dict[str, PlacedTile] = {}
        """Tiles that a hand has moved, as they lay before."""
        self.racks = Racks(self.surface)

    def arranged(self) -> Arrangement:
        engine_lies = self.rng.random() < 0.6
        engine = self.lay_centre()
        self.lay_starts()
        seats = {train: self.bearing(train) for train in self.headings}
        backs = []
        if self.played.boneyard_in_sight:
            backs = boneyard(self.surface, self.played.boneyard, self.rng)
        self.racks.lay(self.played.hands, self.headings, self.rng)
        if self.rng.random() < 0.15:
            self.put_figure()
        start = dict(self.surface.items)
        if not engine_lies:
            start.pop("engine")
        for place, deed in enumerate(self.played.deeds):
            if isinstance(deed.act, LayEngine):
                if not engine_lies:
                    stop = Stop(engine.pose.x, engine.pose.y, (("engine", engine),))
                    self.reaches.append(Reach(self.played.starter, (stop,), (place,)))
            else:
                self.lay(place, deed, backs)
        return Arrangement(self.view, start, tuple(self.reaches), seats, self.headings, self.token)

    # The middle of the table

    def lay_centre(self) -> PlacedTile:
        """Hub and engine."""
        engine = self.played.engine
        angle = self.rng.choice((0.0, 90.0)) + self.rng.gauss(0, 12)
        base = 0.0
        if self.on_hub:
            count = len(self.played.setup.trains)
            board = hub(max(2 * count, 8), 1.08 * self.look.length)
            base = board.height
            self.surface.put("hub", (board,))
        tile = PlacedTile((engine.high, engine.low), Pose(0, 0, angle), base=base)
        self.surface.put("engine", tile)
        return tile

    def lay_starts(self) -> None:
        """Where each train begins, in seat order clockwise, the Mexican train anywhere between."""
        order = list(self.played.setup.players)
        order.insert(self.rng.randrange(len(order) + 1), MEXICAN)
        count = len(order)
        turned = self.rng.uniform(0, 360)
        for slot, train in enumerate(order):
            heading = turned - 360 * slot / count + self.rng.gauss(0, 14 / count)
            self.headings[train] = heading % 360
            radius = self.start_radius(heading, count)
            start = radius * way(heading)
            tail = Tail(float(start[0]), float(start[1]), heading)
            self.trails[train] = _Trail(tail)
            lane = tail.lane(1.4 * self.look.length, self.look.width + 6)
            self.surface.keep_free(f"start {train}", [lane])
            if not self.surface.in_picture(tail.lane(self.look.length, self.look.width)):
                raise NoRoom

    def start_radius(self, heading: float, count: int) -> float:
        """How far (mm) from the engine's middle a train begins."""
        if self.on_hub:
            return 1.08 * self.look.length + self.rng.uniform(1.5, 5)
        engine = self.surface.items["engine"]
        assert isinstance(engine, PlacedTile)
        turn = np.radians(heading - engine.pose.angle)
        c, s = abs(np.cos(turn)), abs(np.sin(turn))
        half = np.array([self.look.length, self.look.width]) / 2
        outside = min(half[0] / max(c, 1e-6), half[1] / max(s, 1e-6))
        beside = 0.5 * self.look.width * min(c, s)  # the tile's own corners come nearer than its middle
        crowd = count * (self.look.width + 9) / (2 * np.pi)
        return max(float(outside + beside) + self.rng.uniform(1, 7), crowd)

    def bearing(self, train: str) -> float:
        """Where the train leaves the engine: degrees clockwise from the picture's top."""
        tail = self.trails[train].start
        there = tail.point + self.look.length / 2 * way(tail.heading)
        pixels = self.surface.camera.project([[0, 0, 0], [*there, 0]])
        right, down = pixels[1] - pixels[0]
        return round(float(np.degrees(np.arctan2(right, -down))) % 360, 1)

    def put_figure(self) -> None:
        """Something at the head of the Mexican train, which means nothing."""
        figure = random_token(self.rng)
        start = self.trails[MEXICAN].start
        spot = beside_head(self.surface, start, figure.radius, self.own(MEXICAN), self.rng)
        if spot is not None:
            self.surface.put("figure", figure.at(*spot))

    # Deeds

    def lay(self, place: int, deed: Deed, backs: list[str]) -> None:
        match deed.act:
            case Play():
                self.play(place, deed.act)
                self.maybe_loose(place)
            case Undo():
                self.take_back(place)
            case Draw():
                changes: list[tuple[str, Item | None]] = []
                stops, deeds = list[Stop](), list[int | None]()
                if self.played.boneyard_in_sight and backs:
                    key = backs.pop(self.rng.randrange(len(backs)))
                    gone = self.surface.items[key]
                    assert isinstance(gone, PlacedTile)
                    self.put(key, None, changes)
                    stops.append(Stop(gone.pose.x, gone.pose.y, tuple(changes)))
                    deeds.append(place)
                assert deed.tile is not None
                stop = self.racks.add(deed.act.player, deed.tile)
                if stop is not None:
                    stops.append(Stop(*stop[0], (stop[1],)))
                    deeds.append(None)
                if stops:
                    self.reaches.append(Reach(deed.act.player, tuple(stops), tuple(deeds)))
            case Mark():
                self.mark(place, deed.act)
            case Pass() | LayEngine():
                pass

    def put(self, key: str, item: Item | None, changes: list[tuple[str, Item | None]]) -> None:
        self.surface.put(key, item)
        changes.append((key, item))

    def play(self, place: int, act: Play) -> None:
        trail, key = self.trails[act.train], f"tile {act.tile}"
        changes: list[tuple[str, Item | None]] = []
        for name in (key, *self.racks.names(act.player, act.tile)):
            if name in self.surface.items:
                self.put(name, None, changes)
        start = f"start {act.train}"
        self.surface.release(start)
        marker, own = f"marker {act.train}", [trail.keys[-1] if trail.keys else "engine", start, "hub"]
        tile, tail = next_place(
            self.surface, self.tail(act.train), (act.touching, act.end), (*own, marker), self.rng
        )
        self.put(key, tile, changes)
        trail.keys.append(key)
        trail.tails.append(_seen_from(tile, tail))
        if marker in self.surface.items and self.must_move(marker, tile, act):
            self.put(marker, None, [])
            spot = self.marker_spot(act.train)
            self.put(marker, self.token.at(*spot), changes)
        self.maybe_bump(act, tile, changes)
        self.reaches.append(Reach(act.player, (Stop(tile.pose.x, tile.pose.y, tuple(changes)),), (place,)))

    def must_move(self, marker: str, tile: PlacedTile, act: Play) -> bool:
        """Whether a marker goes along with the train: it would lie under the tile, or that is the custom."""
        under = marker in self.surface.meets(footprint(tile, self.look, 0.5))
        return under or (self.follows and self.spot != "head" and act.player != act.train)

    def tail(self, train: str) -> Tail:
        """Where the train goes on now."""
        trail = self.trails[train]
        if not trail.keys:
            return trail.start
        last = self.surface.items[trail.keys[-1]]
        assert isinstance(last, PlacedTile)
        own = trail.tails[-1]
        x, y = last.pose.place([[own.x, own.y]])[0]
        return Tail(float(x), float(y), own.heading + last.pose.angle, own.after_double)

    def take_back(self, place: int) -> None:
        act = self.played.deeds[place - 1].act
        assert isinstance(act, Play)
        trail, changes = self.trails[act.train], list[tuple[str, Item | None]]()
        key = trail.keys.pop()
        trail.tails.pop()
        tile = self.surface.items[key]
        assert isinstance(tile, PlacedTile)
        self.put(key, None, changes)
        if not trail.keys:
            lane = trail.start.lane(1.4 * self.look.length, self.look.width + 6)
            self.surface.keep_free(f"start {act.train}", [lane])
        stops = [Stop(tile.pose.x, tile.pose.y, tuple(changes))]
        deeds: list[int | None] = [place]
        stop = self.racks.add(act.player, act.tile)
        if stop is not None:
            stops.append(Stop(*stop[0], (stop[1],)))
            deeds.append(None)
        self.reaches.append(Reach(act.player, tuple(stops), tuple(deeds)))

    # Markers

    def mark(self, place: int, act: Mark) -> None:
        marker, changes = f"marker {act.train}", list[tuple[str, Item | None]]()
        if not act.on:
            thing = self.surface.items[marker]
            assert isinstance(thing, tuple)
            spot = (thing[0].pose.x, thing[0].pose.y)
            self.put(marker, None, changes)
            stop = Stop(*spot, tuple(changes))
            last = self.reaches[-1]
            if self.rng.random() < 0.5 and last.player == act.player and len(last.stops) == 1:
                self.reaches[-1] = Reach(last.player, (*last.stops, stop), (*last.deeds, place))
                return
        else:
            at = self.marker_spot(act.train)
            self.put(marker, self.token.at(*at), changes)
            stop = Stop(at[0], at[1], tuple(changes))
        self.reaches.append(Reach(act.player, (stop,), (place,)))

    def marker_spot(self, train: str) -> tuple[float, float, float]:
        """Where a marker goes: x, y and height (mm)."""
        trail = self.trails[train]
        if not trail.keys or self.spot == "head":
            spot = beside_head(self.surface, trail.start, self.token.radius, self.own(train), self.rng)
        else:
            last = self.surface.items[trail.keys[-1]]
            assert isinstance(last, PlacedTile)
            if self.spot == "on":
                x, y = last.pose.place([[self.rng.uniform(-8, 8), self.rng.uniform(-3, 3)]])[0]
                return float(x), float(y), last.base + self.look.thickness
            tail = self.tail(train)
            spot = beside_tile(self.surface, last, self.token.radius, tail, self.own(train), self.rng)
        if spot is None:
            raise NoRoom
        return (*spot, 0.0)

    def own(self, train: str) -> set[str]:
        """The names of what belongs to a train."""
        return {f"start {train}", *self.trails[train].keys}

    # What happens besides

    def maybe_loose(self, place: int) -> None:
        """Now and then the next but one player lays a tile out already, near the train it is meant for."""
        coming = self.coming(place)
        if coming is None or self.rng.random() > _LOOSE:
            return
        key = f"tile {coming.tile}"
        tail = self.tail(coming.train)
        for _ in range(40):
            away = (
                self.rng.uniform(0.9, 1.7)
                * self.look.length
                * way(tail.heading + self.rng.uniform(-100, 100))
            )
            x, y = tail.point + away
            values = (coming.tile.high, coming.tile.low)
            tile = PlacedTile(values, Pose(float(x), float(y), self.rng.uniform(0, 360)))
            lane = tail.lane(1.5 * self.look.length, self.look.width + 12)
            self.surface.keep_free("lane", [lane])
            outline = footprint(tile, self.look, 0.32 * self.look.length)
            fits = self.surface.in_picture(footprint(tile, self.look)) and self.surface.is_free(outline)
            self.surface.release("lane")
            if fits:
                changes: list[tuple[str, Item | None]] = []
                for name in self.racks.names(coming.player, coming.tile):
                    self.put(name, None, changes)
                self.put(key, tile, changes)
                stop = Stop(tile.pose.x, tile.pose.y, tuple(changes))
                self.reaches.append(Reach(coming.player, (stop,), (None,)))
                return

    def coming(self, place: int) -> Play | None:
        """The play of another player that comes soon, if nothing in between tells against laying it out."""
        deeds = self.played.deeds
        me = getattr(deeds[place].act, "player", None)
        for later in deeds[place + 1 : place + 4]:
            if isinstance(later.act, Undo) or later.planted:
                return None
            if isinstance(later.act, Play) and later.act.player != me:
                held = later.act.tile not in {d.tile for d in deeds[place:] if d.tile is not None}
                return later.act if held and f"tile {later.act.tile}" not in self.surface.items else None
        return None

    def maybe_bump(self, act: Play, tile: PlacedTile, changes: list[tuple[str, Item | None]]) -> None:
        """Now and then the hand moves another tile a little, or straightens one that was moved."""
        if self.rng.random() > _BUMPED:
            return
        near = [
            (key, item)
            for trail in self.trails.values()
            for key in trail.keys
            if isinstance(item := self.surface.items[key], PlacedTile)
            and item is not tile
            and np.hypot(item.pose.x - tile.pose.x, item.pose.y - tile.pose.y) < 3 * self.look.length
        ]
        if not near:
            return
        key, item = self.rng.choice(near)
        straight, pose = self.bumped.get(key), item.pose
        moved = straight or replace(
            item,
            pose=Pose(
                pose.x + self.rng.gauss(0, 1.6),
                pose.y + self.rng.gauss(0, 1.6),
                pose.angle + self.rng.gauss(0, 2.5),
            ),
        )
        if not self.surface.is_free(footprint(moved, self.look, 0.2), (key,)):
            return
        if straight:
            del self.bumped[key]
        else:
            self.bumped[key] = item
        self.put(key, moved, changes)


def _seen_from(tile: PlacedTile, tail: Tail) -> Tail:
    """`tail` in the tile's own frame."""
    turn = np.radians(tile.pose.angle)
    c, s = float(np.cos(turn)), float(np.sin(turn))
    x, y = tail.x - tile.pose.x, tail.y - tile.pose.y
    return Tail(c * x + s * y, -s * x + c * y, tail.heading - tile.pose.angle, tail.after_double)
