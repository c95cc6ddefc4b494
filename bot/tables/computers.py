"""Computer players at the tables: one task a table while one of them is to move."""

from __future__ import annotations

import asyncio
import logging

from bot.errors import Declined, safe
from bot.tables import play
from bot.tables.live import Live
from bot.tables.tables import Tables
from data.errors import StoreError

log = logging.getLogger(__name__)

RETRY: float = 5.0
"""Seconds before a move is tried again that could not be kept."""


class Computers:
    """Moves for the computer players, each after `delay` seconds, so that people can follow."""

    def __init__(self, tables: Tables, delay: float) -> None:
        self._tables = tables
        self._delay = delay
        self._tasks: dict[int, asyncio.Task[None]] = {}

    def changed(self, live: Live) -> None:
        """Begin to move if a computer player is to act."""
        if live.id not in self._tasks and live.computers():
            task = self._tasks[live.id] = asyncio.create_task(self._run(live.id))
            task.add_done_callback(lambda _: self._done(live.id))

    def _done(self, table: int) -> None:
        self._tasks.pop(table, None)

    async def _run(self, table: int) -> None:
        moving = True
        while moving:
            await asyncio.sleep(self._delay)
            try:
                moving = await play.computer_move(self._tables, table)
            except StoreError as error:
                log.warning("table %s: a computer player's move was not kept: %s", table, error)
                await asyncio.sleep(RETRY)
            except Exception as error:  # the table waits for whoever looks at the log
                log.exception("table %s: a computer player could not move", table, exc_info=safe(error))
                return

    async def resume(self) -> None:
        """Go on at the tables that an earlier process left while a computer player was to move."""
        for record in await self._tables.live_tables():
            if record.status == "playing" and any(seat.kind != "person" for seat in record.seats):
                try:
                    self.changed(await self._tables.find(record.id))
                except (StoreError, Declined) as error:
                    log.error("table %s: it cannot be taken up: %s", record.id, error)  # noqa: TRY400

    async def close(self) -> None:
        """Stop; whoever was to move still is."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
