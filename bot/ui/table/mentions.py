"""Texts of turn pings and reminders. They are made anew when a deadline changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from bot.common.text import escape
from bot.tables.model.clock_terms import terms_of
from bot.tables.model.clock_work import HALF, SOON
from bot.tables.model.table_state import TableState
from bot.ui.table.deadlines import own_timeout_consequence, timestamp_text
from rules.sentences import listed

EVENING: Final = "evening"
"""The reminder that little is left, told before the night into which it would fall."""

REMINDER_TEXTS: Final[Mapping[str, str]] = {
    HALF: "half of your time for this turn is over",
    SOON: "your time is nearly over",
    EVENING: "your quiet hours begin soon",
}
"""The sentence of each kind of reminder."""

TURN_REASON: Final = "it is your turn"
NOTE_REASON: Final = "a note waits for you"
"""The reason of a mention for a note."""


class AwaitedTable(NamedTuple):
    """A table in a reminder: its kind (SAYS), and the deadline (ms), None while the clock stands still."""

    table: TableState
    what: str
    end: int | None


def message_place(table: TableState) -> int:
    """Return the channel or thread where a table is shown."""
    return table.record.message_channel or table.record.thread or table.record.channel


def mention_users(users: Sequence[int]) -> str:
    """Return mentions of these users."""
    return listed([f"<@{user}>" for user in users])


def mention_reason(table: TableState, what: str) -> str:
    """Return the text of a mention between the names and the request."""
    return f", {what} at {escape(table.name)}: "


def mention_text(table: TableState, users: Sequence[int], what: str, asks: str, end: int | None) -> str:
    """Return the message that mentions users for `what` (such as TURN_REASON).

    All of them have time until `end` (ms).
    """
    until = "" if end is None else f" Your time ends {timestamp_text(end)}."
    return f"{mention_users(users)}{mention_reason(table, what)}{asks}{until}"


def reminder_text(together: Sequence[AwaitedTable], user: int, *, private: bool) -> str:
    """Return the message that reminds a user of some tables: the time left, the deadline, and its consequence."""
    if len(together) == 1:
        (awaited,) = together
        return f"<@{user}>, {REMINDER_TEXTS[awaited.what]}: {_table(awaited, private=private)}. {_until(awaited)}"
    lines = [f"<@{user}>, these tables wait for you:"]
    for awaited in together:
        lines.append(f"- {_table(awaited, private=private)}: {REMINDER_TEXTS[awaited.what]}. {_until(awaited)}")
    return "\n".join(lines)


def table_link(table: TableState, *, private: bool) -> str:
    """Return the link to a table."""
    place = message_place(table)
    return f"https://discord.com/channels/{table.record.guild}/{place}" if private else f"<#{place}>"


def _table(awaited: AwaitedTable, *, private: bool) -> str:
    """Return the name of a table with its link."""
    return f"**{escape(awaited.table.name)}** ({table_link(awaited.table, private=private)})"


def _until(awaited: AwaitedTable) -> str:
    """Return the deadline of a table, and its consequence."""
    settings = awaited.table.record.settings
    terms = terms_of(settings)
    if settings.get("paused") is not None:
        return "The table is paused."
    if awaited.end is None:
        return "Your clock has stopped for now."
    then = "" if terms is None else f", then {own_timeout_consequence(settings, terms.out)}"
    return f"Your time ends {timestamp_text(awaited.end)}{then}."
