"""What can go wrong in the store; each message is a sentence for a person."""

from __future__ import annotations

from flask_babel import lazy_gettext as _l


class StoreError(Exception):
    """The games can't be opened or saved."""


class DamagedStore(StoreError):
    """What is in the database is not what was written."""

    def __init__(self, reason: object) -> None:
        super().__init__(
            _l(
                "The file of the games is damaged (%(reason)s): stop Stationmaster and put a backup of its "
                "folder in place.",
                reason=reason,
            )
        )


class NoSuchGame(StoreError):
    """There is no game with this id, or no longer."""

    def __init__(self, game: str) -> None:
        super().__init__(
            _l("There is no such game here; it may have been deleted. The start page lists all games.")
        )
        self.game = game
