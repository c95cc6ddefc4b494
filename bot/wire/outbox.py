"""Delivery of what is owed to Discord: refreshes of the boards (bot/wire/board.py), turn pings.

What is owed is kept in the same transaction as the event that caused it. Here it is delivered, more than once if need
be: a refresh shows the last state, whatever it was owed for; a ping is posted with a nonce made from table, event and
seat, so that a second try finds the first; it is rechecked before it is posted and taken back when its seat has moved.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

import discord

from bot.errors import Declined, safe
from bot.show.messages import Shows
from bot.show.words import escape
from bot.tables.acts import PING, SAFETY_NET, Tables
from bot.tables.live import Live
from bot.wire.board import RETRIES, Board
from bot.wire.channels import Channels
from bot.wire.codes import ARCHIVED, FORBIDDEN, MISSING, UNKNOWN_CHANNEL, named
from bot.wire.components import button, classic
from data.errors import StoreError
from data.records import BOARD, DELETE, REFRESH, Work, now_ms

log = logging.getLogger(__name__)

KEEP: Final = 24 * 3600 * 1000
"""Milliseconds for which settled work are kept: longer than any delivery that may still be under way."""


HOPELESS: Final = FORBIDDEN | {UNKNOWN_CHANNEL}
"""Channel gone, no access, no permission: asking again would only earn a ban."""


class Outbox:
    """The one deliverer of this process."""

    def __init__(
        self,
        client: discord.Client,
        tables: Tables,
        shows: Shows,
        channels: Channels,
        board: Board,
        *,
        quiet: float = 120,
        clock: Callable[[], int] = now_ms,
    ) -> None:
        self._client = client
        self._tables = tables
        self._store = tables.store
        self._shows = shows
        self._channels = channels
        self._board = board
        self._quiet = int(quiet * 1000)  # who used the bot at the table so lately (ms) is not pinged
        self._clock = clock
        self._wake = asyncio.Event()
        self._closing = False
        board.owed = self._wake.set
        self._main: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to deliver, first of all what an earlier process left undone."""
        self._main = asyncio.create_task(self._run(), name="outbox")

    async def close(self) -> None:
        """Stop; what is not delivered stays owed."""
        self._closing = True
        if self._main is not None:
            self._main.cancel()
            await asyncio.gather(self._main, return_exceptions=True)

    def changed(self, live: Live) -> None:
        """A table has changed: its message is behind, and pings may be owed or no longer hold."""
        self._board.changed(live.id)
        self._wake.set()

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
                    await self._store.forget_work(swept - KEEP)
                for work in await self._store.due(self._clock(), 100):
                    if work.kind == REFRESH:
                        await self._store.retry(work.id, self._clock() + SAFETY_NET)
                        self._board.changed(work.table)
                    else:
                        await self._deliver(work)
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
                    self._board.changed(record.id)
            for work in await self._store.due(self._clock() + SAFETY_NET, 1000):  # tables that are over, too
                if work.kind == REFRESH:
                    self._board.changed(work.table)
        except StoreError as error:
            log.error("outbox: %s", error)  # noqa: TRY400

    # -- pings and results -------------------------------------------------------------------------------------------

    async def _deliver(self, work: Work) -> None:
        try:
            if work.state == "withdraw":
                if work.channel is not None and work.message is not None:
                    await self._delete(work.channel, work.message)
                await self._store.mark(work.id, "gone")
            elif work.kind == PING:
                await self._ping(work)
            elif work.kind in {BOARD, DELETE}:
                await self._board.settle(work)
            else:
                await self._store.mark(work.id, "gone")
        except Exception as error:  # noqa: BLE001  # one work that cannot be delivered must not hold up the others
            hopeless = isinstance(error, Declined) or getattr(error, "code", None) in HOPELESS
            if work.tries >= len(RETRIES) or hopeless:
                log.warning("table %s: work %s is given up (%s)", work.table, work.id, named(error))
                await self._store.mark(work.id, "failed")
                return
            wait = RETRIES[work.tries]
            log.info("table %s: work %s failed (%s); again in %s s", work.table, work.id, named(error), wait)
            await self._store.retry(work.id, self._clock() + wait * 1000)

    async def _ping(self, work: Work) -> None:
        """Mention one seat that is awaited, once; rechecked first, for a stop may lie between owing and posting."""
        live = await self._tables.find(work.table)
        seat = int(work.payload["seat"])
        player = live.record.seats[seat] if seat < len(live.record.seats) else None
        if (
            live.record.status != "playing"
            or live.table is None
            or live.decisions.get(seat) != work.seq
            or player is None
            or player.user is None
        ):
            await self._store.mark(work.id, "gone")
            return
        quiet = live.seen.get(player.user, 0) + self._quiet - self._clock()
        if quiet > 0:
            await self._store.retry(work.id, self._clock() + quiet)
            return
        if self._board.buried(live):
            await self._board.post(live)
        record = live.record
        where = record.message_channel or record.thread or record.channel
        if self._channels.is_barred(where):
            await self._store.mark(work.id, "failed")
            return
        face = self._shows.face(live)
        asks = face.asks(live.table.state.view(None))
        hand = classic(button("hand", live.id, label="My hand", style=discord.ButtonStyle.primary))
        sent = await self._client.get_partial_messageable(where).send(
            f"<@{player.user}>, it is your turn at {escape(live.name)}: {asks}",
            view=hand,
            nonce=f"{live.id}-{work.seq}-p{seat}"[:25],
            allowed_mentions=discord.AllowedMentions(
                everyone=False, roles=False, replied_user=False, users=[discord.Object(player.user)]
            ),
        )
        self._channels.passing(sent.id)
        await self._store.mark(work.id, "sent", channel=where, message=sent.id)
        if live.decisions.get(seat) != work.seq:
            await self._delete(where, sent.id)

    async def _delete(self, channel: int, message: int) -> None:
        try:
            await self._channels.delete(channel, message)
        except discord.HTTPException as error:
            if error.code not in {*MISSING, *FORBIDDEN, ARCHIVED}:
                raise
