"""The public table messages: posted, edited when that falls due, posted anew where Discord no longer has them.

A refresh shows the last state, whatever it was owed for; a message is posted with a nonce made from table, event and
kind, so that a second try finds the first.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Final

import discord
from discord.http import handle_message_parameters

from bot.show.layouts import moved_to
from bot.show.messages import Shown, Shows
from bot.tables.due import Due
from bot.tables.live import Live
from bot.tables.tables import REFRESH, Tables
from bot.wire.pace import Pace
from bot.wire.replies import NOBODY
from data.records import Work, WorkState, now_ms

log = logging.getLogger(__name__)

AT_ONCE: Final = 256
"""Messages brought up to date at a time; most of them wait for their channel's turn."""

EARLIER: Final = 1000
"""Milliseconds before its posting began from which a message is taken for one that an earlier try posted."""

YOUNG: Final = 10_000
"""Milliseconds after the start in which every posting may find what a process killed just before had posted."""

OLD: Final = 3600 * 1000
"""Milliseconds after which Discord limits edits of a message: an older one is posted anew when it has to ping."""

UNKNOWN_MESSAGE: Final = 10008
UNKNOWN_CHANNEL: Final = 10003
ARCHIVED: Final = 50083
OLD_EDITS: Final = 30046
NO_PERMISSION: Final = 50013
HOPELESS: Final = {UNKNOWN_CHANNEL, 50001, NO_PERMISSION}
"""Channel gone, no access, no permission: asking again would only earn a ban."""


class Outbox:
    """The public messages of the tables, brought up to date when that falls due."""

    def __init__(
        self,
        client: discord.Client,
        tables: Tables,
        shows: Shows,
        due: Due,
        pace: Pace,
        *,
        clock: Callable[[], int] = now_ms,
    ) -> None:
        self._client = client
        self._tables = tables
        self._shows = shows
        self._due = due
        self._pace = pace
        self._clock = clock
        self._born = clock()
        self._barred: dict[int, float] = {}
        self._in_words: set[int] = set()
        self._last_message: dict[int, int] = {}
        due.handle(REFRESH, self._owed, at_once=AT_ONCE, given_up="asleep")

    def changed(self, live: Live) -> None:
        """A table has changed: what sleeps there is tried again."""
        self._due.used(live.record.guild, live.id)

    def used(self, live: Live, channel: int | None) -> None:
        """Somebody used the bot at a table, in this channel: its permissions may have changed."""
        self.unbar(channel)
        self._due.used(live.record.guild, live.id)

    def saw(self, channel: int, last: int) -> None:
        """An interaction tells which message is the last of its channel: whether the table is still at the bottom."""
        self._last_message[channel] = last

    # -- what is due -------------------------------------------------------------------------------------------------

    async def _owed(self, work: Work) -> WorkState | None:
        """Bring a table's message up to date; it sleeps where that cannot be done."""
        live = await self._tables.find(work.table)
        if live.record.shown >= work.seq:
            return "sent"
        await self._pace.turn(live.record.message_channel)  # before it is rendered: it is to show the newest state
        live = await self._tables.find(work.table)
        await self.refresh(live)
        return None if live.record.shown >= work.seq else "asleep"

    # -- the public message ------------------------------------------------------------------------------------------

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
        if self.is_barred(record.message_channel):
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
                self.bar(record.message_channel, error)
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
        if self.is_barred(where):
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
                self.bar(where, error)
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
            await self.delete(old_channel, old)
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

    # -- helpers -----------------------------------------------------------------------------------------------------

    def buried(self, live: Live) -> bool:
        """Whether the table's message is old, or other messages lie below it: then it is posted anew to ping."""
        channel, message = live.record.message_channel, live.record.message
        if channel is None or message is None:
            return False
        age = self._clock() - discord.utils.snowflake_time(message).timestamp() * 1000
        return age > OLD or self._last_message.get(channel, message) > message

    def _partial(self, channel: int, message: int) -> discord.PartialMessage:
        return self._client.get_partial_messageable(channel).get_partial_message(message)

    async def delete(self, channel: int, message: int) -> None:
        """Remove a message; one that is gone, or out of reach, is let be. Raises HTTPException."""
        try:
            await self._partial(channel, message).delete()
        except discord.HTTPException as error:
            if error.code not in {UNKNOWN_MESSAGE, UNKNOWN_CHANNEL, 50001, 50013, ARCHIVED}:
                raise

    async def _wake_thread(self, thread: int) -> None:
        await self._client.http.edit_channel(thread, archived=False)

    def bar(self, channel: int, error: discord.HTTPException) -> None:
        """Stop trying a channel for an hour: each refusal counts towards a ban of the whole address."""
        log.warning("channel %s: no more tries for an hour (%s %s)", channel, error.status, error.code)
        self._barred[channel] = time.monotonic() + 3600

    def is_barred(self, channel: int) -> bool:
        """Whether a channel refused the bot within the hour."""
        return self._barred.get(channel, 0) > time.monotonic()

    def unbar(self, channel: int | None) -> None:
        """Somebody used the bot there: its permissions may have changed."""
        if channel is not None:
            self._barred.pop(channel, None)

    def with_pictures(self, channel: int | None) -> None:
        """The bot may attach files there (again)."""
        if channel is not None:
            self._in_words.discard(channel)


def hopeless(error: Exception) -> bool:
    """Whether Discord's refusal will be the same until somebody changes something there."""
    return isinstance(error, discord.HTTPException) and error.code in HOPELESS


def _kind(error: discord.HTTPException) -> str:
    return f"{error.status} {error.code}"
