"""Channels and threads as the bot meets them: its calls there, what it may do, and what stands at the bottom."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import discord
from discord.http import handle_message_parameters

from bot.transport.api.error_codes import (
    CLOSED,
    CLOSED_TO_DIRECT,
    FORBIDDEN,
    LOCKED,
    MISSING,
    NO_ACCESS,
    NO_PERMISSION,
    THREAD_EXISTS,
    TOO_MANY_THREADS,
    UNKNOWN_CHANNEL,
    is_permanent,
    named,
)
from bot.transport.interactions.responses import CONNECTION, NOBODY
from bot.ui.table.renderer import RenderedMessage
from data.records import now_ms

log = logging.getLogger(__name__)

OLD: Final = 3600 * 1000
"""Milliseconds after which Discord limits edits of a message: an older one is posted anew when it has to ping."""

FEW: Final = 4
"""Edits within an hour of a message older than that, after which it is better posted anew. How many Discord takes it
does not say; discord.py would ask five times, and people would wait.
"""

BREAKER_SECONDS: Final = 3600
"""Seconds for which a channel that refused is left alone: each refusal counts towards a ban of the whole address."""

NOT_TRIPPED: Final = (0.0, False)
"""Of a channel that has not refused: until when it is left alone, and that it is there."""

REMEMBERED: Final = 120_000
"""Milliseconds for which posting with the same nonce surely finds the message; Discord says "a few minutes"."""

PASSING: Final = 10_000
"""How many of the bot's own passing messages are remembered."""

THREAD_LIFE: Final = 10_080
"""Minutes without activity after which Discord archives a table's thread: a week, the longest there is."""

LEEWAY: Final = timedelta(hours=1)
"""How much earlier than that a thread may be archived without anybody's having closed it."""

RENAMING: Final = 5.0
"""Seconds for a thread's new name: Discord takes two in ten minutes, and discord.py would wait for the third."""

PAGE: Final = 100
"""Messages that Discord lists at a time."""

BEFORE: Final = 60_000
"""Milliseconds by which the clocks here and at Discord may differ."""

PAGES: Final = 5
"""Pages that are searched for a message that was posted just after a known moment."""


class TooManyThreads(Exception):
    """Raised where a server has as many open threads as Discord allows."""


