"""Work that falls due: its kinds, its states, and the payload of each kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, NotRequired, TypedDict

from data.engine.documented_enum import DocumentedEnum


class SubjectKind(DocumentedEnum):
    """The kind of thing that a work item is for."""

    TABLE = "table", "A table."
    PAD = "pad", "A score pad."
    NIGHT = "night", "A club night."
    GUILD = "guild", "A server."


class Subject(NamedTuple):
    """The thing that a work item is for, by its number."""

    kind: SubjectKind
    id: int

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"

    @classmethod
    def of(cls, table: int | None, pad: int | None, night: int | None, guild: int) -> Subject:
        """Return the subject of a row with these columns: the first of them that there is."""
        if table is not None:
            return cls(SubjectKind.TABLE, table)
        if pad is not None:
            return cls(SubjectKind.PAD, pad)
        return cls(SubjectKind.GUILD, guild) if night is None else cls(SubjectKind.NIGHT, night)


class WorkKind(DocumentedEnum):
    """The kind of a work item."""

    REFRESH = "refresh", "Bring a table's message up to date."
    PING = "ping", "Mention the player whose turn it is."
    COMPUTER = "computer", "Make a computer player's move."
    FIND_BOARD = "find_board", "Find out what became of a table's message that was being posted."
    DELETE_BOARD = "delete_board", "Remove an old message of a table, or let it say where the table is."
    EXPIRE = "expire", "Close a lobby that nobody starts."
    ANNOUNCE = "announce", "Tell people that something happened at a table."
    FREE_BANNED_SEAT = "free_banned_seat", "Free the seat of a person who was banned."
    REPORT_NOTE = "report_note", "Bring a reported note to the moderators' channel."
    PLAY_ONLY_CARD = "play_only_card", "Play the only card that a player may play, for players who want that."
    CHECK_BOARD = "check_board", "Look for a table's message, and keep its thread from being archived."
    RECORD = "record", "Record the results of finished hands and games for statistics."
    FREE_ERASED_SEAT = "free_erased_seat", "Give up the seat of a person whose data was deleted."
    EXPIRE_CLOCK = "expire_clock", "Act on a player's time that runs out, or deal the next hand when its time comes."
    REMIND = "remind", "Remind a player that their time runs out."
    REPORT_LOST_CHANNEL = "report_lost_channel", "Tell a host that their table has no channel any more."
    POST_DIGEST = "post_digest", "Tell a player what they missed in their quiet hours or while away."
    CORRECT_TIMES = "correct_times", "Correct the times in messages after clocks have changed."
    RECORD_PAD = "record_pad", "Record the results of a score pad for statistics."
    PAD_BOARD = "pad_board", "Bring a score pad's message up to date."
    CONTEST_NOTICE = (
        "contest_notice",
        "Tell a pad's keepers of a contested hand, or what became of it; the key is its change.",
    )
    CONSENT_REQUEST = (
        "consent_request",
        "Ask people to agree to be players of a pad; the key is the change that added them.",
    )
    NIGHT_BOARD = "night_board", "Bring a club night's message up to date."
    NIGHT_RESULTS = "night_results", "Post the results of a club night that is over, or correct them."
    CLOSE_DEALS = "close_deals", "Close deals, and keep the results of finished tries; the key is when (ms) they end."
    DAILY_RESULTS = "daily_results", "Post the rankings of the hands of a day, or correct them; the key is the day."
    CLOSE_WEEK = "close_week", "Work out the cup of a week that is over; the key is the week."
    CUP_RESULTS = "cup_results", "Post the cup of a week in a server, or correct it; the key is the week."
    CHALLENGE = "challenge", "Post a challenge, or bring its message up to date; the key is its deal."
    MATCH = "match", "Post a match, or bring its message up to date; the key is its number."
    COUNT_TRY = "count_try", "Count a finished try in the message of its challenge or match."
    LEAGUE_BOARD = "league_board", "Bring a league's message up to date; the key is its number."
    LEAGUE_CALENDAR = (
        "league_calendar",
        "Begin a league's season, look for people who do not play, or end it; the key is its number.",
    )
    UPDATE_STANDINGS = "update_standings", "Work results of a game into a server's standings; the key is the game."


class WorkState(DocumentedEnum):
    """The state of a work item."""

    DUE = "due", "To be done once its time has come."
    DONE = "done", "Done; its message may stand."
    RETRACT = "retract", "Its reason no longer holds: its message is to be taken back."
    CANCELLED = "cancelled", "Its reason no longer holds: it has no message, or none any more."
    FAILED = "failed", "Given up after the last try."
    PARKED = "parked", "Cannot be done now: waits until it is woken or enqueued again."


WITHOUT_DISCORD: Final = frozenset(
    {WorkKind.RECORD_PAD, WorkKind.UPDATE_STANDINGS, WorkKind.CLOSE_DEALS, WorkKind.CLOSE_WEEK}
)
"""The kinds that are done even in a guild that the bot has left."""


POSTED: Final = frozenset(
    {
        *(WorkKind.PING, WorkKind.REMIND, WorkKind.ANNOUNCE, WorkKind.POST_DIGEST),
        *(WorkKind.REPORT_NOTE, WorkKind.REPORT_LOST_CHANNEL, WorkKind.NIGHT_RESULTS),
        *(WorkKind.DAILY_RESULTS, WorkKind.CUP_RESULTS, WorkKind.CHALLENGE, WorkKind.MATCH),
        *(WorkKind.CONTEST_NOTICE, WorkKind.CONSENT_REQUEST),
    }
)
"""The kinds that post a message, which may have to be changed or taken back. Others are deleted once they are done."""


class BoardPayload(TypedDict):
    """The board was to be posted in `channel`, after the snowflake `after`.

    With `nonce`, posting it again until `until` (ms) finds it.
    """

    channel: int
    after: int
    nonce: NotRequired[str]
    until: NotRequired[int]


class DeletePayload(TypedDict):
    """The message to remove; one that `becomes_pointer` stays and says where the table is."""

    channel: int
    message: int
    becomes_pointer: bool


class SeatPayload(TypedDict):
    """The seat whose turn it is."""

    seat: int


class PingPayload(SeatPayload):
    """The seat to mention: for its turn, or for a `note` that waits."""

    note: NotRequired[bool]


class RemindPayload(SeatPayload):
    """The seat to remind, and of `what`: "half" of its time has passed, or it runs out "soon"."""

    what: str


class AwayPayload(TypedDict):
    """The board says that a player is away `until` then (ms)."""

    until: int


class AnnouncementPayload(TypedDict, total=False):
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
    notices: list[list[Any]]


class HostPayload(TypedDict):
    """Whether the table's channel is deleted; if not, it is closed to the bot."""

    is_deleted: bool


