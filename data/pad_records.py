"""The values of score pads that enter and leave data/: frozen, plain. Times are milliseconds of UTC since 1970."""

from __future__ import annotations

import unicodedata
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
    "link",
]  # fmt: skip
"""What can be done to a pad."""

Outcome = Literal["waits", "withdrawn", "stands", "corrected", "struck"]
"""What became of a hand that was contested: it waits for a keeper, whoever contested it has withdrawn that, or a keeper
has decided.
"""

ConsentState = Literal["asked", "used", "agreed", "refused", "left"]
"""What somebody has said to being a player of a pad: nothing yet, nothing but they use the pad, yes, no, or that
they leave it: then they are asked anew.
"""


def guest_key(name: str) -> str:
    """What the names of guests are compared by: two that read the same are one guest of their server."""
    return " ".join(unicodedata.normalize("NFKC", name).split()).casefold()


FREE: Final = "free"
"""The game of a pad for any game: it is told the points themselves."""

NEW: Final = 0
"""The hand of a draft that is to be a new one; hands count from 1."""


@dataclass(frozen=True, slots=True)
class PadPlayer:
    """Somebody whose points a pad keeps: a person (`user`), or a guest by name. Players sit in the order of `place`.

    `start` are the points that a keeper gave to somebody who came late (None: none were given).
    `number` (from 1) is theirs as long as the pad is kept. A person's name is that of their one row; somebody whose
    data was taken out has none, and a negative number (records.is_erased).
    """

    number: int
    user: int | None
    name: str
    place: int
    state: PlayerState = "in"
    start: int | None = None
    source: tuple[int, int] | None = None
    """Of one who came with a file: of which pad it was, and which player of that this was."""


@dataclass(frozen=True, slots=True)
class PadConsent:
    """That the user `by` made somebody (`user`, called `name`) player number `player` of a pad, by change `seq` at
    `asked`, and what they said to it. They were `told` of it then (None: not yet).

    Until they agree the player is a guest, whose name is `guest`; that is empty where there was no guest before.
    Whoever left without being asked has `by` None.
    """

    user: int
    name: str
    player: int
    guest: str
    state: ConsentState
    seq: int
    by: int | None
    by_name: str
    asked: int
    told: int | None = None


@dataclass(frozen=True, slots=True)
class PadHand:
    """A hand of a pad, number `number` (from 1).

    `players` are the numbers of those who played, in the order in which they sat; `dealer` is which of them dealt, from
    0. `told` is what was written down, `entry` what the rules were given for it, `brought` what they answered. `rev` is
    the number of the pad's last change to it; `by` is the user who entered it, at `entered`; it was `played` at. `day`
    is that day as whoever entered it has it (2026-11-24; None: their time zone is not known, and they typed none).
    """

    number: int
    rev: int
    players: tuple[int, ...]
    dealer: int
    told: dict[str, Any] = field(repr=False)
    entry: dict[str, Any] = field(repr=False)
    brought: dict[str, Any] = field(repr=False)
    points: tuple[int, ...] = field(repr=False)
    state: HandState
    entered: int
    played: int
    by: int | None
    by_name: str
    day: str | None = None


@dataclass(frozen=True, slots=True)
class Contest:
    """That a user contested a hand, by change `seq` of its pad: why, when (`at`), and what became of it. `decided` is
    the number of the change that settled it, by whoever is called `decider`.
    """

    seq: int
    hand: int
    user: int | None
    name: str
    why: str = field(repr=False)
    at: int
    outcome: Outcome = "waits"
    decided: int | None = None
    decider: str = ""


class ContestMessage(NamedTuple):
    """The message by which keepers are told of a contest: where it stands (None: not posted yet, or gone), when posting
    it was begun, and which outcome it shows ("" for none yet).
    """

    channel: int | None
    message: int | None
    begun: int | None
    shown: str


class Adoption(NamedTuple):
    """That all a guest of a server played is a user's from now on, as `by` has said and they agreed."""

    guild: int
    guest: str
    user: int
    by: int


