"""The values that enter and leave data/: frozen, plain, and silent about contents when printed.

Whatever may hold a card (texts, public and hidden parts, payloads) is left out of every `repr`, so that no log line and
no traceback can show one. Times are milliseconds of UTC since 1970.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

SeatKind = Literal["person", "computer", "left"]
TableStatus = Literal["lobby", "playing", "over", "ended", "frozen"]
WorkState = Literal["due", "sent", "withdraw", "gone", "failed"]
"""A work is `due` until delivered, then `sent`; when what it said no longer holds, a sent one is to be taken back
(`withdraw`) and one never sent is just `gone`, as is one taken back; `failed` is given up."""

REFRESH = "refresh"
"""The kind of work that says: the table's public message is to show event `seq` or a later one."""

BOARD = "board"
"""The kind that says: a public message of the table is being posted; found due, it is found out what became of it."""

DELETE = "delete"
"""The kind that says: a message that was the table's public one is to go away, or to say where the table is now."""

LIVE: tuple[TableStatus, ...] = ("lobby", "playing", "frozen")
"""The states of a table that has not come to its end."""


def now_ms() -> int:
    """The time now."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class NewEvent:
    """An event to be added to a table's log.

    `kind` is "join", "leave", "commit", "word", "chance", "move", "reveal", "table" and the like. `hidden` holds what
    only some may know. `interaction` is the click or command that made the event: of the events made by one interaction
    only one carries it, for it is unique in the whole store.
    """

    kind: str
    seat: int | None = None
    text: str = field(default="", repr=False)
    public: dict[str, Any] = field(default_factory=dict[str, Any], repr=False)
    hidden: dict[str, Any] | None = field(default=None, repr=False)
    interaction: int | None = None
    user: int | None = None


@dataclass(frozen=True, slots=True)
class EventRecord:
    """An event of a table's log, number `seq` (from 1), kept at `at`."""

    table: int
    seq: int
    kind: str
    seat: int | None
    text: str = field(repr=False)
    public: dict[str, Any] = field(repr=False)
    hidden: dict[str, Any] | None = field(repr=False)
    interaction: int | None
    user: int | None
    at: int


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """A seat at a table and its points (whole numbers of any size).

    On the way in `table` is whatever table is written to, so 0 will do.
    """

    table: int
    seat: int
    user: int | None
    kind: SeatKind
    name: str
    points: int = 0


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table to be opened. `options` are resolved, with the rules version they belong to."""

    game: str
    rules_version: int
    options: dict[str, Any]
    guild: int
    channel: int
    host: int
    thread: int | None = None
    status: TableStatus = "lobby"
    settings: dict[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class TableRecord:
    """A table: `seq` is its last event's number, `shown` the number its public message shows."""

    id: int
    game: str
    rules_version: int
    options: dict[str, Any]
    guild: int
    channel: int
    thread: int | None
    host: int
    status: TableStatus
    seq: int
    message_channel: int | None
    message: int | None
    shown: int
    created: int
    updated: int
    seats: tuple[SeatRecord, ...]
    settings: dict[str, Any]


@dataclass(frozen=True, slots=True)
class NewWork:
    """Something owed to Discord ("refresh", "ping", "result" ...), one a table, kind and key.

    Given again while it is due, its `seq` grows to the larger one and it stays due at the earlier time (a retry's
    waiting time is kept); given again after it was sent, it is due anew.
    """

    kind: str
    key: str = ""
    seq: int = 0
    payload: dict[str, Any] = field(default_factory=dict[str, Any], repr=False)
    due: int = 0


@dataclass(frozen=True, slots=True)
class Work:
    """A row of the outbox; `channel` and `message` say where it was delivered, `tries` how often that failed."""

    id: int
    table: int
    kind: str
    key: str
    seq: int
    payload: dict[str, Any] = field(repr=False)
    due: int
    tries: int
    state: WorkState
    channel: int | None
    message: int | None


@dataclass(frozen=True, slots=True)
class Append:
    """One step of a table, kept whole or not at all.

    `after` is the last event the writer knew of: if the table has moved on since, nothing is written. `changes` are
    fields of the TableRecord by name (status, channel, thread, host, options, settings, rules_version, message_channel,
    message, shown); `seats` replaces the whole list. `drop` names work by (kind, key) that no longer hold; a key
    that ends in `*` means all keys that begin so. Notices are dropped before new ones are added.
    """

    table: int
    after: int
    events: tuple[NewEvent, ...] = ()
    work: tuple[NewWork, ...] = ()
    changes: Mapping[str, Any] = field(default_factory=dict[str, Any], repr=False)
    seats: tuple[SeatRecord, ...] | None = None
    drop: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class GuildSettings:
    """What a server has settled for itself, by name; empty until it has."""

    guild: int
    values: dict[str, Any] = field(default_factory=dict[str, Any])
