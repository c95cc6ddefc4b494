"""The scheduler of tables without Discord, and work for it."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from bot.scheduler.scheduler import Handler, Scheduler
from bot.tables.services.tables import Tables
from data.tables.records import Append, NewWork, Work
from data.tables.work import WorkKind, WorkState
from tests.support.people import BELA
from tests.support.tables import opened


def scheduler_of(tables: Tables) -> Scheduler:
    """A scheduler of these tables, made as the bot makes its own (bot/app/services.py), and told of what they owe.

    In place of Discord's errors an OSError is transient, and a PermissionError is permanent.
    """
    due = Scheduler(
        tables.store,
        transient_errors=(OSError,),
        is_permanent=lambda error: isinstance(error, PermissionError),
        wait_committed=lambda work: tables.wait_committed(work.table, work.seq),
        clock=tables.clock,
    )
    tables.on_work_due.connect(due.notify_due)
    return due


@asynccontextmanager
async def sleeping(tables: Tables, max_parallel: int = 50, **handlers: Handler) -> AsyncGenerator[Scheduler]:
    """A scheduler that runs, with these handlers by kind."""
    due = scheduler_of(tables)
    for name, handler in handlers.items():
        on_exhausted = None if name == WorkKind.COMPUTER else WorkState.FAILED
        due.handle(WorkKind(name), handler, max_parallel=max_parallel, on_exhausted=on_exhausted)
    due.start()
    yield due
    await due.close()


async def enqueue(tables: Tables, table: int, *work: NewWork) -> None:
    """Enqueue work at a table."""
    live = await tables.find(table)
    await tables.store.tables.append(Append(table, live.record.seq, work=work))


async def owing(tables: Tables, *work: NewWork) -> int:
    """A lobby at which this is owed; returns its number."""
    live = await opened(tables, BELA)
    await enqueue(tables, live.id, *work)
    return live.id


async def rows(tables: Tables, table: int, kind: WorkKind) -> list[Work]:
    """The work of one kind at a table."""
    return await tables.store.work.of_table(table, kind)
