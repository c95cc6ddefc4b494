"""Reminders: at half of a player's time, unless the clock is short, and when little is left.

Those due together share one message a guild, or one direct message. None is sent at night, while away, or just after a
turn ping.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import discord

from bot.common.text import escape
from bot.people.quiet_hours import away_until, evening_before, night_end
from bot.scheduler.scheduler import Reschedule
from bot.tables.commands.time_out import RECHECK_DELAY_MS
from bot.tables.model.clock_terms import terms_of
from bot.tables.model.clock_work import HALF, SOON
from bot.tables.model.table_state import TableState
from bot.tables.workers.clock_expiry import MAX_RECHECK_MS
from bot.transport.notifications.digests import DigestWorker
from bot.transport.notifications.personal_messages import Entry, PersonalMessageWorker
from bot.ui.table.mentions import EVENING, AwaitedTable, reminder_text
from data.people.records import Preferences
from data.tables.records import Append, Work
from data.tables.work import RemindPayload, WorkKind, WorkState

MAX_PARALLEL_REMINDERS: Final = 64
"""Reminders on their way at a time."""

BATCH_WINDOW_MS: Final = 5 * 60 * 1000
"""Milliseconds within which reminders of one person go into one message."""

RECENT_PING_DIVISOR: Final = 4
"""No reminder is posted within this part of the time for a move after a turn ping: it says nothing new."""

MAX_LISTED: Final = 10
"""Tables in one reminder. Others come with the next reminder."""


@dataclass(frozen=True, slots=True)
class Reminder(Entry):
    """One table in a reminder: the kind of sentence (REMINDER_TEXTS), and the deadline (ms)."""

    what: str
    end: int | None


@dataclass(slots=True, eq=False, repr=False)
class ReminderWorker(PersonalMessageWorker[Reminder]):
    """Handles reminders.

    A last reminder due at night is sent before it. Reminders are deleted when their turns are done, a first also when
    the second joins it.
    """

    kind = WorkKind.REMIND
    origin = ("time",)

    digests: DigestWorker

    async def collect(self, work: Work, user: int, *, private: bool) -> Sequence[Reminder]:
        """Return the reminder of a row and others due soon, the least time left first. Raises as `_reminder`."""
        preferences = await self.people.of(user)
        first = await self._reminder(work, user, preferences)
        if first is None or await self.former_members.give_up_seat_of(first.table, user):
            return []
        reminders, by = [first], self.tables.clock() + BATCH_WINDOW_MS
        for row in await self.tables.store.clocks.due_for(user, self.kind, by, None if private else work.guild):
            if row.id != work.id and len(reminders) < MAX_LISTED:
                with suppress(Reschedule):
                    other = await self._reminder(row, user, preferences, ahead=BATCH_WINDOW_MS)
                    reminders += [] if other is None else [other]
        return _by_deadline(reminders)

    async def _reminder(self, row: Work, user: int, preferences: Preferences, *, ahead: int = 0) -> Reminder | None:
        """Return the reminder of a row, None if it does not hold.

        Raises Reschedule if it is too early or night, and StoreError.
        """
        table, now = await self.tables.find(row.table), self.tables.clock()
        seat, settings = row.read(RemindPayload)["seat"], table.record.settings
        timer, terms = table.timers.get(seat), terms_of(settings)
        if terms is None or timer is None or timer.seq != row.seq or self.user_of(table, row) != user:
            return None
        if not preferences.reminders or table.id in preferences.muted:
            return None
        if settings.get("paused") is not None:
            raise Reschedule(now + RECHECK_DELAY_MS)
        if not self.deadlines.runs(table, seat):
            return None
        deadline = await self.deadlines.of(table, seat)
        if deadline is None:
            raise Reschedule(now + RECHECK_DELAY_MS)
        is_first, window = row.read(RemindPayload)["what"] == HALF, terms.move // RECENT_PING_DIVISOR
        ahead = min(ahead, window)
        evening = evening_before(preferences, deadline.near_at_ms)
        if evening is not None and evening < timer.at:  # the turn began after it
            evening = None
        near = deadline.near_at_ms if evening is None else evening
        at = deadline.half_at_ms if is_first else near
        if at > now + ahead:
            raise Reschedule(min(at, now + MAX_RECHECK_MS))
        rest_end = max(night_end(preferences, now) or 0, away_until(preferences, now) or 0)
        if rest_end >= deadline.ends_at_ms or deadline.ends_at_ms <= now:
            return None
        if is_first and near <= now + BATCH_WINDOW_MS:  # put off by a night until the last reminder says the same
            return None
        if rest_end > now:
            raise Reschedule(min(rest_end, now + MAX_RECHECK_MS))
        if await self._has_recent_mention(table, seat, window if is_first else min(window, BATCH_WINDOW_MS)):
            return None
        soon = SOON if deadline.near_at_ms <= now + BATCH_WINDOW_MS else EVENING
        return Reminder(table, (row,), HALF if is_first else soon, deadline.ends_at_ms)

    async def _has_recent_mention(self, table: TableState, seat: int, window: int) -> bool:
        """Whether a seat's turn ping came within `window` (ms), or is about to come. A turn ping names the deadline."""
        key = f"{seat}:{table.decisions.get(seat, 0)}"
        row = await self.tables.store.work.find(table.id, WorkKind.PING, key)
        if row is None:
            return False
        if row.state == WorkState.DUE:  # some tables ping only hours later
            return row.due <= self.tables.clock() + min(window, BATCH_WINDOW_MS)
        user = table.record.seats[seat].user
        if row.state == WorkState.CANCELLED and user is not None:
            posted = await self.digests.last_posted(table.id, user)
        elif row.state == WorkState.DONE and row.message is not None:
            posted = int(discord.utils.snowflake_time(row.message).timestamp() * 1000)
        else:
            return False
        return posted + window > self.tables.clock()

    async def collect_posted(self, rows: Sequence[Work]) -> Sequence[Reminder]:
        """Return the reminders of these rows whose turns are not done. Raises StoreError."""
        reminders = list[Reminder]()
        for row in rows:
            table, seat = await self.tables.find(row.table), row.read(RemindPayload)["seat"]
            timer, user = table.timers.get(seat), self.user_of(table, row)
            if timer is None or timer.seq != row.seq or not user:
                continue
            deadline, preferences = await self.deadlines.of(table, seat), await self.people.of(user)
            what = row.read(RemindPayload)["what"]
            if what == SOON and deadline is not None and deadline.near_at_ms > self.tables.clock() + BATCH_WINDOW_MS:
                what = SOON if evening_before(preferences, deadline.near_at_ms) is None else EVENING
            reminders.append(Reminder(table, (row,), what, None if deadline is None else deadline.ends_at_ms))
        return _by_deadline(reminders)

    async def compose(self, entries: Sequence[Reminder], user: int, *, private: bool) -> str:
        """Return the text of a reminder."""
        tables = [AwaitedTable(reminder.table, reminder.what, reminder.end) for reminder in entries]
        return reminder_text(tables, user, private=private)

    async def settle(self, entry: Reminder, channel: int) -> None:
        """Retract the first reminder of a turn when its second is posted in the same channel. Raises StoreError."""
        (row,) = entry.rows
        first = f"{row.read(RemindPayload)['seat']}:{row.seq}:{HALF}"
        posted = None if entry.what == HALF else await self.tables.store.work.find(entry.table.id, self.kind, first)
        if posted is not None and posted.state == WorkState.DONE and posted.channel == channel:
            drop = ((self.kind, first),)
            await self.tables.update_row(entry.table.id, lambda record: Append(record.id, record.seq, drop=drop))
            self.tables.on_work_due.emit(self.tables.clock())

    def is_message(self, table: TableState, work: Work, content: str) -> bool:
        """Whether a message reminds a user of a table."""
        return f"**{escape(table.name)}**" in content and f"<@{self.user_of(table, work)}>" in content


def _by_deadline(reminders: Sequence[Reminder]) -> list[Reminder]:
    return sorted(reminders, key=lambda reminder: (reminder.end is None, reminder.end or 0))
