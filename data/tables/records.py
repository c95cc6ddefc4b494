"""The values that enter and leave data/: frozen, plain, and silent about contents when printed.

No `repr` has what may hold a card, so that no log line or traceback shows one. Times are UTC milliseconds since 1970.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypedDict, TypeVar, cast

from data.people.records import NewAct
from data.tables.events import PAYLOADS, SECRETS, EventKind, SeatLevel
from data.tables.settings import TableSettings
from data.tables.work import Subject, SubjectKind, WorkKind, WorkState

P = TypeVar("P", bound=Mapping[str, object])


SeatKind = Literal["person", "computer", "left"]
TableStatus = Literal["lobby", "playing", "over", "ended", "frozen", "deleting"]

MENTIONS_KEY: Final = "calls"
"""The key of `WorkKind.CORRECT_TIMES` for mentions and reminders alone: the board is brought up to date anyway."""

LESSONS_GUILD_ID: Final = 0
"""The guild of a table that belongs to no server: a lesson or a try, which one person alone plays and is shown."""

LIVE: tuple[TableStatus, ...] = ("lobby", "playing", "frozen")
"""The states of a table that has not come to its end."""

FINISHED: tuple[TableStatus, ...] = ("over", "ended")
"""The states of a table that has come to its end, and can be read."""

UNDER_WAY: tuple[TableStatus, ...] = ("lobby", "playing")
"""The states of a table that its players can end. Nobody could end a frozen one."""


class EventParts:
    """The parts of an event that hold facts of its kind (data/tables/events.py)."""

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
    """An event to be added to a table's log. `user` and `name` go to the person's one row."""

    kind: EventKind
    seat: int | None = None
    text: str = field(default="", repr=False)
    public: Mapping[str, Any] = field(default_factory=dict[str, Any], repr=False)
    hidden: Mapping[str, Any] | None = field(default=None, repr=False)
    """The facts that only some may know."""
    interaction: int | None = None
    """The click or command that made it. Unique in the store: of its events only one carries it."""
    user: int | None = None
    """The person who did it."""
    name: str = ""
    """The person's name now; empty where it is not known."""


@dataclass(frozen=True, slots=True)
class EventRecord(EventParts):
    """An event of a table's log, number `seq` (from 1), kept at `at`.

    `user` and `name` are as of now: negative and empty for an erased person (`is_erased`).
    `TablesRepository.game_events` omits a game event's text and hidden part.
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
    """A seat at a table. An erased person has no name and a negative number (`is_erased`).

    In writes any `table` will do, so 0 serves. Taking a seat does not change a known person's name.
    """

    table: int
    seat: int
    user: int | None
    kind: SeatKind
    name: str
    points: int = 0
    """A whole number of any size."""
    level: SeatLevel | None = None
    """The level of the computer player there; None for a person."""


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
    settings: TableSettings = field(default_factory=TableSettings)


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of tables under way when one is opened or restored: in its server, and of those that its host opened.

    None is no limit. `alone` says that no other may be under way in its channel, which is a thread.
    """

    server: int | None = None
    host: int | None = None
    alone: bool = False


@dataclass(frozen=True, slots=True)
class TableRecord:
    """A table: `seq` is its last event's number, `shown_seq` the number its public message shows, `host` a user.

    `rev` counts the writes of its row.
    """

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
    shown_seq: int
    created: int
    updated: int
    seats: tuple[SeatRecord, ...]
    settings: TableSettings = field(repr=False)
    rev: int = 0
    deleted: int | None = None
    """The time (ms) of its deletion before its first deal; it can be restored for a day."""

    @property
    def is_under_way(self) -> bool:
        """Whether its players can end it: a lobby, or a game in play."""
        return self.status in UNDER_WAY

    @property
    def is_finished(self) -> bool:
        """Whether it has come to its end, and can be read."""
        return self.status in FINISHED

    @property
    def private(self) -> bool:
        """Whether this is a lesson or a try: a table without a board, which only its one person may reach."""
        return self.guild == LESSONS_GUILD_ID

    @property
    def lesson(self) -> bool:
        """Whether this is a lesson: hints are given, and moves can be taken back."""
        return self.private and "attempt" not in self.settings


@dataclass(frozen=True, slots=True)
class NewHand:
    """A hand that is over: from event `first` to event `last`, the secrets shown at its end included.

    All of it is JSON-ready and public: a hand that is over has no secrets (K5.2).
    """

    number: int
    first: int
    last: int
    points: tuple[int, ...]
    """The points that each seat won."""
    how: dict[str, Any] = field(repr=False)
    """The outcome, as a bystander may know it then."""
    log: list[dict[str, Any]] = field(repr=False)
    """Its moves, as a bystander may know them then."""
    start: dict[str, Any] = field(repr=False)
    """The position after it, save what rows hold (bot/tables/model/finished_hands.py)."""


