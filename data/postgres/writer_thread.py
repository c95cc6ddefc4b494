"""The writer's connection to PostgreSQL, on a thread of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import psycopg
from psycopg.pq import TransactionStatus
from psycopg.types.string import TextLoader

from data.engine.database import Cursor, WriterConnection
from data.engine.statements import BEGIN, Statement

T = TypeVar("T")


class PostgresWriterThread:
    """Runs work on the connection that `connect` makes; a lost one is made anew for the next transaction."""

    def __init__(self, connect: Callable[[], psycopg.Connection]) -> None:
        self._connection = _WriterConnection(connect)
        self._executor = ThreadPoolExecutor(1, "postgres writer")

    async def run(self, work: Callable[[WriterConnection], T]) -> T:
        """Return the outcome of `work` on the thread, one at a time."""
        return await asyncio.get_running_loop().run_in_executor(self._executor, work, self._connection)

    async def close(self) -> None:
        """Close the connection and end the thread."""
        await asyncio.get_running_loop().run_in_executor(self._executor, self._connection.close)
        self._executor.shutdown(wait=False)


class _WriterConnection:
    """A connection in autocommit mode."""

    def __init__(self, connect: Callable[[], psycopg.Connection]) -> None:
        self._connect = connect
        self._driver: psycopg.Connection | None = None

    @property
    def in_transaction(self) -> bool:
        return self._connected().info.transaction_status in {TransactionStatus.INTRANS, TransactionStatus.INERROR}

    def execute(self, statement: Statement, parameters: Mapping[str, Any] | None = None) -> Cursor:
        text: Any = statement.postgresql  # psycopg asks for literals
        try:
            return self._connected().execute(text, parameters)
        except psycopg.OperationalError:
            if statement is not BEGIN or self._driver is None or not self._driver.closed:
                raise
            return self._connected().execute(text)  # the connection was lost while nobody wrote

    def undo(self, error: BaseException) -> bool:
        """The server has undone a transaction whose connection broke, or whose commit it refused."""
        driver = self._driver
        if driver is not None:
            try:
                if driver.info.transaction_status != TransactionStatus.IDLE:
                    driver.rollback()
            except psycopg.Error:
                self.close()
        return is_refused(error)

    def close(self) -> None:
        if self._driver is not None:
            self._driver.close()
            self._driver = None

    def _connected(self) -> psycopg.Connection:
        if self._driver is None or self._driver.closed:
            self._driver = self._connect()
            self._driver.adapters.register_loader("json", TextLoader)  # units read JSON as text
        return self._driver


def is_refused(error: BaseException) -> bool:
    """Whether the server answered a commit with an error of the transaction, rather than that it or the line broke."""
    state = error.sqlstate if isinstance(error, psycopg.Error) else None
    return state is not None and not state.startswith(("08", "57P", "58", "XX"))
