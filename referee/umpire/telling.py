"""Telling stories: from those of a round so far, and what came to light, to the simplest ones that go on."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import TypeAlias

from referee.acts import Play
from referee.umpire.evidence import Act, Batch, Counted, EngineSeen, Item, Scene, TileLaid, TileTaken
from referee.umpire.readings import pinned, readings
from referee.umpire.story import Story, owner_of, owning

KEPT = 12
"""How many stories are kept at a time."""
LIMIT = 9
"""A story that is dearer than the simplest by more is not kept."""

Stories: TypeAlias = tuple[Story, ...]
"""Stories that explain the same evidence, the simplest first."""
Pins: TypeAlias = Mapping[int, tuple[Act, ...]]
"""What pieces of evidence mean for sure, as a person said so."""
_FIRST = (EngineSeen, Counted, TileTaken)
_Branch: TypeAlias = tuple[Story, tuple[Item, ...]]


def tell(stories: Stories, batch: Batch, pins: Pins) -> Stories:
    """The simplest stories that go on from `stories` and explain `batch` as well, in whatever order.

    Of stories from which the same follows the simpler one is kept, and of equals the one that came first.
    What no story can explain, such as a tile at a place when each train has another one, is left out of them.
    """
    scene = Scene(batch.counted, batch.marked, len(batch.items) > 1, stories[0].cost + LIMIT)
    branches: list[_Branch] = [(story, batch.items) for story in stories]
    for _ in batch.items:
        branches = _simplest(
            (after, _without(rest, item))
            for story, rest in branches
            for item in _next_ones(rest)
            for after in _ways(story, item, scene, pins)
        ) or _simplest((story, _without(rest, next(_next_ones(rest)))) for story, rest in branches)
    return tuple(story for story, _ in branches)


def _without(items: tuple[Item, ...], item: Item) -> tuple[Item, ...]:
    return tuple(other for other in items if other is not item)


def _ways(story: Story, item: Item, scene: Scene, pins: Pins) -> Iterator[Story]:
    if item.cause in pins:
        yield _at_home(pinned(story, pins[item.cause], item.cause), item, pins[item.cause])
    else:
        yield from readings(story, item, scene)


def _at_home(story: Story, item: Item, acts: tuple[Act, ...]) -> Story:
    """The story in which the place of a tile is that of the train on which it was laid, as a person said."""
    trains = {act.train for act in acts if isinstance(act, Play)}
    if not isinstance(item, TileLaid) or len(trains) != 1 or owner_of(story, item.slot) is not None:
        return story
    (train,) = trains
    return story if train in {owned for _, owned in story.owners} else owning(story, item.slot, train)


def _next_ones(rest: tuple[Item, ...]) -> Iterator[Item]:
    """What can come next: the engine, then tiles that are taken back; others are laid in their order."""
    first = [item for item in rest if isinstance(item, (EngineSeen, Counted, TileTaken))]
    if first:
        yield min(first, key=lambda item: _FIRST.index(type(item)))
        return
    slots = set[str]()
    for item in rest:
        if isinstance(item, TileLaid):
            if item.slot not in slots:
                yield item
            slots.add(item.slot)
        else:
            yield item


def _simplest(branches: Iterable[_Branch]) -> list[_Branch]:
    best: dict[Hashable, _Branch] = {}
    for branch in branches:
        key = _what_follows(branch)
        if key not in best or branch[0].cost < best[key][0].cost:
            best[key] = branch
    kept = sorted(best.values(), key=lambda branch: branch[0].cost)[:KEPT]
    return [branch for branch in kept if branch[0].cost <= kept[0][0].cost + LIMIT]


def _what_follows(branch: _Branch) -> Hashable:
    """All of a story that matters for how it can go on, apart from what it costs."""
    story, rest = branch
    state = story.state
    return (
        tuple(item.cause for item in rest),
        state.position,
        state.log,
        state.hands,
        state.boneyard,
        (state.out, state.end, state.holder, state.starter, state.opener, state.turn),
        story.owners,
    )
