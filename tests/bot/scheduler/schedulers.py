"""The scheduler of tables without Discord."""

from __future__ import annotations

from bot.scheduler.scheduler import Scheduler
from bot.tables.services.tables import Tables


def scheduler_of(tables: Tables) -> Scheduler:
    """A scheduler of these tables, made as the bot makes its own (bot/app/services.py), and told of what they owe.

    In place of Discord's errors an OSError is transient, and a PermissionError is permanent.
    """
    due = Scheduler(
        tables.store,
        transient_errors=(OSError,),
        is_permanent=lambda error: isinstance(error, PermissionError),
        wait_committed=lambda work: tables.wait_committed(work.table),
        clock=tables.clock,
    )
    tables.owed.connect(due.notify_due)
    return due
