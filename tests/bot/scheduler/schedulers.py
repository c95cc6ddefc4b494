"""The scheduler of tables without Discord, and work for it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager

from bot.scheduler.scheduler import Handler, Scheduler
from bot.tables.services.tables import Tables
from data.engine.shards import Shards
from data.tables.records import Append, NewWork, Work
from data.tables.work import WorkKind, WorkState
from tests.support.people import BELA
from tests.support.tables import open_lobby


async def wait_for_all_shards() -> None:
    """Return None at once: this process runs the items of all shards."""


async def is_guild_absent(_: int) -> bool:
    """Return False: the bot is in every guild."""
    return False


def scheduler_of(
    tables: Tables,
    wait_for_shards: Callable[[], Awaitable[Shards | None]] = wait_for_all_shards,
    clock: Callable[[], int] | None = None,
) -> Scheduler:
    """Return a scheduler of these tables, made as the bot makes its own (bot/app/services.py).

    In place of Discord's errors an OSError is transient, and a PermissionError is permanent.
    """
    scheduler = Scheduler(
        tables.store,
        transient_errors=(OSError,),
        is_permanent=lambda error: isinstance(error, PermissionError),
        wait_committed=lambda work: tables.wait_committed(work.table, work.seq),
        wait_for_shards=wait_for_shards,
        is_ours=lambda _: True,
        is_leader=lambda: True,
        is_guild_absent=is_guild_absent,
        clock=clock or tables.clock,
    )
    tables.on_work_due.connect(scheduler.notify_due)
    return scheduler


@asynccontextmanager
async def run_scheduler(tables: Tables, max_parallel: int = 50, **handlers: Handler) -> AsyncGenerator[Scheduler]:
    """Yield a scheduler that runs, with these handlers by kind."""
    scheduler = scheduler_of(tables)
    for name, handler in handlers.items():
        on_exhausted = None if name == WorkKind.COMPUTER else WorkState.FAILED
        scheduler.handle(WorkKind(name), handler, max_parallel=max_parallel, on_exhausted=on_exhausted)
    scheduler.start()
    yield scheduler
    await scheduler.close()


async def enqueue(tables: Tables, table: int, *work: NewWork) -> None:
    """Enqueue work at a table."""
    live = await tables.find(table)
    await tables.store.tables.append(Append(table, live.record.seq, work=work))


async def open_owing_lobby(tables: Tables, *work: NewWork) -> int:
    """Open a lobby that owes this work; return its number."""
    live = await open_lobby(tables, BELA)
    await enqueue(tables, live.id, *work)
    return live.id


async def read_work(tables: Tables, table: int, kind: WorkKind) -> list[Work]:
    """Return the work of one kind at a table."""
    return await tables.store.work.of_table(table, kind)
