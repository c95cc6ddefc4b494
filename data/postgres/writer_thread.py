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
from data.engine.errors import explain
from data.engine.statements import BEGIN, COMMIT, Statement

T = TypeVar("T")


class PostgresWriterThread:
    """Runs work on the connection that `connect` makes; a lost one is made anew for the next transaction."""

    def __init__(self, connect: Callable[[], psycopg.Connection]) -> None:
        self._connection = _WriterConnection(connect)
        self._executor = ThreadPoolExecutor(1, "postgres writer")

    async def run(self, work: Callable[[WriterConnection], T]) -> T:
        """Return the outcome of `work` on the thread, one at a time."""
        return await asyncio.get_running_loop().run_in_executor(self._executor, work, self._connection)

    async def check(self) -> None:
        """Raise StoreInUse where another bot has the database, and StoreUnreachable where nobody can be asked."""
        await asyncio.get_running_loop().run_in_executor(self._executor, self._connection.check)

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
        status = None if self._driver is None else self._driver.info.transaction_status
        return status in {TransactionStatus.INTRANS, TransactionStatus.INERROR}

    def execute(self, statement: Statement, parameters: Mapping[str, Any] | None = None) -> Cursor:
        text: Any = statement.postgresql  # psycopg asks for literals
        if statement is BEGIN:
            return self._on_live_connection(text)
        if self._driver is None:
            raise psycopg.OperationalError("the connection was lost")
        if statement is COMMIT:
            refuse_failed(self._driver.info.transaction_status)
        return self._driver.execute(text, parameters)

    def undo(self, error: BaseException) -> bool:
        """Roll back after `error`.

        The server itself undoes a transaction whose connection broke, or whose commit it refuses.
        """
        driver = self._driver
        if driver is not None:
            try:
                if driver.info.transaction_status != TransactionStatus.IDLE:
                    driver.rollback()
            except psycopg.Error:
                self.close()
        return is_refused(error)

    def check(self) -> None:
        try:
            self._on_live_connection("SELECT 1")
        except psycopg.Error as error:
            raise explain(error, "begin") from error

    def close(self) -> None:
        if self._driver is not None:
            self._driver.close()
            self._driver = None

    def _on_live_connection(self, text: Any) -> psycopg.Cursor[Any]:
        """Run what begins something; once more on a new connection where the former was lost while nobody wrote."""
        if self._driver is not None and not self._driver.closed:
            try:
                return self._driver.execute(text)
            except psycopg.OperationalError:
                if not self._driver.closed:
                    raise
        self.close()
        self._driver = self._connect()
        self._driver.adapters.register_loader("json", TextLoader)  # units read JSON as text
        return self._driver.execute(text)


def refuse_failed(status: TransactionStatus) -> None:
    """Raise where a transaction has failed: the server would take its COMMIT for a ROLLBACK, and say nothing."""
    if status == TransactionStatus.INERROR:
        raise psycopg.errors.InFailedSqlTransaction("a statement of it had failed")


def is_refused(error: BaseException) -> bool:
    """Whether the server answered a commit with an error of the transaction, rather than that it or the line broke."""
    state = error.sqlstate if isinstance(error, psycopg.Error) else None
    return state is not None and not state.startswith(("08", "57P", "58", "XX"))
