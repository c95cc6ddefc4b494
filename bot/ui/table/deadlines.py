"""The clock of a table in words: its terms, until when a player has time, who is away, and what follows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bot.common.time_spans import DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS
from bot.tables.model.clock_terms import MOVE, REMIND, SEAT, stand_in_seats, terms_of
from bot.tables.model.table_state import TableState
from bot.tables.model.turn_timers import NEXT_HAND_SEAT
from bot.tables.services.deadlines import Deadline
from data.tables.settings import TableSettings
from rules.sentences import listed

TIMEOUT_CONSEQUENCES: Final[Mapping[int, str]] = {
    REMIND: "only the table is told",
    MOVE: "a computer plays that turn",
    SEAT: "a computer plays until the player is back",
}
"""The consequences of a time-out."""

LEAGUE_CONSEQUENCE: Final = "a computer has the seat for good"
"""The consequence at a table of a league."""

MAX_NAMED: Final = 4
"""The most players whose time a board tells."""


def timeout_consequence(settings: TableSettings, out: int) -> str:
    """Return the consequence of a time-out at a table with these settings."""
    return LEAGUE_CONSEQUENCE if "league" in settings else TIMEOUT_CONSEQUENCES[out]


def own_timeout_consequence(settings: TableSettings, out: int) -> str:
    """Return the consequence of the reader's own time-out."""
    own = {"the player is": "you are", "that turn": "your turn", "the seat": "your seat"}
    consequence = timeout_consequence(settings, out)
    for other, replacement in own.items():
        consequence = consequence.replace(other, replacement)
    return consequence


def duration_text(seconds: int) -> str:
    """Return a time in words: "15 minutes", "6 hours", "3 days"."""
    units = ((DAY_SECONDS, "day"), (HOUR_SECONDS, "hour"), (MINUTE_SECONDS, "minute"))
    size, unit = next((unit for unit in units if seconds and seconds % unit[0] == 0), units[-1])
    return count_text(max(1, seconds // size), unit)


def remaining_text(milliseconds: int) -> str:
    """Return an approximate time in words: "2 days 3 hours", "40 minutes"."""
    minutes = milliseconds // 60_000
    days, hours, rest = minutes // 1440, minutes % 1440 // 60, minutes % 60
    parts = [(days, "day"), (hours, "hour"), (rest, "minute")]
    lines = [count_text(many, unit) for many, unit in parts if many]
    return " ".join(lines[:2]) or "less than a minute"


def count_text(many: int, singular: str) -> str:
    """Return a number of things as text: "1 hour", "2 hours"."""
    return f"{many} {singular}{'s' * (many != 1)}"


def describe_setting(name: str, value: Any) -> str:
    """Return a setting of a table's clock as a sentence; empty for one that is none."""
    if name == "clock":
        return f"Clock: {duration_text(value)} a turn." if value else "No clock: a turn may take any time."
    if name == "bank":
        return f"Extra time: {duration_text(value)} a game." if value else "No extra time."
    if name == "time_out":
        return f"When time runs out, {TIMEOUT_CONSEQUENCES.get(value, TIMEOUT_CONSEQUENCES[MOVE])}."
    if name == "sleep":
        if not value:
            return "Clocks run in quiet hours, too."
        return f"In quiet hours (`/settings quiet`) clocks stop for up to {value} hours."
    return ""


def describe_terms(settings: TableSettings) -> str:
    """Return the terms of a table's clock; empty for one without."""
    terms = terms_of(settings)
    if terms is None:
        return ""
    extra = f", {duration_text(terms.bank // 1000)} of extra time a game" if terms.bank else ""
    lines = [
        f"Clock: {duration_text(terms.move // 1000)} a turn{extra}. Then {timeout_consequence(settings, terms.out)}."
    ]
    if terms.sleep:
        lines.append(describe_setting("sleep", terms.sleep))
    return " ".join(lines)


def timestamp_text(at: int) -> str:
    """Return a time as Discord shows it to each reader: how long until then, or since."""
    return f"<t:{at // 1000}:R>"


def board_times(table: TableState, deadlines: Mapping[int, Deadline | None], away: Mapping[int, int], hand: str) -> str:
    """Return the times on a board, in markdown: deadlines, ends of times `away`, and substitutes.

    Deadlines are by seat (or NEXT); None: the clock is stopped.
    """
    record, lines = table.record, list[str]()
    if record.status != "playing":
        return ""
    if (paused := record.settings.get("paused")) is not None:
        lines.append(f"**Paused** {timestamp_text(paused)}.")
    ends = sorted(
        (deadline.ends_at_ms, seat)
        for seat, deadline in deadlines.items()
        if deadline is not None and seat != NEXT_HAND_SEAT
    )
    if len(ends) == 1:
        ((end, seat),) = ends
        lines.append(f"-# {table.player_name(seat)}'s time ends {timestamp_text(end)}.")
    elif ends:
        phrases = [f"{table.player_name(seat)} {timestamp_text(end)}" for end, seat in ends[:MAX_NAMED]]
        more = len(ends) - MAX_NAMED
        lines.append(f"-# Time ends: {listed([*phrases, f'{more} more later'] if more > 0 else phrases)}.")
    if (following := deadlines.get(NEXT_HAND_SEAT)) is not None:
        lines.append(
            f"-# The next {hand} is dealt {timestamp_text(following.ends_at_ms)}, "
            f"or when someone presses *Next {hand}*."
        )
    if away:
        absences = [f"{table.player_name(seat)} (back {timestamp_text(until)})" for seat, until in sorted(away.items())]
        lines.append(f"-# Away: {', '.join(absences)}.")
    if stood := sorted(stand_in_seats(record.settings)):
        who = listed([table.player_name(seat) for seat in stood])
        lines.append(f"-# A computer plays for {who} until they are back.")
    return "\n".join(lines)


def hand_time(table: TableState, seat: int, deadline: Deadline | None, *, runs: bool) -> str:
    """Return the time of a seat's player, in markdown.

    `runs`: there is a clock, and without `deadline` it stands still.
    """
    terms, settings = terms_of(table.record.settings), table.record.settings
    if table.record.status != "playing":
        return ""
    if (paused := settings.get("paused")) is not None:
        return f"-# Paused {timestamp_text(paused)}."
    if seat in stand_in_seats(settings):
        return "**Press *I am back* to play.** Your time ran out, so a computer plays for you."
    if terms is None or not runs:
        return ""
    if deadline is None:
        return "-# Your clock has stopped for now."
    extra = f", including {remaining_text(deadline.bank)} of extra time" if deadline.late else ""
    return f"-# Your time ends {timestamp_text(deadline.ends_at_ms)}{extra}."
