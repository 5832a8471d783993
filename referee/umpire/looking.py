"""One look at a layout: how the evidence changes and what is new, before a story is told of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from referee.acts import MEXICAN, Line, TurnLine
from referee.layout import Layout, SeenTile, SeenTrain
from referee.setup import Setup
from referee.umpire.decision import Question
from referee.umpire.evidence import (
    SURE,
    Batches,
    Counted,
    EngineSeen,
    Item,
    MarkerMoved,
    TileDrawn,
    TileLaid,
    TileTaken,
    before_it,
    place_of,
    replaced,
)
from referee.umpire.sight import Placed, RowNews, Rows, compare, looked_at, placed, tiles_elsewhere
from referee.umpire.story import Story, owner_of
from referee.umpire.telling import Pins, Stories

TURNS_BACK = 2
"""Tiles of so many turns can be taken back; older ones that are out of sight are still there."""
ROWS_BACK = 2
"""If more rows than that are shorter at once, or the engine is out of sight, the table is being cleared."""
MOST_DRAWN = 6
"""If more tiles than that are gone from the boneyard at once, it was not wholly in sight."""


@dataclass(frozen=True)
class Watch:
    """A round as an umpire knows it: the evidence, the stories after each batch of it, what lies there.

    `rows`, `engine`, `markers` and `face_down` are what is believed of the table (`unseen_markers` for a last
    time), `counted` and `marked` say that boneyard and markers were looked at last time. `pins` are what
    people said, `questions` what they were asked in this round (`asked` and `asked_places` say about what);
    `earlier` are the lines of earlier rounds.

    `beliefs` has one row of stories more than there are batches. `held` are doubtful tiles that nothing was
    made of so far, by row and place, with the number of batches before them. `taken` is the tile that was
    taken back last, and its row.
    """

    beliefs: tuple[Stories, ...]
    batches: Batches = ()
    rows: Rows = field(default_factory=dict)
    engine: Placed | None = None
    markers: frozenset[str] = frozenset()
    unseen_markers: frozenset[str] = frozenset()
    face_down: int | None = None
    counted: bool = False
    marked: bool = False
    pins: Pins = field(default_factory=dict)
    causes: int = 0
    held: Mapping[tuple[str, int], int] = field(default_factory=dict)
    taken: tuple[str, Placed] | None = None
    appeared: frozenset[tuple[str, int, SeenTile]] = frozenset()
    asked: frozenset[int] = frozenset()
    asked_places: frozenset[tuple[str, int, int, int]] = frozenset()
    questions: tuple[Question, ...] = ()
    earlier: tuple[Line, ...] = ()

    @property
    def story(self) -> Story:
        """The story that is told: the simplest."""
        return self.beliefs[-1][0]

    @property
    def setup(self) -> Setup:
        """What the table agreed on."""
        return self.story.base.setup

    @property
    def certainties(self) -> dict[int, float]:
        """How surely the tiles are read, by the number of their evidence."""
        tiles = [tile for row in self.rows.values() for tile in row]
        tiles += [self.engine] if self.engine else []
        return {tile.cause: 1.0 if tile.fixed else tile.seen.certainty for tile in tiles}


@dataclass(frozen=True)
class Look:
    """A look that goes on: the watch so far, what is new, the first batch that changed."""

    watch: Watch
    layout: Layout
    news: tuple[Item, ...] = ()
    changed: int = 1 << 30

    def with_item(self, item: Item) -> Look:
        """The look with one more piece of evidence; `Watch.causes` counts it."""
        return replace(self, news=(*self.news, item), watch=replace(self.watch, causes=self.watch.causes + 1))

    def with_batches(self, batches: Batches, cause: int) -> Look:
        """The look in which old evidence is another one, from that with the number `cause` on."""
        changed = min(self.changed, place_of(self.watch.batches, cause))
        return replace(self, watch=replace(self.watch, batches=batches), changed=changed)


def looked(watch: Watch, layout: Layout) -> Look:
    """All that a layout changes and adds."""
    look = _engine(Look(watch, layout))
    for train in layout.trains:
        look = _train(look, train)
    look = _certainties(look)
    look = _markers(look)
    return _boneyard(look)


# The engine


def _engine(look: Look) -> Look:
    seen, watch = look.layout.engine, look.watch
    if seen is None or not seen.is_read:
        return look
    if watch.engine is None:
        right = watch.setup.engine(watch.story.base.number)
        if seen.certainty < SURE and seen.tile != right:
            return look
        engine = placed(watch.causes, seen)
        look = look.with_item(EngineSeen(watch.causes, seen.tile, seen.certainty))
        return replace(look, watch=replace(look.watch, engine=engine))
    engine = looked_at(watch.engine, seen)
    if engine.seen.tile != watch.engine.seen.tile:
        item = EngineSeen(engine.cause, engine.seen.tile, engine.seen.certainty)
        look = look.with_batches(replaced(watch.batches, engine.cause, item), engine.cause)
    return replace(look, watch=replace(look.watch, engine=engine))


# Rows of tiles


def _train(look: Look, train: SeenTrain) -> Look:
    slot, watch = train.name, look.watch
    row = watch.rows.get(slot, ())
    news = compare(row, train, tiles_elsewhere(look.layout, slot))
    came = news.came
    if news.gone and not _may_be_taken(look, news.gone):
        news = news._replace(row=(*news.row, *news.gone), gone=())
        came = ()
    look = _reread(look, slot, row, news)
    for old in reversed(news.gone):
        look = look.with_item(TileTaken(look.watch.causes, old.cause))
        look = replace(look, watch=replace(look.watch, taken=(slot, old)))
    look = _vanished(look, news)
    look = _with_row(look, slot, news.row)
    look = _appeared(look, slot, news)
    for tile in came:
        look = _came(look, slot, tile)
    return look


def _with_row(look: Look, slot: str, row: Iterable[Placed]) -> Look:
    return replace(look, watch=replace(look.watch, rows={**look.watch.rows, slot: tuple(row)}))


def _may_be_taken(look: Look, gone: tuple[Placed, ...]) -> bool:
    """Whether tiles that are not seen were taken back: those of the last turns, unless they lie loose."""
    story, rows = look.watch.story, look.watch.rows
    cleared = look.watch.engine is not None and look.layout.engine is None
    shorter = sum(len(train.tiles) < len(rows.get(train.name, ())) for train in look.layout.trains)
    if story.state.end or cleared or shorter > ROWS_BACK:
        return False
    turns = [group for group in (*story.standing, story.open) if group and isinstance(group.line, TurnLine)]
    recent = {entry.cause for group in turns[-TURNS_BACK:] for entry in group.entries}
    loose = {tile.tile for tile in look.layout.loose if tile.is_read}
    return all(tile.cause in recent and tile.seen.tile not in loose for tile in gone)


def _reread(look: Look, slot: str, row: tuple[Placed, ...], news: RowNews) -> Look:
    """The evidence with the tiles that are now believed to be others."""
    old = {tile.cause: tile for tile in row}
    for tile in news.row:
        seen, before = tile.seen, old[tile.cause].seen
        if (seen.touching, seen.end) != (before.touching, before.end):
            item = TileLaid(tile.cause, slot, seen.touching, seen.end, seen.certainty)
            look = look.with_batches(replaced(look.watch.batches, tile.cause, item), tile.cause)
    return look


def _vanished(look: Look, news: RowNews) -> Look:
    for tile in news.vanished:
        look = look.with_batches(replaced(look.watch.batches, tile.cause), tile.cause)
    return look


def _appeared(look: Look, slot: str, news: RowNews) -> Look:
    """Tiles within a row were overlooked before; they are believed when they are seen twice."""
    row = list(news.row)
    shown = frozenset((slot, place, tile) for place, tile in news.appeared)
    for place, tile in reversed(news.appeared):
        if (slot, place, tile) not in look.watch.appeared:
            continue
        cause, following = look.watch.causes, row[place].cause
        item = TileLaid(cause, slot, tile.touching, tile.end, tile.certainty)
        look = look.with_batches(before_it(look.watch.batches, following, item), following)
        look = replace(look, watch=replace(look.watch, causes=cause + 1))
        row.insert(place, placed(cause, tile))
        shown -= {(slot, place, tile)}
    others = frozenset(one for one in look.watch.appeared if one[0] != slot)
    look = replace(look, watch=replace(look.watch, appeared=others | shown))
    return _with_row(look, slot, row)


def _came(look: Look, slot: str, tile: SeenTile) -> Look:
    """A tile came to the end of a row; one that was just taken away there was only covered, unless it is
    turned now."""
    watch = look.watch
    row = watch.rows[slot]
    if watch.taken and watch.taken[0] == slot and _lies_alike(watch.taken[1].seen, tile) and not look.news:
        last = watch.batches[-1].items if watch.batches else ()
        for back in last:
            if isinstance(back, TileTaken) and back.laid == watch.taken[1].cause:
                look = look.with_batches(replaced(watch.batches, back.cause), back.cause)
                look = replace(look, watch=replace(look.watch, taken=None))
                return _with_row(look, slot, (*row, looked_at(watch.taken[1], tile)))
    item = TileLaid(watch.causes, slot, tile.touching, tile.end, tile.certainty)
    look = _with_row(look, slot, (*row, placed(watch.causes, tile)))
    return look.with_item(item)


def _lies_alike(old: SeenTile, now: SeenTile) -> bool:
    return (old.touching, old.end) == (now.touching, now.end)


def _certainties(look: Look) -> Look:
    """The evidence with how surely each tile is read: not more surely than what it has to fit to."""
    watch = look.watch
    seen = {tile.tile for train in look.layout.trains for tile in train.tiles if tile.is_read}
    by_tile: dict[object, list[Placed]] = {}
    for row in watch.rows.values():
        for tile in row:
            by_tile.setdefault(tile.seen.tile, []).append(tile)
    sure: dict[int, float] = {}
    for row in watch.rows.values():
        before = 1.0
        for tile in row:
            own = 1.0 if tile.fixed else tile.seen.certainty
            twins = [other for other in by_tile[tile.seen.tile] if other.cause != tile.cause]
            twin = min((other.seen.certainty for other in twins), default=1.0)
            if twins and tile.seen.tile not in seen:
                twin = 0.0
            sure[tile.cause] = min(own, before, twin)
            before = own
    news = tuple(_as_sure(item, sure) for item in look.news)
    look = replace(look, news=news)
    for batch in watch.batches:
        for item in batch.items:
            if isinstance(item, TileLaid) and (item.certainty < SURE) != (sure.get(item.cause, 1.0) < SURE):
                changed = replaced(look.watch.batches, item.cause, _as_sure(item, sure))
                look = look.with_batches(changed, item.cause)
    return look


def _as_sure(item: Item, sure: Mapping[int, float]) -> Item:
    return item._replace(certainty=sure.get(item.cause, 1.0)) if isinstance(item, TileLaid) else item


# Markers and the boneyard


def _markers(look: Look) -> Look:
    watch, layout = look.watch, look.layout
    if layout.markers is None:
        return replace(look, watch=replace(watch, marked=False))
    covered = {train.name for train in layout.trains if train.covered}
    nobodys = {MEXICAN} | {slot for slot, train in watch.story.owners if train == MEXICAN}
    now = layout.markers - nobodys | (watch.markers & covered)
    gone, moved = watch.markers - now, {item.slot for item in _newest(look) if isinstance(item, TileLaid)}
    waits = gone - watch.unseen_markers - moved - {slot for slot in gone if _is_due_off(watch.story, slot)}
    now |= waits
    for slot in sorted(gone - waits):
        look = look.with_item(MarkerMoved(look.watch.causes, slot, on=False))
    for slot in sorted(now - watch.markers):
        look = look.with_item(MarkerMoved(look.watch.causes, slot, on=True))
    return replace(look, watch=replace(look.watch, markers=now, unseen_markers=waits, marked=True))


def _is_due_off(story: Story, slot: str) -> bool:
    """Whether the owner of a train has laid a tile on it in the turn that is going on."""
    log = story.state.log
    return log is not None and log.laid_own and owner_of(story, slot) == story.state.setup.players[log.seat]


def _newest(look: Look) -> tuple[Item, ...]:
    """What is new in this look, or if nothing is in the one before."""
    batches = look.watch.batches
    return look.news or (batches[-1].items if batches else ())


def _boneyard(look: Look) -> Look:
    watch, now = look.watch, look.layout.face_down
    before, state = watch.face_down, watch.story.state
    if now is None or now > len(watch.setup.domino_set):
        # More than there are is miscounted, which tells no more than a boneyard out of sight.
        return replace(look, watch=replace(watch, counted=False))
    begun = state.opener is not None or state.log is not None
    begins = not begun and any(not isinstance(item, EngineSeen) for item in look.news)
    if begun and (not watch.counted or before is None):
        if state.boneyard is not None and not state.boneyard[0] <= now <= state.boneyard[1]:
            look = look.with_item(Counted(look.watch.causes, now))
    elif begun or begins:
        before = now if before is None else before
        if begins and state.boneyard == (before + 1, before + 1):
            look = look.with_item(TileDrawn(look.watch.causes))  # drawn before anybody counted
        elif begins and state.boneyard != (before, before):
            look = look.with_item(Counted(look.watch.causes, before))
        if 0 < before - now <= MOST_DRAWN:
            for _ in range(before - now):
                look = look.with_item(TileDrawn(look.watch.causes))
        for _ in range(now - before):
            look = _put_back(look)
    elif before is not None and state.boneyard == (before, before) and 0 < before - now <= MOST_DRAWN:
        # The deal is over, so this is a draw of the first turn.
        for _ in range(before - now):
            look = look.with_item(TileDrawn(look.watch.causes))
    return replace(look, watch=replace(look.watch, face_down=now, counted=True))


def _put_back(look: Look) -> Look:
    """One tile more lies face down: what was taken for a draw lately was none."""
    batches = look.watch.batches
    for batch in reversed(batches[-TURNS_BACK:]):
        for item in reversed(batch.items):
            if isinstance(item, TileDrawn):
                return look.with_batches(replaced(batches, item.cause), item.cause)
    return look
