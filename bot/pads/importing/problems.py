"""What the readers of files give: a pad as somebody wrote it, not yet held to the rules; and what was wrong with it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final, NamedTuple

from bot.common.errors import Declined
from bot.common.text import escape, plain
from bot.pads.days import FIRST, day_at, noon_of
from data.pad_records import HandState, PadStatus, PlayerState

MOST_BYTES: Final = 2_000_000
"""The size of a file: a pad of 24 players with 500 hands, all of the longest numbers, is smaller."""

LISTED: Final = 20
"""Faults that are named at once, in a message."""

NAMED: Final = 1000
"""Faults that are named at all."""

LETTERS: Final = 1800
"""Letters of a message with faults: what Discord's takes, less what stands around them."""

NO_TIME: Final = "Write a day as 2026-05-01, a time as 2026-05-01T18:30:00.000Z; from 1970 to tomorrow."

NOTHING_TAKEN: Final = "Nothing was imported:"

WHERE: Final = 100
"""Letters of a place in a file."""

REASON: Final = 300
"""Letters of a reason."""

DIGITS: Final = 34
"""Digits of a number in a file; no points and no total have more."""

A_DAY: Final = timedelta(days=1)

_BEGIN: Final = datetime(1970, 1, 1, tzinfo=UTC)


class Fault(NamedTuple):
    """Something in a file that cannot be taken: where it stands ("line 12", "hands[3].told", or nothing for all of it)
    and why not, as plain text on one line.
    """

    where: str
    reason: str

    def __str__(self) -> str:
        return f"{self.where}: {self.reason}" if self.where else self.reason

    @property
    def shown(self) -> str:
        """The same for Discord's markdown."""
        where, reason = escape(self.where, WHERE), escape(self.reason, REASON)
        return f"{where}: {reason}" if where else reason


class NotImported(Declined):
    """A file from which no pad can be made: its `faults`, and how many `more` there are than were named.

    The sentence has the first of them, as many as a message holds; `left_out` says how many it does not have.
    """

    def __init__(self, faults: tuple[Fault, ...], more: int) -> None:
        lines = [NOTHING_TAKEN]
        for fault in faults[:LISTED]:
            line = f"- {fault.shown}"
            if sum(map(len, lines)) + len(lines) + len(line) > LETTERS:
                break
            lines.append(line)
        self.left_out = len(faults) + more - (len(lines) - 1)
        super().__init__("\n".join([*lines, *([f"- and {self.left_out} more"] if self.left_out else [])]))
        self.faults = faults
        self.more = more

    def written(self) -> str:
        """All faults that are named, a line each."""
        lines = [NOTHING_TAKEN, *map(str, self.faults), *([f"and {self.more} more"] if self.more else [])]
        return "\n".join(lines) + "\n"


class Faults:
    """The faults that are found in a file."""

    def __init__(self) -> None:
        self._first: list[Fault] = []
        self._count = 0

    def add(self, where: str, reason: str) -> None:
        """Note one. What people typed may stand in both."""
        self._count += 1
        if len(self._first) < NAMED:
            self._first.append(_fault(where, reason))

    def settle(self) -> None:
        """Raises NotImported if there are any."""
        if self._count:
            raise NotImported(tuple(self._first), self._count - len(self._first))


def refused(reason: str, where: str = "") -> NotImported:
    """The refusal of a file for one reason."""
    return NotImported((_fault(where, reason),), 0)


def _fault(where: str, reason: str) -> Fault:
    return Fault(plain(where, WHERE), plain(reason, REASON))


class ReadPlayer(NamedTuple):
    """A player as a file has them."""

    name: str
    state: PlayerState
    start: int | None = None


class When(NamedTuple):
    """When a hand was played: the instant (ms), and its day where the file has that alone."""

    played: int
    day: str | None = None


class ReadHand(NamedTuple):
    """A hand as a file has it, and where it stands there. `players` and `dealer` are places at the pad, from 1."""

    where: str
    players: tuple[int, ...]
    dealer: int
    told: dict[str, Any]
    points: tuple[int, ...]
    state: HandState
    when: When


class ReadPad(NamedTuple):
    """A pad as a file has it: players by name in the order in which they sit, hands in the order of their numbers."""

    game: str
    name: str
    status: PadStatus
    options: Mapping[str, object]
    players: tuple[ReadPlayer, ...]
    hands: tuple[ReadHand, ...]
    source: str = ""


def time_of(text: str, now: int) -> When | None:
    """A day, or a time in ISO 8601 with its offset, from 1970 to the day after `now` (ms); None for what is none."""
    try:
        if re.fullmatch(r"\d{4}-\d\d-\d\d", text, re.ASCII):
            day = date.fromisoformat(text)
            return When(noon_of(day), text) if FIRST <= day <= day_at(now) + A_DAY else None
        at = datetime.fromisoformat(text) if len(text) <= 40 else None
        since = (at - _BEGIN) // timedelta(milliseconds=1) if at is not None and at.tzinfo is not None else -1
    except (ValueError, OverflowError):
        return None
    return When(since) if 0 <= since <= now + A_DAY // timedelta(milliseconds=1) else None
