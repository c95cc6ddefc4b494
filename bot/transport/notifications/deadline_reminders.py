"""Reminders: at half of a player's time, unless the clock is short, and when little is left.

Those due together share one message a guild, or one direct message. None is sent at night, while away, or just after a
turn ping.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple

import discord

from bot.common.locks import KeyedLocks
from bot.common.text import escape
from bot.people.preferences import PreferencesCache
from bot.people.quiet_hours import away_until, evening_before, night_end
from bot.scheduler.scheduler import Reschedule
from bot.tables.commands.time_out import LOOK_AGAIN
from bot.tables.model.clock_terms import terms_of
from bot.tables.model.clock_work import HALF, SOON
from bot.tables.model.table_state import TableState
from bot.tables.services.deadline_refresh import enqueue_time_corrections
from bot.tables.services.deadlines import Deadline, Deadlines
from bot.tables.services.tables import Tables
from bot.tables.workers.clock_expiry import MAX_RECHECK_MS, FormerMemberCheck
from bot.transport.api.channels import Channels
from bot.transport.api.error_codes import CLOSED_TO_DIRECT
from bot.transport.notifications.digests import DigestWorker
from bot.transport.notifications.post_once import IdempotentPoster, mentions_of
from bot.ui.kit.components import Part, button, classic_view
from bot.ui.kit.custom_ids import CustomId
from bot.ui.table.mentions import EVENING, AwaitedTable, message_place, reminder_text
from data.people.records import Preferences, is_erased
from data.tables.records import Append, Work
from data.tables.work import RemindPayload, WorkKind, WorkState

log = logging.getLogger(__name__)

MAX_PARALLEL_REMINDERS: Final = 64
"""Reminders on their way at a time."""

BATCH_WINDOW_MS: Final = 5 * 60 * 1000
"""Milliseconds within which reminders of one person go into one message."""

RECENT_PING_DIVISOR: Final = 4
"""A reminder says nothing new so small a part of the time after the mention that it is somebody's turn."""

MAX_LISTED: Final = 10
"""Tables in one reminder; what is left comes with the next."""


class DueReminder(NamedTuple):
    """The subject of a reminder: its row, its table, the deadline, and the words for it (calls.SAYS)."""

    row: Work
    table: TableState
    deadline: Deadline
    what: str