class Channels:
    """What this process knows of channels, and its calls there. The calls raise discord.HTTPException."""

    def __init__(self, client: discord.Client, clock: Callable[[], int] = now_ms) -> None:
        self._client = client
        self._clock = clock
        self._breakers: dict[int, tuple[float, bool]] = {}
        """Until when (monotonic) a channel is left alone, and whether it is gone."""
        self._in_words: set[int] = set()
        self._last: dict[int, int] = {}
        self._passing: set[int] = set()
        self._order: deque[int] = deque()
        self._edits: dict[int, deque[int]] = {}
        """When (ms) messages older than an hour were edited last."""

    # -- what stands at the bottom -----------------------------------------------------------------------------------

    def saw(self, channel: int, last: int) -> None:
        """An interaction tells which message came last to its channel.

        It may have gone since, which Discord does not say.
        """
        if last not in self._passing:
            self._last[channel] = last

    def passing(self, message: int) -> None:
        """This message of ours goes away by itself (a ping): it buries nothing, there or gone."""
        self._passing.add(message)
        self._order.append(message)
        if len(self._order) > PASSING:
            self._passing.discard(self._order.popleft())

    def buried(self, channel: int, message: int) -> bool:
        """Whether a message is too old to be edited often, or others have come after it."""
        return self._is_old(message) or self._last.get(channel, message) > message

    def is_worn(self, message: int) -> bool:
        """Whether an old message has been edited so often within an hour that the next edit may be refused."""
        edits = self._edits.get(message, ())
        return len(edits) == FEW and edits[0] > self._clock() - OLD

    def _is_old(self, message: int) -> bool:
        return self._clock() - discord.utils.snowflake_time(message).timestamp() * 1000 > OLD

    def is_away(self, guild: int) -> bool:
        """Whether the bot is not in a server, as far as Discord has told it all of its servers."""
        return self._client.is_ready() and self._client.get_guild(guild) is None

    # -- what the bot may do -----------------------------------------------------------------------------------------

    def trip_breaker(self, channel: int, error: discord.HTTPException) -> None:
        """Leave a channel that refused alone for an hour."""
        log.warning("channel %s: no more tries for an hour (%s %s)", channel, error.status, error.code)
        self._breakers[channel] = time.monotonic() + BREAKER_SECONDS, error.code == UNKNOWN_CHANNEL

    def is_breaker_open(self, channel: int) -> bool:
        """Whether a channel is to be left alone."""
        return self._breakers.get(channel, NOT_TRIPPED)[0] > time.monotonic()

    def is_deleted(self, channel: int) -> bool:
        """Whether a channel was refused because it is there no longer."""
        return self._breakers.get(channel, NOT_TRIPPED)[1]

    def may_post(self, channel: int) -> bool:
        """Whether the bot may write in a channel, as far as Discord has told; a thread that nobody is in counts as
        none.
        """
        held = self._held(channel)
        threaded = isinstance(self._client.get_channel(channel), discord.Thread)
        return (
            held is not None
            and held.view_channel
            and (held.send_messages_in_threads if threaded else held.send_messages)
        )

    def _held(self, channel: int) -> discord.Permissions | None:
        """What the bot may do in a channel, as far as Discord has told."""
        found = self._client.get_channel(channel)
        if not isinstance(found, discord.abc.GuildChannel | discord.Thread) or found.guild.me is None:  # pyright: ignore[reportUnnecessaryComparison]  # it may be, before the server has come
            return None
        return found.permissions_for(found.guild.me)

    def used(self, channel: int | None, *, attach: bool) -> None:
        """Somebody used the bot in this channel, where it may now `attach` files or not: it may be tried again."""
        if channel is not None:
            self._breakers.pop(channel, None)
            if attach:
                self._in_words.discard(channel)

    def is_open_to_all(self, channel: int) -> bool:
        """Whether everybody in a channel's server may read it, as far as is known."""
        found = self._client.get_channel(channel)
        return isinstance(found, discord.abc.GuildChannel) and open_to_all(found)

    def pictures(self, channel: int) -> bool:
        """Whether messages there go with their pictures."""
        return channel not in self._in_words

    def without_picture(self, channel: int, shown: RenderedMessage, error: discord.HTTPException) -> bool:
        """Whether a message that was refused may go without its picture; then so do those after it."""
        if error.code != NO_PERMISSION or shown.picture is None:
            return False
        log.warning("channel %s: a picture was refused (%s); tables are told in words there", channel, error.code)
        self._in_words.add(channel)
        return True

    # -- calls -------------------------------------------------------------------------------------------------------

    async def send(self, channel: int, nonce: str, shown: RenderedMessage) -> int:
        """Post a message and return its id. Discord posts one for each nonce, as long as it remembers it."""
        place = self._client.get_partial_messageable(channel)
        sent = await place.send(view=shown.layout.view(), files=shown.files(), nonce=nonce, allowed_mentions=NOBODY)
        self._last[channel] = max(sent.id, self._last.get(channel, 0))
        return sent.id

    async def edit(self, channel: int, message: int, shown: RenderedMessage) -> None:
        """What PartialMessage.edit does, without reading the message that comes back: nobody needs it."""
        if self._is_old(message):
            self._edits.setdefault(message, deque(maxlen=FEW)).append(self._clock())
            if len(self._edits) > PASSING:
                del self._edits[next(iter(self._edits))]
        view, files = shown.layout.view(), shown.files()
        with handle_message_parameters(view=view, attachments=files, allowed_mentions=NOBODY) as params:
            await self._client.http.edit_message(channel, message, params=params)

    async def reword(self, channel: int, message: int, text: str, mentions: discord.AllowedMentions) -> None:
        """Let a message say something else; its buttons stay."""
        with handle_message_parameters(content=text, allowed_mentions=mentions) as params:
            await self._client.http.edit_message(channel, message, params=params)

    async def direct(self, user: int) -> int | None:
        """The channel of private messages with somebody; None where they take none from the bot."""
        try:
            return (await self._client.create_dm(discord.Object(user))).id
        except discord.HTTPException as error:
            if error.code not in CLOSED_TO_DIRECT and not is_permanent(error):
                raise
            return None

    async def is_there(self, channel: int, message: int) -> bool:
        """Whether a message is there. Where the bot may not read what was written, it is taken to be."""
        held = self._held(channel)
        if held is not None and held.view_channel and not held.read_message_history:
            return True
        try:
            await self._client.http.get_message(channel, message)
        except discord.HTTPException as error:
            if error.code not in MISSING | {NO_ACCESS}:
                raise
            return False
        return True

    async def delete(self, channel: int, message: int) -> None:
        """Delete a message."""
        await self._client.http.delete_message(channel, message)

    async def ours(self, channel: int, after: int, wanted: Callable[[list[dict[str, Any]]], bool]) -> list[int]:
        """The bot's own messages after a snowflake whose components are `wanted`, oldest first.

        It takes the permission Read Message History; without it Discord says that there are none.
        """
        me = self._client.user
        found: list[int] = []
        for _ in range(PAGES):
            page = await self._client.http.logs_from(channel, PAGE, after=after)
            for one in page:
                if me is not None and int(one["author"]["id"]) == me.id and wanted(one.get("components") or []):  # pyright: ignore[reportArgumentType]  # as Discord's JSON
                    found.append(int(one["id"]))
            if len(page) < PAGE:
                break
            after = max(int(one["id"]) for one in page)
        return sorted(found)

    async def with_button(self, channel: int, begun: int, wanted: str) -> int | None:
        """The bot's own message with a button of that id, which was posted after `begun` (ms) and not noted."""
        after = discord.utils.time_snowflake(datetime.fromtimestamp((begun - BEFORE) / 1000, UTC))

        def wanted_in(parts: list[dict[str, Any]]) -> bool:
            return any(one.get("custom_id") == wanted or wanted_in(one.get("components", [])) for one in parts)

        found = await self.ours(channel, after, wanted_in)
        return found[-1] if found else None

    # -- threads -----------------------------------------------------------------------------------------------------

    async def thread_from(self, channel: int, message: int, name: str) -> int | None:
        """A thread made from a message, or None where Discord makes none. It has the message's id.

        Raises TooManyThreads, of which people are told: it is nothing that the bot's permissions say.
        """
        for last_try in (False, True):
            try:
                await self._client.http.start_thread_with_message(
                    channel, message, name=name[:100], auto_archive_duration=THREAD_LIFE
                )
            except (discord.HTTPException, *CONNECTION) as error:
                if isinstance(error, discord.HTTPException) and error.code == THREAD_EXISTS:
                    return message
                if isinstance(error, discord.HTTPException) or last_try:
                    log.warning("%s: no thread (%s); it plays in its channel", name, named(error))
                    if isinstance(error, discord.HTTPException) and error.code == TOO_MANY_THREADS:
                        raise TooManyThreads from error
                    return None
            else:
                return message
        return None

    async def rename(self, thread: discord.Thread, name: str) -> None:
        """Give one of the bot's own threads another name, if that can be done soon: it is not worth waiting for."""
        me = self._client.user
        if me is None or thread.owner_id != me.id or thread.name == name:
            return
        try:
            async with asyncio.timeout(RENAMING):
                await self._client.http.edit_channel(thread.id, name=name)
        except (discord.HTTPException, TimeoutError, *CONNECTION) as error:
            log.info("thread %s keeps its name (%s)", thread.id, named(error))

    def thread(self, number: int) -> discord.Thread | None:
        """A thread that is open, as Discord has told of it."""
        found = self._client.get_channel(number)
        return found if isinstance(found, discord.Thread) else None

    async def open_again(self, thread: int) -> int | None:
        """Take a thread out of the archive. Returns None, or the code that says why it stays shut."""
        try:
            await self._client.http.edit_channel(thread, archived=False)
        except discord.HTTPException as error:
            if error.code not in CLOSED | FORBIDDEN:
                raise
            log.info("thread %s cannot be opened again (%s %s)", thread, error.status, error.code)
            return TOO_MANY_THREADS if error.code == TOO_MANY_THREADS else LOCKED
        return None

    async def last_in(self, thread: int) -> int | None:
        """When the last message came to a thread that Discord archives after a week (ms); None for every other channel,
        and for a thread that somebody has locked, or closed before its time.
        """
        known = self._client.get_channel(thread)
        if known is not None and not isinstance(known, discord.Thread):
            return None
        found: Any = await self._client.http.get_channel(thread)
        state: dict[str, Any] = found.get("thread_metadata") or {}
        if state.get("locked") or state.get("auto_archive_duration") != THREAD_LIFE:
            return None
        last = discord.utils.snowflake_time(int(found.get("last_message_id") or thread))
        life = timedelta(minutes=THREAD_LIFE) - LEEWAY
        if state["archived"] and datetime.fromisoformat(state["archive_timestamp"]) < last + life:
            return None
        return int(last.timestamp() * 1000)

    async def is_locked(self, thread: int) -> bool:
        """Whether a thread that refuses is locked."""
        try:
            found = await self._client.http.get_channel(thread)
        except discord.HTTPException as error:
            if error.code not in FORBIDDEN:
                raise
            return False
        return bool(found.get("thread_metadata", {}).get("locked"))


def open_to_all(channel: discord.abc.GuildChannel) -> bool:
    """Whether everybody in its server may read a channel."""
    return channel.permissions_for(channel.guild.default_role).view_channel