class BannedSeatPayload(TypedDict):
    """The banned `user`, and the moderator who banned them: Discord's numbers."""

    user: int
    by: int


class ErasedSeatPayload(TypedDict):
    """The negative number of the person whose data was deleted."""

    user: int


class NoPayload(TypedDict):
    """Nothing: the row itself says all."""


PAYLOADS: Final[Mapping[WorkKind, Any]] = {
    WorkKind.FIND_BOARD: BoardPayload,
    WorkKind.DELETE_BOARD: DeletePayload,
    WorkKind.PING: PingPayload,
    WorkKind.REMIND: RemindPayload,
    WorkKind.EXPIRE_CLOCK: SeatPayload,
    WorkKind.PLAY_ONLY_CARD: SeatPayload,
    WorkKind.CHECK_BOARD: SeatPayload | AwayPayload | NoPayload,
    WorkKind.ANNOUNCE: AnnouncementPayload,
    WorkKind.REPORT_NOTE: ReportPayload,
    WorkKind.POST_DIGEST: DigestPayload,
    WorkKind.REPORT_LOST_CHANNEL: HostPayload,
    WorkKind.FREE_BANNED_SEAT: BannedSeatPayload,
    WorkKind.FREE_ERASED_SEAT: ErasedSeatPayload,
}
"""The payload of each kind; other kinds have none."""
