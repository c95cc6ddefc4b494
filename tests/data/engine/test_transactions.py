"""Transactions of sessions: whole or not at all, one at a time, and in turn with the writer's batches."""

import asyncio
import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import col, select

from data.engine.errors import OutcomeUnknown, StoreBusy, StoreClosed, StoreError
from data.people.models import PersonRow
from data.sqlite.connection import Connection
from data.store import Store
from data.tables.errors import UnknownTable
from tests.data.makers import Gate, create_table, make_sqlite_error, make_step, peek, sqlite_only
from tests.support.databases import Place

PATIENCE = 10
PEOPLE = "SELECT user_id FROM people ORDER BY user_id"


async def add_person(store: Store, user: int, *, error: BaseException | None = None) -> None:
    """Add a person in a transaction that raises `error` after it."""
    async with store._transactions.begin() as session:
        session.add(PersonRow(user_id=user))
        await session.flush()
        if error is not None:
            raise error


async def test_block_commits_at_its_end(store: Store, place: Place) -> None:
    await add_person(store, 1)
    assert place.peek(PEOPLE) == [(1,)]


@pytest.mark.parametrize("error", [UnknownTable("table 1"), ValueError("secret"), asyncio.CancelledError()])
async def test_a_block_that_raises_has_changed_nothing(store: Store, place: Place, error: BaseException) -> None:
    with pytest.raises((StoreError, asyncio.CancelledError)) as caught:
        await add_person(store, 1, error=error)
    if isinstance(error, ValueError):
        assert "secret" not in str(caught.value)
    else:
        assert caught.value is error
    await add_person(store, 2)
    assert place.peek(PEOPLE) == [(2,)]


async def test_a_row_that_does_not_fit_is_refused_without_its_contents(store: Store, place: Place) -> None:
    async with store._transactions.begin() as session:
        wrong: list[dict[str, Any]] = [{"user_id": "secret"}, {"user_id": -1}, {"users": 1}]
        for values in wrong:
            with pytest.raises(StoreError, match="PersonRow") as caught:
                PersonRow(**values)
            assert "secret" not in str(caught.value)
        row = PersonRow(user_id=1)
        with pytest.raises(StoreError, match="PersonRow: name"):
            row.update({"name": 1})
        row.update({"name": "Ada"})
        session.add(row)
    assert place.peek("SELECT user_id, name FROM people") == [(1, "Ada")]


async def test_a_commit_that_is_refused_has_kept_nothing(gated_store: Store, gate: Gate, place: Place) -> None:
    gate.raising[1, "before commit"] = RuntimeError("before")
    with pytest.raises(StoreError) as caught:
        await add_person(gated_store, 1)
    assert not isinstance(caught.value, OutcomeUnknown)
    await add_person(gated_store, 2)
    assert place.peek(PEOPLE) == [(2,)]


async def test_a_commit_that_is_broken_off_has_an_unknown_outcome(gated_store: Store, gate: Gate, place: Place) -> None:
    gate.raising[1, "after commit"] = RuntimeError("after")
    with pytest.raises(OutcomeUnknown):
        await add_person(gated_store, 1)
    await add_person(gated_store, 2)
    assert place.peek(PEOPLE) == [(1,), (2,)]


async def test_a_move_waits_for_a_transaction_and_is_kept_then(store: Store) -> None:
    table = await create_table(store)
    async with store._transactions.begin() as session:
        session.add(PersonRow(user_id=1))
        await session.flush()
        move = asyncio.create_task(store.tables.append(make_step(table.id, 1)))
        await asyncio.wait({move}, timeout=0.05)
        assert not move.done()
    assert await asyncio.wait_for(move, PATIENCE) == 2


async def test_a_transaction_waits_for_a_batch(gated_store: Store, gate: Gate) -> None:
    table = await create_table(gated_store)
    async with gate.hold("before commit"):
        move = asyncio.create_task(gated_store.tables.append(make_step(table.id, 1)))
        await gate.wait_until_held()
        adding = asyncio.create_task(add_person(gated_store, 1))
        await asyncio.wait({adding}, timeout=0.05)
        assert not adding.done()
        assert not move.done()
    assert await asyncio.wait_for(move, PATIENCE) == 2
    await asyncio.wait_for(adding, PATIENCE)


async def test_transactions_are_made_one_after_the_other(store: Store, place: Place) -> None:
    """Each reads what the one before has written."""

    async def count() -> None:
        async with store._transactions.begin() as session:
            people = (await session.exec(select(PersonRow.user_id).order_by(col(PersonRow.user_id).desc()))).first()
            await asyncio.sleep(0)
            session.add(PersonRow(user_id=(people or 0) + 1))

    await asyncio.gather(*(count() for _ in range(10)))
    assert place.peek(PEOPLE) == [(number,) for number in range(1, 11)]


