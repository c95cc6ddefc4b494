"""Transactions of sessions, for what is written less often than moves. They take turns with the writer's batches."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from time import perf_counter

from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlmodel.ext.asyncio.session import AsyncSession

from data.engine.errors import OutcomeUnknown, StoreClosed, StoreError, explain
from data.engine.finish import finish
from data.engine.process import PROCESS, Process
from data.engine.writer import FaultHook, Writer

log = logging.getLogger(__name__)


@dataclass(slots=True, eq=False, repr=False)
class Transactions:
    """Begins transactions on `engine`, one at a time and never while `writer` writes.

    `is_refused` says whether a commit that failed was refused (Database.is_refused). `process` is in each session's
    info, for notifications.
    """

    engine: AsyncEngine
    writer: Writer
    is_refused: Callable[[BaseException], bool]
    fault: FaultHook | None
    process: Process | None
    _closed: bool = field(init=False, default=False)

    @asynccontextmanager
    async def begin(self) -> AsyncGenerator[AsyncSession]:
        """Yield a session whose changes are committed when the block ends, and undone when it raises.

        Another transaction within the block waits for ever. A task that is cancelled while it writes ends the
        transaction first. Raises StoreError.
        """
        async with self._counted() as session:
            yield session
        me = asyncio.current_task()
        if me is not None and me.cancelling():
            await asyncio.sleep(0)  # the cancellation comes here, in the caller's block, not at whatever it does next

    @asynccontextmanager
    async def _counted(self) -> AsyncGenerator[AsyncSession]:
        failed = 1
        async with self.writer.turn:
            if self._closed:
                raise StoreClosed
            began = perf_counter()
            try:
                await self.writer.check()
                session = AsyncSession(self.engine, expire_on_commit=False, info={PROCESS: self.process})
                try:
                    try:
                        yield session
                        await session.flush()
                    except StoreError:
                        raise
                    except Exception as error:
                        raise explain(error, "write") from error
                    await self._commit(session)
                finally:
                    await self._end(session)
                failed = 0
            finally:
                self.writer.observe(perf_counter() - began, failed)

    async def _end(self, session: AsyncSession) -> None:
        """Undo what is not committed. The caller is told what went wrong before, not that this failed, too."""
        try:
            await finish(session.close())
        except Exception as error:  # noqa: BLE001  # whatever it was, the connection is not used again
            log.error("a transaction could not be undone (%s)", type(error).__name__)  # noqa: TRY400  # no contents
            await self.engine.dispose(close=False)

    async def _commit(self, session: AsyncSession) -> None:
        stage = "commit"
        try:
            if self.fault:
                await asyncio.to_thread(self.fault, "before commit")
            stage = "committing"
            await session.commit()
            stage = "committed"
            if self.fault:
                await asyncio.to_thread(self.fault, "after commit")
        except Exception as error:
            if stage == "committing":
                await finish(session.invalidate())  # SQLAlchemy takes the transaction for ended; the database may not
            cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
            explained = explain(error, stage)
            if stage == "commit" or (stage == "committing" and self.is_refused(cause)):
                raise explained from error
            raise OutcomeUnknown(f"{stage}: {type(cause).__name__}") from error

    async def close(self) -> None:
        """Let a transaction under way end, then close its connection."""
        async with self.writer.turn:
            self._closed = True
        await self.engine.dispose()
