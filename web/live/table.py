"""A table while it is watched: the one place where what comes in changes something."""

from __future__ import annotations

from referee import Layout
from referee.umpire import EndTurn
from web.live.entering import entry_text
from web.live.events import ActEntered, LayoutSeen, LiveEvent, SeenAgain
from web.live.fold import Decisions, Live, happened
from web.live.layout_json import as_kept
from web.live.sink import Sink


class LiveTable:
    """What is known of a table, and the sink that keeps what comes in. For one thread.

    An event is kept first, and is true then: the fold of what was kept is `live` at any moment.
    """

    def __init__(self, live: Live, sink: Sink) -> None:
        self.live = live
        self._sink = sink

    def see(self, layout: Layout) -> Decisions:
        """A settled look showed `layout`: what is decided by it.

        One by which the umpire knows nothing more, as most looks at a still table are, is not kept. Raises
        `StoreError` where it can't be kept; nothing has changed then, and the next look tells the same.
        """
        layout = as_kept(layout)
        event = SeenAgain() if layout == self.live.layout else LayoutSeen(layout)
        live, said = happened(self.live, event)
        if live.watch != self.live.watch or said:
            self._sink.append(event)
            self.live = live
        return said

    def enter(self, event: LiveEvent) -> Decisions:
        """A person did something: what is decided by it.

        Raises `EntryError`, `UmpireError` and `RulesError` where it can't be, and `StoreError` where it can't
        be kept; nothing has changed then.
        """
        live, said = happened(self.live, event)
        self._sink.append(event)
        self.live = live
        return said

    def close_turn(self) -> Decisions:
        """The record ends here: the turn that is going on is over."""
        log = self.live.watch.story.state.log
        if log is None:
            return ()
        return self.enter(ActEntered(entry_text(EndTurn(self.live.setup.players[log.seat]))))
