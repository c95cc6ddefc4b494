"""Values of deals that many people play, with one try each: frozen, plain.

A hand of the day is a deal of the kind `daily`. A challenge has the cards of a hand that was played at a table.
A match has several deals, its boards.
A day is counted from 1970-01-01, in UTC. A week begins on a Monday, and is counted from that of 1970-01-01.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Final, Literal

from rules.contract import OptionValue

DAY_MS: Final = 24 * 3600 * 1000
"""Milliseconds of a day."""

GRACE_MS: Final = 60 * 1000
"""Milliseconds from the end of a deal's time to its close: computer players end their turns, and nobody begins one."""

MAX_AWAY_MS: Final = DAY_MS // 2
"""Milliseconds of a day for which the bot may be away. After more, that day breaks no streak: people had no fair chance
to play.
"""

KEPT_DAYS: Final = 30
"""Days for which results and secrets are kept."""

MAX_DAY: Final = 2**63 // DAY_MS - 1
"""The last day of which the database can hold the end."""

CHALLENGE_MS: Final = 7 * DAY_MS
"""Milliseconds for which a challenge is open."""

WEEK_DAYS: Final = 7
"""Days of a week."""

COMPARED_PEOPLE: Final = 5
"""The best people of a server whose mean is compared with other servers. A server with fewer is not compared."""

_EPOCH_WEEKDAY: Final = 3
"""The weekday of day 0 (1970-01-01), a Thursday; a Monday is 0."""

MATCH_MS: Final = 7 * DAY_MS
"""Milliseconds for which a match is open."""

DealKind = Literal["daily", "challenge", "match"]
"""What a deal is for: `daily` is a hand of the day; a `challenge` is a hand of a table, to be beaten; a deal of a
`match` is one of its boards.
"""


@dataclass(frozen=True, slots=True)
class DealPlan:
    """The terms of a deal: options that differ from the standard game, players, and two seats.

    `seat` is the person's, `dealer` the dealer's.
    """

    options: Mapping[str, OptionValue]
    seats: int
    seat: int
    dealer: int


@dataclass(frozen=True, slots=True)
class DealOrigin:
    """Where the cards of a challenge were played: `hand` (from 0) of `table`, which is None once it is deleted.

    The challenge is posted in `channel`. `points` are what the seat made there.
    """

    guild: int
    channel: int
    table: int | None
    hand: int
    points: int


@dataclass(frozen=True, slots=True)
class NewDeal:
    """A deal to be opened. Tries begin and end between `opens` and `closes` (ms).

    Its first draws are `packs`, orders of cards; all others come from `secret`.
    """

    kind: DealKind
    game: str
    plan: DealPlan
    opens: int
    closes: int
    secret: bytes = field(repr=False)
    packs: Sequence[Sequence[str]] = field(default=(), repr=False)
    origin: DealOrigin | None = None
    """Where a challenge comes from; None for other deals."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal(NewDeal):
    """A deal as it is kept."""

    id: int
    closed: int | None = None
    """When (ms) it was closed; None while it is open."""
    match: int | None = None
    """The number of the match whose board it is."""

    @property
    def day(self) -> int:
        """The day on which it opened; a hand of the day is that of this day."""
        return day_of(self.opens)


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A match to be opened and posted in `channel`. The secrets of its `boards` come from `secret`.

    All boards have one game, and open and close together.
    """

    guild: int
    channel: int
    organiser: int
    organiser_name: str
    boards: Sequence[NewDeal]
    secret: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Match:
    """A match as it is kept, with its boards in order. `organiser` is None once their data is deleted."""

    id: int
    guild: int
    channel: int
    organiser: int | None
    boards: Sequence[Deal]
    secret: bytes = field(repr=False)

    @property
    def game(self) -> str:
        """The game of all boards."""
        return self.boards[0].game

    @property
    def closes(self) -> int:
        """When (ms) it ends."""
        return self.boards[0].closes

    @property
    def closed(self) -> int | None:
        """When (ms) it was closed; None while it is open."""
        return self.boards[0].closed


@dataclass(frozen=True, slots=True)
class BoardTry:
    """A person's try at the board `deal`. Until it is over it has no points; one that was not finished has none."""

    deal: int
    is_over: bool
    points: int | None


@dataclass(frozen=True, slots=True)
class NewTry:
    """A try that begins with its table. `mark` stands for its person (rules/shuffle.py, `derive_secret`)."""

    deal: int
    user: int
    guild: int | None
    mark: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class TryResult:
    """A finished try that a server's ranking shows. `table` is None once its table is deleted."""

    deal: int
    user: int
    name: str
    points: int
    streak: int | None
    """The days in a row, up to this one, on which the person finished a hand of the day in the server."""
    table: int | None


@dataclass(frozen=True, slots=True)
class CupTry:
    """A finished try at a hand of the day: its deal, game and day, its person's row, the server it counts for."""

    deal: int
    game: str
    day: int
    person: int
    guild: int | None
    points: int


@dataclass(frozen=True, slots=True)
class CupResult:
    """A person's result in the cup of a week in a server, by the number of the person's row.

    `permille` is the percentage to one decimal. `group_number` is 1, 2, or None where there were no groups.
    """

    guild: int
    person: int
    permille: int
    group_number: int | None
    name: str = ""


def day_of(now: int) -> int:
    """Return the day of a time (ms)."""
    return now // DAY_MS


def end_of(day: int) -> int:
    """Return the end (ms) of a day."""
    return (day + 1) * DAY_MS


def date_of(day: int) -> date:
    """Return the date of a day."""
    return datetime.fromtimestamp(day * DAY_MS / 1000, UTC).date()


def week_of(day: int) -> int:
    """Return the week of a day."""
    return (day + _EPOCH_WEEKDAY) // WEEK_DAYS


def days_of(week: int) -> range:
    """Return the days of a week, Monday first."""
    first = week * WEEK_DAYS - _EPOCH_WEEKDAY
    return range(first, first + WEEK_DAYS)


def end_of_week(week: int) -> int:
    """Return the end (ms) of a week."""
    return end_of(days_of(week)[-1])


def deal_of_day(day: int, game: str, plan: DealPlan, secret: bytes) -> NewDeal:
    """Return the hand of a day in a game."""
    return NewDeal("daily", game, plan, end_of(day - 1), end_of(day), secret)
