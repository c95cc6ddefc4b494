"""The values that enter and leave data/: frozen, plain, and silent about contents when printed.

Whatever may hold a card (texts, public and hidden parts, payloads) is left out of every `repr`, so that no log line and
no traceback can show one. Times are milliseconds of UTC since 1970.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeVar, cast

from data.events import PAYLOADS, SECRETS, EventKind
from data.work import WorkKind, WorkState

P = TypeVar("P", bound=Mapping[str, object])


SeatKind = Literal["person", "computer", "left"]
TableStatus = Literal["lobby", "playing", "over", "ended", "frozen"]
MOST_BLOCKED: Final = 200
"""People whom one person may block."""

Blocking = Literal["blocked", "there", "full"]
"""What became of blocking somebody: they were on the list already, or it has MOST_BLOCKED people."""

CALLS: Final = "calls"
"""The key of `WorkKind.TIMES` for mentions and reminders alone: the board is brought up to date anyway."""

LESSONS_GUILD_ID: Final = 0
"""The guild of a table that belongs to no server: a lesson, which one person plays and nobody else is shown."""

AROUND: Final = "around"
"""The setting of a rematch in a table's thread: the channel of the message from which the thread was made."""

BEFORE: Final = "before"
"""The setting of a rematch in a table's thread: the number of that table, whose result that message goes on to tell."""

GOING: Final = "going"
"""The setting of a finished table that is being deleted (data/retention.py)."""

DELETED: Final = "deleted"
"""The setting of a table that was deleted before its first deal: when (ms). It can be brought back for a day."""

LIVE: tuple[TableStatus, ...] = ("lobby", "playing", "frozen")
"""The states of a table that has not come to its end."""


def is_erased(user: int | None) -> bool:
    """Whether a user is nobody any more: their data was taken out. What is left of them bears a negative number, that
    of their row, so that two of them are told apart and nothing that was counted changes. It is nobody's at Discord,
    and nobody is mentioned by it.
    """
    return user is not None and user < 0


def now_ms() -> int:
    """The time now."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Preferences:
    """How a person likes to play; as everybody does who has said nothing.

    `pictures` are shown in private messages, or words with the signs of the suits alone; the highest card of a suit
    lies first (`high_first`) or last; a move is made at once or, if it `confirms`, after another press; a card that is
    the only one they may play is left to them or, if it `plays_only_card`, played for them; at the tables in `muted`
    they are not mentioned. `colours` names the set of colours of their pictures, empty for the usual one. Who wants
    `no_statistics` is left out of standings, ratings and records.

    They live in the time `zone` of that name (empty: UTC) and sleep from one time of day to the other, in minutes after
    midnight (`night`); they are, or were, `away` from one time to another (ms), latest last. `reminders` tell them that
    their time runs out, at the table or, if they want `by_message`, in a private message.
    """

    pictures: bool = True
    high_first: bool = False
    confirms: bool = False
    plays_only_card: bool = False
    muted: tuple[int, ...] = ()
    colours: str = ""
    no_statistics: bool = False
    zone: str = ""
    night: tuple[int, int] | None = None
    away: tuple[tuple[int, int], ...] = ()
    reminders: bool = True
    by_message: bool = False


MOST_MUTED: Final = 50
"""Tables that a person may have muted; of more the first is forgotten."""


class EventParts:
    """The parts of an event that hold facts of its kind (data/events.py)."""

    __slots__ = ()
    kind: EventKind
    public: Mapping[str, Any]
    hidden: Mapping[str, Any] | None

    def read(self, payload: type[P]) -> P:
        """Return the public part as the payload of this kind. Raises TypeError for the payload of another kind."""
        if PAYLOADS.get(self.kind) is not payload:
            message = f"{self.kind} has no {payload.__name__}"
            raise TypeError(message)
        return cast("P", self.public)

    def read_hidden(self, secret: type[P]) -> P:
        """Return the hidden part as that of this kind, empty if the event has none. Raises TypeError as `read` does."""
        if SECRETS.get(self.kind) is not secret:
            message = f"{self.kind} has no {secret.__name__}"
            raise TypeError(message)
        return cast("P", self.hidden or {})


@dataclass(frozen=True, slots=True)
class NewEvent(EventParts):
    """An event to be added to a table's log.

    `hidden` holds what only some may know. `interaction` is the click or command that made the event: of the events
    made by one interaction only one carries it, for it is unique in the whole store. `user` is the person who did it,
    `name` what they are called now (left empty where that is not known): both go to the person's one row.
    """

    kind: EventKind
    seat: int | None = None
    text: str = field(default="", repr=False)
    public: Mapping[str, Any] = field(default_factory=dict[str, Any], repr=False)
    hidden: Mapping[str, Any] | None = field(default=None, repr=False)
    interaction: int | None = None
    user: int | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class EventRecord(EventParts):
    """An event of a table's log, number `seq` (from 1), kept at `at`; `user` and `name` are the person's as of now:
    of somebody whose data was taken out (`is_erased`) a negative number and no name.

    Where only what happened is asked for (`Store.happened`), the game's events come without text and hidden part.
    """

    table: int
    seq: int
    kind: EventKind
    seat: int | None
    text: str = field(repr=False)
    public: Mapping[str, Any] = field(repr=False)
    hidden: Mapping[str, Any] | None = field(repr=False)
    interaction: int | None
    user: int | None
    at: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """A seat at a table and its points (whole numbers of any size). A person's name is that of their one row; somebody
    whose data was taken out has none, and a negative number (`is_erased`).

    On the way in `table` is whatever table is written to, so 0 will do; the name of somebody known already is not
    changed by taking a seat.
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
class Limits:
    """How many tables may be under way before another is opened: in its server, and of those that its host opened.

    `alone` says that no other may be under way in its channel, which is a thread.
    """

    server: int
    host: int
    alone: bool = False


