"""Hears of notifications (LISTEN) on a connection of its own, which is made anew where it is lost."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Final

import psycopg
from psycopg import sql

log = logging.getLogger(__name__)

RECONNECT_SECONDS: Final = 1.0
"""Seconds between two tries to connect again."""

CHECK_SECONDS: Final = 20.0
"""Seconds without a notification after which the connection is tried: a dead line says nothing."""

GATHER_SECONDS: Final = 0.05
"""Seconds for which notifications are gathered before they are read: each reading costs a turn of the event loop."""


async def listen(connect: Callable[[], Awaitable[psycopg.AsyncConnection]], channel: str) -> AsyncGenerator[str | None]:
    """Yield the payloads of a channel, and None each time that some may have been missed."""
    while True:
        try:
            async with await connect() as connection:
                await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(channel)))
                yield None
                while True:
                    heard = False
                    async for notification in connection.notifies(timeout=CHECK_SECONDS, stop_after=1):
                        heard = True
                        yield notification.payload
                    if heard:
                        await asyncio.sleep(GATHER_SECONDS)
                    else:
                        await connection.execute("SELECT 1")
        except psycopg.Error as error:
            log.warning("notifications: the connection is lost (%s); again in %s s", error.sqlstate, RECONNECT_SECONDS)
        await asyncio.sleep(RECONNECT_SECONDS)
