"""Values of score pads: frozen, plain. Times are milliseconds of UTC since 1970."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple

PadStatus = Literal["open", "finished"]

PlayerState = Literal["in", "out", "left"]
"""Whether a player plays the next hand, sits it out, or has left the pad; what they won stays."""

HandState = Literal["counts", "struck", "contested"]
"""Whether a hand counts for its points, was struck out, or was contested and waits for a keeper."""

ChangeKind = Literal[
    "open", "import", "players", "options", "keepers", "enter", "correct", "strike", "restore", "finish", "reopen",
    "contest", "withdraw", "uphold", "agree", "refuse", "start", "agree_delete", "keep_pad", "delete", "undelete",
    "link", "rename", "merge", "split",
]  # fmt: skip
"""The kinds of changes of a pad."""

ContestOutcome = Literal["waits", "withdrawn", "stands", "corrected", "struck"]
"""The outcome of a contest: it waits for a keeper, was withdrawn, or a keeper has decided."""

ConsentState = Literal["asked", "used", "agreed", "refused", "left"]
"""A person's answer to being a player of a pad.

None yet, none but they use the pad, yes, no, or left (then they are asked again).
"""


FREE_GAME_ID: Final = "free"
"""The game id of a free pad, whose points are entered themselves."""

NEW_HAND: Final = 0
"""The hand number of a draft for a new hand; hands count from 1."""


@dataclass(frozen=True, slots=True)
class PadPlayer:
    """A player of a pad: a person (`user`), or a guest by name. An erased person has no name (records.is_erased)."""

    number: int
    """The player's number (from 1) for the pad's life."""
    user: int | None
    """None for a guest, a negative number for an erased person."""
    name: str
    place: int
    """The player's place in the order of seats."""
    state: PlayerState = "in"
    start: int | None = None
    """Points given to a late player; None if there were none."""
    source_pad: int | None = None
    """An imported player's former pad."""
    source_number: int | None = None
    """Their number there."""


@dataclass(frozen=True, slots=True)
class PadConsent:
    """The consent of a user whom `by` made player number `player`, by change `seq` at `asked_at`.

    `by` is None for a person who left without being asked.
    """

    user: int
    name: str
    player: int
    guest: str
    """The name of the guest that the player is until they agree; empty if there was no guest before."""
    state: ConsentState
    seq: int
    by: int | None
    by_name: str
    asked_at: int
    informed_at: int | None = None
    """The time at which they were informed; None if they were not yet."""


@dataclass(frozen=True, slots=True)
class PadHand:
    """Hand number `number` (from 1) of a pad, entered by `by` at `entered`."""

    number: int
    rev: int
    """The pad's last change of the hand."""
    players: tuple[int, ...]
    """Numbers of players in seat order."""
    dealer: int
    """The dealer's place among the players, from 0."""
    account: dict[str, Any] = field(repr=False)
    """The entry as it was made."""
    entry: dict[str, Any] = field(repr=False)
    """The rules' input made of the account."""
    outcome: dict[str, Any] = field(repr=False)
    """The rules' outcome."""
    points: tuple[int, ...] = field(repr=False)
    state: HandState
    entered: int
    played: int
    """The time at which it was played."""
    by: int | None
    by_name: str
    day: str | None = None
    """The day of play for the person who entered it (2026-11-24); None if unknown."""


@dataclass(frozen=True, slots=True)
class Contest:
    """A contest of a hand, by change `seq` of its pad at `at`, with its outcome. Change `decided` by `decider` settled
    it.
    """

    seq: int
    hand: int
    user: int | None
    name: str
    why: str = field(repr=False)
    at: int
    outcome: ContestOutcome = "waits"
    decided: int | None = None
    decider: str = ""


class GuestAdoption(NamedTuple):
    """All results of a server's guest become a user's, as `by` has said and the user agreed."""

    guild: int
    guest: str
    user: int
    by: int


class EntryTime(NamedTuple):
    """The last entry or correction of a hand: the pad's change, and the time."""

    seq: int
    at: int