@dataclass(frozen=True, slots=True)
class HandRecord(NewHand):
    """A hand of a table as it is kept."""

    table: int


class MissedMove(TypedDict):
    """A move that would have been better than that of event `event`: by `points`, and `why`; "" where only points
    speak.
    """

    event: int
    move: str
    points: float
    why: str


class CloseMove(TypedDict):
    """The best move beside that of event `event`, which lags behind by `points`."""

    event: int
    move: str
    points: float


@dataclass(frozen=True, slots=True)
class Review:
    """The decisions of a player in a hand that could have been better, the largest gain first.

    `compared` decisions were compared. If none could have been better, `closest_moves` are those in which another move
    came nearest.
    """

    compared: int
    missed_moves: tuple[MissedMove, ...] = field(repr=False)
    closest_moves: tuple[CloseMove, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class SillyMove:
    """A computer player's move, event `seq` of a table, and all from which the same version makes it again."""

    table: int
    seq: int
    game: str
    level: str
    seed: int
    worlds: int
    version: str
    move: str = field(repr=False)
    view: dict[str, Any] = field(repr=False)
    """The view from which it was found."""


@dataclass(frozen=True, slots=True)
class Span:
    """The events of a hand, and its points."""

    number: int
    first: int
    last: int
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class StoredTable:
    """The stored data of a table that is to be loaded."""

    record: TableRecord
    hands: tuple[Span, ...]
    last: HandRecord | None
    """The row of the last finished hand; None where a hand up to it has no row."""
    log: list[EventRecord] | None = field(repr=False)
    """The events after that hand's first, or all; None if they are too many to be read at once."""


@dataclass(frozen=True, slots=True)
class NewWork:
    """A work item to enqueue, one a subject, kind and key.

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
    """A work item in a guild, due at `due` (ms): of a table, a pad, a club night, or else of the guild itself.

    `channel` and `message` say where it was delivered, `begun_at` (ms) when posting there began, `tries` how often it
    failed.
    """

    id: int
    table_id: int | None
    pad_id: int | None
    night_id: int | None
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
    begun_at: int | None = None

    @property
    def subject(self) -> Subject:
        """The thing that this item is for."""
        return Subject.of(self.table_id, self.pad_id, self.night_id, self.guild)

    @property
    def table(self) -> int:
        """The table. Raises ValueError for an item of anything else."""
        return self._number_of(SubjectKind.TABLE)

    @property
    def pad(self) -> int:
        """The pad. Raises ValueError for an item of anything else."""
        return self._number_of(SubjectKind.PAD)

    @property
    def night(self) -> int:
        """The club night. Raises ValueError for an item of anything else."""
        return self._number_of(SubjectKind.NIGHT)

    def read(self, payload: type[P]) -> P:
        """Return the payload as that of its kind (data/tables/work.py)."""
        return cast("P", self.payload)

    def _number_of(self, kind: SubjectKind) -> int:
        if self.subject.kind != kind:
            raise ValueError(f"work {self.id} is of a {self.subject.kind}, not of a {kind}")
        return self.subject.id


class RecordChanges(TypedDict, total=False):
    """Fields of a TableRecord that change, those of models.CHANGEABLE."""

    rules_version: int
    options: dict[str, Any]
    settings: TableSettings
    channel: int
    thread: int | None
    host: int | None
    status: TableStatus
    deleted: int | None
    message_channel: int | None
    message: int | None
    shown_seq: int


@dataclass(frozen=True, slots=True)
class Append:
    """One step of a table, kept whole or not at all. Nothing is written if the table has moved on since."""

    table: int
    after: int
    """The last event that the writer knew."""
    events: tuple[NewEvent, ...] = ()
    work: tuple[NewWork, ...] = ()
    changes: RecordChanges = field(default_factory=RecordChanges, repr=False)
    seats: tuple[SeatRecord, ...] | None = None
    """The whole list of seats, replaced."""
    hands: tuple[NewHand, ...] = ()
    """The hands that the events bring to their end."""
    settled_hand: NewHand | None = None
    """The hand before them whose debts the events pay: its row is replaced."""
    drop: tuple[tuple[WorkKind, str], ...] = ()
    """Work by (kind, key) to drop before new work is added; `*` at the end of a key matches any rest."""
    act: NewAct | None = None
    """The act of a moderator by it."""
    at: int | None = None
    """The time (ms) of the event; None for the time of storing."""
    shows_progress: bool = False
    """Whether club nights show the table in another way after it."""
    limits: Limits | None = None
    """The limits of tables under way, where the table is restored or comes to another channel."""
    rev: int | None = None
    """The `rev` of the row that the writer knew; None where the write depends on events alone, and changes neither
    options nor settings."""
