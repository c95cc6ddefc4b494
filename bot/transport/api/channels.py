"""Channels and threads: requests to them, the bot's permissions, and the last message in each."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple, cast

import discord
from discord.http import handle_message_parameters

from bot.common.cache import Cache
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
    describe_error,
    is_permanent,
)
from bot.transport.interactions.responses import CONNECTION_ERRORS, NO_MENTIONS
from bot.ui.table.renderer import RenderedMessage
from data.engine.clock import now_ms

log = logging.getLogger(__name__)

OLD_MESSAGE_MS: Final = 3600 * 1000
"""Milliseconds after which Discord limits edits of a message: an older one is posted again to ping."""

MAX_OLD_EDITS: Final = 4
"""Edits within an hour of a message older than an hour. After these it is posted anew.

Discord does not say how many it takes. discord.py would try five times, and people would wait.
"""

BREAKER_SECONDS: Final = 3600
"""Seconds for which a channel that refused is not tried: refusals count towards a ban of the whole address."""

NOT_TRIPPED: Final = (0.0, False)
"""The state of a closed breaker: (open until, deleted)."""

NONCE_MS: Final = 120_000
"""Milliseconds for which a nonce surely finds its message; Discord says "a few minutes"."""

MAX_KNOWN: Final = 10_000
"""Channels or messages in a cache. A missing one costs a request at most."""

THREAD_LIFE_MINUTES: Final = 10_080
"""Minutes without activity after which Discord archives a table's thread: a week, the maximum."""

ARCHIVE_LEEWAY: Final = timedelta(hours=1)
"""A thread that was archived earlier than due by more than this was closed by a user."""

RENAME_TIMEOUT_SECONDS: Final = 5.0
"""Seconds for renaming a thread: Discord allows two in ten minutes, and discord.py would wait for the third."""

PAGE_MESSAGES: Final = 100
"""Messages on a page of Discord's list."""

CLOCK_SKEW_MS: Final = 60_000
"""Milliseconds by which Discord's clock may differ."""

MAX_PAGES: Final = 5
"""Pages that are searched for a message posted after a known moment."""


class ThreadPlace(NamedTuple):
    """A channel in which a thread may be created, and what the bot may do there."""

    channel: object
    permissions: discord.Permissions


class TooManyThreads(Exception):
    """A server has as many active threads as Discord allows."""


