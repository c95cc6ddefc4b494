"""The kinds of events in a table's log, and what the public and the hidden part of each say.

A part is a JSON object with the keys documented here. `EventParts.read` and `read_hidden` (data/tables/records.py) type
it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, NotRequired

from typing_extensions import TypedDict

from data.engine.documented_enum import DocumentedEnum
from data.tables.settings import TableSettings

SeatLevel = Literal["easy", "normal", "strong"]
"""The level of the computer player in a seat."""


class EventKind(DocumentedEnum):
    """A kind of event at a table. Only `start`, `chance` and `move` reach the game."""

    JOIN = "join", "A person or a computer player takes a seat before the game begins."
    INVITE = "invite", "A person is invited to the table."
    DECLINE = "decline", "An invited person says that they will not play."
    DISMISS = "dismiss", "The host removes a player, or a moderator frees a seat, before the game begins."
    SWAP = "swap", "A player changes seats, or is moved or given another partner by such a change."
    HOST = "host", "Another player becomes the host."
    OPTIONS = "options", "The host changes the game's options or the table's settings."
    RECRUIT = "recruit", "The server's role for players is mentioned, once, to find more of them."
    LEAVE = "leave", "A seat is given up, taken away or handed over; a computer player that goes leaves, too."
    COMMIT = "commit", "The SHA-256 of the secret behind the next draw is published."
    START = "start", "The game begins: the number of seats and the first dealer are fixed."
    CHANCE = "chance", "Cards are drawn; the game gets them."
    MOVE = "move", "A seat makes a move; the game gets it."
    REVEAL = "reveal", "The secret behind an earlier draw is published."
    NEXT = "next", "The next hand is asked for, or its time has come."
    ASK = "ask", "A person asks for a computer player's seat."
    SIT = "sit", "A person takes a seat in a game that has begun."
    AGREE = "agree", "A player votes: to end the table, offer or free a seat, or accept changed settings."
    RELEASE = "release", "A late player's seat is given to a computer player, or a moderator frees it."
    END = "end", "The table is closed before its game is over."
    FREEZE = "freeze", "The table stops: its log no longer replays."
    NOTE = "note", "A partner sends a note; its words are in the hidden part."
    SHOW = "show", "A partner shows their hand; its cards are in the hidden part."
    REPORT = "report", "A note is reported to the moderators."
    ASK_TAKE_BACK = "ask_take_back", "A player asks to undo a move, or another allows it."
    TAKE_BACK = "take_back", "A move is taken back: the game gets it no longer."
    CLAIM = "claim", "A player has the rest of the hand played, as they can lose no trick; the moves follow."
    ERASE = "erase", "Somebody who had to do with the table had their data deleted."
    LATE = "late", "A player's time has run out."
    RETURN = "return", "A player for whom a computer moved is back."
    PAUSE = "pause", "A player asks for a pause, agrees to it or no longer wants it."
    RESUME = "resume", "A player ends the pause."
    OFFER = "offer", "A seat is offered to a substitute."
    KEEP = "keep", "The owner of an offered seat keeps it."
    MOVE_TABLE = "move_table", "The table is moved to another channel."
    RESTORE = "restore", "A table that was deleted before its first deal comes back."


CONFIDED: Final = (EventKind.NOTE, EventKind.SHOW)
"""The kinds that only some players of a table may read."""

PLAYED: Final = (EventKind.CHANCE, EventKind.MOVE)
"""The kinds whose text and hidden part are the game's: what people read of them comes from views."""

ASKING: Final = (
    EventKind.AGREE, EventKind.ASK, EventKind.ASK_TAKE_BACK, EventKind.PAUSE, EventKind.LATE, EventKind.OFFER,
    EventKind.LEAVE, EventKind.RELEASE, EventKind.OPTIONS,
)  # fmt: skip
"""The events whose announcement may have buttons."""


class JoinPayload(TypedDict, total=False):
    """`computer`: a computer player sits down, named in the text. `level`: how well it plays. `instead`: the computer
    player who makes room.
    """

    computer: bool
    level: SeatLevel
    instead: str


