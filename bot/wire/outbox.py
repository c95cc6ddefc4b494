"""Delivery of what is owed to Discord: refreshes of the public table messages, turn pings, results.

What is owed is kept in the same transaction as the event that caused it. Here it is delivered, more than once if need
be: a refresh shows the last state, whatever it was owed for; a message is posted with a nonce made from table, event
and kind, so that a second try finds the first; a ping is rechecked before it is posted and taken back when its seat has
moved.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Final

import discord
from aiolimiter import AsyncLimiter
from discord.http import handle_message_parameters

from bot.errors import Declined, safe
from bot.show.layouts import moved_to
from bot.show.messages import Shown, Shows
from bot.show.words import escape
from bot.tables.live import Live
from bot.tables.tables import PING, REFRESH, SAFETY_NET, Tables
from bot.wire.components import button, classic
from bot.wire.replies import CONNECTION, NOBODY
from data.errors import StoreError
from data.records import Notice, now_ms

log = logging.getLogger(__name__)

REFRESH_EVERY: Final = 1.0
"""Seconds between two edits of one table message: Discord allows about five in five seconds a channel."""

SETTLE: Final = 0.1
"""Seconds before a first edit, so that a burst of moves is one."""

PACE: Final = (4, 0.1)
"""Refreshes begun within so many seconds: Discord takes fifty requests a second from a bot, answers apart."""

EARLIER: Final = 1000
"""Milliseconds before its posting began from which a message is taken for one that an earlier try posted."""

YOUNG: Final = 10_000
"""Milliseconds after the start in which every posting may find what a process killed just before had posted."""

OLD: Final = 3600 * 1000
"""Milliseconds after which Discord limits edits of a message: an older one is posted anew when it has to ping."""

KEEP: Final = 24 * 3600 * 1000
"""Milliseconds for which settled notices are kept: longer than any delivery that may still be under way."""

RETRIES: Final = (2, 5, 15, 60, 300, 900, 3600)
"""Seconds between the tries of a delivery that failed for a passing reason."""

UNKNOWN_MESSAGE: Final = 10008
UNKNOWN_CHANNEL: Final = 10003
ARCHIVED: Final = 50083
OLD_EDITS: Final = 30046
NO_PERMISSION: Final = 50013
HOPELESS: Final = {UNKNOWN_CHANNEL, 50001, NO_PERMISSION}
"""Channel gone, no access, no permission: asking again would only earn a ban."""


class Outbox:
    """The one deliverer of this process."""

    def __init__(
        self,
        client: discord.Client,
        tables: Tables,
        shows: Shows,
        *,
        every: float = REFRESH_EVERY,
        quiet: float = 120,
        clock: Callable[[], int] = now_ms,
    ) -> None:
        self._client = client
        self._tables = tables
        self._store = tables.store
        self._shows = shows
        self._every = every
        self._quiet = int(quiet * 1000)  # who used the bot at the table so lately (ms) is not pinged
        self._clock = clock
        self._born = clock()
        self._dirty: dict[int, asyncio.Event] = {}
        self._workers: dict[int, asyncio.Task[None]] = {}
        self._wake = asyncio.Event()
        self._closing = False
        self._barred: dict[int, float] = {}
        self._in_words: set[int] = set()
        self._last_message: dict[int, int] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._pace = AsyncLimiter(*PACE)
        self._main: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to deliver, first of all what an earlier process left undone."""
        self._main = asyncio.create_task(self._run(), name="outbox")

    async def close(self) -> None:
        """Stop; what is not delivered stays owed."""
        self._closing = True
        tasks = [*self._workers.values(), *self._tasks, *([self._main] if self._main else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def changed(self, live: Live) -> None:
        """A table has changed: its message is behind, and pings may be owed or no longer hold."""
        self._refresh_soon(live.id)
        self._wake.set()

    def saw(self, channel: int, last: int) -> None:
        """An interaction tells which message is the last of its channel: whether the table is still at the bottom."""
        self._last_message[channel] = last

    # -- what is due -------------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        await self._catch_up()
        swept = 0
        while not self._closing:
            self._wake.clear()
            pause: float = 30
            try:
                if self._clock() - swept > KEEP:
                    swept = self._clock()
                    await self._store.forget_notices(swept - KEEP)
                for notice in await self._store.due(self._clock(), 100):
                    if notice.kind == REFRESH:
                        await self._store.retry(notice.id, self._clock() + SAFETY_NET)
                        self._refresh_soon(notice.table)
                    else:
                        await self._deliver(notice)
                due = await self._store.next_due()
                if due is not None:
                    pause = min(30.0, max(0.05, (due - self._clock()) / 1000))
            except StoreError as error:
                log.error("outbox: %s", error)  # noqa: TRY400  # the error says it all
                pause = 2
            except Exception as error:  # one delivery that fails must not end all others
                log.exception("outbox: going on after an unexpected error", exc_info=safe(error))
                pause = 5
            try:
                await asyncio.wait_for(self._wake.wait(), pause)
                await asyncio.sleep(0.25)  # let a burst of changes come together
            except TimeoutError:
                continue

    async def _catch_up(self) -> None:
        """Refresh what an earlier process left behind."""
        try:
            for record in await self._store.live_tables():
                if record.shown < record.seq:
                    self._refresh_soon(record.id)
            for notice in await self._store.due(self._clock() + SAFETY_NET, 1000):  # tables that are over, too
                if notice.kind == REFRESH:
                    self._refresh_soon(notice.table)
        except StoreError as error:
            log.error("outbox: %s", error)  # noqa: TRY400

    # -- the public message ------------------------------------------------------------------------------------------

    def _refresh_soon(self, table: int) -> None:
        dirty = self._dirty.get(table)
        if dirty is None:
            dirty = self._dirty[table] = asyncio.Event()
        dirty.set()
        if table not in self._workers and not self._closing:
            self._workers[table] = asyncio.create_task(self._work(table, dirty))

    async def _work(self, table: int, dirty: asyncio.Event) -> None:
        try:
            await self._keep_fresh(table, dirty)
        finally:
            # Both at once: what is owed from here on finds no worker and starts one.
            del self._dirty[table], self._workers[table]

    async def _keep_fresh(self, table: int, dirty: asyncio.Event) -> None:
        """Edit one table's message until nothing has changed for a while; the last state wins."""
        tries = 0
        await asyncio.sleep(min(SETTLE, self._every))
        while dirty.is_set():
            dirty.clear()
            began = time.monotonic()
            try:
                await self._pace.acquire()
                dirty.clear()  # what happened while it waited is shown, too
                live = await self._tables.find(table)
                if live.record.shown < live.record.seq:
                    await self.refresh(live)
                tries = 0
            except (discord.HTTPException, StoreError, *CONNECTION) as error:
                wait = RETRIES[min(tries, len(RETRIES) - 1)]
                tries += 1
                log.warning(
                    "table %s: its message could not be refreshed (%s); again in %s s", table, _kind(error), wait
                )
                dirty.set()
                await asyncio.sleep(wait)
                continue
            except Exception as error:  # see above
                log.exception("table %s: its message could not be refreshed", table, exc_info=safe(error))
            await asyncio.sleep(max(0.0, self._every - (time.monotonic() - began)))

    async def refresh(self, live: Live) -> None:
        """Bring the public message of a table up to date; post it anew where Discord no longer has it."""
        async with live.showing:
            await self._refresh(live)

    async def _refresh(self, live: Live) -> None:
        record = live.record
        if record.shown >= record.seq:
            return
        if record.message is None or record.message_channel is None:
            # A process was stopped between keeping and posting: a lobby is posted by whoever asks for it again.
            if record.status != "lobby":
                await self._recover(live)
            return
        if self._is_barred(record.message_channel):
            return
        if record.thread is not None and record.message_channel == record.channel != record.thread:
            if await self._recover(live):
                await self._move_on(live, record.channel, record.message, record.thread)
            return
        seq = record.seq
        shown = await self._shown(live, record.message_channel)
        try:
            await self._edit(record.message_channel, record.message, shown)
        except discord.HTTPException as error:
            if self._in_words_then(record.message_channel, shown, error):
                await self._refresh(live)
                return
            if error.code in {UNKNOWN_MESSAGE, OLD_EDITS}:
                await self.post_held(live)
                return
            if error.code == ARCHIVED:
                await self._wake_thread(record.message_channel)
                await self._edit(record.message_channel, record.message, shown)
            elif error.code in HOPELESS:
                self._bar(record.message_channel, error)
                return
            else:
                raise
        await self._tables.reposted(live, record.message_channel, record.message, seq)

    async def _shown(self, live: Live, where: int) -> Shown:
        return await self._shows.table(live, pictures=where not in self._in_words)

    def _in_words_then(self, where: int, shown: Shown, error: discord.HTTPException) -> bool:
        """Whether a message that was refused may go without its picture; then so do those after it."""
        if error.code != NO_PERMISSION or shown.picture is None:
            return False
        log.warning("channel %s: a picture was refused (%s); tables are told in words there", where, error.code)
        self._in_words.add(where)
        return True

    async def _recover(self, live: Live) -> bool:
        """Post the message of a table whose process was stopped on the way there; it may be there, and out of date."""
        sent = await self.post_held(live)
        where = live.record.message_channel
        if sent is None or where is None:
            return False
        await self._edit(where, sent, await self._shown(live, where))
        return True

    async def _move_on(self, live: Live, channel: int, lobby: int, thread: int) -> None:
        """Let a lobby's message say where its table is."""
        shown = Shown(moved_to(live, thread))
        try:
            await self._edit(channel, lobby, shown)
        except discord.HTTPException as error:
            log.info("table %s: its lobby message could not be changed (%s)", live.id, _kind(error))

    async def _edit(self, channel: int, message: int, shown: Shown) -> None:
        """What PartialMessage.edit does, without reading the message that comes back: nobody needs it."""
        view, files = shown.layout.view(), shown.files()
        with handle_message_parameters(view=view, attachments=files, allowed_mentions=NOBODY) as params:
            await self._client.http.edit_message(channel, message, params=params)

    async def post(self, live: Live) -> int | None:
        """Post the table's message anew and remove the old one. Returns its id, None where it may not be.

        The nonce names the message that is replaced: however often that is tried, one message takes its place.
        """
        async with live.showing:
            return await self.post_held(live)

    async def post_held(self, live: Live, channel: int | None = None) -> int | None:
        """`post` for whoever holds `live.showing`; `channel` is where to, if not where the table is."""
        record = live.record
        where = channel or record.thread or record.message_channel or record.channel
        if self._is_barred(where):
            return None
        seq = record.seq
        nonce = f"{record.id}-{record.message or 0:x}"[:25]
        began = self._clock()
        shown = await self._shown(live, where)
        try:
            sent = await self._send(where, nonce, shown)
        except discord.HTTPException as error:
            if self._in_words_then(where, shown, error):
                return await self.post_held(live, channel)
            if error.code in HOPELESS:
                self._bar(where, error)
                return None
            raise
        age = began - discord.utils.snowflake_time(sent.id).timestamp() * 1000
        if age > EARLIER or began - self._born < YOUNG:
            # An earlier try got there, or may have, and what it posted may be out of date.
            await self._edit(where, sent.id, await self._shown(live, where))
        old_channel, old = record.message_channel, record.message
        await self._tables.reposted(live, where, sent.id, seq)
        self._last_message[where] = sent.id
        if old is not None and old_channel is not None and old != sent.id and old_channel == where:
            await self._delete(old_channel, old)
        return sent.id

    async def _send(self, where: int, nonce: str, shown: Shown) -> discord.Message:
        channel = self._client.get_partial_messageable(where)
        try:
            return await channel.send(
                view=shown.layout.view(), files=shown.files(), nonce=nonce, allowed_mentions=NOBODY
            )
        except discord.HTTPException as error:
            if error.code == ARCHIVED:
                await self._wake_thread(where)
                return await channel.send(
                    view=shown.layout.view(), files=shown.files(), nonce=nonce, allowed_mentions=NOBODY
                )
            raise

    # -- pings and results -------------------------------------------------------------------------------------------

    async def _deliver(self, notice: Notice) -> None:
        try:
            if notice.state == "withdraw":
                if notice.channel is not None and notice.message is not None:
                    await self._delete(notice.channel, notice.message)
                await self._store.mark(notice.id, "gone")
            elif notice.kind == PING:
                await self._ping(notice)
            else:
                await self._store.mark(notice.id, "gone")
        except Exception as error:  # noqa: BLE001  # one notice that cannot be delivered must not hold up the others
            hopeless = isinstance(error, Declined) or getattr(error, "code", None) in HOPELESS
            if notice.tries >= len(RETRIES) or hopeless:
                log.warning("table %s: notice %s is given up (%s)", notice.table, notice.id, _kind(error))
                await self._store.mark(notice.id, "failed")
                return
            wait = RETRIES[notice.tries]
            log.info("table %s: notice %s failed (%s); again in %s s", notice.table, notice.id, _kind(error), wait)
            await self._store.retry(notice.id, self._clock() + wait * 1000)

    async def _ping(self, notice: Notice) -> None:
        """Mention one seat that is awaited, once; rechecked first, for a stop may lie between owing and posting."""
        live = await self._tables.find(notice.table)
        seat = int(notice.payload["seat"])
        player = live.record.seats[seat] if seat < len(live.record.seats) else None
        if (
            live.record.status != "playing"
            or live.table is None
            or live.decisions.get(seat) != notice.seq
            or player is None
            or player.user is None
        ):
            await self._store.mark(notice.id, "gone")
            return
        quiet = live.seen.get(player.user, 0) + self._quiet - self._clock()
        if quiet > 0:
            await self._store.retry(notice.id, self._clock() + quiet)
            return
        record = live.record
        where = record.message_channel or record.thread or record.channel
        if self._is_barred(where):
            await self._store.mark(notice.id, "failed")
            return
        if record.message is not None and self._buried(record.message_channel, record.message):
            await self.post(live)
        face = self._shows.face(live)
        asks = face.asks(live.table.state.view(None))
        hand = classic(button("hand", live.id, label="My hand", style=discord.ButtonStyle.primary))
        sent = await self._client.get_partial_messageable(where).send(
            f"<@{player.user}>, it is your turn at {escape(live.name)}: {asks}",
            view=hand,
            nonce=f"{live.id}-{notice.seq}-p{seat}"[:25],
            allowed_mentions=discord.AllowedMentions(
                everyone=False, roles=False, replied_user=False, users=[discord.Object(player.user)]
            ),
        )
        await self._store.mark(notice.id, "sent", channel=where, message=sent.id)
        if live.decisions.get(seat) != notice.seq:
            await self._delete(where, sent.id)

    def _buried(self, channel: int | None, message: int) -> bool:
        age = self._clock() - discord.utils.snowflake_time(message).timestamp() * 1000
        return age > OLD or (channel is not None and self._last_message.get(channel, message) > message)

    # -- helpers -----------------------------------------------------------------------------------------------------

    def _partial(self, channel: int, message: int) -> discord.PartialMessage:
        return self._client.get_partial_messageable(channel).get_partial_message(message)

    async def _delete(self, channel: int, message: int) -> None:
        try:
            await self._partial(channel, message).delete()
        except discord.HTTPException as error:
            if error.code not in {UNKNOWN_MESSAGE, UNKNOWN_CHANNEL, 50001, 50013, ARCHIVED}:
                raise

    async def _wake_thread(self, thread: int) -> None:
        await self._client.http.edit_channel(thread, archived=False)

    def _bar(self, channel: int, error: discord.HTTPException) -> None:
        """Stop trying a channel for an hour: each refusal counts towards a ban of the whole address."""
        log.warning("channel %s: no more tries for an hour (%s %s)", channel, error.status, error.code)
        self._barred[channel] = time.monotonic() + 3600

    def _is_barred(self, channel: int) -> bool:
        return self._barred.get(channel, 0) > time.monotonic()

    def unbar(self, channel: int | None) -> None:
        """Somebody used the bot there: its permissions may have changed."""
        if channel is not None:
            self._barred.pop(channel, None)

    def with_pictures(self, channel: int | None) -> None:
        """The bot may attach files there (again)."""
        if channel is not None:
            self._in_words.discard(channel)


def _kind(error: Exception) -> str:
    if isinstance(error, discord.HTTPException):
        return f"{error.status} {error.code}"
    if isinstance(error, StoreError):
        return str(error)
    return type(error).__name__
