"""Who sits where: which phones hold the seats of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from web.store.events import SeatFreed, SeatTaken, SharingSet

SHARED_BY = 2
"""Phones that may hold one seat where the host allows sharing: a couple."""


@dataclass(frozen=True, slots=True)
class Seating:
    """The phones that hold each seat (from 0), and whether a second one may join them."""

    holders: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    shared: bool = False

    def at(self, seat: int) -> tuple[str, ...]:
        """The phones that hold `seat`, the first that came first."""
        return self.holders.get(seat, ())

    def seat_of(self, phone: str) -> int | None:
        """The seat that `phone` holds; None where it only watches."""
        return next((seat for seat, phones in self.holders.items() if phone in phones), None)

    def has_room(self, seat: int) -> bool:
        """True when one more phone may take `seat`."""
        return len(self.at(seat)) < (SHARED_BY if self.shared else 1)

    def after(self, event: SeatTaken | SeatFreed | SharingSet) -> Seating:
        """The seating after `event`.

        A phone that takes a seat leaves the one that it had. Phones that share a seat when sharing ends keep
        it until it is freed.
        """
        match event:
            case SeatTaken():
                left = self._without(event.phone)
                return replace(self, holders={**left, event.seat: (*left.get(event.seat, ()), event.phone)})
            case SeatFreed(phone=None):
                return replace(self, holders={s: p for s, p in self.holders.items() if s != event.seat})
            case SeatFreed():
                return replace(self, holders=self._without(event.phone))
            case SharingSet():
                return replace(self, shared=event.allowed)

    def _without(self, phone: str | None) -> dict[int, tuple[str, ...]]:
        left = {seat: tuple(p for p in phones if p != phone) for seat, phones in self.holders.items()}
        return {seat: phones for seat, phones in left.items() if phones}
