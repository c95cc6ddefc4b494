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

POSTS: Final = (2, 3.4)
"""Messages posted in one channel within so many seconds: Discord takes about five in five seconds."""

CHANNELS: Final = 1000
"""Channels remembered before those that have rested are forgotten."""

APART: Final = ("interactions", "webhooks")
"""The first part of the routes that Discord counts apart: answers to people."""


class Pace:
    """One for all that a bot sends."""

    def __init__(self, every: float = EVERY, posts: tuple[float, float] = POSTS) -> None:
        self.every = every
        self.posts = posts
        self._all = AsyncLimiter(*ALL)
        self._edits = AsyncLimiter(*EDITS)
        self._edited: dict[int, AsyncLimiter] = {}
        self._posted: dict[int, AsyncLimiter] = {}

    async def acquire(self) -> None:
        """Wait until one more request may be made."""
        await self._all.acquire()

    async def turn(self, channel: int | None = None) -> None:
        """Wait until something that nobody waits for may be sent, in `channel` if it is an edit there."""
        if channel is not None:
            await _of(self._edited, channel, 1, self.every).acquire()
        await self._edits.acquire()

    async def post(self, channel: int) -> None:
        """Wait until one more message may be posted in a channel."""
        await _of(self._posted, channel, *self.posts).acquire()

    def may_post(self, channel: int) -> bool:
        """Whether a message may be posted in a channel at once."""
        return _of(self._posted, channel, *self.posts).has_capacity()

    def trace(self) -> aiohttp.TraceConfig:
        """What makes a session of aiohttp keep the pace."""
        config = aiohttp.TraceConfig()

        async def leaving(_: object, __: object, request: aiohttp.TraceRequestStartParams) -> None:
            if not any(f"/{route}/" in request.url.path for route in APART):
                await self.acquire()

        config.on_request_start.append(leaving)
        return config


def _of(limiters: dict[int, AsyncLimiter], channel: int, most: float, seconds: float) -> AsyncLimiter:
    """The limiter of a channel. Those of channels that have rested are forgotten when there are many."""
    limiter = limiters.get(channel)
    if limiter is None:
        if len(limiters) >= CHANNELS:
            for rested in [one for one, known in limiters.items() if known.has_capacity(most)]:
                del limiters[rested]
        limiter = limiters[channel] = AsyncLimiter(most, seconds)
    return limiter
