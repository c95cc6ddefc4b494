"""Messages that call somebody to a table, in words: that it is their turn, or that their time runs out, and until when.

The words are made again when these times become other ones.
"""

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

    live: TableState
    what: str
    end: int | None


def message_place(live: TableState) -> int:
    """The channel or thread where a table is shown."""
    return live.record.message_channel or live.record.thread or live.record.channel


def mention_users(users: Sequence[int]) -> str:
    """Mentions of these users."""
    return listed([f"<@{user}>" for user in users])


def mention_reason(live: TableState, what: str) -> str:
    """The text of a mention behind the names, up to the request."""
    return f", {what} at {escape(live.name)}: "


def mention_text(live: TableState, users: Sequence[int], what: str, asks: str, end: int | None) -> str:
    """The message that mentions users for `what` (TURN, NOTE); `end` is until when (ms) all of them have time."""
    until = "" if end is None else f" Your time ends {timestamp_text(end)}."
    return f"{mention_users(users)}{mention_reason(live, what)}{asks}{until}"


def reminder_text(together: Sequence[AwaitedTable], user: int, *, private: bool) -> str:
    """The message that reminds a user of some tables: how much time is left and until when, and what follows then."""
    if len(together) == 1:
        (table,) = together
        return f"<@{user}>, {REMINDER_TEXTS[table.what]}: {_table(table, private=private)}. {_until(table)}"
    lines = [f"<@{user}>, these tables wait for you:"]
    for table in together:
        lines.append(f"- {_table(table, private=private)}: {REMINDER_TEXTS[table.what]}. {_until(table)}")
    return "\n".join(lines)


def table_link(live: TableState, *, private: bool) -> str:
    """Where to find a table."""
    place = message_place(live)
    return f"https://discord.com/channels/{live.record.guild}/{place}" if private else f"<#{place}>"


def _table(table: AwaitedTable, *, private: bool) -> str:
    """A table by its name, and where to find it."""
    return f"**{escape(table.live.name)}** ({table_link(table.live, private=private)})"


def _until(table: AwaitedTable) -> str:
    """Until when a table waits, and what follows."""
    terms = terms_of(table.live.record.settings)
    if table.live.record.settings.get("paused") is not None:
        return "The table is paused."
    if table.end is None:
        return "Your clock has stopped for now."
    then = "" if terms is None else f", then {own_timeout_consequence(terms.out)}"
    return f"Your time ends {timestamp_text(table.end)}{then}."