@dataclass(frozen=True, slots=True)
class NewPad:
    """A pad to be opened by the user `keeper`, with resolved `options` of that rules version.

    `imported` are the hands of a file; None for a new pad.
    """

    game: str
    rules_version: int
    name: str
    options: dict[str, Any]
    guild: int
    channel: int
    keeper: int
    status: PadStatus = "open"
    imported: tuple[PadHand, ...] | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class PadRecord:
    """A pad: `seq` is its last change.

    `keepers` are users with names, in the order in which they became keepers: the first opened it.
    """

    id: int
    game: str
    rules_version: int
    name: str
    options: dict[str, Any]
    guild: int
    channel: int
    status: PadStatus
    seq: int
    message_channel: int | None
    message: int | None
    created: int
    updated: int
    keepers: tuple[tuple[int, str], ...]
    players: tuple[PadPlayer, ...]
    hands: tuple[PadHand, ...]
    last_player_number: int = 0
    """The last number given to a player: none is given twice, because drafts name it."""
    contests: tuple[Contest, ...] = ()
    """All contests ever made, in order."""
    consents: tuple[PadConsent, ...] = ()
    """One consent of each person who was added by others, or has left."""
    ever_finished: bool = False
    """Whether it is finished, or was at some time."""
    delete_agreed: frozenset[int] = frozenset()
    """The users who agree to delete the pad as it is: any other change ends that."""
    deleted: int | None = None
    """The time of its deletion, which can be undone for a day."""
    deleted_by: str = ""
    """The name of the person who deleted it."""


@dataclass(frozen=True, slots=True)
class ListedPad:
    """A pad in a list, with PadRecord's names. `hands` is the number of counted hands.

    `is_own`: the asking user keeps it or plays on it.
    """

    id: int
    game: str
    name: str
    guild: int
    channel: int
    status: PadStatus
    message_channel: int | None
    message: int | None
    updated: int
    hands: int
    is_own: bool


@dataclass(frozen=True, slots=True)
class NewChange:
    """A change of a pad by a user of that name: the values before and after, for all to see.

    `interaction` is the click or command that made it; it is unique in the whole store.
    """

    kind: ChangeKind
    user: int
    name: str
    interaction: int | None
    hand: int | None = None
    before: dict[str, Any] | None = field(default=None, repr=False)
    after: dict[str, Any] | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class ChangeRecord:
    """A change of a pad as it is kept."""

    pad: int
    seq: int
    kind: ChangeKind
    hand: int | None
    before: dict[str, Any] | None = field(repr=False)
    after: dict[str, Any] | None = field(repr=False)
    at: int
    user: int | None
    name: str


@dataclass(frozen=True, slots=True)
class PadWrite:
    """One change of a pad, written whole or not at all.

    `players` and `keepers` replace whole lists, `hands` those of their numbers, `consents` those of their people.
    """

    pad: int
    after: int
    """The last change that the caller knew."""
    at: int
    """The time of the change."""
    change: NewChange
    changes: Mapping[str, Any] = field(default_factory=dict[str, Any], repr=False)
    """Fields of the PadRecord by name."""
    players: tuple[PadPlayer, ...] | None = None
    keepers: tuple[tuple[int, str], ...] | None = None
    hands: tuple[PadHand, ...] = ()
    draft: int | None = None
    """The id of the draft to delete."""
    why: str | None = field(default=None, repr=False)
    """The reason of a contest."""
    outcome: ContestOutcome | None = None
    """The outcome of a settled contest."""
    consents: tuple[PadConsent, ...] = ()
    adoption: GuestAdoption | None = None
    """The adoption of a guest, for a link with one."""


class WriteResult(NamedTuple):
    """The number of a change that is kept, and the other pads that it has changed as well."""

    seq: int
    others: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PadDraft:
    """A user's draft of a hand (NEW_HAND: a new one), which does not count yet.

    `players`, `dealer`, `played` and `day` are as in a hand.
    """

    id: int
    pad: int
    user: int
    hand: int
    base: int
    """The state that the user saw: for a new hand the number of hands, else the hand's `rev`."""
    players: tuple[int, ...]
    dealer: int
    played: int | None
    typed: dict[str, dict[str, dict[str, list[str]]]] = field(repr=False)
    """The input by method, form and field."""
    updated: int = 0
    day: str | None = None
