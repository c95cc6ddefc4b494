"""PostgreSQL is killed, again and again, while bots and people go on."""

from __future__ import annotations

import asyncio
from pathlib import Path

from data.engine.clock import now_ms
from data.tables.work import WorkState
from sandbox import Sandbox
from tests.support.messages import boards_of
from tests.support.postgres import Server
from tests.support.waiting import until
from tests.system.crash.stored_tables import (
    StoredTable,
    find_unmarked,
    has_one_board,
    read_boards,
    read_looks,
    read_stored_tables,
)
from tests.system.crash.storm import MIXED, Storm


class Outage(Storm):
    """A storm in which PostgreSQL is killed, and the bot goes on."""

    def __init__(self, sandbox: Sandbox, folder: Path, seed: int, server: Server, database: str) -> None:
        super().__init__(sandbox, folder, seed, MIXED, database)
        self.server = server

    def kill(self) -> None:
        """Kill the server."""
        self.server.kill()

    async def recover(self, playing: list[asyncio.Task[None]]) -> list[StoredTable]:
        """Start the server, let people go on for a moment, and look."""
        await asyncio.sleep(self.rng.uniform(0, 0.3))
        await asyncio.to_thread(self.server.start)
        await asyncio.sleep(0.3)
        await self.halt(playing)
        return await self.look()

    async def unmarked(self, tables: list[StoredTable]) -> list[str]:
        """Return boards whose logs lack what they show. The bot goes on, so boards are read before logs."""
        boards = read_boards(tables, self.sandbox)
        return await find_unmarked(await read_stored_tables(self.database), boards, alive=True)

    async def caught_up(self, tables: list[StoredTable]) -> None:
        """Wait until every table has one board, which shows its state then: the bot may have had a move in hand."""
        wrong: list[str] = []

        async def fits() -> bool:
            wrong[:] = [
                await self._shows(table)
                for table in await read_stored_tables(self.database)
                if not await self._fits(table)
            ]
            return not wrong

        try:
            await until(fits)
        except TimeoutError:
            raise AssertionError("\n".join([*wrong, self.read_log_end()])) from None

    async def _fits(self, table: StoredTable) -> bool:
        """Check whether a table has its board; a lobby whose command is unanswered may have none."""
        may_lack = table.record.status == "lobby" and table.record.message is None
        return table.record.lesson or has_one_board(
            self.sandbox, table.record.id, await table.looks(), may_lack=may_lack
        )

    async def _shows(self, table: StoredTable) -> str:
        messages = [read_looks(board) for board in boards_of(self.sandbox, table.record.id)]
        owed = [work for work in table.work if work.state in {WorkState.DUE, WorkState.RETRACT}]
        return (
            f"{table.record} shows {len(messages)}: {messages}, not {await table.looks()}; at {now_ms()} it owes {owed}"
        )