@dataclass(frozen=True, slots=True)
class TableRecord:
    """A table: `seq` is its last event's number, `shown` the number its public message shows, `host` a user."""

    id: int
    game: str
    rules_version: int
    options: dict[str, Any]
    guild: int
    channel: int
    thread: int | None
    host: int | None
    status: TableStatus
    seq: int
    message_channel: int | None
    message: int | None
    shown: int
    created: int
    updated: int
    seats: tuple[SeatRecord, ...]
    settings: dict[str, Any] = field(repr=False)

    @property
    def lesson(self) -> bool:
        """Whether this is a lesson: a table without a board, which only the person who learns there may reach."""
        return self.guild == LESSONS_GUILD_ID


@dataclass(frozen=True, slots=True)
class NewHand:
    """A hand that is over: from event `first` to event `last`, the secrets shown at its end included.

    `points` are what each seat won; `how` is how it went and `log` what was done, move by move, as a bystander may know
    them then; `start` is what the game needs for the position after it, save what these rows hold
    (bot/tables/model/finished_hands.py).
    All of it is JSON-ready, and public: a hand that is over has no secrets (K5.2).
    """

    number: int
    first: int
    last: int
    points: tuple[int, ...]
    how: dict[str, Any] = field(repr=False)
    log: list[dict[str, Any]] = field(repr=False)
    start: dict[str, Any] = field(repr=False)


@dataclass(frozen=True, slots=True)
class HandRecord(NewHand):
    """A hand of a table as it is kept."""

    table: int


@dataclass(frozen=True, slots=True)
class Span:
    """Which events a hand went through, and what it brought."""

    number: int
    first: int
    last: int
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept of a table that is to be taken up again.

    `last` is the row of its last finished hand, None where one up to it has no row; `log` is what came after the first
    event of that hand, or from the beginning, None where that is too much to be read at once.
    """

    record: TableRecord
    hands: tuple[Span, ...]
    last: HandRecord | None
    log: list[EventRecord] | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class NewWork:
    """A work item to enqueue, one a table, kind and key.

    Enqueued again while it is due, it takes the larger `seq` and the earlier time, so that news shortens a retry's
    delay. Enqueued again after it was done, it is due anew.
    """

    kind: WorkKind
    key: str = ""
    seq: int = 0
    payload: Mapping[str, object] = field(default_factory=dict[str, object], repr=False)
    due: int = 0


@dataclass(frozen=True, slots=True)
class Work:
    """A work item of a table in a guild, due at `due` (ms).

    `channel` and `message` say where it was delivered, `tries` how often it failed.
    """

    id: int
    table: int
    guild: int
    kind: WorkKind
    key: str
    seq: int
    payload: Mapping[str, Any] = field(repr=False)
    due: int
    tries: int
    state: WorkState
    channel: int | None
    message: int | None

    def read(self, payload: type[P]) -> P:
        """The payload as that of its kind (data/work.py)."""
        return cast("P", self.payload)


@dataclass(frozen=True, slots=True)
class Append:
    """One step of a table, kept whole or not at all.

    `after` is the last event the writer knew of: if the table has moved on since, nothing is written. `changes` are
    fields of the TableRecord by name (status, channel, thread, host, options, settings, rules_version, message_channel,
    message, shown); `seats` replaces the whole list; `hands` are those that the events bring to their end. `drop` names
    work by (kind, key) whose reason no longer holds; a key that ends in `*` means all keys that begin so. It is dropped
    before new work is added. `act` is what a moderator did with it. It happened `at` (ms; None: when it is kept).
    """

    table: int
    after: int
    events: tuple[NewEvent, ...] = ()
    work: tuple[NewWork, ...] = ()
    changes: Mapping[str, Any] = field(default_factory=dict[str, Any], repr=False)
    seats: tuple[SeatRecord, ...] | None = None
    hands: tuple[NewHand, ...] = ()
    drop: tuple[tuple[WorkKind, str], ...] = ()
    act: NewAct | None = None
    at: int | None = None


Act = Literal["end", "free", "ban", "allow"]
"""What a moderator can do: end a table, free a seat, keep somebody from the tables of the server, let them back in."""


@dataclass(frozen=True, slots=True)
class NewAct:
    """What a moderator, the user `by`, does at a table with a step of it; `whom` is the user whose seat it is."""

    act: Act
    by: int
    whom: int | None = None


@dataclass(frozen=True, slots=True)
class ActRecord:
    """What a moderator, the user `by`, did at `at`: to the user `whom`, at `table`, and in their `words` why."""

    id: int
    at: int
    act: Act
    by: int | None
    by_name: str
    whom: int | None
    whom_name: str | None
    table: int | None
    words: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class GuildSettings:
    """What a server has settled for itself, by name; empty until it has."""

    guild: int
    values: dict[str, Any] = field(default_factory=dict[str, Any])
