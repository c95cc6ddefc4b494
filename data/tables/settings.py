"""The settings of a table: the terms that its host chooses, and the state of its votes, clocks and pre-moves.

They are one JSON object. "By seat" means that the keys are seats' numbers as text.
"""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, Required, cast, final, get_args

from typing_extensions import Doc, TypedDict

from data.deals.records import DealKind

HostSetting = Literal["clock", "bank", "time_out", "sleep", "mention", "forced", "invited_only", "friendly"]
"""A setting that the host chooses; a rematch has it, too."""


class Vote(TypedDict):
    """An open question on which people at the table vote, under its name and, after a colon, the seat that it is about.

    `seats`: those whose players agree. `seq`, `at`, `asker`: the event that asked last, when (ms), and whose seat did.
    `about`: the event of the move that is to be taken back, or since which the table waits for the seat. `void`: seats
    whose players want the table to end with the scores void. `again`: seats of those who had agreed before, and are
    asked once more. `waits_until`: when (ms) the night ends of the player in the seat, for which enough votes wait.
    """

    seats: list[int]
    seq: int
    at: int
    about: NotRequired[int]
    asker: NotRequired[int]
    void: NotRequired[list[int]]
    again: NotRequired[list[int]]
    waits_until: NotRequired[int]


class SeatOffer(TypedDict):
    """`seq`: the offer's event. `own`: the seat's player made it. `agreed`: the seats of others who voted for it."""

    seq: int
    own: bool
    agreed: NotRequired[list[int]]


PremoveEnd = Literal["done", "refused", "asked", "over", "back", "moved", "broken"]
"""The end of a pre-move.

- done: it is made.
- refused: the game refuses it.
- asked: its rule asks the player.
- over: its hand ends before its turn.
- back: a move was taken back after it was planned.
- moved: its seat moved without it.
- broken: it cannot be read.
"""


@final
class StandingPremove(TypedDict):
    """`premove`: its text. `since`: the event since which its player waits. `left`: the last event that they knew."""

    premove: str
    since: int
    left: int


class PremoveDetails(TypedDict, total=False):
    """`did`: the move that was made. `why`: the reason why none was. `clause`: that of the rulebook, if it has one."""

    did: str
    why: str
    clause: str


@final
class EndedPremove(PremoveDetails):
    """`premove`: its text. `at`: the number of the event after its `end`."""

    premove: Required[str]
    end: Required[PremoveEnd]
    at: Required[int]


StoredPremove = StandingPremove | EndedPremove


class BoardSettings(TypedDict):
    """`match`: its number. `board`: which of so many `boards` it is, from 1."""

    match: int
    board: int
    boards: int


class TrySettings(TypedDict):
    """`deal`: its number. `kind`: what it is for. `closes`: when (ms) its time ends. `secret`: its secret, in hex.
    `label`: the name of its draws (rules/shuffle.py, `Draw.table`). `packs`: the cards of its first draws, where those
    do not come from the secret. `guild`: the server that the try counts for. `board`: the place of the deal in a match.
    `open`: members of the server may look at the try.
    """

    deal: int
    kind: DealKind
    closes: int
    secret: str
    label: str
    packs: list[list[str]]
    guild: int | None
    board: NotRequired[BoardSettings]
    open: NotRequired[bool]


class TableSettings(TypedDict, total=False):
    """The settings of a table; one that is missing has its standard value, or does not apply."""

    clock: Annotated[int, Doc("Seconds for a move; 0 or missing: no limit.")]
    bank: Annotated[int, Doc("Seconds that each player may take longer in the whole game; missing: as fits `clock`.")]
    time_out: Annotated[int, Doc("What follows when a player's time has run out.")]
    sleep: Annotated[int, Doc("Hours a day for which a player's clock stops at most in that player's quiet hours.")]
    mention: Annotated[int, Doc("Seconds before the player to move is mentioned; -1: never; missing: a minute.")]
    forced: Annotated[bool, Doc("Whether moves without a choice are made at once; missing: yes.")]
    invited_only: Annotated[bool, Doc("Whether only invited people may join.")]
    friendly: Annotated[bool, Doc("Whether hints may be asked for and moves taken back; such a game is not rated.")]
    deal: Annotated[str, Doc("A lesson's chosen deal; missing: the cards are drawn.")]
    attempt: Annotated[TrySettings, Doc("A try at a deal that many play; missing: the table is none.")]
    parent_channel: Annotated[
        int, Doc("A rematch in a table's thread: the channel of the message that the thread belongs to.")
    ]
    earlier_table: Annotated[int, Doc("A rematch in a table's thread: the id of that table.")]
    rematch: Annotated[int, Doc("The interaction that opened the rematch, or was about to.")]
    league: Annotated[int, Doc("The number of the league that the table belongs to.")]
    homeless: Annotated[int, Doc("Since when (ms) the table has no channel, or one that is closed to the bot.")]
    paused: Annotated[int | None, Doc("Since when (ms) the table is paused.")]
    pauses: Annotated[list[list[int]], Doc("The beginning and end (ms) of each pause that is over.")]
    bank_spent_ms: Annotated[dict[str, int], Doc("Milliseconds of the bank that are used, by seat.")]
    time_outs: Annotated[
        dict[str, list[int]],
        Doc("By seat, the time-outs since its player's last move, and the event at which the last timer began."),
    ]
    stand_ins: Annotated[list[int], Doc("Seats in which a computer player moves until their players return.")]
    premoves: Annotated[dict[str, StoredPremove], Doc("Pre-moves and what became of them, by seat.")]
    notes_read: Annotated[dict[str, int], Doc("The event of the last note that was read, by seat.")]
    last_looks: Annotated[
        dict[str, list[int]], Doc("By seat, when (ms) its player last looked at the hand, and the last event they saw.")
    ]
    votes: Annotated[
        dict[str, Vote],
        Doc("The open questions by name: `end`, `pause`, `take_back`, `release:SEAT` (to a computer), `offer:SEAT`."),
    ]
    offered: Annotated[dict[str, SeatOffer], Doc("Offers to substitutes, by seat.")]


def host_settings(settings: TableSettings) -> TableSettings:
    """Return the settings among these that the host chose."""
    chosen = get_args(HostSetting)
    return cast("TableSettings", {name: value for name, value in settings.items() if name in chosen})