class ConsentMessage(NamedTuple):
    """A message that asks people whether they play along: those who were made players by change `seq` of a pad.

    It names these `users`. It stands in `channel` (`message` None: it is not posted yet, or was not noted), and posting
    it was begun then. `others` are not named in any message.
    """

    seq: int
    users: tuple[int, ...]
    others: tuple[int, ...]
    channel: int | None
    message: int | None
    begun: int | None


class Told(NamedTuple):
    """When what a hand says was told last: by which change of its pad, and at what time."""

    seq: int
    at: int


@dataclass(frozen=True, slots=True)
class NewPad:
    """A pad to be opened, by the user `keeper`. `options` are resolved, of the rules version they belong to.

    `imported` are the hands of one that was in a file, with the status that it had there; None for a new one.
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
    """A pad: `seq` is the number of its last change, `shown` that which its public message shows.

    `keepers` are users with their names, in the order in which they became keepers: the first opened it.
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
    shown: int
    created: int
    updated: int
    keepers: tuple[tuple[int, str], ...]
    players: tuple[PadPlayer, ...]
    hands: tuple[PadHand, ...]
    given: int = 0
    """The last number that was given to a player: none is given again, for drafts bear it."""
    contests: tuple[Contest, ...] = ()
    """All that were ever made, in their order."""
    consents: tuple[PadConsent, ...] = ()
    """Of those who were made players by others, or have left: one of each person."""
    ever_finished: bool = False
    """Whether it is finished, or was at some time."""
    delete_agreed: frozenset[int] = frozenset()
    """The users who want it deleted as it is: any other change makes an end of that."""
    deleted: int | None = None
    """Since when it has been deleted, which can be undone for a day."""
    deleted_by: str = ""
    """The name of whoever did that."""


@dataclass(frozen=True, slots=True)
class ListedPad:
    """What a list says of a pad, by the names of PadRecord; `hands` is how many count, `mine` whether the user who asks
    keeps it or plays on it.
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
    mine: bool


@dataclass(frozen=True, slots=True)
class NewChange:
    """A change of a pad, by a user whose name that is: what it was before and what it is now, for all to see.

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
    """One change of a pad with all that comes of it, kept whole or not at all.

    `after` is the last change that the writer knew of, `at` when it is made. `changes` are fields of the PadRecord by
    name (name, options, status, given); `players` and `keepers` (users with their names) replace the whole list;
    `hands` replace those of their numbers, `consents` those of their people. `draft` is one that is done with. One by
    which a member turns out to be a guest of the server has an `adoption`. One that contests its hand says `why`; one
    that settles what was contested says the `outcome`.
    """

    pad: int
    after: int
    at: int
    change: NewChange
    changes: Mapping[str, Any] = field(default_factory=dict[str, Any], repr=False)
    players: tuple[PadPlayer, ...] | None = None
    keepers: tuple[tuple[int, str], ...] | None = None
    hands: tuple[PadHand, ...] = ()
    draft: int | None = None
    why: str | None = field(default=None, repr=False)
    outcome: Outcome | None = None
    consents: tuple[PadConsent, ...] = ()
    adoption: Adoption | None = None


class Written(NamedTuple):
    """The number of a change that is kept, and the other pads that it has changed as well."""

    seq: int
    others: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Draft:
    """What somebody (`user`) has begun to enter of a hand (NEW: one that is not there yet) and that does not count yet.

    `base` says what they saw: of a new hand the number of hands there were, of another its `rev`. `players`, `dealer`,
    `played` and `day` are as in a hand; `typed` is what was put into the forms, by way of telling, form and field.
    """

    id: int
    pad: int
    user: int
    hand: int
    base: int
    players: tuple[int, ...]
    dealer: int
    played: int | None
    typed: dict[str, dict[str, dict[str, list[str]]]] = field(repr=False)
    updated: int = 0
    day: str | None = None
