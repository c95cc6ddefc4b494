"""The one writer of a store: units of work, batched in a transaction under load, answered after COMMIT.

A failed batch is rewritten with a savepoint for each unit, so that the others stand. A COMMIT of unknown outcome is
never repeated.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections import deque
from collections.abc import Callable
from time import perf_counter
from typing import Any, Literal

import aiosqlite

from data.engine.errors import OutcomeUnknown, StoreClosed, StoreError, explain
from data.engine.statements import BEGIN, COMMIT, KEEP_UNIT, MARK_UNIT, ROLLBACK, UNDO_UNIT

log = logging.getLogger(__name__)

UnitOfWork = Callable[[sqlite3.Connection], Any]
FaultHook = Callable[[Literal["before commit", "after commit"]], None]
"""Called on the writer's thread around every commit, so that tests can break one or stop there: what it raises before a
commit undoes the transaction, what it raises after one is answered as an error though the units are kept."""

LARGEST_BATCH = 256


class Writer:
    """Runs units on `connection`, which is in autocommit mode and nobody else's."""

    def __init__(self, connection: aiosqlite.Connection, fault: FaultHook | None = None) -> None:
        self._connection: Any = connection  # Any: we reach below its public face, see _flush and _transaction
        self._fault = fault
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

    async def close(self) -> None:
        """Let what waits be written, then close the connection."""
        self._closed = True
        while self._flushing is not None:
            await asyncio.wait((self._flushing,))
        await self._connection.close()

    async def _flush(self) -> None:
        try:
            while self._waiting:
                began = perf_counter()
                async with self.turn:
                    # aiosqlite offers no public way to run a function of ours on its thread.
                    outcomes = await self._connection._execute(self._write)  # noqa: SLF001  # see above
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
        """Tell of a batch; whatever is wrong with whoever is told keeps nobody from writing."""
        try:
            self.note(seconds, failed)
        except Exception as error:  # noqa: BLE001  # what they raise is theirs
            log.error("a commit could not be counted (%s)", type(error).__name__)  # noqa: TRY400  # no contents

    def _give_up(self, error: BaseException) -> None:
        """Answer everybody who waits: of what was being written nobody knows, the rest is not written."""
        log.error("the writer was broken off (%s)", type(error).__name__)
        for _, future in self._batch:
            _answer(future, OutcomeUnknown(type(error).__name__))
        self._batch = []
        while self._waiting:
            _answer(self._waiting.popleft()[1], StoreError(f"not written: {type(error).__name__}"))

    # From here on everything runs on the connection's thread.

    def _write(self) -> list[Any]:
        """Take what waits now, and write it. Never raises: each unit's outcome is its result or a StoreError."""
        self._batch = [self._waiting.popleft() for _ in range(min(len(self._waiting), LARGEST_BATCH))]
        return self._transaction([unit for unit, _ in self._batch])

    def _transaction(self, units: list[UnitOfWork], *, guarded: bool = False) -> list[Any]:
        database: sqlite3.Connection = self._connection._conn  # noqa: SLF001  # as above: nothing public gives it
        stage = "begin"
        try:
            database.execute(BEGIN)
            stage = "write"
            outcomes = [self._guarded(unit, database) if guarded else unit(database) for unit in units]
            stage = "commit"
            if self._fault:
                self._fault("before commit")
            stage = "committing"
            database.execute(COMMIT)
            stage = "committed"
            if self._fault:
                self._fault("after commit")
        except BaseException as error:  # noqa: BLE001 - whatever it was, each unit of the batch has to hear of it
            undone = _undo(database)
            if stage == "committed" or (stage == "committing" and not (undone and is_refused(error))):
                return [_failed(OutcomeUnknown(f"{stage}: {type(error).__name__}"), stage, error)] * len(units)
            failed = _failed(error, stage)
            if len(units) == 1 or stage == "begin" or not isinstance(error, Exception):
                return [failed] * len(units)
            if stage == "write" and not guarded:
                return self._transaction(units, guarded=True)
            return [self._transaction([unit])[0] for unit in units]
        return outcomes

    @staticmethod
    def _guarded(unit: UnitOfWork, database: sqlite3.Connection) -> Any:
        """The unit's result, or its error with its own changes undone. Raises if the whole transaction is gone."""
        database.execute(MARK_UNIT)
        try:
            result = unit(database)
        except Exception as error:
            if not database.in_transaction:
                raise
            database.execute(UNDO_UNIT)
            database.execute(KEEP_UNIT)
            return _failed(error, "write")
        database.execute(KEEP_UNIT)
        return result


def _answer(future: asyncio.Future[Any], outcome: Any) -> None:
    """Answer a caller; one that was cancelled hears nothing, and the write stands."""
    if future.done():
        return
    if isinstance(outcome, StoreError):
        future.set_exception(outcome)
    else:
        future.set_result(outcome)


def _undo(database: sqlite3.Connection) -> bool:
    """Undo the transaction. Returns whether there was one, and it is undone."""
    try:
        if not database.in_transaction:
            return False
        database.execute(ROLLBACK)
    except sqlite3.Error:
        return False
    return True


def is_refused(error: BaseException) -> bool:
    """Whether SQLite refused a commit before it wrote anything that a crash could bring back."""
    name: str = getattr(error, "sqlite_errorname", None) or ""
    return isinstance(error, sqlite3.Error) and not name.startswith("SQLITE_IOERR")


def _failed(error: BaseException, stage: str, cause: BaseException | None = None) -> StoreError:
    failed = explain(error, stage)
    if failed is not error:
        failed.__cause__ = error
    elif cause is not None:
        failed.__cause__ = cause
    return failed
