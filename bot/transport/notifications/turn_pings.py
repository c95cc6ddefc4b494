"""Turn pings, and mentions for notes that wait.

A ping is rechecked before it is posted, and retracted when all whom it names have moved.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final

import discord

from bot.common.locks import KeyedLocks
from bot.people.preferences import PreferencesCache
from bot.scheduler.scheduler import Reschedule
from bot.tables.commands.former_member import give_up_former_members_seat
from bot.tables.model.clock_terms import prompt, stood_in
from bot.tables.model.table_state import TableState
from bot.tables.services.deadline_refresh import enqueue_time_corrections
from bot.tables.services.deadlines import Deadline, Deadlines
from bot.tables.services.tables import Tables
from bot.transport.api.channels import Channels
from bot.transport.api.error_codes import MISSING, is_permanent
from bot.transport.api.members import Members
from bot.transport.api.rate_limits import RateLimits
from bot.transport.messages.board import Board
from bot.transport.notifications.digests import DigestWorker
from bot.transport.notifications.post_once import IdempotentPoster, mentions_of, nonce_of
from bot.ui.kit.components import button, classic_view
from bot.ui.kit.custom_ids import CustomId
from bot.ui.table.mentions import NOTE_REASON, TURN_REASON, mention_reason, mention_text, mention_users, message_place
from bot.ui.table.renderer import TableRenderer
from data.engine.clock import now_ms
from data.people.records import is_erased
from data.tables.records import Work
from data.tables.work import PingPayload, WorkKind, WorkState
from rules.contract import State

log = logging.getLogger(__name__)

RETRY_MS: Final = 1000
"""The delay of a ping that may not be posted yet."""


OPEN_STATES: Final[tuple[WorkState, ...]] = (WorkState.DUE, WorkState.PARKED, WorkState.DONE, WorkState.RETRACT)
"""The states of pings that are due, or whose message may stand."""


class TurnPingWorker:
    """Posts and retracts turn pings."""

    def __init__(
        self,
        tables: Tables,
        renderer: TableRenderer,
        channels: Channels,
        board: Board,
        rate_limits: RateLimits,
        people: PreferencesCache,
        deadlines: Deadlines,
        members: Members,
        digests: DigestWorker,
        poster: IdempotentPoster,
        *,
        quiet: float = 120,
        clock: Callable[[], int] = now_ms,
    ) -> None:
        self._tables = tables
        self._store = tables.store
        self._renderer = renderer
        self._channels = channels
        self._board = board
        self._rate_limits = rate_limits
        self._people = people
        self._deadlines = deadlines
        self._members = members
        self._digests = digests
        self._poster = poster
        self._quiet = int(quiet * 1000)  # who used the bot at the table so lately (ms) is not pinged
        self._clock = clock
        self._pinging: KeyedLocks[int] = KeyedLocks()
        """By table, so that those whom it waits for are mentioned together."""

    async def ping(self, work: Work) -> WorkState | None:
        """Mention everybody whom a table waits for in one message, or retract that. Raises discord.HTTPException.

        Each of them has a row; the first to run handles the others that can go with it.
        """
        async with self.lock_of(work.table):
            rows = {row.id: row for row in await self._store.work.of_table(work.table, WorkKind.PING, OPEN_STATES)}
            now = rows.get(work.id)
            if now is None or now.state not in {WorkState.DUE, WorkState.RETRACT}:  # another's has seen to it
                return None
            table = await self._tables.find(work.table)
            if now.state == WorkState.RETRACT:
                return await self._take_back(table, now, rows.values())
            return await self._mention(table, now, rows.values())

    def lock_of(self, table_id: int) -> asyncio.Lock:
        """Return the lock held while a table's players are mentioned, from before their deadlines are computed."""
        return self._pinging.of(table_id)

    async def _mention(self, table: TableState, work: Work, rows: Iterable[Work]) -> WorkState | None:
        if not holds(table, work):
            return WorkState.CANCELLED
        if not await self._members.is_member(
            table.record.guild, _user(table, work)
        ):  # first: nobody waits for them long
            await give_up_former_members_seat(self._tables, table.id, _user(table, work))
            return WorkState.CANCELLED
        if await self._people.is_muted(table.id, _user(table, work)):
            return WorkState.CANCELLED
        quiet = self._quiet_until(table, work)
        if quiet > self._clock():
            raise Reschedule(quiet)
        if rests := await self._rests_until(table, work):
            await self._digests.enqueue(table.id, _user(table, work), rests)  # told with all else that waits by then
            raise Reschedule(rests)
        if await self._digests.is_due(table.id, _user(table, work)):  # it says this, too
            raise Reschedule(self._clock() + RETRY_MS)
        table = await self._tables.wait_for_posting(table.id)
        if self._board.is_buried(table):
            await self._board.post(table)
        else:
            await self._board.post_if_gone(table)
        table = await self._tables.find(table.id)  # it may have left its thread
        where = message_place(table)
        if self._channels.is_breaker_open(where):
            return WorkState.PARKED
        if table.state is None:
            return WorkState.CANCELLED
        if not self._rate_limits.may_post(where):
            raise Reschedule(self._clock() + RETRY_MS)  # by then the seat may have moved
        names = partial(_names, table)
        together = [work, *[row for row in rows if row is not work and await self._goes_with(table, work, row)]]
        found = {row.id for row in together if await self._poster.is_posted(row, nonce_of(together), names)}
        if found:
            await enqueue_time_corrections(self._tables, table.id)  # it says what a process before knew
        together = [row for row in together if row.id not in found and await self._store.work.begin(row.id, where)]
        if not together:
            return None
        text, mentions = await self.words(table, table.state, together)
        hand = classic_view(button(CustomId.SHOW_HAND, table.id, label="My hand", style=discord.ButtonStyle.primary))
        return await self._poster.post_and_record(together, where, mentions, text, hand)

    async def words(
        self, table: TableState, state: State, together: Sequence[Work]
    ) -> tuple[str, discord.AllowedMentions]:
        """The message that mentions the users of these rows in a state of their table, and whom it mentions."""
        users = [_user(table, row) for row in together]
        if is_of_notes(together[0]):
            return mention_text(table, users, NOTE_REASON, "press My hand to read it.", None), mentions_of(users)
        ends = {
            None if deadline is None else deadline.end
            for row in together
            for deadline in [await self._deadline(table, row)]
        }
        end = ends.pop() if len(ends) == 1 else None  # else it is not the same for all of them
        asks = self._renderer.presenters.of(table).asks(state.view(None))
        return mention_text(table, users, TURN_REASON, asks, end), mentions_of(users)

    async def _deadline(self, table: TableState, row: Work) -> Deadline | None:
        return await self._deadlines.of(table, row.read(PingPayload)["seat"])

    async def _goes_with(self, table: TableState, work: Work, other: Work) -> bool:
        """Whether somebody else is mentioned in the same message: they are awaited, and were not there lately."""
        if other.state != WorkState.DUE or is_of_notes(work) or is_of_notes(other) or not holds(table, other):
            return False
        user = _user(table, other)
        if self._quiet_until(table, other) > self._clock() or await self._rests_until(table, other):
            return False
        if await self._people.is_muted(table.id, user) or await self._digests.is_due(table.id, user):
            return False
        return await self._members.is_member(table.record.guild, user)  # else its own row sees to it

    async def _rests_until(self, table: TableState, work: Work) -> int | None:
        """Until when (ms) somebody is not mentioned, for it is night for them, or they are away."""
        return await self._people.quiet_until(_user(table, work), self._clock())

    def _quiet_until(self, table: TableState, work: Work) -> int:
        """Until when (ms) somebody is not mentioned, for they have used the bot at the table lately."""
        seen = table.last_active_ms.get(_user(table, work), 0)
        quiet = prompt(table.record.settings, self._quiet)
        return 0 if seen > self._clock() else seen + quiet  # the machine's clock may have been set back since

    async def _take_back(self, table: TableState, work: Work, rows: Iterable[Work]) -> WorkState | None:
        """Delete a ping of somebody who has moved, unless it stands for another row that is open or handled later."""
        names = partial(_names, table)
        message = work.message or await self._poster.find_posted(work, names)
        if message is not None and work.channel is not None:
            others = [other for other in rows if other.id != work.id]
            if not any([await self._keeps(other, message, names) for other in others]):
                try:
                    await self._channels.delete(work.channel, message)
                except discord.HTTPException as error:
                    if error.code not in MISSING and not is_permanent(error):
                        raise
        self._poster.first_tries.drop(work.id)
        await self._store.work.mark(
            work.id, WorkState.CANCELLED, seq=work.seq
        )  # now: what is settled next has to know of it
        return None

    async def _keeps(self, row: Work, message: int, names: Callable[[Work, str], bool]) -> bool:
        """Whether a message has to stay for a row, or is taken away with it."""
        if row.state in {WorkState.DONE, WorkState.RETRACT} and row.message is not None:
            return row.message == message
        return row.state in {WorkState.DUE, WorkState.RETRACT} and await self._poster.find_posted(row, names) == message


