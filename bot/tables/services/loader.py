"""Loads tables into memory. Requests during a read form the next batch.

A single request does not wait. An unreadable table does not fail its batch.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from functools import partial
from typing import Any, Final

from bot.common.errors import UnknownTable
from bot.common.tasks import BackgroundTasks
from bot.tables.model.table_state import TableState
from data.store import Store
from data.tables.records import StoredTable

MAX_TABLES_READ_TOGETHER: Final = 10
"""Tables that are read together at most."""


class TableLoader:
    """Reads tables from `store`. `restore` builds the state of a table from its stored rows."""

    def __init__(self, store: Store, restore: Callable[[StoredTable], Coroutine[Any, Any, TableState]]) -> None:
        self._store = store
        self._restore = restore
        self._reads_by_table: dict[int, asyncio.Future[TableState]] = {}
        self._requested_ids: list[int] = []
        self._tasks = BackgroundTasks("a table could not be read")
        self._is_reading = False

    async def read(self, table_id: int) -> TableState:
        """Return the table, from its rows and its log.

        Callers that ask for it meanwhile wait for the same read. Raises UnknownTable, StoreError.
        """
        future = self._reads_by_table.get(table_id)
        if future is None:
            future = self._reads_by_table[table_id] = asyncio.get_running_loop().create_future()
            future.add_done_callback(partial(self._remove_read, table_id))
            self._requested_ids.append(table_id)
            if not self._is_reading:
                self._is_reading = True
                self._tasks.spawn(self._read())
        return await asyncio.shield(future)  # a cancelled caller does not cancel the others

    def is_reading(self, table_id: int) -> bool:
        """Whether a table is being read just now."""
        return table_id in self._reads_by_table

    async def wait_idle(self) -> None:
        """Wait for the tables that are being read just now."""
        if self._reads_by_table:
            await asyncio.wait(tuple(self._reads_by_table.values()))

    def _remove_read(self, table_id: int, future: asyncio.Future[TableState]) -> None:
        del self._reads_by_table[table_id]
        if not future.cancelled():
            future.exception()  # it has been seen, though all who waited for the table may have been stopped

    async def _read(self) -> None:
        """Read the requested tables, several in one transaction, until none is left."""
        try:
            while self._requested_ids:
                tables = {
                    table_id: self._reads_by_table[table_id]
                    for table_id in self._requested_ids[:MAX_TABLES_READ_TOGETHER]
                }
                del self._requested_ids[:MAX_TABLES_READ_TOGETHER]
                await self._read_these(tables)
        finally:
            self._is_reading = False

    async def _read_these(self, tables: dict[int, asyncio.Future[TableState]]) -> None:
        """Read these tables together, or each by itself where that fails: one of them may be damaged."""
        try:
            snapshots = await self._store.tables.stored(tuple(tables))
        except Exception as error:  # noqa: BLE001  # the callers get every error
            if len(tables) > 1:
                for table_id, future in tables.items():
                    await self._read_these({table_id: future})
            else:
                _fail(tables.values(), error)
            return
        for snapshot in snapshots:
            self._tasks.spawn(self._make(snapshot, tables.pop(snapshot.record.id)))
        _fail(tables.values(), UnknownTable("There is no such table."))

    async def _make(self, snapshot: StoredTable, future: asyncio.Future[TableState]) -> None:
        """Restore one table, in a task of its own. A long log is read in parts, and delays no other table."""
        try:
            future.set_result(await self._restore(snapshot))
        except Exception as error:  # noqa: BLE001  # as above
            _fail((future,), error)


def _fail(futures: Iterable[asyncio.Future[TableState]], error: Exception) -> None:
    """Resolve the futures of these tables."""
    for future in futures:
        future.set_exception(error)
