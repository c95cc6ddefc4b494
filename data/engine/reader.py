"""The reading side of a database: queries and snapshots, at most MAX_PARALLEL_READS at a time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import Executable
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from data.engine.database import MAX_PARALLEL_READS
from data.engine.errors import StoreClosed, StoreError, explain
from data.engine.repository import Query
from data.engine.statements import BEGIN_SNAPSHOT, COMMIT


class Reader:
    """Reads on `engine`, whose connections are in autocommit mode. All methods but `close` raise StoreError."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._closed = False
        self._turns = asyncio.Semaphore(MAX_PARALLEL_READS)  # fair; the pool's own queue may serve a late caller first
        self._readers = 0
        self._quiet = asyncio.Event()
        self._quiet.set()

    async def query(self, query: Executable, /, **values: Any) -> Sequence[Any]:
        """Return the rows of a query as columns; a query that is built once is given its parameters' values.

        A session, which takes as long again, is not needed for columns.
        """
        async with self._turn(), self._engine.connect() as connection:
            return (await connection.execute(query, values)).all()

    async def query_models(self, query: Executable, /, **values: Any) -> Sequence[Any]:
        """Return the rows of a query as the models that it names."""
        async with self.session() as session:
            return (await session.execute(query, values)).all()

    @asynccontextmanager
    async def snapshot(self) -> AsyncGenerator[Query]:
        """Yield queries of models which all see the same moment."""
        async with self.session() as session:
            connection = await session.connection()

            async def query(query: Executable, /, **values: Any) -> Sequence[Any]:
                return (await session.execute(query, values)).all()

            try:
                await connection.exec_driver_sql(getattr(BEGIN_SNAPSHOT, connection.dialect.name))
                yield query
                await connection.exec_driver_sql(getattr(COMMIT, connection.dialect.name))
            except BaseException:
                await connection.invalidate()  # in the pool it would go on to show that moment
                raise

    @asynccontextmanager
    async def session(self) -> AsyncGenerator[AsyncSession]:
        """Yield a session that only reads."""
        async with self._turn(), AsyncSession(self._engine, expire_on_commit=False) as session:
            yield session

    @asynccontextmanager
    async def _turn(self) -> AsyncGenerator[None]:
        """Take a turn to read; `close` waits for its end."""
        if self._closed:
            raise StoreClosed
        self._readers += 1
        self._quiet.clear()
        try:
            async with self._turns:
                yield
        except StoreError:
            raise
        except Exception as error:
            raise explain(error, "reading") from error
        finally:
            self._readers -= 1
            if not self._readers:
                self._quiet.set()

    async def close(self) -> None:
        """Wait for the reads under way, and close the connections."""
        self._closed = True
        await self._quiet.wait()
        await self._engine.dispose()
