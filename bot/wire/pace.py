"""The pace of all that the bot sends by itself: below what Discord takes, so that nothing is ever refused for haste.

Discord takes fifty requests a second from a bot; interaction callbacks and webhooks are counted apart. Every other
request passes `acquire` where it leaves the process, whoever made it (also discord.py's own second tries). What nobody
waits for (refreshes of messages, shown hands) waits its `turn` before it is made, so that it shows the newest state
and never stands in the way of a ping or of an answer.
"""

from __future__ import annotations

from typing import Final

import aiohttp
from aiolimiter import AsyncLimiter

ALL: Final = (4, 0.1)
"""Requests within so many seconds: forty a second, which leaves room for a few more at the turn of a second."""

EDITS: Final = (3, 0.1)
"""Of these, what nobody waits for."""

EVERY: Final = 1.0
"""Seconds between two edits in one channel: Discord allows about five in five seconds."""

CHANNELS: Final = 1000
"""Channels remembered before those that have rested are forgotten."""

APART: Final = ("interactions", "webhooks")
"""The first part of the routes that Discord counts apart: answers to people."""


class Pace:
    """One for all that a bot sends."""

    def __init__(self, every: float = EVERY) -> None:
        self.every = every
        self._all = AsyncLimiter(*ALL)
        self._edits = AsyncLimiter(*EDITS)
        self._channels: dict[int, AsyncLimiter] = {}

    async def acquire(self) -> None:
        """Wait until one more request may be made."""
        await self._all.acquire()

    async def turn(self, channel: int | None = None) -> None:
        """Wait until something that nobody waits for may be sent, in `channel` if it is an edit there."""
        if channel is not None:
            await self._of(channel).acquire()
        await self._edits.acquire()

    def _of(self, channel: int) -> AsyncLimiter:
        limiter = self._channels.get(channel)
        if limiter is None:
            if len(self._channels) >= CHANNELS:
                self._channels = {one: known for one, known in self._channels.items() if not known.has_capacity()}
            limiter = self._channels[channel] = AsyncLimiter(1, self.every)
        return limiter

    def trace(self) -> aiohttp.TraceConfig:
        """What makes a session of aiohttp keep the pace."""
        config = aiohttp.TraceConfig()

        async def leaving(_: object, __: object, request: aiohttp.TraceRequestStartParams) -> None:
            if not any(f"/{route}/" in request.url.path for route in APART):
                await self.acquire()

        config.on_request_start.append(leaving)
        return config
