"""The one writer of a store: units of work, batched in a transaction under load, answered after COMMIT.

A failed batch is rewritten with a savepoint for each unit, so that the others stand. A COMMIT of unknown outcome is
never repeated.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from time import perf_counter
from typing import Any, Literal

from data.engine.database import WriterConnection, WriterThread
from data.engine.errors import OutcomeUnknown, StoreClosed, StoreError, explain
from data.engine.statements import BEGIN, COMMIT, RELEASE_SAVEPOINT, ROLLBACK_TO_SAVEPOINT, SAVEPOINT

log = logging.getLogger(__name__)

UnitOfWork = Callable[[WriterConnection], Any]
FaultHook = Callable[[Literal["before commit", "after commit"]], None]
"""Called on the writer's thread around every commit, for tests that break or stop a commit.

An error before the commit undoes it. An error after it is reported, but the units stay.
"""

MAX_BATCH_UNITS = 256


class Writer:
    """Runs units on the connection of `thread`, which is nobody else's; `before_commit` ends each transaction."""

    def __init__(
        self,
        thread: WriterThread,
        fault: FaultHook | None = None,
        before_commit: Callable[[WriterConnection], None] | None = None,
    ) -> None:
        self._thread = thread
        self._fault = fault
        self._before_commit = before_commit
        self._waiting: deque[tuple[UnitOfWork, asyncio.Future[Any]]] = deque()
        self._batch: list[tuple[UnitOfWork, asyncio.Future[Any]]] = []
        """The units being written, until they are answered."""
        self._flushing: asyncio.Task[None] | None = None
        self._closed = False
        self.turn = asyncio.Lock()
        """Held while a batch is written, or a transaction of data/engine/transactions.py: there is one at a time."""
        self.note: Callable[[float, int], None] = lambda _seconds, _failed: None
        """Told of each batch, once it is answered, how long it took, and how many of its units failed."""

    async def run(self, unit: UnitOfWork) -> Any:
        """Return the result of `unit` once it is committed. Raises StoreError; only OutcomeUnknown may have kept it."""
        if self._closed:
            raise StoreClosed
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.append((unit, future))
        if self._flushing is None:
            self._flushing = asyncio.create_task(self._flush())
        return await future

    async def check(self) -> None:
        """Raise StoreError where this process may not write (WriterThread.check)."""
        await self._thread.check()

    async def close(self) -> None:
        """Let what waits be written, then close the connection."""
        self._closed = True
        while self._flushing is not None:
            await asyncio.wait((self._flushing,))
        await self._thread.close()

    async def _flush(self) -> None:
        try:
            while self._waiting:
                began = perf_counter()
                async with self.turn:
                    outcomes = await self._thread.run(self._write)
                for (_, future), outcome in zip(self._batch, outcomes, strict=True):
                    _answer(future, outcome)
                self._batch = []
                self.observe(perf_counter() - began, sum(isinstance(outcome, StoreError) for outcome in outcomes))
        except BaseException as error:
            self._give_up(error)
            if not isinstance(error, Exception):
                raise
        finally:
            self._flushing = None

    def observe(self, seconds: float, failed: int) -> None:
        """Notify the listener of a batch. An error of the listener stops no write."""
        try:
            self.note(seconds, failed)
        except Exception as error:  # noqa: BLE001  # what they raise is theirs
            log.error("a commit could not be counted (%s)", type(error).__name__)  # noqa: TRY400  # no contents

    def _give_up(self, error: BaseException) -> None:
        """Answer all waiting callers: the current batch is in doubt, the rest is not written."""
        log.error("the writer was broken off (%s)", type(error).__name__)
        for _, future in self._batch:
            _answer(future, OutcomeUnknown(type(error).__name__))
        self._batch = []
        while self._waiting:
            _answer(self._waiting.popleft()[1], StoreError(f"not written: {type(error).__name__}"))

    # From here on everything runs on the connection's thread.

    def _write(self, connection: WriterConnection) -> list[Any]:
        """Take what waits now, and write it. Never raises: each unit's outcome is its result or a StoreError."""
        self._batch = [self._waiting.popleft() for _ in range(min(len(self._waiting), MAX_BATCH_UNITS))]
        return self._transaction(connection, [unit for unit, _ in self._batch])

    def _transaction(
        self, connection: WriterConnection, units: list[UnitOfWork], *, guarded: bool = False
    ) -> list[Any]:
        stage = "begin"
        try:
            connection.execute(BEGIN)
            stage = "write"
            outcomes = [self._guarded(unit, connection) if guarded else unit(connection) for unit in units]
            if self._before_commit:
                self._before_commit(connection)
            stage = "commit"
            if self._fault:
                self._fault("before commit")
            stage = "committing"
            connection.execute(COMMIT)
            stage = "committed"
            if self._fault:
                self._fault("after commit")
        except BaseException as error:  # noqa: BLE001 - whatever it was, each unit of the batch has to hear of it
            undone = connection.undo(error)
            failed = _failed(error, stage)
            if stage == "committed" or (stage == "committing" and not undone):
                return [_failed(OutcomeUnknown(f"{stage}: {type(error).__name__}"), stage, error)] * len(units)
            if len(units) == 1 or stage == "begin" or not isinstance(error, Exception):
                return [failed] * len(units)
            if stage == "write" and not guarded:
                return self._transaction(connection, units, guarded=True)
            return [self._transaction(connection, [unit])[0] for unit in units]
        return outcomes

    @staticmethod
    def _guarded(unit: UnitOfWork, connection: WriterConnection) -> Any:
        """Return the unit's result, or its error with its own changes undone.

        Raises if the whole transaction is gone.
        """
        connection.execute(SAVEPOINT)
        try:
            result = unit(connection)
        except Exception as error:
            if not connection.in_transaction:
                raise
            connection.execute(ROLLBACK_TO_SAVEPOINT)
            connection.execute(RELEASE_SAVEPOINT)
            return _failed(error, "write")
        connection.execute(RELEASE_SAVEPOINT)
        return result


def _answer(future: asyncio.Future[Any], outcome: Any) -> None:
    """Answer a caller; one that was cancelled hears nothing, and the write stands."""
    if future.done():
        return
    if isinstance(outcome, StoreError):
        future.set_exception(outcome)
    else:
        future.set_result(outcome)


def _failed(error: BaseException, stage: str, cause: BaseException | None = None) -> StoreError:
    failed = explain(error, stage)
    if failed is not error:
        failed.__cause__ = error
    elif cause is not None:
        failed.__cause__ = cause
    return failed