class InvitePayload(TypedDict):
    """`by`: the seat of the inviting person; none with the table's opening. `message_key`: the key of the message."""

    by: NotRequired[int]
    message_key: str


class DismissPayload(TypedDict, total=False):
    """`by`: the host's seat. `released`: a moderator freed the seat."""

    by: int
    released: bool


class SwapPayload(TypedDict, total=False):
    """`other_seat`: the seat that is taken. `beside`: the seat of the partner who is chosen. `former_seat`: the seat of
    a player who is moved by that. `computer_name`: the computer player who sat there.
    """

    other_seat: int
    beside: int
    former_seat: int
    computer_name: str


class OptionsPayload(TypedDict, total=False):
    """The values that changed, by name. `stricter`: when (ms), if people should agree to them first."""

    options: dict[str, Any]
    settings: TableSettings
    stricter: int


class RecruitPayload(TypedDict):
    """`role`: the role of the server that is mentioned."""

    role: int


class LeavePayload(TypedDict, total=False):
    """`computer`: a computer player leaves, named in the text. `instead`: the computer player who plays on. `departed`:
    left the server. `host`: the next host's seat. `released`: others gave the seat away. `substitute`: one takes it.
    `late`: their time ran out in a league.
    """

    computer: bool
    instead: str
    departed: bool
    host: int
    released: bool
    substitute: bool
    late: bool


class CommitPayload(TypedDict):
    """`sha256`: the hash of the secret, in hexadecimal. The draw's name is the text."""

    sha256: str


class CommitSecret(TypedDict):
    """`secret`: in hexadecimal."""

    secret: str


class StartPayload(TypedDict):
    """`seats`: their number. `dealer`: the first dealer's seat. `chosen`: it is set, not drawn, as in a lesson."""

    seats: int
    dealer: int
    chosen: NotRequired[bool]


class ChancePayload(TypedDict):
    """`draw`: the name of the draw. The game's event is the text."""

    draw: str


class ChanceCards(TypedDict):
    """`cards`: in the order in which they were drawn."""

    cards: list[str]


class MovePayload(TypedDict, total=False):
    """The reason why the player did not choose the move: it was `forced`, they were `late`, or a player `claimed` the
    rest.
    """

    forced: bool
    late: bool
    claimed: bool


class PlayerSecret(TypedDict):
    """The origin of a computer player's move.

    It has its `level`, its `seed`, the `worlds` of its search (0: none), the `version` of the bot, and the last event
    that it had seen, `seen_seq`.
    """

    level: str
    seed: int
    worlds: int
    version: str
    seen_seq: int


class MoveSecret(TypedDict, total=False):
    """The reason why the move was made for its player: it was their `only` one, `unasked` for, or a `premove`.
    `player`: the computer player that made it.
    """

    unasked: bool
    only: bool
    premove: bool
    player: PlayerSecret


class RevealPayload(TypedDict):
    """`secret`: in hexadecimal. The draw's name is the text."""

    secret: str


class NextPayload(TypedDict, total=False):
    """`late`: nobody asked in time."""

    late: bool


class AskPayload(TypedDict):
    """`instead`: the computer player whose seat is asked for."""

    instead: str


class SitPayload(TypedDict, total=False):
    """`by`: the seat of the person who agreed. `instead`: the computer player who goes. `substitute`: for a person."""

    by: int
    instead: str
    substitute: bool


class AgreePayload(TypedDict, total=False):
    """A vote to end the table, unless a key says otherwise. `void`: with scores void.

    `withdrawn`: no longer. `seat`: to free since `decision`, or to `offer`. `right`: changed settings accepted.
    `again`: seats of people asked once more.
    """

    void: bool
    withdrawn: bool
    seat: int
    decision: int
    offer: bool
    right: bool
    again: list[int]


class ReleasePayload(TypedDict, total=False):
    """`instead`: the computer player who plays on. `moderator`: a moderator freed the seat."""

    instead: str
    moderator: bool


