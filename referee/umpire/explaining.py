"""Explaining what is new: the stories are told on, but for doubtful tiles, which are asked about."""

from __future__ import annotations

from dataclasses import replace

from referee.acts import Play
from referee.layout import SeenTile
from referee.umpire.decision import Choice, Decision, Question
from referee.umpire.evidence import SURE, Batch, Item, TileLaid
from referee.umpire.looking import Watch
from referee.umpire.story import owner_of
from referee.umpire.telling import tell
from referee.violations import train_in_words


def retold_from(watch: Watch, changed: int) -> Watch:
    """The watch with its stories told again from the batch `changed` on."""
    if changed >= len(watch.batches):
        return watch
    beliefs = list(watch.beliefs[: changed + 1])
    for batch in watch.batches[changed:]:
        beliefs.append(tell(beliefs[-1], batch, watch.pins))
    return replace(watch, beliefs=tuple(beliefs))


def with_batch(watch: Watch, batch: Batch) -> Watch:
    """The watch after one more batch of evidence."""
    stories = tell(watch.beliefs[-1], batch, watch.pins)
    return replace(watch, batches=(*watch.batches, batch), beliefs=(*watch.beliefs, stories))


def explained(watch: Watch, news: tuple[Item, ...]) -> tuple[Watch, tuple[Decision, ...]]:
    """The watch in which stories explain what is new, but for doubtful tiles, which are asked about."""
    if not news:
        return watch, ()
    questions: list[Decision] = []
    while True:
        known, late_news = _apart(watch, news)
        after = watch
        for since, item in late_news:
            after = _inserted(after, since, item)
        if known:
            after = with_batch(after, Batch(known, watch.counted, watch.marked))
        doubtful = _doubtful(after, news, alone=all(_is_doubtful(item) for item in news))
        if doubtful is None:
            break
        watch, news, asked = _held(watch, news, doubtful)
        questions += asked
        if not news:
            return watch, tuple(questions)
    places = {(item.slot, _place(watch, item)) for item in news if isinstance(item, TileLaid)}
    held = {place: since for place, since in watch.held.items() if place not in places}
    return replace(after, held=held), tuple(questions)


def _apart(watch: Watch, news: tuple[Item, ...]) -> tuple[tuple[Item, ...], list[tuple[int, Item]]]:
    """What is new, and apart from it tiles that were held until now, each with the batches before it."""
    late_news: list[tuple[int, Item]] = []
    known: list[Item] = []
    for item in news:
        since = watch.held.get((item.slot, _place(watch, item))) if isinstance(item, TileLaid) else None
        if since is None or since >= len(watch.batches):
            known.append(item)
        else:
            late_news.append((since, item))
    return tuple(known), late_news


def _inserted(watch: Watch, since: int, item: Item) -> Watch:
    before = watch.batches[since]
    batch = Batch((item,), before.counted, before.marked)
    watch = replace(watch, batches=(*watch.batches[:since], batch, *watch.batches[since:]))
    return retold_from(watch, since)


def _place(watch: Watch, item: TileLaid) -> int:
    return next(n for n, tile in enumerate(watch.rows[item.slot]) if tile.cause == item.cause)


def _is_doubtful(item: Item) -> bool:
    return isinstance(item, TileLaid) and item.certainty < SURE


def _doubtful(watch: Watch, news: tuple[Item, ...], alone: bool) -> TileLaid | None:
    """A tile that is read too badly for what it would mean: a fault, or that it was misread.

    Where such tiles do not come `alone`, play went on, and what was misread is taken for what fits.
    """
    for item in news:
        if not isinstance(item, TileLaid) or not _is_doubtful(item) or item.cause in watch.pins:
            continue
        plays = [
            told for told in watch.story.told if told.cause == item.cause and isinstance(told.line, Play)
        ]
        for told in plays:
            assert isinstance(told.line, Play)
            as_read = (told.line.touching, told.line.end) == (item.touching, item.end)
            if (alone and not as_read) or any(found.severity == "illegal" for found in told.violations):
                return item
    return None


def _held(
    watch: Watch, news: tuple[Item, ...], item: TileLaid
) -> tuple[Watch, tuple[Item, ...], tuple[Decision, ...]]:
    """Leave a doubtful tile, and those behind it, for later, and ask about it once."""
    place = _place(watch, item)
    row = watch.rows[item.slot]
    later = {tile.cause for tile in row[place:]}
    rest = tuple(other for other in news if other.cause not in later)
    key = (item.slot, place, item.touching, item.end)
    asked: tuple[Decision, ...] = ()
    if key not in watch.asked_places:
        asked = (Decision(None, confidence=item.certainty, question=_whether(watch, item, place)),)
    held = {**watch.held, key[:2]: watch.held.get(key[:2], len(watch.batches))}
    watch = replace(
        watch,
        rows={**watch.rows, item.slot: row[:place]},
        held=held,
        asked_places=watch.asked_places | {key},
    )
    return watch, rest, asked


def _whether(watch: Watch, item: TileLaid, place: int) -> Question:
    """The question which tile lies at the end of a row."""
    owner, setup = owner_of(watch.story, item.slot), watch.setup
    read = SeenTile(item.touching, item.end)
    tiles, where = [read], "a new train"
    if owner is not None:
        row, number = watch.rows[item.slot][:place], setup.number_of[owner]
        where = train_in_words(setup.shown_train(number))
        end = row[-1].seen.end if row else watch.story.state.position.ends[number]
        if end in setup.suits:
            matching = SeenTile(end, item.touching if item.end == end else item.end)
            tiles = list(dict.fromkeys((matching, read)))
    choices = tuple(Choice(f"{tile.touching}-{tile.end}", tile=tile) for tile in tiles)
    text = f"Is it {item.touching}-{item.end} that lies at the end of {where}?"
    return Question(text, choices, place=(item.slot, place))
