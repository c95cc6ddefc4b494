"""Tables that are read anew because another process has changed them, or may have."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bot.tables.commands import leave_and_end, lobby
from bot.tables.services.tables import Tables
from data.tables.records import Append
from tests.data.makers import read_table
from tests.support.people import BELA, make_actor
from tests.support.tables import open_lobby

RELOADS: dict[str, Callable[[Tables, int], Awaitable[None]]] = {
    "one table": lambda tables, number: tables.reload(number),
    "all tables": lambda tables, _: tables.evict_all(),
    "those of a person": lambda tables, _: tables.evict_person(BELA.id),
}


@pytest.mark.parametrize("reload", RELOADS)
async def test_reload_during_a_commit_has_the_step(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, reload: str
) -> None:
    number = (await open_lobby(tables, BELA)).id
    append, storing, released = tables.store.tables.append, asyncio.Event(), asyncio.Event()

    async def append_slowly(write: Append) -> int:
        storing.set()
        await released.wait()
        return await append(write)

    monkeypatch.setattr(tables.store.tables, "append", append_slowly)
    leaving = asyncio.create_task(leave_and_end.leave(tables, number, make_actor(BELA)))
    await storing.wait()
    reloading = asyncio.ensure_future(RELOADS[reload](tables, number))
    await asyncio.sleep(0.01)
    assert (await tables.find(number)).seat_of(BELA.id) is not None
    released.set()
    await asyncio.gather(leaving, reloading)
    assert (await tables.find(number)).seat_of(BELA.id) is None


async def test_work_finds_the_step_of_another_process_that_it_is_about(tables: Tables) -> None:
    number = (await open_lobby(tables)).id
    other_tables = Tables(tables.store)
    await lobby.join(other_tables, number, make_actor(BELA))
    seq = (await read_table(tables.store, number)).seq
    await tables.wait_committed(number, seq - 1)
    assert (await tables.find(number)).record.seq == seq - 1
    await tables.wait_committed(number, seq)
    assert (await tables.find(number)).seat_of(BELA.id) is not None
