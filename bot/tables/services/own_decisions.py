"""A player's own decisions in a finished hand: their views, and the moves that they made.

They are made from the log, folded as when a table is read. So each has the same event as in play.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

from bot.tables.model import finished_hands
from bot.tables.model.automatic_moves import PREMOVE_SECRET, made_for_them
from bot.tables.model.shown_hands import shown_hands
from bot.tables.model.table_state import TableState, evolve
from data.store import Store
from data.tables.events import EventKind
from data.tables.records import EventRecord, HandRecord, Span, TableRecord
from rules.contract import View
from rules.players.words import forced
from rules.views import with_shown_hands


class OwnDecision(NamedTuple):
    """A decision with a choice: `arose` is its event, `seq` the event of the move.

    `place` counts the events of the hand's story before it. `view` is the seat's, right before the move, with the
    hands that the player had been shown by then.
    """

    arose: int
    seq: int
    place: int
    seat: int
    view: View
    move: str


async def own_decisions(
    store: Store, record: TableRecord, spans: Sequence[Span], number: int, user: int
) -> list[OwnDecision]:
    """Return a user's decisions in hand `number` (from 0), whose span is among `spans`; none where its row is missing.

    Reads that hand and the one before. Raises CorruptLog, StoreError.
    """
    row = await store.tables.hand(record.id, number)
    before = await store.tables.hand(record.id, number - 1) if number else None
    if row is None or (number and before is None):
        return []
    after = 0 if before is None else before.first
    events = await store.tables.log(record.id, after, row.last - after)
    confided = await store.tables.confidences(record.id, after)
    return await asyncio.to_thread(_decisions, record, events, confided, spans[:number], before, user)


def _decisions(
    record: TableRecord,
    events: Sequence[EventRecord],
    confided: Sequence[EventRecord],
    spans: Sequence[Span],
    before: HandRecord | None,
    user: int,
) -> list[OwnDecision]:
    """Return the decisions that a user made in a finished hand, with what they knew."""
    decisions: list[OwnDecision] = []
    table = TableState(record, asyncio.Lock())
    if before is not None:
        table.start_from_hand(spans, before)
    hand_start_seq = 0 if before is None else before.last
    with finished_hands.reading():
        stands = [event for event in events if event.seq > hand_start_seq]
        places = {event.seq: place for place, event in enumerate(finished_hands.without_taken_back(stands))}
        for event in events:
            if event.seq in places and event.user == user and _is_chosen(event):
                seat, state = event.seat, table.state
                if seat is None or state is None:
                    raise KeyError("a move without a seat, or before the start")
                view = state.view(seat)
                if not forced(view):
                    hands = shown_hands(confided, record.seats, seat, user, hand_start_seq, event.seq)
                    arose, place = table.decisions[seat], places[event.seq]
                    decisions.append(
                        OwnDecision(arose, event.seq, place, seat, with_shown_hands(view, hands), event.text)
                    )
            evolve(table, event)
    return decisions


def _is_chosen(event: EventRecord) -> bool:
    """Whether an event is a move that its player chose, then or beforehand."""
    is_premove = event.hidden == PREMOVE_SECRET and not event.public
    return event.kind == EventKind.MOVE and (is_premove or not made_for_them(event.public, event.hidden))