class ReminderWorker:
    """Handles reminders; `release` is asked first whether somebody has left the server.

    A last reminder due at night is sent before it. Reminders are deleted when their turns are done, a first also when
    the second joins it.
    """

    def __init__(
        self,
        tables: Tables,
        deadlines: Deadlines,
        channels: Channels,
        people: PreferencesCache,
        poster: IdempotentPoster,
        digests: DigestWorker,
        release: FormerMemberCheck,
    ) -> None:
        self._tables = tables
        self._store = tables.store
        self._deadlines = deadlines
        self._channels = channels
        self._people = people
        self._poster = poster
        self._digests = digests
        self._release = release
        self._telling: KeyedLocks[int] = KeyedLocks()
        """By user, so that what is due for them goes together."""

    async def remind(self, work: Work) -> WorkState | None:
        """Remind somebody, or take that back. Raises Reschedule, StoreError, and what Discord's refusals raise."""
        table = await self._tables.find(work.table)
        if work.state == WorkState.RETRACT:
            return await self._take_back(table, work)
        user = _user(table, work)
        if not user:
            return WorkState.CANCELLED
        async with self.lock_of(user):
            return await self._remind(work, user)

    def lock_of(self, user: int) -> asyncio.Lock:
        """Return the lock that is held while a user is reminded, from before their deadline is computed."""
        return self._telling.of(user)

    async def _remind(self, work: Work, user: int) -> WorkState | None:
        likes, now = await self._people.of(user), self._tables.clock()
        first = await self._holds(work, user, likes)
        if not isinstance(first, DueReminder):
            return first
        if await self._release(first.table, work.read(RemindPayload)["seat"]):
            return WorkState.CANCELLED
        guild = None if likes.by_message else work.guild
        rows = await self._store.clocks.due_for(user, WorkKind.REMIND, now + BATCH_WINDOW_MS, guild)
        if work.id not in {row.id for row in rows}:
            return None  # another's message has told it
        together = [first]
        for row in rows:
            if row.id != work.id and len(together) < MAX_LISTED:
                try:
                    other = await self._holds(row, user, likes, ahead=BATCH_WINDOW_MS)
                except Reschedule:
                    continue
                if isinstance(other, DueReminder):
                    together.append(other)
        together.sort(key=lambda reminder: reminder.deadline.end)
        return await self._tell(together, user, likes)

    async def _holds(self, row: Work, user: int, likes: Preferences, *, ahead: int = 0) -> DueReminder | WorkState:
        """Return what to remind of, CANCELLED where there is nothing. Raises Reschedule if it is too early or night."""
        table, now = await self._tables.find(row.table), self._tables.clock()
        seat, settings = row.read(RemindPayload)["seat"], table.record.settings
        tick, terms = table.timers.get(seat), terms_of(settings)
        if terms is None or tick is None or tick.seq != row.seq or _user(table, row) != user:
            return WorkState.CANCELLED
        if not likes.reminders or table.id in likes.muted:
            return WorkState.CANCELLED
        if settings.get("paused") is not None:
            raise Reschedule(now + LOOK_AGAIN)
        if not self._deadlines.runs(table, seat):
            return WorkState.CANCELLED
        deadline = await self._deadlines.of(table, seat)
        if deadline is None:
            raise Reschedule(now + LOOK_AGAIN)
        half, lately = row.read(RemindPayload)["what"] == HALF, terms.move // RECENT_PING_DIVISOR
        ahead = min(ahead, lately)
        evening = evening_before(likes, deadline.near)
        if evening is not None and evening < tick.at:  # nobody knew of it then
            evening = None
        near = deadline.near if evening is None else evening
        at = deadline.half if half else near
        if at > now + ahead:
            raise Reschedule(min(at, now + MAX_RECHECK_MS))
        rests = max(night_end(likes, now) or 0, away_until(likes, now) or 0)
        if rests >= deadline.end or deadline.end <= now:
            return WorkState.CANCELLED
        if half and near <= now + BATCH_WINDOW_MS:  # a night may have put it off so long: the other says the same
            return WorkState.CANCELLED
        if rests > now:
            raise Reschedule(min(rests, now + MAX_RECHECK_MS))
        if await self._was_just_told(table, seat, lately if half else min(lately, BATCH_WINDOW_MS)):
            return WorkState.CANCELLED
        soon = SOON if deadline.near <= now + BATCH_WINDOW_MS else EVENING
        return DueReminder(row, table, deadline, HALF if half else soon)

    async def _was_just_told(self, table: TableState, seat: int, lately: int) -> bool:
        """Whether the mention that it is somebody's turn came so lately (ms), or is about to: it says until when."""
        key = f"{seat}:{table.decisions.get(seat, 0)}"
        row = await self._store.work.find(table.id, WorkKind.PING, key)
        if row is None:
            return False
        if row.state == WorkState.DUE:  # a table may mention people hours later only, when their time may be over
            return row.due <= self._tables.clock() + min(lately, BATCH_WINDOW_MS)
        user = table.record.seats[seat].user
        if row.state == WorkState.CANCELLED and user is not None:
            posted = await self._digests.last_posted(table.id, user)
        elif row.state == WorkState.DONE and row.message is not None:
            posted = int(discord.utils.snowflake_time(row.message).timestamp() * 1000)
        else:
            return False
        return posted + lately > self._tables.clock()

    # -- telling -----------------------------------------------------------------------------------------------------

    async def _tell(self, together: Sequence[DueReminder], user: int, likes: Preferences) -> WorkState | None:
        where = message_place(together[0].table)
        private = None
        if likes.by_message:
            private = await self._channels.open_dm(user)
        if private is None and self._channels.is_breaker_open(where):
            return WorkState.PARKED
        if private is None:  # what is of other servers is told there
            here = together[0].table.record.guild
            together = [reminder for reminder in together if reminder.table.record.guild == here]
        channel = where if private is None else private
        left = [reminder for reminder in together if not await self._stands(reminder, user)]
        left = [reminder for reminder in left if await self._store.work.begin(reminder.row.id, channel)]
        if not left:
            return None
        buttons = [] if private is not None else [_hand(reminder.table, many=len(left) > 1) for reminder in left[:5]]
        waits = [AwaitedTable(reminder.table, reminder.what, reminder.deadline.end) for reminder in left]
        text, below = (
            reminder_text(waits, user, private=private is not None),
            classic_view(*buttons) if buttons else None,
        )
        try:
            sent = await self._poster.post(
                [reminder.row for reminder in left], channel, mentions_of([user]), text, below
            )
        except discord.HTTPException as error:
            if private is None or error.code not in CLOSED_TO_DIRECT:
                raise
            return await self._tell(left, user, replace(likes, by_message=False))  # nobody needs an open DM
        for reminder in left:
            await self._sent(reminder, channel, sent)
        return None

    async def words(self, rows: Sequence[Work], channel: int | None) -> tuple[str, discord.AllowedMentions] | None:
        """Return the text and mentions of the reminder in a channel for these rows, None if all its turns are done."""
        waiting, users, now = list[AwaitedTable](), set[int](), self._tables.clock()
        for row in rows:
            table, seat = await self._tables.find(row.table), row.read(RemindPayload)["seat"]
            tick, user = table.timers.get(seat), _user(table, row)
            if tick is None or tick.seq != row.seq or not user:
                continue
            deadline, likes = await self._deadlines.of(table, seat), await self._people.of(user)
            what = row.read(RemindPayload)["what"]
            if what == SOON and deadline is not None and deadline.near > now + BATCH_WINDOW_MS:
                what = SOON if evening_before(likes, deadline.near) is None else EVENING
            waiting.append(AwaitedTable(table, what, None if deadline is None else deadline.end))
            users.add(user)
        if len(users) != 1:
            return None
        (user,) = users
        waiting.sort(key=lambda awaited: (awaited.end is None, awaited.end or 0))
        private = channel not in {message_place(awaited.table) for awaited in waiting}
        return reminder_text(waiting, user, private=private), mentions_of([user])

    async def _sent(self, reminder: DueReminder, channel: int, message: int) -> None:
        """Record where a reminder stands; of its decision's two the first goes, if it stands at the same place."""
        if reminder.what != HALF:
            first = f"{reminder.row.read(RemindPayload)['seat']}:{reminder.row.seq}:{HALF}"
            row = await self._store.work.find(reminder.table.id, WorkKind.REMIND, first)
            if row is not None and row.state == WorkState.DONE and row.channel == channel:
                await self._tables.update_row(
                    reminder.table.id, lambda record: Append(record.id, record.seq, drop=((WorkKind.REMIND, first),))
                )
                self._tables.on_work_due.emit(self._tables.clock())
        await self._poster.record_posted(reminder.row, channel, message)

    async def _stands(self, reminder: DueReminder, user: int) -> bool:
        """Whether a killed process has told it, wherever that was, and could not note that any more."""
        message = await self._poster.find_posted(reminder.row, partial(_is_reminder, user, reminder.table))
        if message is not None and reminder.row.channel is not None:
            await self._sent(reminder, reminder.row.channel, message)
            await enqueue_time_corrections(self._tables, reminder.table.id)  # it says what that process knew
        return message is not None

    async def _take_back(self, table: TableState, work: Work) -> WorkState | None:
        """Take a reminder away whose table waits no longer, unless it is about another that does."""
        message = work.message
        if message is None:
            message = await self._poster.find_posted(work, partial(_is_reminder, _user(table, work), table))
        await self._poster.take_back(work, message)
        await self._store.work.mark(work.id, WorkState.CANCELLED, seq=work.seq)
        return None


def _user(table: TableState, work: Work) -> int:
    """The user whose seat a row is about; 0 where nobody is who could be reminded."""
    seat, seats = work.read(RemindPayload)["seat"], table.record.seats
    occupant = seats[seat] if seat < len(seats) else None
    if occupant is None or occupant.kind != "person" or occupant.user is None or is_erased(occupant.user):
        return 0
    return occupant.user


def _is_reminder(user: int, table: TableState, _: Work, content: str) -> bool:
    """Whether a message reminds a user of a table."""
    return f"**{escape(table.name)}**" in content and f"<@{user}>" in content


def _hand(table: TableState, *, many: bool) -> Part:
    label = f"My hand: {table.name}" if many else "My hand"
    return button(CustomId.SHOW_HAND, table.id, "time", label=label, style=discord.ButtonStyle.primary)
