"""kill -9 at any instant: every acknowledged append is there exactly once, and what is there is whole.

The witness is this process: the writer is another, which tells it of each append that has returned.
"""

import asyncio
import os
import random
import signal
import sys
from collections.abc import Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection

from data.store import Store
from data.tables.errors import SequenceTaken
from data.tables.events import EventKind
from data.tables.records import Append, NewEvent, NewHand, NewWork, RecordChanges
from data.tables.work import WorkKind, WorkState
from tests.data.makers import make_draft, read_table
from tests.support.databases import Place

KILLS = 10
TABLES = 6
PROCESSES = get_context("forkserver")


def writer(url: str, begin: int, witness: Connection) -> None:
    """Write in a process that will be killed."""
    asyncio.run(write_for_ever(url, begin, witness.fileno()))


async def write_for_ever(url: str, begin: int, witness: int) -> None:
    """One writer a table, each append stamped with a number of its own, and told to the witness when it returns."""
    store = await Store.open(url)
    tables = [await read_table(store, number) for number in await store.tables.numbers(0, 100)]
    stamps = iter(range(begin, sys.maxsize))

    async def write(table: int, after: int) -> None:
        while True:
            stamp = next(stamps)
            events = (
                NewEvent(EventKind.MOVE, 0, f"{stamp}", interaction=stamp),
                NewEvent(EventKind.REVEAL, None, f"{stamp}"),
            )
            owed = (NewWork(WorkKind.REFRESH, "", after + 2, {}, 1), NewWork(WorkKind.PING, f"0:{after}", after, {}, 1))
            changes = RecordChanges(settings={"rematch": stamp})
            drop: tuple[tuple[WorkKind, str], ...] = ((WorkKind.PING, f"0:{after - 2}"),)
            hand = NewHand(after // 2, after + 1, after + 2, (stamp, -stamp), {}, [], {"stamp": stamp})
            after = await store.tables.append(
                Append(
                    table, after, events, owed, changes, hands=(hand,), drop=drop, rev=await store.tables.rev_of(table)
                )
            )
            os.write(witness, f"{table} {stamp} {after}\n".encode())

    await asyncio.gather(*(write(table.id, table.seq) for table in tables))


def run_and_kill(url: str, begin: int, rng: random.Random) -> Iterator[tuple[int, int, int]]:
    """Run a writer and kill it at some instant after its first acknowledgement; gives what it acknowledged."""
    # Forked from a server that has imported everything already, so that a life begins within milliseconds.
    PROCESSES.set_forkserver_preload([__name__])
    reading, writing = PROCESSES.Pipe(duplex=False)
    process = PROCESSES.Process(target=writer, args=(url, begin, writing))
    process.start()
    writing.close()
    with open(reading.fileno(), "rb", closefd=False) as output:
        first = output.readline()
        process.join(rng.uniform(0, 0.05))
        process.kill()
        rest = output.read()
    process.join()
    reading.close()
    assert process.exitcode == -signal.SIGKILL
    process.close()
    for line in (first + rest).splitlines(keepends=True):
        if line.endswith(b"\n"):  # the last may be cut off by the kill
            table, stamp, seq = map(int, line.split())
            yield table, stamp, seq


async def make_tables(url: str) -> None:
    store = await Store.open(url)
    for _ in range(TABLES):
        await store.tables.create(make_draft())
    await store.close()


async def check_promises(url: str, promised: dict[int, tuple[int, int]]) -> int:
    """Check that promises are kept once and steps are whole; return how many steps are there."""
    store = await Store.open(url)
    places: dict[int, tuple[int, int]] = {}
    for index in await store.tables.numbers(0, 100):
        table = await read_table(store, index)
        log = await store.tables.log(table.id)
        assert [event.seq for event in log] == list(range(1, table.seq + 1))
        assert len(log) % 2 == 0
        for entry, revealed in zip(log[::2], log[1::2], strict=True):
            assert entry.text == revealed.text == f"{entry.interaction}"
            assert entry.interaction not in places
            places[entry.interaction or 0] = (table.id, revealed.seq)
        if not log:
            continue
        spans = await store.tables.hands(table.id)
        assert [(span.number, span.first, span.last) for span in spans] == [
            (number, 2 * number + 1, 2 * number + 2) for number in range(len(log) // 2)
        ]
        assert [span.points[0] for span in spans] == [event.interaction for event in log[::2]]
        assert table.settings == {"rematch": log[-2].interaction}
        owed = {(row.kind, row.key): row for row in await store.work.of_table(table.id)}
        assert owed[WorkKind.REFRESH, ""].seq == table.seq
        assert [key for key, work in owed.items() if key[0] == WorkKind.PING and work.state == WorkState.DUE] == [
            (WorkKind.PING, f"0:{table.seq - 2}")
        ]
        try:
            await store.tables.append(Append(table.id, table.seq - 1, (NewEvent(EventKind.MOVE),)))
        except SequenceTaken:
            pass
        else:
            raise AssertionError("a step in the middle was taken")
    for stamp, place in promised.items():
        assert places[stamp] == place
    await store.close()
    return len(places)


def test_kill_minus_nine_loses_no_acknowledged_append_and_doubles_none(place: Place) -> None:
    url, rng = place.url, random.Random(20_261_120)
    asyncio.run(make_tables(url))
    promised: dict[int, tuple[int, int]] = {}
    for kill in range(KILLS):
        for table, stamp, seq in run_and_kill(url, (kill + 1) * 1_000_000, rng):
            assert stamp not in promised
            promised[stamp] = (table, seq)
        steps = asyncio.run(check_promises(url, promised))
        assert steps >= len(promised)
    assert len(promised) >= KILLS
    if place.kind == "sqlite":
        assert place.peek("PRAGMA integrity_check") == [("ok",)]
