"""A hand that is over, step by step: the positions through which it went, and the log of a whole game for other
programs. Both are made from the log, and of hands alone of which everything is public (K5.2).
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, NamedTuple

from bot.tables.model import finished_hands
from bot.tables.model.table_state import TableState
from data.store import Store
from data.tables.events import EventKind, StartPayload
from data.tables.records import EventRecord, HandRecord, Span
from rules.contract import State, View
from rules.table import dump_event


class Steps(NamedTuple):
    """A hand that is over: its row, the position before it, the events of its log, and the position after each."""

    hand: HandRecord
    start: State
    events: Sequence[EventRecord]
    positions: Sequence[State]

    def view_after(self, seq: int, seat: int) -> View:
        """Return the view of a seat after the last event of the hand that is not later than event `seq`."""
        place = sum(event.seq <= seq for event in self.events)
        return (self.positions[place - 1] if place else self.start).view(seat)


async def steps_of(store: Store, table: TableState, spans: Sequence[Span], number: int) -> Steps | None:
    """Return the steps of hand `number` (from 0), whose span is among `spans`; None where its row is missing.

    Reads that hand and the row of the one before. Raises CorruptLog where the log does not replay, StoreError.
    """
    row = await store.tables.hand(table.id, number)
    before = await store.tables.hand(table.id, number - 1) if number else None
    if row is None or (number and before is None):
        return None
    after = 0 if before is None else before.last
    events = await store.tables.log(table.id, after, row.last - after)
    points = [span.points for span in spans[:number]]
    return await asyncio.to_thread(_steps, table, row, events, points, before)


def _steps(
    table: TableState,
    row: HandRecord,
    events: Sequence[EventRecord],
    points: Sequence[Sequence[int]],
    before: HandRecord | None,
) -> Steps:
    """Return a finished hand with the position after each event that was not taken back."""
    positions: list[State] = []
    with finished_hands.reading():
        if before is not None:
            state = finished_hands.position_after_hand(table.game, points, before)
        else:
            start = next(event for event in events if event.kind == EventKind.START)
            state = finished_hands.initial_position(table.game, table.record.options, start)
        first, stand = state, finished_hands.without_taken_back(events)
        for event in stand:
            state = finished_hands.position_after(state, finished_hands.event_of(event))
            positions.append(state)
        if table.closes_with(row):
            positions[-1] = table.game.settled(state)
    return Steps(row, first, stand, positions)


async def exported(store: Store, table: TableState, spans: Sequence[Span]) -> dict[str, Any]:
    """Return the game up to its last finished hand, as `python -m rules replay` reads it.

    Raises CorruptLog, StoreError.
    """
    last, start, events = spans[-1].last, None, list[EventRecord]()
    async for page in store.tables.pages(table.id):
        with finished_hands.reading():
            start = next((event.read(StartPayload) for event in page if event.kind == EventKind.START), start)
            events = finished_hands.without_taken_back([*events, *(event for event in page if event.seq <= last)])
        if page[-1].seq >= last:
            break
    with finished_hands.reading():
        if start is None:
            raise KeyError("a table without its start")
        options = table.game.resolve(table.record.options, start["seats"])
        if table.closes_with(spans[-1]):
            options = table.game.cut_short(options, len(spans))
        return {
            "title": table.name,
            "story": f"{len(spans)} hand{'s' * (len(spans) != 1)}, played at a table of Eldest Hand.",
            "players": list(table.names()),
            "scores": [sum(hand) for hand in zip(*(span.points for span in spans), strict=True)],
            "game": {
                "game": table.game.id,
                "seats": start["seats"],
                "options": dict(options),
                "dealer": start["dealer"],
                "events": [dump_event(finished_hands.event_of(event)) for event in events],
            },
        }
