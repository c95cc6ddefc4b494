"""Rate limits of the bot's own requests, below Discord's fifty a second, so that none is refused.

Every request but callbacks and webhooks passes `acquire`, retries included. Background refreshes first wait in
`acquire_background`.
"""

from __future__ import annotations

from typing import Final

import aiohttp
from aiolimiter import AsyncLimiter

MAX_REQUESTS: Final = (4, 0.1)
"""Requests, and the seconds in which they may be made: forty a second, below Discord's fifty."""

MAX_BACKGROUND_REQUESTS: Final = (3, 0.1)
"""Background requests among these, in the same form."""

EDIT_SECONDS: Final = 1.0
"""Seconds between two edits in one channel; Discord allows about five in five seconds."""

MAX_POSTS: Final = (2, 3.4)
"""Messages posted in one channel, and the seconds for that; Discord allows about five in five seconds."""

MAX_CHANNELS: Final = 1000
"""Channels with limiters in memory; at this number those that are idle are dropped."""

UNCOUNTED_ROUTES: Final = ("interactions", "webhooks")
"""First parts of routes that Discord counts apart: answers to people."""


class RateLimits:
    """The limiters of all that a bot sends; one object for the process."""

    def __init__(
        self, edit_seconds: float = EDIT_SECONDS, posts: tuple[float, float] = MAX_POSTS, *, share: float = 1.0
    ) -> None:
        """`share` is this process's part of the requests that Discord allows a bot."""
        self.edit_seconds = edit_seconds
        self.posts = posts
        self._all = AsyncLimiter(MAX_REQUESTS[0], MAX_REQUESTS[1] / share)
        self._edits = AsyncLimiter(MAX_BACKGROUND_REQUESTS[0], MAX_BACKGROUND_REQUESTS[1] / share)
        self._edited: dict[int, AsyncLimiter] = {}
        self._posted: dict[int, AsyncLimiter] = {}

    async def acquire(self) -> None:
        """Wait until one more request may be made."""
        await self._all.acquire()

    async def acquire_background(self, channel: int | None = None) -> None:
        """Wait until a background request may be made; in `channel`, if it is an edit there.

        Callers read the state after the wait, so that the newest is shown. Pings and answers go first.
        """
        if channel is not None:
            await _limiter_of(self._edited, channel, 1, self.edit_seconds).acquire()
        await self._edits.acquire()

    async def acquire_post(self, channel: int) -> None:
        """Wait until one more message may be posted in a channel."""
        await _limiter_of(self._posted, channel, *self.posts).acquire()

    def may_post(self, channel: int) -> bool:
        """Whether a message may be posted in a channel at once."""
        return _limiter_of(self._posted, channel, *self.posts).has_capacity()

    def trace_config(self) -> aiohttp.TraceConfig:
        """Return the trace config that makes an aiohttp session keep the limits."""
        config = aiohttp.TraceConfig()

        async def wait_for_limit(_: object, __: object, request: aiohttp.TraceRequestStartParams) -> None:
            if not any(f"/{route}/" in request.url.path for route in UNCOUNTED_ROUTES):
                await self.acquire()

        config.on_request_start.append(wait_for_limit)
        return config


def _limiter_of(limiters: dict[int, AsyncLimiter], channel: int, max_messages: float, seconds: float) -> AsyncLimiter:
    """Return the limiter of a channel. Idle limiters are dropped when there are too many."""
    limiter = limiters.get(channel)
    if limiter is None:
        if len(limiters) >= MAX_CHANNELS:
            for idle in [number for number, other in limiters.items() if other.has_capacity(max_messages)]:
                del limiters[idle]
        limiter = limiters[channel] = AsyncLimiter(max_messages, seconds)
    return limiter
