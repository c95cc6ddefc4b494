"""Writers and readers of the notes between partners, as a table keeps them in memory, without their words.

Words and cards stand in the events' hidden part, and are read from the store for those who may read them (`for_seat`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from bot.tables.model.seat_history import SeatHistory
from data.tables.events import CONFIDED, EventKind, NotePayload, ReportSecret
from data.tables.records import EventRecord, NewEvent, SeatRecord
from data.tables.settings import TableSettings


class Slip(NamedTuple):
    """A note, or a hand that was `shown`: the number of its event, whose it is, and the seats that it is for.

    A slip `by_computer` is not announced: there is one in every hand.
    """

    seq: int
    seat: int
    to: tuple[int, ...]
    shown: bool = False
    by_computer: bool = False


@dataclass(frozen=True, slots=True)
class Notes:
    """The notes since the last finished hand began. Older ones are in the store only."""

    slips: tuple[Slip, ...] = ()
    reports: tuple[tuple[int, int], ...] = ()
    """The numbers of the events by which notes, however old, were reported, each with its note's."""

    def with_event(self, event: EventRecord | NewEvent, seq: int) -> Notes:
        """Return the same with an event of the log, number `seq`."""
        if event.kind in CONFIDED and event.seat is not None:
            to, is_shown = tuple(event.read(NotePayload)["to"]), event.kind == EventKind.SHOW
            slip = Slip(seq, event.seat, to, is_shown, event.user is None)
            return replace(self, slips=(*self.slips, slip))
        if event.kind == EventKind.REPORT:
            return replace(self, reports=(*self.reports, (seq, _reported(event))))
        return self

    def after_event(self, seq: int) -> Notes:
        """Return the same without what happened up to event `seq`."""
        slips = tuple(slip for slip in self.slips if slip.seq > seq)
        return Notes(slips, tuple(report for report in self.reports if report[0] > seq))

    def people_only(self) -> Notes:
        """Return the same without hands that computer players showed.

        Another hand begins, of which they tell nothing.
        """
        return replace(self, slips=tuple(slip for slip in self.slips if not slip.by_computer))

    def unread(self, seat: int, settings: TableSettings) -> tuple[Slip, ...]:
        """Return the slips that the player in a seat has not read, oldest first."""
        read_seq = settings.get("notes_read", {}).get(str(seat), 0)
        return tuple(slip for slip in self.slips if seat in slip.to and slip.seq > read_seq)

    def waiting(self, seats: Sequence[SeatRecord], settings: TableSettings) -> set[int]:
        """Return the seats of people with an unread note from a person."""
        return {
            player.seat
            for player in seats
            if player.kind == "person" and any(not slip.by_computer for slip in self.unread(player.seat, settings))
        }


def with_read(settings: TableSettings, seat: int, seq: int) -> dict[str, int]:
    """Return the last event read by each seat, once one has read all up to event `seq`, or was not there before it."""
    read_by_seat = settings.get("notes_read", {})
    return {**read_by_seat, str(seat): max(seq, read_by_seat.get(str(seat), 0))}


def for_seat(
    events: Sequence[EventRecord], seats: Sequence[SeatRecord], seat: int, user: int | None
) -> list[EventRecord]:
    """Return the confidences of a table (`TablesRepository.confidences`) that a user now in `seat` may read.

    They are the user's own, and those sent to the seat while the user held it; without `user` those of computer players
    in the seat. A computer player's events get its name.
    """
    history = SeatHistory.of(seats, events)
    return [
        event if event.user is not None else replace(event, name=history.player_at(event.seat, event.seq).name)
        for event in events
        if event.kind in CONFIDED
        and event.seat is not None
        and (
            (event.seat == seat and event.user == user)
            or (seat in event.read(NotePayload)["to"] and history.holder_at(seat, event.seq) == user)
        )
    ]


def reported(events: Sequence[EventRecord]) -> frozenset[int]:
    """Return the notes among a table's confidences that were reported, by the numbers of their events."""
    return frozenset(_reported(event) for event in events if event.kind == EventKind.REPORT)


def _reported(event: EventRecord | NewEvent) -> int:
    return event.read_hidden(ReportSecret)["note"]
