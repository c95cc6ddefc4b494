"""Whatever breaks in a batch, everybody who waits is answered, and nothing is written twice."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from typing import Any

import pytest

from data.engine.database import WriterConnection
from data.engine.errors import OutcomeUnknown, StoreError
from data.engine.statements import COMMIT, ROLLBACK, Statement
from data.engine.writer import UnitOfWork
from data.store import Store
from data.tables.records import TableRecord
from tests.data.makers import Gate, create_table, make_move, make_sqlite_error, make_step, sqlite_only
from tests.support.databases import Place

DELETE_EVENTS = Statement(*["DELETE FROM events"] * 2)
PATIENCE = 5.0


@pytest.fixture
def gate() -> Gate:
    """Return the gate of the store's commits."""
    return Gate()


@pytest.fixture
async def store(place: Place, gate: Gate) -> AsyncGenerator[Store]:
    """Yield a store whose commits go through the gate."""
    store = await Store.open(place.database(), fault=gate)
    yield store
    await store.close()


class Connection:
    """SQLite's connection, of which `broken` is called in place of each statement."""

    def __init__(self, real: Any, broken: Callable[[Any, str], Any]) -> None:
        self._real, self._broken = real, broken

    def execute(self, statement: str, *parameters: Any) -> Any:
        return self._real.execute(statement, *parameters) if parameters else self._broken(self._real, statement)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)


def break_writer(store: Store, monkeypatch: pytest.MonkeyPatch, broken: Callable[[Any, str], Any]) -> None:
    """Let `broken` carry out, or refuse, what the writer says to SQLite without parameters."""
    thread: Any = store._writer._thread
    monkeypatch.setattr(thread._writer, "_connection", Connection(thread._writer._connection, broken))


async def write_in_one_batch(gate: Gate, store: Store, tables: list[TableRecord]) -> list[Any]:
    """Make a move at each of these tables, in one batch behind one that is held; return the outcomes."""
    blocker = await create_table(store)
    async with gate.hold("before commit"):
        first = asyncio.create_task(store.tables.append(make_step(blocker.id, 1)))
        await gate.wait_until_held()
        writes = [
            asyncio.create_task(store.tables.append(make_step(table.id, 1, make_move(interaction=table.id))))
            for table in tables
        ]
        await asyncio.sleep(0)
    assert await first == 2
    return await asyncio.wait_for(asyncio.gather(*writes, return_exceptions=True), PATIENCE)


async def read_lengths(store: Store, tables: list[TableRecord]) -> list[int]:
    return [len(await store.tables.log(table.id)) for table in tables]


async def test_raising_watcher_delays_no_caller(store: Store, gate: Gate, caplog: pytest.LogCaptureFixture) -> None:
    numbers = list[int]()

    def note(_: float, failed: int) -> None:
        numbers.append(failed)
        message = "a hidden card"
        raise RuntimeError(message)

    tables = [await create_table(store) for _ in range(2)]
    store.watch_commits(note)
    assert await write_in_one_batch(gate, store, tables) == [2, 2]
    assert await asyncio.wait_for(store.tables.append(make_step(tables[0].id, 2)), PATIENCE) == 3
    assert numbers == [0, 0, 0, 0]
    assert "RuntimeError" in caplog.text
    assert "hidden" not in caplog.text


async def test_callers_are_answered_before_the_watcher_is_told(store: Store) -> None:
    table = await create_table(store)
    waiting = asyncio.create_task(store.tables.append(make_step(table.id, 1)))
    answered = list[bool]()
    store.watch_commits(lambda _seconds, _failed: answered.append(not store._writer._batch))
    await asyncio.wait_for(waiting, PATIENCE)
    await asyncio.sleep(0)
    assert answered == [True]


@pytest.mark.parametrize("error", [SystemExit, KeyboardInterrupt, GeneratorExit, asyncio.CancelledError])
async def test_unexpected_error_fails_the_batch_and_not_the_writer(store: Store, error: type[BaseException]) -> None:
    def unit(_: WriterConnection) -> None:
        raise error

    table = await create_table(store)
    units: list[UnitOfWork] = [unit, lambda connection: connection.execute(DELETE_EVENTS).rowcount]
    results = await asyncio.wait_for(
        asyncio.gather(*(store._writer.run(entry) for entry in units), return_exceptions=True), PATIENCE
    )
    assert isinstance(results[0], StoreError)
    if isinstance(results[1], StoreError):
        assert len(await store.tables.log(table.id)) == 1
    assert await asyncio.wait_for(store.tables.append(make_step((await create_table(store)).id, 1)), PATIENCE) == 2


