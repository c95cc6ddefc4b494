"""Parsed files before the rules are applied, and the faults in them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final, NamedTuple

from bot.common.errors import Declined
from bot.common.text import escape, plain
from bot.pads.days import FIRST_DAY, day_at, noon_of
from data.pads.records import HandState, PadStatus, PlayerState

MAX_FILE_BYTES: Final = 2_000_000
"""Bytes of a file: more than a pad of 24 players with 500 hands of the longest numbers takes."""

MAX_LISTED_FAULTS: Final = 20
"""Faults listed in a message."""

MAX_NAMED_FAULTS: Final = 1000
"""Faults that are kept at all."""

MAX_MESSAGE_LETTERS: Final = 1800
"""Letters of a message with faults: Discord's limit, less what stands around them."""

NO_TIME: Final = "Write a day as 2026-05-01, a time as 2026-05-01T18:30:00.000Z; from 1970 to tomorrow."

NOTHING_TAKEN: Final = "Nothing was imported:"

MAX_WHERE_LETTERS: Final = 100
"""Letters of a fault's place."""

MAX_PROBLEM_LETTERS: Final = 300
"""Letters of a fault's reason."""

MAX_DIGITS: Final = 34
"""Digits of a number in a file; no points and no total have more."""

ONE_DAY: Final = timedelta(days=1)

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


class Fault(NamedTuple):
    """A fault in a file: its place ("line 12", "hands[3].points", empty for the whole file) and reason, as one line of
    plain text.
    """

    where: str
    reason: str

    def __str__(self) -> str:
        return f"{self.where}: {self.reason}" if self.where else self.reason

    @property
    def markdown(self) -> str:
        """The fault in markdown."""
        where, reason = escape(self.where, MAX_WHERE_LETTERS), escape(self.reason, MAX_PROBLEM_LETTERS)
        return f"{where}: {reason}" if where else reason


class ImportRefused(Declined):
    """A refused file: its `faults`, and how many `more` were not kept.

    The sentence lists as many as a message holds; `left_out` counts the others.
    """

    def __init__(self, faults: tuple[Fault, ...], more: int) -> None:
        lines = [NOTHING_TAKEN]
        for fault in faults[:MAX_LISTED_FAULTS]:
            line = f"- {fault.markdown}"
            if sum(map(len, lines)) + len(lines) + len(line) > MAX_MESSAGE_LETTERS:
                break
            lines.append(line)
        self.left_out = len(faults) + more - (len(lines) - 1)
        super().__init__("\n".join([*lines, *([f"- and {self.left_out} more"] if self.left_out else [])]))
        self.faults = faults
        self.more = more

    def report(self) -> str:
        """Return all kept faults, a line each."""
        lines = [NOTHING_TAKEN, *map(str, self.faults), *([f"and {self.more} more"] if self.more else [])]
        return "\n".join(lines) + "\n"


class Faults:
    """The faults that are found in a file."""

    def __init__(self) -> None:
        self._first: list[Fault] = []
        self._count = 0

    def add(self, where: str, reason: str) -> None:
        """Add a fault. Both texts may contain typed text."""
        self._count += 1
        if len(self._first) < MAX_NAMED_FAULTS:
            self._first.append(_plain_fault(where, reason))

    def raise_if_any(self) -> None:
        """Raise ImportRefused if there is a fault."""
        if self._count:
            raise ImportRefused(tuple(self._first), self._count - len(self._first))


def refuse_file(reason: str, where: str = "") -> ImportRefused:
    """Return the refusal of a file for one fault."""
    return ImportRefused((_plain_fault(where, reason),), 0)


def _plain_fault(where: str, reason: str) -> Fault:
    return Fault(plain(where, MAX_WHERE_LETTERS), plain(reason, MAX_PROBLEM_LETTERS))


class ParsedPlayer(NamedTuple):
    """A player of a file."""

    name: str
    state: PlayerState
    start: int | None = None


class PlayedAt(NamedTuple):
    """The instant (ms) of a hand, and its day if the file has only that."""

    played: int
    day: str | None = None


class ParsedHand(NamedTuple):
    """A hand of a file, and its place there. `players` and `dealer` are places at the pad, from 1."""

    where: str
    players: tuple[int, ...]
    dealer: int
    account: dict[str, Any]
    points: tuple[int, ...]
    state: HandState
    when: PlayedAt


class ParsedPad(NamedTuple):
    """A pad of a file: players in seat order, hands by number."""

    game: str
    name: str
    status: PadStatus
    options: Mapping[str, object]
    players: tuple[ParsedPlayer, ...]
    hands: tuple[ParsedHand, ...]
    source: str = ""


def parse_time(text: str, now: int) -> PlayedAt | None:
    """Return a day, or a time in ISO 8601 with its offset; None for other texts.

    It must be from 1970 to the day after `now` (ms).
    """
    try:
        if re.fullmatch(r"\d{4}-\d\d-\d\d", text, re.ASCII):
            day = date.fromisoformat(text)
            return PlayedAt(noon_of(day), text) if FIRST_DAY <= day <= day_at(now) + ONE_DAY else None
        at = datetime.fromisoformat(text) if len(text) <= 40 else None
        since = (at - _EPOCH) // timedelta(milliseconds=1) if at is not None and at.tzinfo is not None else -1
    except (ValueError, OverflowError):
        return None
    return PlayedAt(since) if 0 <= since <= now + ONE_DAY // timedelta(milliseconds=1) else None
