"""Group commit: many in one transaction, each answered after it, and only the guilty fails."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from data.engine.errors import StoreError
from data.engine.writer import MAX_BATCH_UNITS
from data.store import Store
from data.tables.errors import DuplicateInteraction, SequenceTaken, UnknownTable
from data.tables.events import EventKind
from data.tables.records import Append, NewEvent
from tests.data.makers import Gate, create_table, make_move, make_refresh, make_seat, make_step, read_table, sqlite_only
from tests.support.databases import Place

EVENTS = "SELECT table_id, seq FROM events ORDER BY table_id, seq"


async def write_together(gate: Gate, store: Store, *writes: Append) -> list[int | BaseException]:
    """Return the outcomes of writes that all wait while another commit is under way."""
    blocker = await create_table(store)
    async with gate.hold("before commit"):
        first = asyncio.create_task(store.tables.append(make_step(blocker.id, 1)))
        await gate.wait_until_held()
        rest = [asyncio.create_task(store.tables.append(write)) for write in writes]
        await asyncio.sleep(0)
        gate.reset()
    assert await first == 2
    return await asyncio.gather(*rest, return_exceptions=True)


async def test_appends_that_arrive_during_a_commit_share_the_next(gated_store: Store, gate: Gate) -> None:
    tables = [await create_table(gated_store) for _ in range(20)]
    outcomes = await write_together(gate, gated_store, *(make_step(table.id, 1) for table in tables))
    assert outcomes == [2] * 20
    assert gate.commits == 1


async def test_a_crowd_is_written_in_batches_of_bounded_size(gated_store: Store, gate: Gate) -> None:
    table = await create_table(gated_store, 0)
    writes = [make_step(table.id, n) for n in range(MAX_BATCH_UNITS + 1)]
    outcomes = await write_together(gate, gated_store, *writes)
    assert outcomes == list(range(1, MAX_BATCH_UNITS + 2))
    assert gate.commits == 2


@pytest.mark.parametrize("stage", ["before commit", "after commit"])
async def test_nothing_is_acknowledged_before_its_commit(
    gated_store: Store, gate: Gate, place: Place, stage: str
) -> None:
    table = await create_table(gated_store)
    async with gate.hold(stage):
        tasks = [asyncio.create_task(gated_store.tables.append(make_step(table.id, 1)))]
        await gate.wait_until_held()
        await asyncio.sleep(0.01)  # nothing happens while the gate is closed
        assert not tasks[0].done()
        rows = place.peek(EVENTS)
        assert rows == ([(table.id, 1)] if stage == "before commit" else [(table.id, 1), (table.id, 2)])
    assert await tasks[0] == 2


async def test_only_the_guilty_of_a_batch_fail_each_with_its_own_error(gated_store: Store, gate: Gate) -> None:
    first, second, third = [await create_table(gated_store) for _ in range(3)]
    await gated_store.tables.append(make_step(first.id, 1, make_move("kept", interaction=50)))
    outcomes = await write_together(
        gate,
        gated_store,
        make_step(second.id, 1, make_move(interaction=51), work=(make_refresh(2),)),
        make_step(third.id, 1, make_move("again", interaction=50)),  # made by table one's interaction already
        make_step(first.id, 1, make_move(interaction=52)),  # stale
        make_step(999, 0, make_move(interaction=53)),  # no such table
        make_step(third.id, 1, make_move(), make_move(interaction=51)),  # its second event repeats the first write's
        make_step(third.id, 1, make_move(interaction=54)),
        make_step(first.id, 2, seats=(make_seat(0), make_seat(0))),  # two of the same seat
        make_step(first.id, 2, make_move(interaction=55)),
    )
    assert [type(outcome) for outcome in outcomes] == [
        int, DuplicateInteraction, SequenceTaken, UnknownTable, DuplicateInteraction, int, StoreError, int,
    ]  # fmt: skip
    assert gate.commits == 1
    repeated, within = outcomes[1], outcomes[4]
    assert isinstance(repeated, DuplicateInteraction)
    assert (repeated.record.table, repeated.record.seq, repeated.record.text) == (first.id, 2, "kept")
    assert isinstance(within, DuplicateInteraction)
    assert (within.record.table, within.record.seq) == (second.id, 2)
    assert [len(await gated_store.tables.log(table.id)) for table in (first, second, third)] == [3, 2, 2]
    assert [(await read_table(gated_store, table.id)).seq for table in (first, second, third)] == [3, 2, 2]
    assert (await read_table(gated_store, first.id)).seats == first.seats
    for seq in (2, 3):
        assert await gated_store.tables.append(make_step(second.id, seq)) == seq + 1


async def test_two_clicks_at_one_instant_make_one_move(gated_store: Store, gate: Gate) -> None:
    table = await create_table(gated_store)
    outcomes = await write_together(
        gate, gated_store, *(make_step(table.id, 1, make_move(f"{n}", interaction=9)) for n in range(5))
    )
    assert outcomes[0] == 2
    assert all(isinstance(outcome, DuplicateInteraction) for outcome in outcomes[1:])
    assert {outcome.record.text for outcome in outcomes[1:] if isinstance(outcome, DuplicateInteraction)} == {"0"}
    assert [event.text for event in await gated_store.tables.log(table.id)] == ["move 0", "0"]


@pytest.mark.parametrize("batch", [1, 4])
async def test_a_commit_that_fails_is_tried_once_more_one_by_one_and_loses_nothing(
    gated_store: Store, gate: Gate, batch: int
) -> None:
    tables = [await create_table(gated_store) for _ in range(batch)]
    gate.raising = {(1, "before commit"): OSError("the commit fails")}
    outcomes = await write_together(gate, gated_store, *(make_step(table.id, 1) for table in tables))
    if batch == 1:
        assert isinstance(outcomes[0], StoreError)
        assert len(await gated_store.tables.log(tables[0].id)) == 1
        assert await gated_store.tables.append(make_step(tables[0].id, 1)) == 2
    else:
        assert outcomes == [2] * batch
        assert gate.commits == 1 + batch


async def test_an_error_after_the_commit_is_no_second_write(gated_store: Store, gate: Gate) -> None:
    tables = [await create_table(gated_store) for _ in range(3)]
    gate.raising = {(1, "after commit"): OSError("the answer is lost")}
    outcomes = await write_together(
        gate, gated_store, *(make_step(table.id, 1, make_move(interaction=table.id)) for table in tables)
    )
    assert all(isinstance(outcome, StoreError) for outcome in outcomes)
    assert [len(await gated_store.tables.log(table.id)) for table in tables] == [2, 2, 2]
    for table in tables:
        with pytest.raises(DuplicateInteraction):
            await gated_store.tables.append(make_step(table.id, 1, make_move(interaction=table.id)))


async def test_cancelled_caller_cancels_no_other(gated_store: Store, gate: Gate) -> None:
    table, other = await create_table(gated_store), await create_table(gated_store)
    async with gate.hold("before commit"):
        task = asyncio.create_task(gated_store.tables.append(make_step(table.id, 1)))
        await gate.wait_until_held()
        waits = asyncio.create_task(gated_store.tables.append(make_step(other.id, 1)))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    assert await waits == 2
    assert len(await gated_store.tables.log(table.id)) == 2


@sqlite_only
async def test_the_key_of_the_log_refuses_a_second_event_of_one_number(store: Store, path: Path) -> None:
    """Even if the table's row were wrong, no event could take another's place."""
    table = await create_table(store, 3)
    outside = sqlite3.connect(path)
    outside.execute("UPDATE tables SET seq = 1")
    outside.commit()
    outside.close()
    with pytest.raises(SequenceTaken):
        await store.tables.append(make_step(table.id, 1))
    assert len(await store.tables.log(table.id)) == 3


async def test_two_stores_on_one_file_take_turns(place: Place) -> None:
    stores = [await Store.open(place.database()) for _ in range(2)]
    table = await create_table(stores[0], 0)

    async def play(store: Store, name: str) -> int:
        refused = after = 0
        for number in range(40):
            while True:
                try:
                    after = await store.tables.append(
                        make_step(table.id, after, NewEvent(EventKind.MOVE, text=f"{name} {number}"))
                    )
                    break
                except SequenceTaken:
                    refused += 1
                    after = len(await store.tables.log(table.id))
        return refused

    refused = await asyncio.gather(*(play(store, name) for store, name in zip(stores, "ab", strict=True)))
    assert sum(refused) > 0
    log = await stores[1].tables.log(table.id)
    assert [event.seq for event in log] == list(range(1, 81))
    for name in "ab":
        assert [event.text for event in log if event.text[0] == name] == [f"{name} {number}" for number in range(40)]
    for store in stores:
        await store.close()
