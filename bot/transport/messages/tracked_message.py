"""Messages that show the last change of a row, one each: of score pads and club nights.

A change marks its message as behind in the same transaction, so a restart finds it. An edit shows the newest state.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from abc import ABC, abstractmethod
from typing import ClassVar, Final, NamedTuple

import discord

from bot.common.errors import Declined, redact
from bot.common.locks import KeyedLocks
from bot.common.tasks import BackgroundTasks
from bot.transport.api.channels import Channels
from bot.transport.api.error_codes import UNKNOWN_MESSAGE, describe_error, is_permanent
from bot.transport.api.rate_limits import RateLimits
from bot.transport.interactions.responses import CONNECTION_ERRORS, Response
from bot.ui.table.renderer import RenderedMessage
from data.errors import StoreError

log = logging.getLogger(__name__)

RETRY_DELAYS_SECONDS: Final = (2, 5, 15, 60, 300, 900, 3600)
"""The delays after the first edit that failed, the second, and so on; the last repeats."""


class MessageStatus(NamedTuple):
    """The guild and place of a row's message (None: nowhere), its last change, and whether it is behind that."""

    guild: int
    channel: int | None
    message: int | None
    seq: int
    behind: bool


class MessageUpdater(ABC):
    """Brings messages of rows of one kind up to date, each in a task of its own."""

    what: ClassVar[str]
    """The kind of row, for the log."""

    edit_interval_seconds: ClassVar[float] = 1.0
    """The pause between two edits of one message."""

    def __init__(self, channels: Channels, rate_limits: RateLimits) -> None:
        self._channels = channels
        self._rate_limits = rate_limits
        self._tasks = BackgroundTasks("a message is no longer brought up to date")
        self._news: dict[int, asyncio.Event] = {}
        """Set when a row changes whose message is being updated."""

    @abstractmethod
    async def start(self) -> None:
        """Schedule what an earlier process left. Raises StoreError."""

    @abstractmethod
    async def _edit(self, number: int) -> bool:
        """Update a row's message once. Returns whether it was behind. Raises discord.HTTPException, StoreError."""

    async def close(self) -> None:
        """Stop; messages that are behind stay so."""
        await self._tasks.close()

    def _schedule(self, number: int) -> None:
        """Schedule the update of a row's message; a retry that waits runs at once."""
        if number not in self._news:
            self._news[number] = asyncio.Event()
            self._tasks.spawn(self._work(number), f"{self.what} {number}")
        self._news[number].set()

    async def _work(self, number: int) -> None:
        """Edit a row's message until it shows the last change."""
        try:
            await self._until_shown(number)
        finally:
            del self._news[number]

    async def _until_shown(self, number: int) -> None:
        tries, news = 0, self._news[number]
        while True:
            news.clear()
            try:
                if not await self._edit(number):
                    if news.is_set():  # what was read may be from before that
                        continue
                    return  # and no turn of the loop, in which a change could come, before this is no task any more
                tries = 0
            except (discord.HTTPException, *CONNECTION_ERRORS, StoreError) as error:
                log.info(
                    "%s %s: its message is not brought up to date yet (%s)", self.what, number, describe_error(error)
                )
                tries += 1
            except Exception as error:  # a fault of a look, say: not again before the next change
                log.exception("%s %s: its message is not brought up to date", self.what, number, exc_info=redact(error))
                if not news.is_set():
                    return
                continue
            if not tries:
                await asyncio.sleep(self.edit_interval_seconds)
                continue
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(news.wait(), RETRY_DELAYS_SECONDS[min(tries, len(RETRY_DELAYS_SECONDS)) - 1])


class TrackedMessages(MessageUpdater):
    """The messages of all rows of one kind."""

    def __init__(self, channels: Channels, rate_limits: RateLimits) -> None:
        super().__init__(channels, rate_limits)
        self._posting: KeyedLocks[int] = KeyedLocks()
        """By row, so that two concurrent requests leave one message."""

    @abstractmethod
    async def _status(self, number: int) -> MessageStatus:
        """Return the status of a row's message. Raises StoreError."""

    @abstractmethod
    async def _shown(self, number: int) -> tuple[RenderedMessage, int]:
        """Return a row's rendered message, and the change that it shows. Raises Declined, StoreError."""

    @abstractmethod
    async def _posted(self, number: int, channel: int, message: int, seq: int) -> None:
        """Record that a row's message stands there from now on, and shows change `seq`. Raises StoreError."""

    @abstractmethod
    async def _showed(self, number: int, message: int, seq: int) -> None:
        """Record that a row's message, if it is still this, shows change `seq`. Raises StoreError."""

    @abstractmethod
    async def _gone(self, number: int, message: int) -> None:
        """Record that a row's message, if it is still this, is no more. Raises StoreError."""

    async def post(self, response: Response, number: int) -> None:
        """Answer with a row's message, which is its only one from then on; the one before goes away."""
        async with self._posting.of(number):
            before = await self._status(number)
            shown, seq = await self._shown(number)
            message, channel = await response.send(layout=shown.layout), response.interaction.channel_id
            if message is None or channel is None:
                return
            await self._posted(number, channel, message, seq)
            self._schedule(number)  # it may have changed while the answer was on its way
            if before.channel is not None and before.message is not None and before.message != message:
                await self._remove(number, before.channel, before.message)

    async def pressed(self, number: int, channel: int, message: int) -> None:
        """A button of a row's public message was pressed.

        If the row knows no message, this becomes its message: a killed process did not note it, or it could not be
        edited for a while. Another message than the row's is deleted: it was replaced.
        """
        async with self._posting.of(number):
            now = await self._status(number)
            if now.message is None:
                await self._posted(number, channel, message, 0)
                self._schedule(number)
            elif now.message != message:
                await self._remove(number, channel, message)

    async def take_away(self, number: int) -> None:
        """Take a row's message away, which is about to go itself. One that cannot be deleted stays."""
        async with self._posting.of(number):
            now = await self._status(number)
            if now.channel is not None and now.message is not None:
                await self._gone(number, now.message)  # first, so that nobody edits it any more
                await self._remove(number, now.channel, now.message)

    async def _remove(self, number: int, channel: int, message: int) -> None:
        try:
            await self._channels.delete(channel, message)
        except (discord.HTTPException, *CONNECTION_ERRORS) as error:
            log.info("%s %s: its older message stays (%s)", self.what, number, describe_error(error))

    async def _edit(self, number: int) -> bool:
        """Edit a row's message once, if it is behind. Returns whether there was anything to do."""
        try:
            before = await self._status(number)
        except Declined:  # the row is gone, and with it what was owed
            return False
        if before.message is None or before.channel is None or not before.behind:
            return False
        if self._channels.is_away(before.guild):  # it stays owed, and is taken up when the bot is there again
            return False
        await self._rate_limits.acquire_background(before.channel)
        if (await self._status(number)).message != before.message:  # it was posted elsewhere meanwhile
            return True
        shown, seq = await self._shown(number)
        try:
            await self._channels.edit(before.channel, before.message, shown)
        except discord.HTTPException as error:
            if error.code != UNKNOWN_MESSAGE and not is_permanent(error):
                raise
            log.info("%s %s: its message can no longer be edited (%s)", self.what, number, describe_error(error))
            await self._gone(number, before.message)
            return True
        await self._showed(number, before.message, seq)
        return True