@sqlite_only
async def test_a_commit_that_may_have_been_kept_is_made_once_and_its_outcome_is_unknown(
    store: Store, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [await create_table(store) for _ in range(3)]
    commits = 0

    def broken(real: Any, statement: str) -> Any:
        nonlocal commits
        result = real.execute(statement)
        commits += statement == COMMIT.sqlite
        if statement == COMMIT.sqlite and commits == 3:  # after those of the blocker, and of what holds the batch back
            raise make_sqlite_error("SQLITE_IOERR_FSYNC")
        return result

    break_writer(store, monkeypatch, broken)
    outcomes = await write_in_one_batch(gate, store, tables)
    assert [type(outcome) for outcome in outcomes] == [OutcomeUnknown] * 3
    assert "cannot tell whether that was saved" in outcomes[0].sentence
    assert commits == 3
    assert await read_lengths(store, tables) == [2, 2, 2]


@sqlite_only
async def test_an_error_of_the_disk_at_a_commit_is_unknown_also_where_it_is_undone(
    store: Store, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What has got to the disk may come back after a crash."""
    tables = [await create_table(store) for _ in range(2)]
    commits = 0

    def broken(real: Any, statement: str) -> Any:
        nonlocal commits
        commits += statement == COMMIT.sqlite
        if statement == COMMIT.sqlite and commits == 3:
            raise make_sqlite_error("SQLITE_IOERR_WRITE")
        return real.execute(statement)

    break_writer(store, monkeypatch, broken)
    assert [type(item) for item in await write_in_one_batch(gate, store, tables)] == [OutcomeUnknown] * 2
    assert commits == 3
    assert await read_lengths(store, tables) == [1, 1]


@sqlite_only
async def test_a_commit_that_was_refused_is_tried_once_more_one_by_one(
    store: Store, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [await create_table(store) for _ in range(2)]
    commits = 0

    def broken(real: Any, statement: str) -> Any:
        nonlocal commits
        commits += statement == COMMIT.sqlite
        if statement == COMMIT.sqlite and commits == 3:
            raise make_sqlite_error("SQLITE_BUSY")
        return real.execute(statement)

    break_writer(store, monkeypatch, broken)
    assert await write_in_one_batch(gate, store, tables) == [2, 2]
    assert await read_lengths(store, tables) == [2, 2]


@sqlite_only
async def test_failed_rollback_delays_no_caller(store: Store, gate: Gate, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await create_table(store)
    refused = 0

    def broken(real: Any, statement: str) -> Any:
        nonlocal refused
        if statement == COMMIT.sqlite and not refused:
            refused += 1
            raise make_sqlite_error("SQLITE_BUSY")
        if statement == ROLLBACK.sqlite and refused == 1:
            refused += 1
            real.execute(statement)
            raise make_sqlite_error("SQLITE_IOERR")
        return real.execute(statement)

    break_writer(store, monkeypatch, broken)
    with pytest.raises(OutcomeUnknown):
        await asyncio.wait_for(store.tables.append(make_step(table.id, 1)), PATIENCE)
    assert await asyncio.wait_for(store.tables.append(make_step(table.id, 1)), PATIENCE) == 2


async def test_broken_connection_delays_no_caller(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await create_table(store)
    thread: Any = store._writer._thread
    run = thread.run

    async def broken(function: Any, *_: Any) -> Any:
        del function
        await asyncio.sleep(0)
        message = "no active connection"
        raise ValueError(message)

    monkeypatch.setattr(thread, "run", broken)
    numbers = await asyncio.wait_for(
        asyncio.gather(*(store.tables.append(make_step(table.id, 1)) for _ in range(3)), return_exceptions=True),
        PATIENCE,
    )
    assert all(isinstance(item, StoreError) and not isinstance(item, OutcomeUnknown) for item in numbers)
    monkeypatch.setattr(thread, "run", run)
    assert await asyncio.wait_for(store.tables.append(make_step(table.id, 1)), PATIENCE) == 2


async def test_a_writer_that_is_cancelled_says_that_it_does_not_know(store: Store, gate: Gate) -> None:
    table, other = await create_table(store), await create_table(store)
    async with gate.hold("before commit"):
        written = asyncio.create_task(store.tables.append(make_step(table.id, 1)))
        await gate.wait_until_held()
        waits = asyncio.create_task(store.tables.append(make_step(other.id, 1)))
        await asyncio.sleep(0)
        assert store._writer._flushing is not None
        store._writer._flushing.cancel()
        with pytest.raises(OutcomeUnknown):
            await asyncio.wait_for(written, PATIENCE)
        with pytest.raises(StoreError):
            await asyncio.wait_for(waits, PATIENCE)
    assert await asyncio.wait_for(store.tables.append(make_step(other.id, 1)), PATIENCE) == 2