async def test_a_transaction_that_is_cancelled_has_changed_nothing_or_all(
    gated_store: Store, gate: Gate, place: Place
) -> None:
    async with gate.hold("after commit"):
        adding = asyncio.create_task(add_person(gated_store, 1))
        await gate.wait_until_held()
        adding.cancel()
    with pytest.raises(asyncio.CancelledError):
        await adding
    await add_person(gated_store, 2)
    assert place.peek(PEOPLE) == [(1,), (2,)]


@sqlite_only
async def test_another_programs_lock_is_told_as_busy(store: Store, path: Path) -> None:
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreBusy):
        await add_person(store, 1)
    other.execute("ROLLBACK")
    other.close()
    await add_person(store, 1)
    assert peek(path, PEOPLE) == [(1,)]


async def test_each_transaction_is_counted(store: Store) -> None:
    counted = list[int]()
    store.watch_commits(lambda _seconds, failed: counted.append(failed))
    await add_person(store, 1)
    with pytest.raises(UnknownTable):
        await add_person(store, 2, error=UnknownTable("table 1"))
    assert counted == [0, 1]


async def test_a_closed_store_begins_no_transaction(store: Store) -> None:
    await store.close()
    with pytest.raises(StoreClosed):
        await add_person(store, 1)


@pytest.mark.parametrize("turns", range(0, 60, 3))
async def test_a_transaction_that_is_cancelled_anywhere_leaves_no_lock(store: Store, place: Place, turns: int) -> None:
    """It is kept whole, or not at all, and the next one begins at once."""

    async def write() -> None:
        async with store._transactions.begin() as session:
            session.add(PersonRow(user_id=1))
            await session.flush()
            await session.exec(select(PersonRow).order_by(col(PersonRow.id)))  # a cursor that may be left open
            session.add(PersonRow(user_id=2))

    writing = asyncio.create_task(write())
    for _ in range(turns):
        await asyncio.sleep(0)
    writing.cancel()
    await asyncio.wait({writing}, timeout=PATIENCE)
    assert writing.done()
    await asyncio.wait_for(add_person(store, 3), PATIENCE)
    assert await asyncio.wait_for(store.tables.append(make_step((await create_table(store)).id, 1)), PATIENCE) == 2
    users = [user for (user,) in place.peek(PEOPLE)]
    assert 3 in users
    assert (1 in users) == (2 in users)


async def test_a_time_limit_on_a_transaction_is_still_a_time_limit(store: Store, place: Place) -> None:
    async def write_for_long() -> None:
        async with asyncio.timeout(0.01), store._transactions.begin() as session:
            session.add(PersonRow(user_id=1))
            await session.flush()
            await asyncio.sleep(PATIENCE)

    with pytest.raises(TimeoutError):
        await write_for_long()
    assert place.peek(PEOPLE) == []
    await add_person(store, 2)
    task = asyncio.current_task()
    assert task is not None
    assert task.cancelling() == 0


@sqlite_only
async def test_a_commit_that_fails_leaves_no_lock(store: Store, place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await create_table(store)

    async def refused(_: Connection) -> None:
        raise make_sqlite_error("SQLITE_BUSY")

    with monkeypatch.context() as patch:
        patch.setattr(Connection, "commit", refused)
        with pytest.raises(StoreBusy):
            await add_person(store, 1)
    assert await asyncio.wait_for(store.tables.append(make_step(table.id, 1)), PATIENCE) == 2
    await asyncio.wait_for(add_person(store, 2), PATIENCE)
    assert (1,) not in place.peek(PEOPLE)
    assert (2,) in place.peek(PEOPLE)


async def test_a_cancellation_during_a_commit_comes_before_the_callers_next_step(store: Store) -> None:
    added, third = list[int](), asyncio.Event()

    async def many() -> None:
        for user in range(100, 200):
            await add_person(store, user)
            added.append(user)
            if len(added) == 3:
                third.set()

    task = asyncio.create_task(many())
    await third.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert len(added) <= 5


@sqlite_only
async def test_hanging_probe_delays_no_caller(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    commit, goes_on, given_up = Connection.commit, threading.Event(), list[None]()

    def wait(_: object) -> None:
        if not goes_on.wait(PATIENCE):
            given_up.append(None)

    async def hang(connection: Connection) -> None:
        await connection.run(wait)
        await commit(connection)

    monkeypatch.setattr(Connection, "commit", hang)
    for _ in range(2):
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(store.stats.probe(), 0.05)
    goes_on.set()
    await asyncio.wait_for(store.stats.probe(), PATIENCE)
    assert not given_up
