"""Work that falls due: its kinds, its states, and the payload of each kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NotRequired, TypedDict

from data.documented_enum import DocumentedEnum


class WorkKind(DocumentedEnum):
    """The kind of a work item."""

    REFRESH = "refresh", "Bring a table's message up to date."
    PING = "ping", "Mention the player whose turn it is."
    COMPUTER = "computer", "Make a computer player's move."
    BOARD = "board", "Find out what became of a table's message that was being posted."
    DELETE = "delete", "Remove an old message of a table, or let it say where the table is."
    EXPIRE = "expire", "Close a lobby that nobody starts."
    TELL = "tell", "Tell people that something happened at a table."
    BACKFILL = "backfill", "Record the finished hands of an older table."
    UNSEAT = "unseat", "Free the seat of a person who was banned."
    REPORT = "report", "Bring a reported note to the moderators' channel."
    ONLY = "only", "Play the only card that a player may play, for players who want that."
    WAKE = "wake", "Look for a table's message, and keep its thread from being archived."
    RECORD = "record", "Record the results of finished hands and games for statistics."
    VACATE = "vacate", "Give up the seat of a person whose data was deleted."
    CLOCK = "clock", "Act on a player's time that runs out, or deal the next hand when its time comes."
    REMIND = "remind", "Remind a player that their time runs out."
    LOST = "lost", "Tell a host that their table has no channel any more."
    DIGEST = "digest", "Tell a player what they missed in their quiet hours or while away."
    TIMES = "times", "Correct the times in messages after clocks have changed."


class WorkState(DocumentedEnum):
    """How far a work item has come."""

    DUE = "due", "To be done once its time has come."
    DONE = "done", "Done; its message may stand."
    RETRACT = "retract", "Its reason no longer holds: its message is to be taken back."
    CANCELLED = "cancelled", "Its reason no longer holds: it has no message, or none any more."
    FAILED = "failed", "Given up after the last try."
    PARKED = "parked", "Cannot be done now: waits until it is woken or enqueued again."


class BoardPayload(TypedDict):
    """The board was to be posted in `channel`, after the snowflake `after`.

    With `nonce`, posting it again until `until` (ms) finds it.
    """

    channel: int
    after: int
    nonce: NotRequired[str]
    until: NotRequired[int]


class DeletePayload(TypedDict):
    """The message to remove; a `pointer` stays and says where the table is."""

    channel: int
    message: int
    pointer: bool


class SeatPayload(TypedDict):
    """The seat whose turn it is."""

    seat: int


class PingPayload(SeatPayload):
    """The seat to mention: for its turn, or for a `note` that waits."""

    note: NotRequired[bool]


class RemindPayload(SeatPayload):
    """The seat to remind, and of `what`: "half" of its time has passed, or it runs out "soon"."""

    what: str


class BackPayload(TypedDict):
    """The board says that somebody is away `until` then (ms)."""

    until: int


class TellPayload(TypedDict, total=False):
    """The news to tell; the row's key and seq say the rest."""

    events: int
    """The number of events that make up the news, 1 where it is missing."""
    at: int
    """The channel to tell it in, where that is not the table's."""
    answered: str
    """The key of the invitation that has been answered or has passed."""
    user: int | None
    """The host whose lobby was closed."""
    why: str
    """The reason why the table is in no thread."""


class ReportPayload(TypedDict):
    """The number of the reported `note`'s event."""

    note: int


class DigestPayload(TypedDict):
    """The news for `user`: since when (ms) it waits, and the (key, seq, events) of each."""

    user: int
    since: int
    told: list[list[Any]]


class HostPayload(TypedDict):
    """Whether the table's channel is `gone`; if not, it is closed to the bot."""

    gone: bool


class UnseatPayload(TypedDict):
    """The banned `user`, and the moderator who banned them: Discord's numbers."""

    user: int
    by: int


class VacatePayload(TypedDict):
    """The negative number of the person whose data was deleted."""

    user: int


class NoPayload(TypedDict):
    """Nothing: the row itself says all."""


PAYLOADS: Final[Mapping[WorkKind, Any]] = {
    WorkKind.BOARD: BoardPayload,
    WorkKind.DELETE: DeletePayload,
    WorkKind.PING: PingPayload,
    WorkKind.REMIND: RemindPayload,
    WorkKind.CLOCK: SeatPayload,
    WorkKind.ONLY: SeatPayload,
    WorkKind.WAKE: SeatPayload | BackPayload | NoPayload,
    WorkKind.TELL: TellPayload,
    WorkKind.REPORT: ReportPayload,
    WorkKind.DIGEST: DigestPayload,
    WorkKind.LOST: HostPayload,
    WorkKind.UNSEAT: UnseatPayload,
    WorkKind.VACATE: VacatePayload,
}
"""The payload of each kind; other kinds have none."""
