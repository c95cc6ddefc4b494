"""Turn pings, and mentions for notes that wait.

A ping is rechecked before it is posted, and retracted when all whom it names have moved.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.scheduler.scheduler import Reschedule
from bot.tables.model.clock_terms import prompt, stand_in_seats
from bot.tables.model.table_state import TableState
from bot.transport.api.members import Members
from bot.transport.api.rate_limits import RateLimits
from bot.transport.messages.board import Board
from bot.transport.notifications.digests import DigestWorker
from bot.transport.notifications.personal_messages import Entry, PersonalMessageWorker
from bot.ui.table.mentions import NOTE_REASON, TURN_REASON, mention_reason, mention_text, mention_users, message_place
from bot.ui.table.renderer import TableRenderer
from data.tables.records import Work
from data.tables.work import PingPayload, WorkKind, WorkState

RETRY_MS: Final = 1000
"""The delay of a ping that may not be posted yet."""


@dataclass(slots=True, eq=False, repr=False)
class TurnPingWorker(PersonalMessageWorker[Entry]):
    """Posts and retracts turn pings. A message in the channel mentions everybody whom a table waits for."""

    kind = WorkKind.PING
    may_be_direct = False

    digests: DigestWorker
    members: Members
    board: Board
    renderer: TableRenderer
    rate_limits: RateLimits
    quiet_ms: int
    """The time for which a user is not pinged after they used the bot at the table."""

    def lock_key(self, table: TableState, work: Work) -> int:
        """Return the key of the lock under which a row is handled: its table."""
        return table.id

    async def collect(self, work: Work, user: int, *, private: bool) -> Sequence[Entry]:
        """Return the row, and the rows of others who are mentioned with it. The table's board is posted before.

        Raises Reschedule if the user is to be left alone now, StoreError, and discord.HTTPException.
        """
        table, now = await self.tables.find(work.table), self.tables.clock()
        if not self._holds(table, work) or await self.former_members.give_up_seat_of(table, user):
            return []
        if await self.people.is_muted(table.id, user):
            return []
        quiet_end = self._quiet_until(table, user)
        if quiet_end > now:
            raise Reschedule(quiet_end)
        if rest_end := await self.people.quiet_until(user, now):
            await self.digests.enqueue(table.id, user, rest_end)  # with all other news
            raise Reschedule(rest_end)
        if await self.digests.is_due(table.id, user):  # the digest says this, too
            raise Reschedule(now + RETRY_MS)
        table = await self.tables.wait_for_posting(table.id)
        if self.board.is_buried(table):
            await self.board.post(table)
        else:
            await self.board.post_if_gone(table)
        table = await self.tables.find(table.id)  # it may have left its thread
        where = message_place(table)
        if not self.channels.is_breaker_open(where) and not self.rate_limits.may_post(where):
            raise Reschedule(self.tables.clock() + RETRY_MS)  # by then the seat may have moved
        if table.state is None:
            return []
        pings = await self.tables.store.work.of_table(table.id, self.kind, (WorkState.DUE,))
        others = [row for row in pings if row.id != work.id and await self._goes_with(table, work, row)]
        return [Entry(table, (work, *others))]

    async def collect_posted(self, rows: Sequence[Work]) -> Sequence[Entry]:
        """Return the rows of users who are still awaited: only their pings name a deadline. Raises StoreError."""
        table = await self.tables.find(rows[0].table)
        awaited = tuple(row for row in rows if not _is_of_notes(row) and self._holds(table, row))
        return [Entry(table, awaited)] if awaited else []

    async def compose(self, entries: Sequence[Entry], user: int, *, private: bool) -> str:
        """Return the text that mentions the users of the rows."""
        (entry,) = entries
        table = entry.table
        users = [self.user_of(table, row) for row in entry.rows]
        if _is_of_notes(entry.rows[0]):
            return mention_text(table, users, NOTE_REASON, "press My hand to read it.", None)
        assert table.state is not None
        deadlines = [await self.deadlines.of(table, row.read(PingPayload)["seat"]) for row in entry.rows]
        ends = {None if deadline is None else deadline.ends_at_ms for deadline in deadlines}
        end = ends.pop() if len(ends) == 1 else None  # else their deadlines differ
        asks = self.renderer.presenters.of(table).decision_text(table.state.view(None))
        return mention_text(table, users, TURN_REASON, asks, end)

    def is_message(self, table: TableState, work: Work, content: str) -> bool:
        """Whether a message mentions a row's user for what the row is about."""
        reason = mention_reason(table, NOTE_REASON if _is_of_notes(work) else TURN_REASON)
        users, separator, _ = content.partition(reason)
        return bool(separator) and mention_users([self.user_of(table, work)]) in users

    async def _goes_with(self, table: TableState, work: Work, other: Work) -> bool:
        """Whether another row's user is mentioned in the same message: they are awaited, and may be mentioned now."""
        if _is_of_notes(work) or _is_of_notes(other) or not self._holds(table, other):
            return False
        user, now = self.user_of(table, other), self.tables.clock()
        if self._quiet_until(table, user) > now or await self.people.quiet_until(user, now):
            return False
        if await self.people.is_muted(table.id, user) or await self.digests.is_due(table.id, user):
            return False
        return await self.members.is_member(table.record.guild, user)  # else their own row gives up the seat

    def _quiet_until(self, table: TableState, user: int) -> int:
        """Return until when (ms) a user is not mentioned because they used the bot at the table."""
        last_active = table.last_active_ms.get(user, 0)
        quiet = prompt(table.record.settings, self.quiet_ms)
        if last_active > self.tables.clock():  # the machine's clock was set back since
            return 0
        return last_active + quiet

    def _holds(self, table: TableState, work: Work) -> bool:
        """Whether a ping holds: the table waits for its seat's decision, or notes wait for its player.

        An awaited player is not mentioned for notes.
        """
        seat = work.read(PingPayload)["seat"]
        if table.record.status != "playing" or table.state is None or not self.user_of(table, work):
            return False
        if _is_of_notes(work):
            waiting = table.notes.waiting(table.record.seats, table.record.settings)
            return seat in waiting and seat not in table.state.awaited
        if seat in stand_in_seats(table.record.settings) or table.record.settings.get("paused") is not None:
            return False
        return table.decisions.get(seat) == work.seq and seat in table.state.awaited


def _is_of_notes(work: Work) -> bool:
    """Whether a row is about notes that wait for a user, not about their turn."""
    return work.read(PingPayload).get("note", False)
