"""A table of Voren and events of every kind, without a store."""

import asyncio
from typing import Any

from bot.tables.model.table_state import TableState
from data.tables.events import EventKind
from data.tables.records import EventRecord, SeatRecord, TableRecord
from rules.registry import GAMES

OPTIONS = GAMES["voren"].resolve({})
PACK = list(GAMES["voren"].new(2, OPTIONS, 0).expects or ())[1]

CONTENTS: dict[EventKind, tuple[str, dict[str, Any], dict[str, Any] | None]] = {
    EventKind.INVITE: ("", {"message_key": "invite"}, None),
    EventKind.ASK_TAKE_BACK: ("", {"seq": 4}, None),
    EventKind.TAKE_BACK: ("", {"seq": 4}, None),
    EventKind.CLAIM: ("", {"after": 1}, None),
    EventKind.COMMIT: ("1", {"sha256": "5c" * 32}, {"secret": "ab" * 32}),
    EventKind.START: ("", {"seats": 2, "dealer": 1}, None),
    EventKind.CHANCE: ("deal", {"draw": "0"}, {"cards": PACK}),
    EventKind.MOVE: ("deal", {}, None),
    EventKind.REVEAL: ("0", {"secret": "cd" * 32}, None),
    EventKind.RECRUIT: ("", {"role": 7}, None),
    EventKind.SWAP: ("", {"other_seat": 0}, None),
    EventKind.NOTE: ("", {"to": [1]}, {"text": "plums"}),
    EventKind.SHOW: ("", {"to": [1]}, {"cards": ["KC"]}),
    EventKind.REPORT: ("", {}, {"note": 4}),
    EventKind.LATE: ("", {"stands_in": False}, None),
    EventKind.PAUSE: ("", {"pauses": False, "asks": True}, None),
    EventKind.OPTIONS: ("", {"options": {"ante": 6, "no_trump_turnup": "unsuited"}}, None),
}
"""Text, public and hidden part, by kind; empty for the others."""


SEATED: frozenset[EventKind] = frozenset(
    {
        EventKind.MOVE,
        EventKind.JOIN,
        EventKind.LEAVE,
        EventKind.AGREE,
        EventKind.ASK,
        EventKind.SIT,
        EventKind.NOTE,
        EventKind.SHOW,
        EventKind.REPORT,
        EventKind.ASK_TAKE_BACK,
        EventKind.TAKE_BACK,
        EventKind.KEEP,
        EventKind.CLAIM,
        EventKind.PAUSE,
        EventKind.RESUME,
        EventKind.RETURN,
        EventKind.LATE,
        EventKind.OFFER,
    }
)
"""The kinds of events that name a seat."""


def make_event(kind: EventKind, seq: int, text: str | None = None, name: str = "Ada") -> EventRecord:
    """Return an event of this kind that happened at the table."""
    usual_text, public, hidden = CONTENTS.get(kind, ("", {}, None))
    seat = 1 if kind in SEATED else None
    return EventRecord(1, seq, kind, seat, usual_text if text is None else text, public, hidden, seq, 11, seq, name)


def make_table() -> TableState:
    """Return the table of Ada and Bela."""
    seats = (SeatRecord(1, 0, 11, "person", "Ada"), SeatRecord(1, 1, 12, "person", "Bela"))
    record = TableRecord(
        1, "voren", 1, dict(OPTIONS), 5, 6, None, 11, "playing", 5, None, None, 0, 1, 1, seats, {}
    )  # fmt: skip
    return TableState(record, asyncio.Lock())