# -- who is mentioned -------------------------------------------------------------------------------------------------


def is_of_notes(work: Work) -> bool:
    """Whether a row is about notes that wait for somebody, not about their turn."""
    return work.read(PingPayload).get("note", False)


def _user(table: TableState, work: Work) -> int:
    """The user in a row's seat, 0 if nobody is who could be mentioned."""
    seat, seats = work.read(PingPayload)["seat"], table.record.seats
    user = (seats[seat].user or 0) if seat < len(seats) else 0
    return 0 if is_erased(user) else user


def holds(table: TableState, work: Work) -> bool:
    """Whether a ping holds: the table waits for its seat's decision, or notes wait for its player.

    An awaited player is not told of notes.
    """
    seat = work.read(PingPayload)["seat"]
    if table.record.status != "playing" or table.state is None or not _user(table, work):
        return False
    if is_of_notes(work):
        waiting = table.notes.waiting(table.record.seats, table.record.settings)
        return seat in waiting and seat not in table.state.awaited
    if seat in stood_in(table.record.settings) or table.record.settings.get("paused") is not None:
        return False
    return table.decisions.get(seat) == work.seq and seat in table.state.awaited


def _names(table: TableState, work: Work, content: str) -> bool:
    """Whether a message mentions a row's user for what the row is about."""
    users, why, _ = content.partition(mention_reason(table, NOTE_REASON if is_of_notes(work) else TURN_REASON))
    return bool(why) and mention_users([_user(table, work)]) in users