class EndPayload(TypedDict, total=False):
    """`votes`: how many agreed. `void`, `kept`: what becomes of the scores. `moderator`: a moderator did it. `deleted`:
    before the first deal. `deserted`: nobody was left. `expired`: nobody started the table in time.
    `league`: the season of its league is over, or its organiser did it.
    """

    votes: int
    void: bool
    kept: bool
    moderator: bool
    deleted: bool
    deserted: bool
    expired: bool
    league: bool


class NotePayload(TypedDict):
    """`to`: the seats of the partners who may read it."""

    to: list[int]


class NoteSecret(TypedDict, total=False):
    """`text` of a note, or of a computer player's that goes with its hand; `cards` of a hand that is shown."""

    text: str
    cards: list[str]


class ReportSecret(TypedDict):
    """`note`: the number of the note's event."""

    note: int


class AskTakeBackPayload(TypedDict):
    """`seq`: the move's event. `asks`: the player of the move asks; else another player allows it."""

    seq: int
    asks: NotRequired[bool]


class TakeBackPayload(TypedDict):
    """`seq`: the move's event. `by`: the seat of the person who allowed it last."""

    seq: int
    by: NotRequired[int]


class ClaimPayload(TypedDict):
    """`after`: how many entries the log of the hand had."""

    after: int


class LatePayload(TypedDict):
    """`stands_in`: a computer player moves until the player is back."""

    stands_in: bool


class PausePayload(TypedDict):
    """`pauses`: all agree, and the pause begins. `asks`: the others are asked. `asker`: the seat of the person who
    asked first. `withdrawn`: the player no longer wants it.
    """

    pauses: bool
    asks: NotRequired[bool]
    asker: NotRequired[int]
    withdrawn: NotRequired[bool]


class OfferPayload(TypedDict, total=False):
    """`by_others`: the seat is another player's. `agreed`: the seats of the people who voted for it, if several."""

    by_others: bool
    agreed: list[int]


class MoveTablePayload(TypedDict):
    """The channels or threads that the table leaves and is moved to."""

    from_channel: int
    to_channel: int


PAYLOADS: Final[Mapping[EventKind, type]] = {
    EventKind.JOIN: JoinPayload,
    EventKind.INVITE: InvitePayload,
    EventKind.DISMISS: DismissPayload,
    EventKind.SWAP: SwapPayload,
    EventKind.OPTIONS: OptionsPayload,
    EventKind.RECRUIT: RecruitPayload,
    EventKind.LEAVE: LeavePayload,
    EventKind.COMMIT: CommitPayload,
    EventKind.START: StartPayload,
    EventKind.CHANCE: ChancePayload,
    EventKind.MOVE: MovePayload,
    EventKind.REVEAL: RevealPayload,
    EventKind.NEXT: NextPayload,
    EventKind.ASK: AskPayload,
    EventKind.SIT: SitPayload,
    EventKind.AGREE: AgreePayload,
    EventKind.RELEASE: ReleasePayload,
    EventKind.END: EndPayload,
    EventKind.NOTE: NotePayload,
    EventKind.SHOW: NotePayload,
    EventKind.ASK_TAKE_BACK: AskTakeBackPayload,
    EventKind.TAKE_BACK: TakeBackPayload,
    EventKind.CLAIM: ClaimPayload,
    EventKind.LATE: LatePayload,
    EventKind.PAUSE: PausePayload,
    EventKind.OFFER: OfferPayload,
    EventKind.MOVE_TABLE: MoveTablePayload,
}
"""The public part of each kind; the others have none."""

SECRETS: Final[Mapping[EventKind, type]] = {
    EventKind.COMMIT: CommitSecret,
    EventKind.CHANCE: ChanceCards,
    EventKind.MOVE: MoveSecret,
    EventKind.NOTE: NoteSecret,
    EventKind.SHOW: NoteSecret,
    EventKind.REPORT: ReportSecret,
}
"""The hidden part of each kind; the others have none."""
