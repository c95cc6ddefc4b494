"""Digests of what people missed in quiet hours or while away: one message, or the next look.

Each table enqueues a `post_digest` item. The first due takes along others of its person and guild, and turn pings.
Direct messages span guilds.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, NamedTuple

import discord

from bot.common.text import escape
from bot.scheduler.scheduler import Reschedule
from bot.tables.model.clock_terms import stand_in_seats
from bot.tables.model.follow_up_work import NO_MENTIONS_SETTING, note_key
from bot.tables.model.table_state import TableState
from bot.transport.api.error_codes import describe_error
from bot.transport.notifications.notice_texts import NoticeKey, NoticeTexts
from bot.transport.notifications.personal_messages import Entry, PersonalMessageWorker
from bot.ui.kit.notice import Notice
from bot.ui.table import digest
from bot.ui.table.digest import TableNews
from data.engine.errors import StoreError
from data.people.records import is_erased
from data.tables.records import Append, NewWork, TableRecord, Work
from data.tables.work import DigestPayload, WorkKind, WorkState

log = logging.getLogger(__name__)

MAX_PARALLEL_DIGESTS: Final = 64
"""Digests on their way at a time."""

OPEN_STATES: Final[tuple[WorkState, ...]] = (WorkState.DUE, WorkState.PARKED, WorkState.DONE)
"""The states of digests that are due, or whose message may stand."""


@dataclass(frozen=True, slots=True)
class DigestEntry(Entry):
    """The news of one table in a digest, and the turn pings that they replace."""

    news: TableNews
    pings: tuple[Work, ...]


class MissedNews(NamedTuple):
    """The markdown of what a user missed at a table, and the rows for it."""

    text: str = ""
    rows: tuple[Work, ...] = ()


@dataclass(slots=True, eq=False, repr=False)
class DigestWorker(PersonalMessageWorker[DigestEntry]):
    """Enqueues, posts and deletes digests. A digest is deleted when its person has looked at all its hands."""

    kind = WorkKind.POST_DIGEST
    origin = ("digest",)

    texts: NoticeTexts

    # -- enqueueing --------------------------------------------------------------------------------------------------

    async def enqueue(self, table_id: int, user: int, until: int, key: NoticeKey | None = None) -> None:
        """Enqueue a digest for a user who rests until then (ms): of one announcement, or of their turn.

        Raises StoreError.
        """
        async with self._locks.of(user):  # a post of it ends first, and concurrent news is added one by one
            await self._enqueue(table_id, user, until, key)

    async def _enqueue(self, table_id: int, user: int, until: int, notice: NoticeKey | None) -> None:
        """Enqueue a person's digest for `until`, or add a notice to the one that waits."""
        rows = await self.tables.store.notices.digests(user, table=table_id)
        row = rows[0] if rows else None
        now = self.tables.clock()
        payload = DigestPayload(user=user, since=now, notices=[]) if row is None else row.read(DigestPayload)
        if row is not None and (notice is None or list(notice) in payload["notices"]):
            return
        if notice is not None:
            payload = DigestPayload(user=user, since=payload["since"], notices=[*payload["notices"], list(notice)])

        def write(record: TableRecord) -> Append:
            key, seq = (f"{user}:{payload['since']}", record.seq) if row is None else (row.key, row.seq)
            return Append(record.id, record.seq, work=(NewWork(WorkKind.POST_DIGEST, key, seq, payload, until),))

        table = await self.tables.update_row(table_id, write)
        table.caught_up.discard(user)

    async def includes(self, table_id: int, user: int, key: NoticeKey) -> bool:
        """Whether a digest includes an announcement, or has included it. Raises StoreError."""
        rows = await self.tables.store.notices.digests(user, OPEN_STATES, table=table_id)
        return any(list(key) in row.read(DigestPayload)["notices"] for row in rows)

    async def is_due(self, table_id: int, user: int) -> bool:
        """Whether a digest about a table is due for a user. Raises StoreError."""
        return any(
            row.due <= self.tables.clock() for row in await self.tables.store.notices.digests(user, table=table_id)
        )

    async def last_posted(self, table_id: int, user: int) -> int:
        """Return when (ms) a user's last digest about a table was posted, 0 if none is there any more."""
        rows = await self.tables.store.notices.digests(user, (WorkState.DONE,), table=table_id)
        posted = [discord.utils.snowflake_time(row.message) for row in rows if row.message is not None]
        return int(max(posted).timestamp() * 1000) if posted else 0

    # -- the next look at the hand -----------------------------------------------------------------------------------

    async def missed_news(self, table: TableState, user: int) -> MissedNews:
        """Return the news of a table that a user missed, to be shown above their hand."""
        if table.record.private or user in table.caught_up:
            return MissedNews()
        table.caught_up.add(user)  # before the read: news from now on removes the user again
        try:
            rows = await self.tables.store.notices.digests(user, OPEN_STATES, table=table.id)
            unposted = [row for row in rows if row.state != WorkState.DONE]
            text = digest.missed_text(await self._notices(table, user, unposted))
        except StoreError as error:  # the hand comes first, and this with the next look, or in a digest
            log.info("table %s: a digest is not sent yet (%s)", table.id, describe_error(error))
            table.caught_up.discard(user)
            return MissedNews()
        if rows:
            table.caught_up.discard(user)
        return MissedNews(text, tuple(rows))

    async def record_seen(self, table: TableState, user: int, missed: MissedNews) -> None:
        """Record that a user has seen this news. No digest includes it then, and a posted digest is deleted."""
        if not missed.rows:
            return
        try:
            async with self._locks.of(user):  # news since then stays due
                rows = await self.tables.store.notices.digests(user, OPEN_STATES, table=table.id)
                payloads = {row.key: row.payload for row in rows}
                keys = [row.key for row in missed.rows if payloads.get(row.key) == row.payload]
                drop: tuple[tuple[WorkKind, str], ...] = tuple((WorkKind.POST_DIGEST, key) for key in keys)
                await self.tables.update_row(table.id, lambda record: Append(record.id, record.seq, drop=drop))
            self.tables.on_work_due.emit(self.tables.clock())
        except StoreError as error:  # the next digest repeats it
            log.info("table %s: that a digest was read is not saved (%s)", table.id, describe_error(error))

    async def _notices(self, table: TableState, user: int, rows: Sequence[Work]) -> tuple[Notice, ...]:
        """Return the notices of these rows that still matter."""
        keys = dict.fromkeys(NoticeKey(*key) for row in rows for key in row.read(DigestPayload)["notices"])
        notices = [await self.texts.digest_notice(table, key, user) for key in keys]
        return tuple(notice for notice in notices if notice is not None)

    # -- posting -----------------------------------------------------------------------------------------------------

    def user_of(self, table: TableState, work: Work) -> int:
        """Return the user whose digest a row is, 0 if their data is erased."""
        user = work.read(DigestPayload)["user"]
        return 0 if is_erased(user) else user

    async def collect(self, work: Work, user: int, *, private: bool) -> Sequence[DigestEntry]:
        """Return the news of a user's tables, none where one turn ping says all of it.

        Raises Reschedule in their quiet hours, and StoreError.
        """
        until = await self.people.quiet_until(user, self.tables.clock())
        if until is not None:
            raise Reschedule(until)
        rows = [row for row in await self.tables.store.notices.digests(user) if private or row.guild == work.guild]
        entries = list[DigestEntry]()
        for entry in await self._entries(rows, user):
            if await self.former_members.give_up_seat_of(entry.table, user):
                await self._cancel(entry.rows)
            else:
                entries.append(entry)
        if len(entries) == 1 and not entries[0].news.notices:
            for ping in entries[0].pings:
                await self.tables.store.clocks.bring_forward(ping.table, WorkKind.PING, ping.key, self.tables.clock())
            self.tables.on_work_due.emit(self.tables.clock())
            await self._cancel(entries[0].rows)
            return []
        _, count = digest.digest_text(user, [entry.news for entry in entries], private=private)
        return entries[:count]

    async def collect_posted(self, rows: Sequence[Work]) -> Sequence[DigestEntry]:
        """Return the news of a posted digest as they are now. A digest without news is deleted.

        Raises StoreError and discord.HTTPException.
        """
        entries = await self._entries(rows, rows[0].read(DigestPayload)["user"])
        if not entries and rows[0].channel is not None and rows[0].message is not None:
            await self.poster.delete(rows[0].channel, rows[0].message)
        return entries

    async def compose(self, entries: Sequence[DigestEntry], user: int, *, private: bool) -> str:
        """Return the text of a digest."""
        return digest.digest_text(user, [entry.news for entry in entries], private=private)[0]

    async def settle(self, entry: DigestEntry, channel: int) -> None:
        """Cancel the turn pings that a digest replaces. Raises StoreError."""
        await self._cancel(entry.pings)

    def is_message(self, table: TableState, work: Work, content: str) -> bool:
        """Whether a message is a user's digest and tells about a table."""
        name = re.search(re.escape(escape(table.name)) + r"(?!\d)", content)
        return content.startswith(digest.opening_line(work.read(DigestPayload)["user"])) and name is not None

    async def _entries(self, rows: Sequence[Work], user: int) -> list[DigestEntry]:
        """Return the entries of a digest by these rows, a table each, waiting turns first; rows without news end."""
        entries = list[DigestEntry]()
        for table_id, some in groupby(sorted(rows, key=lambda row: (row.table, row.id)), lambda row: row.table):
            entry = await self._entry(await self.tables.find(table_id), user, tuple(some))
            if entry.news:
                entries.append(entry)
            else:
                await self._cancel(entry.rows)
        return sorted(entries, key=lambda entry: entry.news.order)

    async def _entry(self, table: TableState, user: int, rows: tuple[Work, ...]) -> DigestEntry:
        """Return the news of a table for a user, and the turn pings that it includes."""
        if await self.people.is_muted(table.id, user):
            return DigestEntry(table, rows, TableNews(table), ())
        notices = await self._notices(table, user, rows)
        only_notices = DigestEntry(table, rows, TableNews(table, notices=notices), ())
        seat = table.seat_of(user)
        if seat is None or table.state is None or table.record.status != "playing":
            return only_notices
        settings = table.record.settings
        is_left_alone = (
            seat in stand_in_seats(settings)
            or settings.get("paused") is not None
            or settings.get("mention") == NO_MENTIONS_SETTING
        )
        turn = not is_left_alone and seat in table.state.awaited
        note = (
            not turn
            and settings.get("mention") != NO_MENTIONS_SETTING
            and seat in table.notes.waiting(table.record.seats, settings)
        )
        if not (turn or note):
            return only_notices
        key = f"{seat}:{table.decisions[seat]}" if turn else note_key(seat)
        ping = await self.tables.store.work.find(table.id, WorkKind.PING, key)
        if ping is not None and ping.state == WorkState.DONE:  # they know it
            return only_notices
        deadline = await self.deadlines.of(table, seat) if turn else None
        news = TableNews(table, turn, None if deadline is None else deadline.ends_at_ms, note, notices)
        return DigestEntry(table, rows, news, () if ping is None else (ping,))
