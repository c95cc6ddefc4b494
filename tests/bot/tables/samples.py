"""A table of Voren and events of every kind, without a store."""

import asyncio
from typing import Any

from bot.tables.model.table_state import Live
from data.records import EventKind, EventRecord, SeatRecord, TableRecord
from rules.registry import GAMES

OPTIONS = GAMES["voren"].resolve({})
PACK = list(GAMES["voren"].new(2, OPTIONS, 0).expects or ())[1]

CONTENTS: dict[EventKind, tuple[str, dict[str, Any], dict[str, Any] | None]] = {
    "regret": ("", {"seq": 4}, None),
    "back": ("", {"seq": 4}, None),
    "claim": ("", {"after": 1}, None),
    "commit": ("1", {"sha256": "5c" * 32}, {"secret": "ab" * 32}),
    "start": ("", {"seats": 2, "dealer": 1}, None),
    "chance": ("deal", {"draw": "0"}, {"cards": PACK}),
    "move": ("deal", {}, None),
    "reveal": ("0", {"secret": "cd" * 32}, None),
    "word": ("plum", {}, None),
    "dealer": ("", {"wants": "12"}, None),
    "looking": ("", {"role": 7}, None),
    "swap": ("", {"with": 0}, None),
    "note": ("", {"to": [1]}, {"text": "plums"}),
    "show": ("", {"to": [1]}, {"cards": ["KC"]}),
    "report": ("", {}, {"note": 4}),
    "late": ("", {"stands_in": False}, None),
    "pause": ("", {"pauses": False, "asks": True}, None),
    "options": ("", {"options": {"ante": 6, "no_trump_turnup": "unsuited"}}, None),
}
"""Text, public and hidden part, by kind; empty for the others."""


SEATED: frozenset[EventKind] = frozenset(
    {
        "move", "join", "leave", "agree", "ask", "sit", "note", "show", "report", "regret", "back", "keep", "claim",
        "pause", "resume", "return", "late", "offer",
    }
)  # fmt: skip
"""The kinds of events that name a seat."""


def event(kind: EventKind, seq: int, text: str | None = None, name: str = "Ada") -> EventRecord:
    """An event that happened at the table."""
    written, public, hidden = CONTENTS.get(kind, ("", {}, None))
    seat = 1 if kind in SEATED else None
    return EventRecord(1, seq, kind, seat, written if text is None else text, public, hidden, seq, 11, seq, name)


def lobby() -> Live:
    """The table of Ada and Bela."""
    seats = (SeatRecord(1, 0, 11, "person", "Ada"), SeatRecord(1, 1, 12, "person", "Bela"))
    record = TableRecord(
        1, "voren", 1, dict(OPTIONS), 5, 6, None, 11, "playing", 5, None, None, 0, 1, 1, seats, {}
    )  # fmt: skip
    return Live(record, asyncio.Lock())
