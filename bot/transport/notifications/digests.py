"""Digests of what people missed in quiet hours or while away: one message, or the next look.

Each table enqueues a `post_digest` item. The first due takes along others of its person and guild, and turn pings.
Direct messages span guilds.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import groupby
from typing import Final, NamedTuple

import discord

from bot.common.locks import KeyedLocks
from bot.common.text import escape
from bot.people.preferences import PreferencesCache
from bot.scheduler.scheduler import Reschedule
from bot.tables.commands.former_member import give_up_former_members_seat
from bot.tables.model.clock_terms import stood_in
from bot.tables.model.follow_up_work import NEVER, note_key
from bot.tables.model.table_state import TableState
from bot.tables.services.deadlines import Deadlines
from bot.tables.services.tables import Tables
from bot.transport.api.channels import Channels
from bot.transport.api.error_codes import CLOSED, CLOSED_TO_DIRECT, MISSING, describe_error, is_permanent
from bot.transport.api.members import Members
from bot.transport.api.rate_limits import RateLimits
from bot.transport.notifications.notice_texts import NoticeKey, NoticeTexts
from bot.transport.notifications.post_once import IdempotentPoster, mentions_of, nonce_of
from bot.ui.kit.components import Part, button, classic_view
from bot.ui.kit.custom_ids import CustomId
from bot.ui.kit.notice import Notice
from bot.ui.table import digest
from bot.ui.table.digest import TableNews
from bot.ui.table.mentions import message_place
from data.engine.errors import StoreError
from data.people.records import is_erased
from data.tables.records import Append, NewWork, TableRecord, Work
from data.tables.work import DigestPayload, WorkKind, WorkState

log = logging.getLogger(__name__)

MAX_PARALLEL_DIGESTS: Final = 64
"""Digests on their way at a time."""

OPEN_STATES: Final[tuple[WorkState, ...]] = (WorkState.DUE, WorkState.PARKED, WorkState.DONE)
"""The states of digests that are due, or whose message may stand."""

MAX_BUTTONS: Final = 5
"""The number of tables with a button below a digest: for the hand, or to accept an invitation."""


class _Part(NamedTuple):
    """The part of a digest about one table: its rows, and the turn pings that it replaces."""

    news: TableNews
    rows: tuple[Work, ...]
    mentions: tuple[Work, ...]


class MissedNews(NamedTuple):
    """The markdown of what somebody missed at a table, and the rows for it."""

    text: str = ""
    rows: tuple[Work, ...] = ()


class DigestWorker:
    """Enqueues, posts and deletes digests. A digest is deleted when its person has looked at all its hands."""

    def __init__(
        self,
        tables: Tables,
        texts: NoticeTexts,
        deadlines: Deadlines,
        channels: Channels,
        people: PreferencesCache,
        members: Members,
        poster: IdempotentPoster,
        rate_limits: RateLimits,
        *,
        clock: Callable[[], int],
    ) -> None:
        self._tables = tables
        self._store = tables.store
        self._texts = texts
        self._deadlines = deadlines
        self._channels = channels
        self._people = people
        self._members = members
        self._poster = poster
        self._rate_limits = rate_limits
        self._clock = clock
        self._locks: KeyedLocks[int] = KeyedLocks()
        """By user, so that what is due for them goes together."""

    # -- owing -------------------------------------------------------------------------------------------------------

    async def enqueue(self, table_id: int, user: int, until: int, key: NoticeKey | None = None) -> None:
        """Enqueue a digest for a user who rests until then (ms): of one announcement, or of their turn.

        Raises StoreError.
        """
        async with self._locks.of(user):  # what is told at the same instant is added to it, and a post ends before
            await self._enqueue(table_id, user, until, key)

    async def _enqueue(self, table_id: int, user: int, until: int, told: NoticeKey | None) -> None:
        owed = await self._store.notices.digests(user, table=table_id)
        row = owed[0] if owed else None
        payload = DigestPayload(user=user, since=self._clock(), told=[]) if row is None else row.read(DigestPayload)
        if row is not None and (told is None or list(told) in payload["told"]):
            return
        if told is not None:
            payload = DigestPayload(user=user, since=payload["since"], told=[*payload["told"], list(told)])

        def write(record: TableRecord) -> Append:
            key, seq = (f"{user}:{payload['since']}", record.seq) if row is None else (row.key, row.seq)
            return Append(record.id, record.seq, work=(NewWork(WorkKind.POST_DIGEST, key, seq, payload, until),))

        table = await self._tables.update_row(table_id, write)
        table.caught_up.discard(user)

    async def includes(self, table_id: int, user: int, key: NoticeKey) -> bool:
        """Whether a digest includes an announcement, or has included it. Raises StoreError."""
        rows = await self._store.notices.digests(user, OPEN_STATES, table=table_id)
        return any(list(key) in row.read(DigestPayload)["told"] for row in rows)

    async def is_due(self, table_id: int, user: int) -> bool:
        """Whether a digest about a table is due for a user. Raises StoreError."""
        return any(row.due <= self._clock() for row in await self._store.notices.digests(user, table=table_id))

    async def last_posted(self, table_id: int, user: int) -> int:
        """Return when (ms) a user's last digest about a table was posted that stands still, 0 if none does."""
        rows = await self._store.notices.digests(user, (WorkState.DONE,), table=table_id)
        posted = [discord.utils.snowflake_time(row.message) for row in rows if row.message is not None]
        return int(max(posted).timestamp() * 1000) if posted else 0

    # -- the next look at the hand -----------------------------------------------------------------------------------

    async def missed_news(self, table: TableState, user: int) -> MissedNews:
        """Return the news of a table that a user missed, to be shown above their hand."""
        if table.record.private or user in table.caught_up:
            return MissedNews()
        table.caught_up.add(user)  # before it is read: what is owed from now on takes it out again
        try:
            rows = await self._store.notices.digests(user, OPEN_STATES, table=table.id)
            owed = [row for row in rows if row.state != WorkState.DONE]
            text = digest.missed_text(await self._notices(table, user, owed))
        except StoreError as error:  # the hand comes first, and this with the next look, or in a digest
            log.info("table %s: a digest is not sent yet (%s)", table.id, describe_error(error))
            table.caught_up.discard(user)
            return MissedNews()
        if rows:
            table.caught_up.discard(user)
        return MissedNews(text, tuple(rows))

    async def record_seen(self, table: TableState, user: int, missed: MissedNews) -> None:
        """Record that a user has seen this news: no digest includes it, and a posted one is deleted."""
        if not missed.rows:
            return
        try:
            async with self._locks.of(user):  # what has been told since stays owed
                rows = await self._store.notices.digests(user, OPEN_STATES, table=table.id)
                now = {row.key: row.payload for row in rows}
                seen = [row.key for row in missed.rows if now.get(row.key) == row.payload]
                drop: tuple[tuple[WorkKind, str], ...] = tuple((WorkKind.POST_DIGEST, key) for key in seen)
                await self._tables.update_row(table.id, lambda record: Append(record.id, record.seq, drop=drop))
            self._tables.on_work_due.emit(self._clock())
        except StoreError as error:  # it is told once more: no worse
            log.info("table %s: that a digest was read is not saved (%s)", table.id, describe_error(error))

    async def _notices(self, table: TableState, user: int, rows: Sequence[Work]) -> tuple[Notice, ...]:
        """Return the notices of these rows that still matter."""
        told = dict.fromkeys(NoticeKey(*key) for row in rows for key in row.read(DigestPayload)["told"])
        found = [await self._texts.later(table, key, user) for key in told]
        return tuple(notice for notice in found if notice is not None)

    # -- posting -----------------------------------------------------------------------------------------------------

    async def post(self, work: Work) -> WorkState | None:
        """Post a user's digest, or retract it. Raises Reschedule, StoreError, and discord.HTTPException."""
        user = work.read(DigestPayload)["user"]
        async with self._locks.of(user):
            if work.state == WorkState.RETRACT:
                await self._take_back(work, user)
                return None
            if is_erased(user):
                return WorkState.CANCELLED
            return await self._tell(work, user)

    async def _tell(self, work: Work, user: int) -> WorkState | None:
        until = await self._people.quiet_until(user, self._clock())
        if until is not None:
            raise Reschedule(until)
        likes = await self._people.of(user)
        private = likes.by_message and likes.reminders
        rows = [row for row in await self._store.notices.digests(user) if private or row.guild == work.guild]
        if work.id not in {row.id for row in rows}:
            return None  # another's message has told it
        parts = await self._members_of(await self._parts(rows, user), user)
        if not parts:
            return WorkState.CANCELLED
        if len(parts) == 1 and not parts[0].news.notices:  # one mention says all of it
            (part,) = parts
            for row in part.mentions:
                await self._store.clocks.bring_forward(row.table, WorkKind.PING, row.key, self._clock())
            self._tables.on_work_due.emit(self._clock())
            await self._end(part.rows)
            return None
        return await self._post(work, parts, user, private=private)

    async def _parts(self, rows: Sequence[Work], user: int) -> list[_Part]:
        """Return the parts of a digest by these rows, a table each, waiting turns first; rows without news end."""
        parts = list[_Part]()
        for table_id, some in groupby(sorted(rows, key=lambda row: (row.table, row.id)), lambda row: row.table):
            here, table = tuple(some), await self._tables.find(table_id)
            news, mentions = await self._news(table, user, here)
            if news:
                parts.append(_Part(news, here, mentions))
            else:
                await self._end(here)
        return sorted(parts, key=lambda part: part.news.order)

    async def _members_of(self, parts: Sequence[_Part], user: int) -> list[_Part]:
        """Those in whose server somebody still is; where they play in one that they have left, they lose the seat."""
        there = list[_Part]()
        for part in parts:
            table = part.news.table
            if await self._members.is_member(table.record.guild, user):
                there.append(part)
                continue
            if table.record.status == "playing" and table.seat_of(user) is not None:
                await give_up_former_members_seat(self._tables, table.id, user)
            await self._end(part.rows)
        return there

    async def _news(self, table: TableState, user: int, rows: Sequence[Work]) -> tuple[TableNews, tuple[Work, ...]]:
        """Return the news of a table for a user, and the turn pings that it includes."""
        if await self._people.is_muted(table.id, user):
            return TableNews(table), ()
        notices = await self._notices(table, user, rows)
        seat = table.seat_of(user)
        if seat is None or table.state is None or table.record.status != "playing":
            return TableNews(table, notices=notices), ()
        settings = table.record.settings
        rests = seat in stood_in(settings) or settings.get("paused") is not None or settings.get("mention") == NEVER
        turn = not rests and seat in table.state.awaited
        note = (
            not turn and settings.get("mention") != NEVER and seat in table.notes.waiting(table.record.seats, settings)
        )
        if not (turn or note):
            return TableNews(table, notices=notices), ()
        mention = await self._store.work.find(
            table.id, WorkKind.PING, f"{seat}:{table.decisions[seat]}" if turn else note_key(seat)
        )
        if mention is not None and mention.state == WorkState.DONE:  # they have been told
            return TableNews(table, notices=notices), ()
        deadline = await self._deadlines.of(table, seat) if turn else None
        news = TableNews(table, turn, None if deadline is None else deadline.end, note, notices)
        return news, () if mention is None else (mention,)

    async def _post(self, work: Work, parts: Sequence[_Part], user: int, *, private: bool) -> WorkState | None:
        where = await self._channels.open_dm(user) if private else None
        if where is None:
            private = False
            parts = [part for part in parts if part.news.table.record.guild == work.guild]
            places = (message_place(part.news.table) for part in parts)
            where = next((place for place in places if not self._channels.is_breaker_open(place)), None)
        if where is None:
            return WorkState.PARKED
        left = [part for part in parts if not await self._stands(part, user)]
        if not left:
            return None
        text, told = digest.digest_text(user, [part.news for part in left], private=private)
        left = left[:told]
        begun = [row for part in left for row in part.rows if await self._store.work.begin(row.id, where)]
        if not begun:
            return None
        offered = [] if private else [_button(part.news.table, user, many=len(left) > 1) for part in left]
        buttons = [button for button in offered if button is not None][:MAX_BUTTONS]
        below = classic_view(*buttons) if buttons else None
        try:
            message = await self._poster.post(begun, where, mentions_of([user]), text, below)
        except discord.HTTPException as error:
            if not private or error.code not in CLOSED_TO_DIRECT:
                raise
            return await self._post(work, parts, user, private=False)  # nobody needs an open DM
        await self._end(row for part in left for row in part.mentions)  # first: none is mentioned for it beside
        for row in begun:
            await self._poster.record_posted(row, where, message)
        return None

    async def _stands(self, part: _Part, user: int) -> bool:
        """Whether a killed process has posted what a part says, and could not note that any more."""
        is_ours = partial(_is_digest, user, part.news.table)
        found = [row for row in part.rows if await self._poster.is_posted(row, nonce_of([row]), is_ours)]
        if found:
            await self._end(part.mentions)
        return len(found) == len(part.rows)

    async def _end(self, rows: Iterable[Work]) -> None:
        for row in rows:
            if row.state != WorkState.CANCELLED:
                await self._store.work.mark(row.id, WorkState.CANCELLED, seq=row.seq)

    # -- once it stands ----------------------------------------------------------------------------------------------

    async def refresh(self, table_id: int) -> None:
        """Let the digests that tell about a table say how things stand; one of which nothing is left goes. Raises
        StoreError, and what Discord's refusals raise.
        """
        standing = await self._store.work.of_table(table_id, WorkKind.POST_DIGEST, (WorkState.DONE,))
        for message in {row.message for row in standing if row.message is not None}:
            row = next(row for row in standing if row.message == message)
            user, channel = row.read(DigestPayload)["user"], row.channel
            if channel is None or self._channels.is_breaker_open(channel):
                continue
            async with self._locks.of(user):
                rows = await self._store.clocks.delivered_as(WorkKind.POST_DIGEST, message, (WorkState.DONE,))
                if not rows:  # it was taken back meanwhile
                    continue
                tables = [part.news for part in await self._parts(rows, user)]
                if not tables:
                    await self._poster.delete(channel, message)
                    continue
                private = channel not in {message_place(news.table) for news in tables}
                text, _ = digest.digest_text(user, tables, private=private)
                await self._rate_limits.acquire_background(channel)
                try:
                    await self._channels.edit_parts(channel, message, mentions_of([user]), content=text)
                except discord.HTTPException as error:
                    if error.code not in MISSING | CLOSED and not is_permanent(error):
                        raise

    async def _take_back(self, work: Work, user: int) -> None:
        """Take a digest away once nothing is left that it stands for."""
        now = await self._store.work.find(work.table, work.kind, work.key)
        if now is None or now.state != WorkState.RETRACT:  # it went with another's message
            return
        message = work.message
        if message is None:
            table = await self._tables.find(work.table)
            message = await self._poster.find_posted(work, partial(_is_digest, user, table))
        if message is not None and work.channel is not None:
            states = WorkState.DONE, WorkState.RETRACT  # the last row of a message takes it away
            others = await self._store.clocks.delivered_as(WorkKind.POST_DIGEST, message, states)
            if all(other.id == work.id for other in others):
                await self._poster.delete(work.channel, message)
        await self._store.work.mark(work.id, WorkState.CANCELLED, seq=work.seq)  # before the next row's turn


def _is_digest(user: int, table: TableState, _: Work, content: str) -> bool:
    """Whether a message is a user's digest and tells about a table."""
    named = re.search(re.escape(escape(table.name)) + r"(?!\d)", content)
    return content.startswith(digest.opening_line(user)) and named is not None


def _button(table: TableState, user: int, *, many: bool) -> Part | None:
    """The button of a table in a user's digest: their hand, or a seat that they are invited to take."""
    of_which = f": {table.name}" if many else ""
    if table.seat_of(user) is not None and table.state is not None:
        return button(
            CustomId.SHOW_HAND, table.id, "digest", label=f"My hand{of_which}", style=discord.ButtonStyle.primary
        )
    if table.record.status == "lobby" and user in table.invited:
        return button(
            CustomId.ACCEPT_INVITATION, table.id, "digest", label=f"Play{of_which}", style=discord.ButtonStyle.success
        )
    return None
