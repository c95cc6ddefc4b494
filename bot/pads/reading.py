"""What the readers of files give: a pad as somebody wrote it, not yet held to the rules; and what was wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple

from bot.errors import Declined
from bot.text import escape
from data.pad_records import HandState, PadStatus, PlayerState

MOST_BYTES: Final = 2_000_000
"""The size of a file: a pad of 24 players with 500 hands, all of the longest numbers, is smaller."""

LISTED: Final = 20
"""Faults that are named one by one."""

REASON: Final = 300
"""Letters of a reason."""

DIGITS: Final = 34
"""Digits of a number in a file; no points and no total have more."""

_BEGIN: Final = datetime(1970, 1, 1, tzinfo=UTC)


class Fault(NamedTuple):
    """Something in a file that cannot be taken: where it stands ("line 12", "hands[3].told", or nothing for all of it)
    and why not, for Discord's markdown.
    """

    where: str
    reason: str

    def __str__(self) -> str:
        return f"{self.where}: {self.reason}" if self.where else self.reason


class NotImported(Declined):
    """A file from which no pad can be made, with the first `faults`, and how many `more` there are."""

    def __init__(self, faults: tuple[Fault, ...], more: int) -> None:
        lines = [f"- {fault}" for fault in faults] + ([f"- and {more} more"] if more else [])
        super().__init__("\n".join(["Nothing was taken from that file, because:", *lines]))
        self.faults = faults
        self.more = more


class Faults:
    """The faults that are found in a file."""

    def __init__(self) -> None:
        self._first: list[Fault] = []
        self._count = 0

    def add(self, where: str, reason: str) -> None:
        """Note one. What people typed may stand in both; it is made safe to show."""
        self._count += 1
        if len(self._first) < LISTED:
            self._first.append(_safe(where, reason))

    def settle(self) -> None:
        """Raises NotImported if there are any."""
        if self._count:
            raise NotImported(tuple(self._first), self._count - len(self._first))


def refused(reason: str, where: str = "") -> NotImported:
    """The refusal of a file for one reason."""
    return NotImported((_safe(where, reason),), 0)


def _safe(where: str, reason: str) -> Fault:
    return Fault(escape(where, 100), escape(reason, REASON))


class ReadPlayer(NamedTuple):
    """A player as a file has them."""

    name: str
    state: PlayerState


class ReadHand(NamedTuple):
    """A hand as a file has it, and where it stands there. `players` and `dealer` are places at the pad, from 1."""

    where: str
    players: tuple[int, ...]
    dealer: int
    told: dict[str, Any]
    points: tuple[int, ...]
    state: HandState
    played: int


class ReadPad(NamedTuple):
    """A pad as a file has it: players by name in the order in which they sit, hands in the order of their numbers."""

    game: str
    name: str
    status: PadStatus
    options: Mapping[str, object]
    players: tuple[ReadPlayer, ...]
    hands: tuple[ReadHand, ...]


def time_of(text: str) -> int | None:
    """The milliseconds of a time in ISO 8601 with its offset; None for what is none."""
    try:
        at = datetime.fromisoformat(text) if len(text) <= 40 else None
        since = at - _BEGIN if at is not None and at.tzinfo is not None else None
    except (ValueError, OverflowError):
        return None
    return since // timedelta(milliseconds=1) if since is not None and since >= timedelta() else None