class Channels:
    """The state of channels as this process knows it, and requests to them. Requests raise discord.HTTPException."""

    def __init__(self, client: discord.Client, clock: Callable[[], int] = now_ms) -> None:
        self._client = client
        self._clock = clock
        self._breakers: Cache[int, tuple[float, bool]] = Cache(MAX_KNOWN)
        """The time (monotonic) until which a channel's breaker is open, and whether the channel is deleted."""
        self._without_pictures: Cache[int, None] = Cache(MAX_KNOWN)
        """The channels that take none, as keys."""
        self._last: Cache[int, int] = Cache(MAX_KNOWN)
        """The last message of a channel."""
        self._temporary_messages: Cache[int, None] = Cache(MAX_KNOWN)
        """The messages that are deleted soon, as keys."""
        self._edits: Cache[int, deque[int]] = Cache(MAX_KNOWN)
        """The time (ms) at which old messages were last edited."""

    # -- what stands at the bottom -----------------------------------------------------------------------------------

    def record_last_message(self, channel: int, last: int) -> None:
        """Record the last message of a channel, as an interaction names it; it may be deleted since."""
        if last not in self._temporary_messages:
            self._last.put(channel, last)

    def record_temporary(self, message: int) -> None:
        """Record a message of ours that is deleted soon (a ping): it buries nothing."""
        self._temporary_messages.put(message, None)

    def is_buried(self, channel: int, message: int) -> bool:
        """Whether a message is too old for frequent edits, or has other messages below it."""
        return self._is_old(message) or (self._last.get(channel) or 0) > message

    def is_edit_limited(self, message: int) -> bool:
        """Whether an old message was edited so often within an hour that the next edit may be refused."""
        edits = self._edits.get(message) or ()
        return len(edits) == MAX_OLD_EDITS and edits[0] > self._clock() - OLD_MESSAGE_MS

    def _is_old(self, message: int) -> bool:
        return self._clock() - discord.utils.snowflake_time(message).timestamp() * 1000 > OLD_MESSAGE_MS

    # -- what the bot may do -----------------------------------------------------------------------------------------

    def trip_breaker(self, channel: int, error: discord.HTTPException) -> None:
        """Stop trying a channel that refused, for an hour."""
        log.warning("channel %s: no more tries for an hour (%s %s)", channel, error.status, error.code)
        self._breakers.put(channel, (time.monotonic() + BREAKER_SECONDS, error.code == UNKNOWN_CHANNEL))

    def is_breaker_open(self, channel: int) -> bool:
        """Whether a channel is not to be tried."""
        return (self._breakers.get(channel) or NOT_TRIPPED)[0] > time.monotonic()

    def is_deleted(self, channel: int) -> bool:
        """Whether a channel refused because it is deleted."""
        return (self._breakers.get(channel) or NOT_TRIPPED)[1]

    def may_post(self, channel: int) -> bool:
        """Whether the bot may write in a channel, as far as is known; a thread without members counts as none."""
        permissions = self._permissions_in(channel)
        in_thread = isinstance(self._client.get_channel(channel), discord.Thread)
        return (
            permissions is not None
            and permissions.view_channel
            and (permissions.send_messages_in_threads if in_thread else permissions.send_messages)
        )

    def _permissions_in(self, channel: int) -> discord.Permissions | None:
        """Return the bot's known permissions in a channel."""
        place = self._client.get_channel(channel)
        if not isinstance(place, discord.abc.GuildChannel | discord.Thread) or place.guild.me is None:  # pyright: ignore[reportUnnecessaryComparison]  # it may be, before the server has come
            return None
        return place.permissions_for(place.guild.me)

    def record_use(self, channel: int | None, *, attach: bool) -> None:
        """Record a use of the bot in a channel: it may be tried again, with files if the bot may `attach` them."""
        if channel is not None:
            self._breakers.drop(channel)
            if attach:
                self._without_pictures.drop(channel)

    def is_open_to_all(self, channel: int) -> bool:
        """Whether everybody in the server may read a channel, as far as is known."""
        place = self._client.get_channel(channel)
        return isinstance(place, discord.abc.GuildChannel) and is_open_to_all(place)

    def takes_pictures(self, channel: int) -> bool:
        """Whether messages in a channel carry pictures."""
        return channel not in self._without_pictures

    def drop_picture(self, channel: int, rendered: RenderedMessage, error: discord.HTTPException) -> bool:
        """Whether a refused message may be sent without its picture. Later messages there then have none."""
        if error.code != NO_PERMISSION or rendered.picture is None:
            return False
        log.warning("channel %s: a picture was refused (%s); tables are told in words there", channel, error.code)
        self._without_pictures.put(channel, None)
        return True

    # -- calls -------------------------------------------------------------------------------------------------------

    async def send(self, channel: int, nonce: str, rendered: RenderedMessage) -> int:
        """Post a message and return its id. Discord posts one per nonce, as long as it remembers it."""
        sent = await self.send_parts(channel, nonce, NO_MENTIONS, view=rendered.layout.view(), files=rendered.files())
        self._last.put(channel, max(sent, self._last.get(channel) or 0))
        return sent

    async def send_parts(self, channel: int, nonce: str, mentions: discord.AllowedMentions, **parts: Any) -> int:
        """Post a message of such parts as discord.py's `send` takes, and return its id."""
        place = self._client.get_partial_messageable(channel)
        return (await place.send(nonce=nonce, allowed_mentions=mentions, **parts)).id

    async def edit(self, channel: int, message: int, rendered: RenderedMessage) -> None:
        """Edit a message without reading it back, which PartialMessage.edit would do."""
        if self._is_old(message):
            edits = self._edits.get(message) or deque[int](maxlen=MAX_OLD_EDITS)
            edits.append(self._clock())
            self._edits.put(message, edits)
        await self.edit_parts(channel, message, NO_MENTIONS, view=rendered.layout.view(), attachments=rendered.files())

    async def edit_parts(self, channel: int, message: int, mentions: discord.AllowedMentions, **parts: Any) -> None:
        """Change these parts of a message, named as for `handle_message_parameters`; the others stay."""
        with handle_message_parameters(allowed_mentions=mentions, **parts) as params:
            await self._client.http.edit_message(channel, message, params=params)

    async def open_dm(self, user: int) -> int | None:
        """Return the channel of direct messages with a user; None if they take none from the bot."""
        try:
            return (await self._client.create_dm(discord.Object(user))).id
        except discord.HTTPException as error:
            if error.code not in CLOSED_TO_DIRECT and not is_permanent(error):
                raise
            return None

    async def is_there(self, channel: int, message: int) -> bool:
        """Whether a message exists; without the permission to read history it is taken to exist."""
        permissions = self._permissions_in(channel)
        if permissions is not None and permissions.view_channel and not permissions.read_message_history:
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

    async def find_own_messages(self, channel: int, after: int, matches: Callable[[dict[str, Any]], bool]) -> list[int]:
        """Return the bot's own messages after a snowflake that match, oldest first.

        Without the permission Read Message History Discord lists none.
        """
        me = self._client.user
        messages: list[int] = []
        for _ in range(MAX_PAGES):
            page = await self._client.http.logs_from(channel, PAGE_MESSAGES, after=after)
            for message in page:
                if (
                    me is not None
                    and int(message["author"]["id"]) == me.id
                    and matches(cast("dict[str, Any]", message))
                ):
                    messages.append(int(message["id"]))
            if len(page) < PAGE_MESSAGES:
                break
            after = max(int(message["id"]) for message in page)
        return sorted(messages)

    # -- threads -----------------------------------------------------------------------------------------------------

    async def create_thread(self, channel: int, message: int, name: str) -> int | None:
        """Create a thread from a message. Returns its id, which is the message's, or None if Discord refuses.

        Raises TooManyThreads.
        """
        for last_try in (False, True):
            try:
                await self._client.http.start_thread_with_message(
                    channel, message, name=name[:100], auto_archive_duration=THREAD_LIFE_MINUTES
                )
            except (discord.HTTPException, *CONNECTION_ERRORS) as error:
                if isinstance(error, discord.HTTPException) and error.code == THREAD_EXISTS:
                    return message
                if isinstance(error, discord.HTTPException) or last_try:
                    log.warning("%s: no thread (%s); it plays in its channel", name, describe_error(error))
                    if isinstance(error, discord.HTTPException) and error.code == TOO_MANY_THREADS:
                        raise TooManyThreads from error
                    return None
            else:
                return message
        return None

    async def rename(self, thread: discord.Thread, name: str) -> None:
        """Rename one of the bot's own threads, unless that takes long."""
        me = self._client.user
        if me is None or thread.owner_id != me.id or thread.name == name:
            return
        try:
            async with asyncio.timeout(RENAME_TIMEOUT_SECONDS):
                await self._client.http.edit_channel(thread.id, name=name)
        except (discord.HTTPException, TimeoutError, *CONNECTION_ERRORS) as error:
            log.info("thread %s keeps its name (%s)", thread.id, describe_error(error))

    def find_place(self, number: int) -> ThreadPlace:
        """Return a channel and the bot's permissions in it, as far as they are known."""
        channel = self._client.get_channel(number)
        if not isinstance(channel, discord.TextChannel):
            return ThreadPlace(None, discord.Permissions.none())
        return ThreadPlace(channel, channel.permissions_for(channel.guild.me))

    def find_thread(self, number: int) -> discord.Thread | None:
        """Return an open thread; None if it is unknown."""
        place = self._client.get_channel(number)
        return place if isinstance(place, discord.Thread) else None

    async def unarchive(self, thread: int) -> int | None:
        """Unarchive a thread. Returns None, or the code that says why it stays closed."""
        try:
            await self._client.http.edit_channel(thread, archived=False)
        except discord.HTTPException as error:
            if error.code not in CLOSED | FORBIDDEN:
                raise
            log.info("thread %s cannot be opened again (%s %s)", thread, error.status, error.code)
            return TOO_MANY_THREADS if error.code == TOO_MANY_THREADS else LOCKED
        return None

    async def last_message_at(self, thread: int) -> int | None:
        """Return the time (ms) of the last message in a thread that Discord archives after a week.

        None for other channels, and for a thread that a user has locked, or closed early.
        """
        place = self._client.get_channel(thread)
        if place is not None and not isinstance(place, discord.Thread):
            return None
        data: Any = await self._client.http.get_channel(thread)
        state: dict[str, Any] = data.get("thread_metadata") or {}
        if state.get("locked") or state.get("auto_archive_duration") != THREAD_LIFE_MINUTES:
            return None
        last = discord.utils.snowflake_time(int(data.get("last_message_id") or thread))
        life = timedelta(minutes=THREAD_LIFE_MINUTES) - ARCHIVE_LEEWAY
        if state["archived"] and datetime.fromisoformat(state["archive_timestamp"]) < last + life:
            return None
        return int(last.timestamp() * 1000)

    async def is_locked(self, thread: int) -> bool:
        """Whether a thread that refuses is locked."""
        try:
            data = await self._client.http.get_channel(thread)
        except discord.HTTPException as error:
            if error.code not in FORBIDDEN:
                raise
            return False
        return bool(data.get("thread_metadata", {}).get("locked"))


def snowflake_before(moment: int) -> int:
    """Return a snowflake below those of all messages since a moment (ms) of our clock."""
    return discord.utils.time_snowflake(datetime.fromtimestamp((moment - CLOCK_SKEW_MS) / 1000, UTC))


def is_open_to_all(channel: discord.abc.GuildChannel) -> bool:
    """Whether everybody in its server may read a channel."""
    return channel.permissions_for(channel.guild.default_role).view_channel
