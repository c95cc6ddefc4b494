"""Seat history: who held each seat at a table, from which event to which."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from data.tables.events import EventKind, SitPayload
from data.tables.records import EventRecord, SeatRecord


class SeatPeriod(NamedTuple):
    """The seats at a table from event `since` on, by which one of them `changed` hands.

    Levels of earlier computer players are not told.
    """

    since: int
    seats: tuple[SeatRecord, ...]
    changed: int | None = None


@dataclass(frozen=True, slots=True)
class SeatHistory:
    """A period for each change of players, the latest first."""

    periods: tuple[SeatPeriod, ...]
    gave_up: frozenset[tuple[int, int | None]] = frozenset()
    """Seats and users who left them by their own act."""

    @classmethod
    def of(cls, seats: Iterable[SeatRecord], events: Sequence[EventRecord]) -> SeatHistory:
        """Return the history, from the present seats and the seat changes in play (`TablesRepository.seat_changes`)."""
        now, periods, gave_up = list(seats), list[SeatPeriod](), set[tuple[int, int | None]]()
        for event in reversed(events):
            seat = event.seat
            if seat is None or not event.public.keys() & {"instead", "released"}:  # in the lobby
                continue
            if event.kind == EventKind.SIT:
                name = event.read(SitPayload).get("instead", "")
                before = replace(now[seat], user=None, kind="computer", name=name, level=None)
            elif event.kind == EventKind.LEAVE:
                before = replace(now[seat], user=event.user, kind="person", name=event.name, level=None)
                if "released" not in event.public:
                    gave_up.add((seat, event.user))
            else:
                continue
            periods.append(SeatPeriod(event.seq, tuple(now), seat))
            now[seat] = before
        return cls((*periods, SeatPeriod(0, tuple(now))), frozenset(gave_up))

    def player_at(self, seat: int, seq: int) -> SeatRecord:
        """Return the player who held a seat at an event."""
        return next(period.seats[seat] for period in self.periods if period.since <= seq)

    def holder_at(self, seat: int, seq: int) -> int | None:
        """Return the user who held a seat at an event, None for a computer player."""
        return self.player_at(seat, seq).user

    def was_seated(self, user: int, first: int, last: int) -> bool:
        """Whether a user held any seat at some time from one event to another."""
        for period in self.periods:
            if period.since <= last and any(seat.user == user for seat in period.seats):
                return True
            if period.since <= first:
                break
        return False

    def seated(self, first: int, last: int) -> set[int]:
        """Return the users who held any seat at some time from one event to another."""
        users = {seat.user for period in self.periods for seat in period.seats if seat.user is not None}
        return {user for user in users if self.was_seated(user, first, last)}

    def holder_through(self, seat: int, first: int, last: int) -> int | None:
        """Return the holder of a seat from one event to another; None if it changed hands."""
        return None if self.has_changed(seat, first, last) else self.holder_at(seat, last)

    def has_changed(self, seat: int, first: int, last: int) -> bool:
        """Whether a seat changed hands between one event and another."""
        return any(period.changed == seat and first < period.since <= last for period in self.periods)
