"""The clock of a table: how long a move may take, and when a clock that stood still at times has run out.

Nothing here asks what time it is. All times are milliseconds of UTC since 1970.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.common.time_spans import DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS, Span
from data.tables.settings import TableSettings

REMIND, MOVE, SEAT = 0, 1, 2
"""The consequence of a time-out: an announcement only; one computer move; computer moves until the player is back."""


LENGTHS: Final = (
    0,
    3 * MINUTE_SECONDS,
    5 * MINUTE_SECONDS,
    10 * MINUTE_SECONDS,
    15 * MINUTE_SECONDS,
    HOUR_SECONDS,
    6 * HOUR_SECONDS,
    12 * HOUR_SECONDS,
    DAY_SECONDS,
    3 * DAY_SECONDS,
    7 * DAY_SECONDS,
)
"""The time for a move."""

BANKS: Final = LENGTHS
"""The extra time of a player for the whole game."""

SLEEPS: Final = (0, 6, 8, 10)
"""Hours a day that a clock may sleep."""

MAX_SHORT_CLOCK_SECONDS: Final = 15 * MINUTE_SECONDS
"""Seconds a move that a clock allows at most at a table where people play at once."""

PROMPT_MENTION_MS: Final = 15 * 1000
"""Milliseconds after which a player is mentioned at such a table, from their turn and from their last press."""

LAST_REMINDER_DIVISOR: Final = 8
"""The last reminder comes when so small a part of the time is left."""

MIN_TIME_AFTER_REMINDER_MS: Final = MINUTE_SECONDS * 1000
"""Milliseconds that are left at least when the last reminder comes."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a table's clock: `move` and `bank` (ms), the act on time-out, and the hours of sleep a day."""

    move: int
    bank: int
    out: int
    sleep: int


def usual_bank(length: int) -> int:
    """Return the default bank (s) for moves of `length` seconds.

    It is ten minutes for moves under an hour, else `length`, a day at most.
    """
    return 10 * MINUTE_SECONDS if length < HOUR_SECONDS else min(length, DAY_SECONDS)


def terms_of(settings: TableSettings) -> Terms | None:
    """Return the terms of a table with these settings; None for one without a clock."""
    length = settings.get("clock") or 0
    if not length:
        return None
    bank = settings.get("bank")
    return Terms(
        length * 1000,
        (usual_bank(length) if bank is None else bank) * 1000,
        settings.get("time_out", MOVE),
        settings.get("sleep") or 0,
    )


def plays_at_once(settings: TableSettings) -> bool:
    """Whether a table's clock is so short that its people play at once."""
    return 0 < (settings.get("clock") or 0) <= MAX_SHORT_CLOCK_SECONDS


def prompt(settings: TableSettings, wait: int) -> int:
    """Return the delay (ms) of a mention at a table, at most `wait`: shorter where people play at once."""
    return min(wait, PROMPT_MENTION_MS) if plays_at_once(settings) else wait


def near_end(whole: int) -> int:
    """Return the part (ms) of the `whole` time after which the last reminder comes."""
    return whole - max(whole // LAST_REMINDER_DIVISOR, MIN_TIME_AFTER_REMINDER_MS)


def is_shorter(before: TableSettings, after: TableSettings) -> bool:
    """Whether a player may have less time at a table whose settings change so."""
    old, new = terms_of(before), terms_of(after)
    if old is None or new is None:
        return old is None and new is not None
    return new.move < old.move or new.bank < old.bank or new.sleep < old.sleep


def bank_left(settings: TableSettings, seat: int) -> int:
    """Return the rest of a seat's bank (ms)."""
    terms = terms_of(settings)
    return 0 if terms is None else max(0, terms.bank - settings.get("bank_spent_ms", {}).get(str(seat), 0))


def times_late(settings: TableSettings, seat: int) -> int:
    """Return the number of a seat's time-outs since its player last moved."""
    return settings.get("time_outs", {}).get(str(seat), (0, 0))[0]


def is_late(settings: TableSettings, seat: int, began: int) -> bool:
    """Whether the clock of a seat that began with event `began` has run out, and that was told."""
    return settings.get("time_outs", {}).get(str(seat), (0, 0))[1] == began


def stand_in_seats(settings: TableSettings) -> frozenset[int]:
    """Return the seats of people in which a computer player moves until they are back."""
    return frozenset(settings.get("stand_ins", ()))


def pauses(settings: TableSettings) -> tuple[Span, ...]:
    """Return the pauses of the table, in order; the last may still last."""
    over = tuple(Span(begin, end) for begin, end in settings.get("pauses", ()))
    paused = settings.get("paused")
    return over if paused is None else (*over, Span(paused, None))
